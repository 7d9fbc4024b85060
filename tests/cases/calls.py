"""Facts about calls: the request that is built, or its refusal."""

import json
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any
from urllib.parse import unquote, unquote_plus, urlsplit

from cases import shapes
from cases.decisions import SENDING, WALKING
from cases.running import Outcome
from cases.verdicts import Verdict, all_of, failed, held, unjudged, waiting
from connectors.execute.refusal import RequestRefused
from connectors.execute.request import Request, build
from connectors.execute.values import Argument, File
from connectors.model.operation import Operation

__all__ = ["call", "header", "pairs", "query", "refusal", "refused", "request"]


def request(outcome: Outcome, said: Mapping[str, Any]) -> Verdict:
    """A call with these arguments sends this."""
    if "page" in said:
        return waiting(WALKING)
    if "answered" in said or "result" in said:
        return waiting(SENDING)
    operation = _operation(outcome, said["operation"])
    if operation is None:
        return failed(f"{said['operation']} is not there")
    try:
        built = build(outcome.package, operation, arguments(operation, said["given"]))
    except RequestRefused as refused:
        return failed(f"the call is refused: {refused}")
    return all_of(_sends(built, said["given"], name, value) for name, value in said["sends"].items())


def refused(outcome: Outcome, said: Mapping[str, Any]) -> Verdict:
    """The call is refused before anything is sent."""
    operation = _operation(outcome, said["operation"])
    if operation is None:
        return failed(f"{said['operation']} is not there")
    message = refusal(outcome, said["operation"], arguments(operation, said["given"]))
    if message is None:
        return failed("the call is not refused")
    missing = [word for word in said["mentions"] if word not in message]
    return failed(f"the message lacks {missing}: {message}") if missing else held


def call(outcome: Outcome, target: str, given: Mapping[str, Argument], **options: Any) -> Request:
    """The request of a call by keys."""
    operation = _operation(outcome, target)
    assert operation is not None, f"{target} is not there"
    return build(outcome.package, operation, given, **options)


def refusal(outcome: Outcome, target: str, given: Mapping[str, Argument], **options: Any) -> str | None:
    """What the refusal of a call says; None where it is not refused."""
    try:
        call(outcome, target, given, **options)
    except RequestRefused as refused:
        return "\n".join(f"{problem.message} -- {problem.remedy}" for problem in refused.problems)
    return None


def _operation(outcome: Outcome, target: str) -> Operation | None:
    return next((item for item in outcome.package.operations if f"{item.method} {item.path}" == target), None)


_PLACED = re.compile(r"(path|query|header|cookie|body|key of|whole|credential) (.+)")


def arguments(operation: Operation, given: Mapping[str, Any]) -> dict[str, Argument]:
    """Arguments by key, from the wire names and places of the notation. Credentials are no arguments."""
    found: dict[str, Argument] = {}
    body = operation.body
    members = [*operation.parameters, *(body.fields or () if body is not None else ())]
    for name, value in given.items():
        place, wire = match.groups() if (match := _PLACED.fullmatch(name)) else ("key of", name)
        if place == "credential":
            secret = [item.key for item in members if item.secret and item.name == wire]
            found.update(dict.fromkeys(secret, value))
        elif body is not None and body.whole is not None and (place == "whole" or name == "body"):
            found[body.whole.key] = _exact(value)
        else:
            (key,) = [item.key for item in members if item.name == wire and (place == "key of" or item.location == place)]
            found[key] = _exact(value)
    return found


def _exact(value: Any) -> Argument:
    """As a caller gives it who keeps the digits."""
    return Decimal(repr(value)) if isinstance(value, float) else value


# -- what is sent ---------------------------------------------------------------------------------------------------------------


def query(built: Request) -> str:
    """The query as it stands in the address."""
    return urlsplit(built.url).query


def pairs(built: Request) -> list[tuple[str, str]]:
    """Names and values of the query as a server reads them."""
    return [
        (unquote(name), unquote_plus(value)) for name, _, value in (part.partition("=") for part in query(built).split("&") if part)
    ]


def header(built: Request, name: str) -> str | None:
    """The one header of this name; None where there is none. Fails where there are two."""
    found = [value for field, value in built.headers if field.lower() == name.lower()]
    assert len(found) <= 1, found
    return found[0] if found else None


def _sends(built: Request, given: Mapping[str, Any], name: str, value: Any) -> Verdict:
    if name == "method":
        return _is(built.method, value, name)
    if name == "url":
        return _is(built.url, value, name)
    if name == "path":
        # The address of a case's server has no path of its own, but where the fact names the whole address.
        return _is(urlsplit(built.url).path or "/", value, name)
    if name == "query":
        return _query(built, value)
    if name == "headers":
        return all_of(_header(built, field, text) for field, text in value.items())
    if name == "body":
        return _body(built, value)
    return unjudged(f"no rule judges `{name}` of a request")


def _is(found: object, expected: object, what: str) -> Verdict:
    return held if found == expected else failed(f"{what}: expected {expected!r}, found {found!r}")


def _query(built: Request, said: Any) -> Verdict:
    if isinstance(said, dict):
        return all_of(_one(built, name, text) for name, text in said.items())
    if said in _QUERIES:
        return held if _QUERIES[said](built) else failed(f"query: expected {said}, found {query(built)}")
    if re.fullmatch(r"[^\s&=,]+=[^\s&=]*(&[^\s&=]+=[^\s&=]*)*", said):
        if built.credentials:
            return _with_credentials(built, said)
        return _is(pairs(built), [tuple(part.split("=", 1)) for part in said.split("&")], "query")
    return unjudged(f"no rule reads the query {said!r}")


def _with_credentials(built: Request, said: str) -> Verdict:
    """The place of a credential is what can be judged of it."""
    names = [part.partition("=")[0] for part in said.split("&")]
    return _is([name for name, _ in pairs(built)], names, "query")


def _one(built: Request, name: str, said: str) -> Verdict:
    values = [value for found, value in pairs(built) if found == name]
    raw = [part.partition("=")[2] for part in query(built).split("&") if unquote(part.partition("=")[0]) == name]
    accepted = _ONES.get(said)
    if accepted is None:
        return _is(values, [said], f"query {name}")
    return held if raw in accepted else failed(f"query {name}: expected {said}, found {raw}")


_ONES: dict[str, list[list[str]]] = {
    "twice: many=x and many=y": [["x", "y"]],
    "x|y (the bar may be written %7C)": [["x|y"], ["x%7Cy"]],
    "x y (written %20 or +)": [["x%20y"], ["x+y"]],
    "x<TAB>y (written %09)": [["x%09y"]],
    "1|2,3|4 or 1%7C2,3%7C4": [["1|2,3|4"], ["1%7C2,3%7C4"]],
}
"""Values that a case describes, as they may stand in the address."""


def _exactly(*expected: tuple[str, str]) -> Callable[[Request], bool]:
    return lambda built: sorted(pairs(built)) == sorted(expected) and "#" not in built.url and built.url.count("?") == 1


def _near(built: Request) -> bool:
    found = dict(pairs(built))
    near = json.loads(found["near"], parse_float=Decimal)
    return (
        len(pairs(built)) == 2 and shapes.same(near, {"lat": Decimal("1.5"), "long": -2}) and found["note"] == "a b"
        and "note=%22" not in query(built) and "%25" not in query(built)
    )  # fmt: skip


_QUERIES: dict[str, Callable[[Request], bool]] = {
    "beta=true and limit=5, one question mark": _exactly(("beta", "true"), ("limit", "5")),
    "topic=t, nothing is lost behind a hash": _exactly(("topic", "t")),
    "values=active and body=b": _exactly(("values", "active"), ("body", "b")),
    "filter[make]=A%26B and filter[year]=2020 (brackets may be %5B %5D)": lambda built: (
        unquote(query(built).replace("%26", "<and>")) == "filter[make]=A<and>B&filter[year]=2020"
    ),
    'near is one value, the JSON text {"lat": 1.5, "long": -2} percent-encoded once; note=a%20b or a+b without quotes': _near,
    "deep=false, offset=0, prefix= with an empty value, ratio=0.1": lambda built: (
        sorted(query(built).split("&")) == ["deep=false", "offset=0", "prefix=", "ratio=0.1"]
    ),
    "deep=true and nothing else: a schema default describes the server and need not be sent": lambda built: (
        query(built) == "deep=true"
    ),
    "at=main:src/x.py with colon and slash as written; plain=main%3Asrc%2Fx.py or an equivalent that decodes to the value": (
        lambda built: "at=main:src/x.py" in query(built).split("&") and dict(pairs(built))["plain"] == "main:src/x.py"
    ),
    "at decodes to x#y&z=1 and there is no parameter z and no fragment": _exactly(("at", "x#y&z=1")),
    "after=9007199254740993 and step=0.1, digits as given, no exponent": lambda built: (
        sorted(query(built).split("&")) == ["after=9007199254740993", "step=0.1"]
    ),
    "StartTime>=t, filter[status]=open, ids[]=a, ids[]=b and $top=3, names percent-encoded where needed": _exactly(
        ("StartTime>", "t"), ("filter[status]", "open"), ("ids[]", "a"), ("ids[]", "b"), ("$top", "3")
    ),
}
"""Queries that a case describes in words."""


def _header(built: Request, name: str, said: str) -> Verdict:
    found = header(built, name)
    if said in _HEADERS:
        return held if found is not None and _HEADERS[said](found) else failed(f"header {name}: expected {said}, found {found}")
    return _is(found, said, f"header {name}")


_HEADERS: dict[str, Callable[[str], bool]] = {
    "one header with sid=s1, csrf=c1 and theme=dark, parted by a semicolon and a space": lambda found: (
        sorted(part.partition("=")[0] for part in found.split("; ")) == ["csrf", "sid", "theme"]
        and "theme=dark" in found.split("; ")
    ),
    "text/csv, possibly with */* after it; neither JSON nor XML named": lambda found: (
        found.startswith("text/csv") and "json" not in found and "xml" not in found
    ),
}
"""Headers that a case describes in words; the values of credentials are placeholders."""


def _body(built: Request, said: str) -> Verdict:
    media_type = (header(built, "Content-Type") or "").lower()
    data = (built.body or b"").decode()
    if "json" in media_type:
        return held if shapes.same(json.loads(data), json.loads(said)) else failed(f"body: expected {said}, found {data}")
    return _is(data, said, "body")


def a_file() -> File:
    """Some bytes, for bodies that are such."""
    return File(b"\x00\xff")
