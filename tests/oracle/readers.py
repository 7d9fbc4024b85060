"""Others' readers of requests: openapi-core for values by the description, RFC 6570 for styles, Werkzeug for forms and parts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from io import BytesIO
from json import loads
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import uritemplate
from jsonschema_path import SchemaPath
from openapi_core.datatypes import RequestParameters
from openapi_core.unmarshalling.request.unmarshallers import (
    V30RequestBodyUnmarshaller,
    V30RequestParametersUnmarshaller,
    V31RequestBodyUnmarshaller,
    V31RequestParametersUnmarshaller,
)
from werkzeug.datastructures import Headers, ImmutableMultiDict
from werkzeug.formparser import FormDataParser
from werkzeug.http import parse_options_header

from connectors.execute.request import Request
from oracle.twin import SERVER

__all__ = ["Read", "expanded", "form_of", "header", "raw_segments", "read"]


def header(request: Request, name: str) -> str | None:
    """A header, without regard to case."""
    return next((value for field_name, value in request.headers if field_name.lower() == name.lower()), None)


@dataclass
class _Seen:
    """A request as openapi-core takes it."""

    method: str
    path: str
    body: bytes | None
    content_type: str
    parameters: RequestParameters
    host_url: str = SERVER

    @property
    def full_url_pattern(self) -> str:
        return SERVER + self.path


@dataclass
class Read:
    """What openapi-core read: values by place and name, the body, and what it complained of."""

    values: dict[tuple[str, str], Any] = field(default_factory=dict)
    body: Any = None
    errors: list[str] = field(default_factory=list)


def raw_segments(template: str, url: str) -> dict[str, str] | None:
    """What stands at each placeholder of a path, undecoded; None where the path is of another form."""
    path = template.partition("?")[0].partition("#")[0]
    pieces = re.split(r"\{([^{}]+)\}", path)
    pattern = "".join(
        f"([^/]*{'?' if at + 2 < len(pieces) else ''})" if at % 2 else re.escape(piece) for at, piece in enumerate(pieces)
    )
    match = re.fullmatch(pattern, urlsplit(url).path)
    return dict(zip(pieces[1::2], match.groups(), strict=True)) if match is not None else None


def read(document: dict[str, Any], template: str, request: Request, body: bool) -> Read:
    """Let openapi-core read a request by the description, its body as well where that has a structure."""
    found = Read()
    spec = SchemaPath.from_dict(document)
    new = str(document["openapi"]).startswith("3.1")
    # RFC 6839 §3.1: `+json` is JSON; openapi-core knows the names alone.
    mimetype = (header(request, "content-type") or "").partition(";")[0].strip().lower()
    structured = {mimetype: lambda data, **_: loads(data)} if mimetype.endswith("+json") or mimetype == "text/json" else {}
    parameters = _parameters(document, template, request)
    seen = _Seen(
        request.method.lower(), urlsplit(request.url).path, request.body, header(request, "content-type") or "", parameters
    )
    for reader in (
        V31RequestParametersUnmarshaller if new else V30RequestParametersUnmarshaller,
        V31RequestBodyUnmarshaller if new else V30RequestBodyUnmarshaller,
    ):
        if reader in (V31RequestBodyUnmarshaller, V30RequestBodyUnmarshaller) and not body:
            continue
        result = reader(spec, format_unmarshallers={}, extra_media_type_deserializers=structured).unmarshal(seen)
        for error in result.errors:
            chain: BaseException | None = error
            texts = []
            while chain is not None:
                inner = getattr(chain, "schema_errors", None)
                said = "; ".join(_short(each.message) for each in inner) if inner is not None else _short(str(chain))
                texts.append(f"{type(chain).__name__}: {said}")
                chain = chain.__cause__
            found.errors.append(" <- ".join(texts[1:] or texts))
        if result.parameters is not None:
            for place in ("path", "query", "header", "cookie"):
                found.values.update({(place, name): value for name, value in getattr(result.parameters, place).items()})
        if getattr(result, "body", None) is not None:
            found.body = result.body
    return found


def _short(text: str) -> str:
    return text if len(text) <= 160 else f"{text[:60]} [...] {text[-90:]}"


def _parameters(document: Mapping[str, Any], template: str, request: Request) -> RequestParameters:
    """The parameters as a server has them: decoded once. Two places of openapi-core are helped, see the table of differences."""
    ((_, item),) = document["paths"].items()
    ((_, operation),) = item.items()
    path: dict[str, Any] = {}
    for name, raw in (raw_segments(template, request.url) or {}).items():
        text = unquote(raw)
        path.update(dict.fromkeys((name, f".{name}", f".{name}*", f";{name}", f";{name}*"), text))
    query = urlsplit(request.url).query
    spaced = {each["name"] for each in operation["parameters"] if each.get("style") == "spaceDelimited"}
    raw_pairs = [part.partition("=") for part in query.split("&") if part]
    pairs = [
        (unquote(name), value if unquote(name) in spaced else unquote(value.replace("+", " "))) for name, _, value in raw_pairs
    ]
    cookies = [part.partition("=") for part in (header(request, "cookie") or "").split("; ") if part]
    return RequestParameters(
        query=ImmutableMultiDict(pairs),
        header=Headers([(name, value) for name, value in request.headers if name.lower() != "cookie"]),
        cookie=ImmutableMultiDict([(name, unquote(value)) for name, _, value in cookies]),
        path=path,
    )


def expanded(style: str, explode: bool, name: str, value: Any) -> str | None:
    """The expansion of RFC 6570 that OpenAPI equates with a style; None where it has none."""
    operator = {"simple": "", "label": ".", "matrix": ";", "form": "?"}.get(style)
    if operator is None:
        return None
    # A variable name of RFC 6570 may hold less than a name of OpenAPI: the name is put in afterwards.
    text = uritemplate.expand("{" + operator + "zzz" + ("*" if explode else "") + "}", zzz=_texts(value))
    return text.replace("zzz", uritemplate.expand("{n}", n=name))


def _texts(value: Any) -> Any:
    if isinstance(value, list):
        return [_texts(item) for item in value]
    if isinstance(value, dict):
        return {name: _texts(item) for name, item in value.items()}
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def form_of(request: Request) -> list[tuple[str, Any]]:
    """The fields of a form or of a multipart body in Werkzeug's reading: texts, or bytes of files."""
    mimetype, options = parse_options_header(header(request, "content-type"))
    data = request.body or b""
    if mimetype == "application/x-www-form-urlencoded":
        return list(parse_qsl(data.decode(), keep_blank_values=True, strict_parsing=bool(data)))
    parser = FormDataParser(silent=False)
    _, form, files = parser.parse(BytesIO(data), mimetype, len(data), options)
    return [*form.items(multi=True), *((name, file.read()) for name, file in files.items(multi=True))]
