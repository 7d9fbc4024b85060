"""Which description format a document is in; where it is in none of ours, what it looks like instead."""

import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from connectors.description.encoding import line_and_column, refusal
from connectors.description.locate import locate
from connectors.description.tree import Document, Json, Syntax
from connectors.pointer import join
from connectors.problems import Code, DescriptionError, nearest

__all__ = ["Format", "format_of", "other_text"]


class Format(StrEnum):
    """The formats that can be compiled, as packages and reports spell them."""

    SWAGGER_2_0 = "swagger-2.0"
    OPENAPI_3_0 = "openapi-3.0"
    OPENAPI_3_1 = "openapi-3.1"
    OPENAPI_3_2 = "openapi-3.2"


_EXPECTED = "an API description in Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2"

_OPENAPI = {"3": Format.OPENAPI_3_0, "3.0": Format.OPENAPI_3_0, "3.1": Format.OPENAPI_3_1, "3.2": Format.OPENAPI_3_2}
_SWAGGER = {"2": Format.SWAGGER_2_0, "2.0": Format.SWAGGER_2_0}
# Major and minor number decide; a patch, a pre-release (`3.0.0-rc1`) and a leading `v` are read over.
# Source: OpenAPI 3.1.1 §4.1 ("tooling SHOULD NOT consider the patch version").
_VERSION = re.compile(r"\s*v?([0-9]+(?:\.[0-9]+)?)(?![0-9])", re.ASCII | re.IGNORECASE)

_EXPORT_OPENAPI = "export it as OpenAPI 3 where it was made, and give that file"
_NAME_OPENAPI = "give the OpenAPI or Swagger file of the API instead"
_CONVERT = "convert it to OpenAPI 3 first"
_LINK = "give the address of the raw description; this may be a login, error or documentation page"

_HEAD = 65_536
"""Characters of a text that are looked at to say what it is."""

_MEANT = r"""^[ \t{]*["']?(?:openapi|swagger)["']?\s*:"""


def format_of(document: Document) -> Format:
    """The format of a document, by its version key alone: `openapi` or `swagger`, as a text or as a number.

    Raises DescriptionError that says what the document looks like: UNSUPPORTED_FORMAT where it is another kind of document,
    or another version; NOT_A_DESCRIPTION where it is nothing known.
    """
    tree, shown_as = document.tree, document.shown_as
    if not isinstance(tree, dict):
        raise other_text(document.text, shown_as=shown_as) or _not_an_object(tree, shown_as)
    for key, known in (("openapi", _OPENAPI), ("swagger", _SWAGGER)):
        if key in tree and (number := _version(tree[key])) in known:
            return known[number]
    raise _other_tree(tree, document.text, shown_as)


def other_text(text: str, *, shown_as: str) -> DescriptionError | None:
    """What a text is that no description is spelled as (a page, XML, RAML, GraphQL, ...), or None where it looks like none of them.

    Looks at the text alone, so that a text can be named that is neither JSON nor YAML.
    """
    head = text[:_HEAD].lstrip()
    is_meant = re.search(_MEANT, head, re.MULTILINE) is not None
    for pattern, code, found, remedy in _texts():
        # A description whose prose holds a schema or a heading at the left margin is a description with a fault.
        if re.search(pattern, head) and (head[0] == "<" or not is_meant):
            described = found(head) if callable(found) else found
            line, column = line_and_column(text, len(text) - len(text.lstrip()))
            return refusal(shown_as, code, f"expected {_EXPECTED}, found {described}", remedy, line=line, column=column)
    return None


def _version(value: Json) -> str:
    """Major and minor number of a version, "" where there is none. A YAML or JSON number is spelled as Python prints it."""
    if isinstance(value, bool) or value is None or isinstance(value, dict | list):
        return ""
    match = _VERSION.match(str(value))
    return match.group(1) if match else ""


def _quoted(value: object, length: int = 60) -> str:
    """A stranger's text inside a message: on one line, printable, short, in backticks."""
    words = " ".join(str(value).split()).replace("`", "'")
    shown = "".join(character for character in words if character.isprintable())
    return f"`{shown if len(shown) <= length else shown[: length - 3] + '...'}`"


def _page(head: str) -> str:
    from html import unescape

    title = re.search(r"<title\b[^>]{0,200}>([^<]{0,500})<", head, re.IGNORECASE)
    if title and title.group(1).strip():
        return f"an HTML page with the title {_quoted(unescape(title.group(1)))}"
    return "an HTML page"


def _xml(head: str) -> str:
    root = re.search(r"<((?:[\w.-]+:)?[A-Za-z_][\w.-]*)[\s/>]", head)
    name = root.group(1) if root else ""
    local = name.rpartition(":")[2].lower()
    if local == "html":
        return _page(head)
    kinds = {
        "definitions": "a WSDL service",
        "application": "a WADL application",
        "edmx": "an OData model",
        "schema": "an XML schema",
    }
    return f"XML, {kinds[local]}" if local in kinds else f"XML with the root element {_quoted(name)}" if name else "XML"


def _texts() -> list[tuple[str, Code, str | Callable[[str], str], str]]:
    """Pattern, code, what it is, and a remedy; the first that is found counts.

    The patterns are compiled when a text was refused, not on import: most descriptions are never looked at here.
    """
    other, none = Code.UNSUPPORTED_FORMAT, Code.NOT_A_DESCRIPTION
    return [
        (r"\A(?i:<!doctype\s+html|<html\b|<head\b|<body\b)", none, _page, _LINK),
        (r"\A<\?xml\b|\A<(?:[\w.-]+:)?[A-Za-z_][\w.-]*(?:\s[^<>]*)?/?>", other, _xml, _NAME_OPENAPI),
        (r"\A<!--", none, "a page in HTML or XML", _LINK),
        (r"\A#%RAML\b", other, "a RAML document", _CONVERT),
        (r"\A(?:FORMAT:\s*1A\b|# Group \w)", other, "an API Blueprint document", _CONVERT),
        (r"\Asyntax\s*=\s*[\"']proto[23]", other, "a Protocol Buffers definition", _NAME_OPENAPI),
        (r"\A\$version:\s*\"[12]", other, "a Smithy model", _EXPORT_OPENAPI),
        (r"\Aimport\s+\"@typespec/", other, "a TypeSpec document", _EXPORT_OPENAPI),
        (
            r"(?m)^(?:extend\s+)?(?:schema\s*\{|(?:type|input)\s+[A-Za-z_]\w*\b[^{}:=\n]*\{"
            r"|scalar\s+\w+\s*$|union\s+\w+\s*=|directive\s+@\w+)",
            other,
            "a GraphQL schema",
            _NAME_OPENAPI,
        ),
        (
            r"\Aversion https://git-lfs\.github\.com/",
            none,
            "a Git LFS pointer in place of the file",
            "fetch the file itself with `git lfs pull`",
        ),
        (
            r"\A#{1,6} \S(?s:.*)(?m:^(?:```|~~~|[*-] \[|\[[^\]\n]+\]\()|\]\(https?://)",
            none,
            "a Markdown text",
            "give the description it speaks of instead",
        ),
    ]


def _not_an_object(tree: Json, shown_as: str) -> DescriptionError:
    found = f"a list of {len(tree)} items" if isinstance(tree, list) else f"the single value {_quoted(tree)}"
    message = f"expected {_EXPECTED}, found {found}"
    return refusal(shown_as, Code.NOT_A_DESCRIPTION, message, _NAME_OPENAPI, line=1, column=1)


def _other_tree(tree: dict[str, Any], text: str, shown_as: str) -> DescriptionError:
    if other := other_text(text, shown_as=shown_as):
        return other
    path, code, found, remedy = _recognised(tree)
    pointer = join(path)
    syntax = Syntax.JSON if text.lstrip()[:1] in {"{", "["} else Syntax.YAML
    line, column = locate(text, syntax, pointer) or (1, 1)
    return refusal(shown_as, code, f"expected {_EXPECTED}, found {found}", remedy, line=line, column=column, pointer=pointer)


def _recognised(tree: dict[str, Any]) -> tuple[list[str], Code, str, str]:
    """The member that tells, a code, what the document is, and a remedy."""
    other, none = Code.UNSUPPORTED_FORMAT, Code.NOT_A_DESCRIPTION
    info, log, schema = _object(tree.get("info")), _object(tree.get("log")), str(tree.get("$schema", ""))
    for key, name in (("openapi", "OpenAPI"), ("swagger", "Swagger")):
        if key in tree:
            value = tree[key]
            if number := _version(value):
                return [key], other, f"{name} {_quoted(value)}", f"give a description in {_supported(number)}"
            said = f"{_quoted(value)} as its version" if isinstance(value, str) else "no version"
            return [key], none, f"the key `{key}` with {said}", f"set `{key}` to the version the document is written in"
    if "swaggerVersion" in tree:
        found = f"Swagger {_quoted(tree['swaggerVersion'])}"
        return ["swaggerVersion"], other, found, "convert it to Swagger 2.0 or OpenAPI 3 first; Swagger 1 spreads an API over files"
    if "asyncapi" in tree:
        return ["asyncapi"], other, "an AsyncAPI document, which describes messages", _NAME_OPENAPI
    if "arazzo" in tree:
        return (
            ["arazzo"],
            other,
            "an Arazzo document, which describes workflows over APIs",
            "give the description it names as its source",
        )
    if "overlay" in tree and "actions" in tree:
        found = "an OpenAPI Overlay document"
        return ["overlay"], other, found, "give the description it is for; name the overlay in `source.yaml`"
    if "_postman_id" in info or "getpostman.com" in str(info.get("schema", "")):
        return ["info"], other, "a Postman collection", _EXPORT_OPENAPI
    if tree.get("_type") == "export" and "__export_format" in tree:
        return ["_type"], other, "an Insomnia export", _EXPORT_OPENAPI
    if "insomnia.rest" in str(tree.get("type", "")):
        return ["type"], other, "an Insomnia export", _EXPORT_OPENAPI
    if "entries" in log:
        return ["log"], other, "a HAR file, a browser's record of requests", _NAME_OPENAPI
    if "discoveryVersion" in tree or str(tree.get("kind", "")).startswith("discovery#"):
        key = "discoveryVersion" if "discoveryVersion" in tree else "kind"
        return [key], other, "a Google Discovery document", _CONVERT
    if "smithy" in tree:
        return ["smithy"], other, "a Smithy model", _EXPORT_OPENAPI
    if "__schema" in _object(tree.get("data", tree)):
        return [], other, "a GraphQL introspection result", _NAME_OPENAPI
    if "apiVersion" in tree and "kind" in tree:
        return ["kind"], other, f"a Kubernetes manifest of the kind {_quoted(tree['kind'])}", _NAME_OPENAPI
    for key in ("OpenAPI", "Swagger", "openApi", "openapi_version", "swagger_version"):
        if key in tree and (number := _version(tree[key])):
            return [key], none, f"the key `{key}`", f"rename the key to `{'openapi' if key[0] in 'oO' else 'swagger'}`"
    if "paths" in tree:
        found = "a document with `paths` but without `openapi` or `swagger`"
        return ["paths"], none, found, "add the version it is written in, such as `openapi: 3.0.3` or `swagger: '2.0'`"
    if "json-schema.org" in schema or "$defs" in tree or ("properties" in tree and "type" in tree):
        return [], other, "a JSON Schema, which describes values and no operations", _NAME_OPENAPI
    for key in ("message", "error", "error_description", "detail"):
        if isinstance(tree.get(key), str) and len(tree) <= 6:
            return [key], none, f"what may be a server's error: {_quoted(tree[key])}", _LINK
    keys = list(tree)
    shown = ", ".join(_quoted(key, 30) for key in keys[:5]) + (", ..." if len(keys) > 5 else "")
    guess = next((key for key in keys if nearest(key.lower(), ("openapi", "swagger"))), None)
    remedy = f"correct the key {_quoted(guess)}" if guess else _NAME_OPENAPI
    return [], none, f"an object with the keys {shown}" if keys else "an empty object", remedy


def _object(value: Json) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _supported(number: str) -> str:
    return "OpenAPI 3.0, 3.1 or 3.2" if number.split(".")[0] not in {"1", "2"} else "Swagger 2.0 or OpenAPI 3"
