"""The facts of a fixed form, judged by program: operations, one operation, gaps, errors, warnings, schemas."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from cases import shapes
from cases.decisions import DECIDED
from cases.neutral import WORDS
from cases.running import Case, Outcome
from cases.verdicts import Status, Verdict, all_of, failed, held, unjudged

Faults = Iterator[tuple[str, str | None]]
"""The name of each part that was judged, and what is wrong with it."""


def operations(outcome: Outcome, expected: int) -> Verdict:
    """Exactly so many come out as callable."""
    found = [f"{item['method']} {item['path']}" for item in outcome.operations if item["callable"]]
    return held if len(found) == expected else failed(f"expected {expected} callable operations, found {found}")


def operation(case: Case, outcome: Outcome, target: str, facts: Mapping[str, Any]) -> Verdict:
    """That operation comes out, with all that is said of it."""
    found = outcome.operation(target)
    if found is None:
        return failed(f"{target} is not there")
    if not found["callable"]:
        return failed(f"{target} is not callable")
    return _judged(case.number, f"operation {target}", _operation(outcome, found, facts))


def _judged(number: str, fact: str, parts: Faults) -> Verdict:
    verdicts = []
    for part, fault in parts:
        decision = DECIDED.get((number, fact, part))
        if decision is not None:
            verdicts.append(
                Verdict(Status.DECIDED, f"{part}: {fault}. {decision}") if fault else failed(f"{part}: the decision is not needed")
            )
        else:
            verdicts.append(failed(f"{part}: {fault}") if fault else held)
    return all_of(verdicts) if verdicts else held


def _operation(outcome: Outcome, found: Mapping[str, Any], facts: Mapping[str, Any]) -> Faults:
    judges: dict[str, Callable[[Outcome, Mapping[str, Any], Any], Faults]] = {
        "params": _params,
        "body": _body,
        "security": _security,
        "responses": _responses,
    }
    yield "there", None
    for name, said in facts.items():
        if name in judges:
            yield from judges[name](outcome, found, said)
        elif name == "effect":
            yield name, _equal(found["effect"], said)
        elif name == "servers":
            yield name, _servers(outcome, found, said)
        else:
            raise ValueError(f"no rule judges `{name}` of an operation")


def _equal(found: object, expected: object) -> str | None:
    return None if shapes.same(found, expected) else f"expected {expected!r}, found {found!r}"


# -- arguments ------------------------------------------------------------------------------------------------------------------


def _params(outcome: Outcome, found: Mapping[str, Any], said: list[dict[str, Any]]) -> Faults:
    there = {(item["in"], item["name"]): item for item in found["parameters"]}
    wanted = {(item["in"], item["name"]): item for item in said}
    yield (
        "params",
        None
        if there.keys() == wanted.keys() and len(there) == len(found["parameters"])
        else (f"expected {sorted(wanted)}, found {sorted(there)}"),
    )
    for key in there.keys() & wanted.keys():
        yield from _argument(f"param {key[0]} {key[1]}", outcome, there[key], wanted[key])


def _argument(part: str, outcome: Outcome, found: Mapping[str, Any], said: Mapping[str, Any]) -> Faults:
    """Everything asserted about one parameter or member."""
    schema, schemas = found["schema"], outcome.schemas
    for word, value in said.items():
        if word in ("in", "name"):
            continue
        label = f"{part} {word}"
        if word in ("required", "secret"):
            yield label, _equal(found[word], value)
        elif word == "type":
            expected = value
            if "nullable" in said and isinstance(value, str) and value not in ("any", "file"):
                # Whether null is admitted stands by itself.
                expected = [value, "null"] if "null" in shapes.types(schema, schemas) else value
            yield label, shapes.is_type(schema, schemas, expected)
        elif word == "nullable":
            yield label, _equal("null" in shapes.types(schema, schemas), value)
        elif word == "default":
            yield label, _default(found, schema, schemas, value)
        elif word == "enum":
            values = shapes.enum(schema, schemas)
            yield label, _equal(values, value)
        elif word == "items":
            yield label, shapes.is_type(shapes.items(schema, schemas), schemas, value)
        elif word in ("maximum", "minimum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "const"):
            yield label, _equal(shapes.values(schema, schemas, word), [value])
        else:
            raise ValueError(f"no rule judges `{word}` of an argument")


def _default(found: Mapping[str, Any], schema: Any, schemas: Mapping[str, Any], expected: Any) -> str | None:
    said = shapes.values(schema, schemas, "default") or ([found["default"]] if found.get("default") is not None else [])
    return _equal(said, [expected])


# -- bodies ---------------------------------------------------------------------------------------------------------------------

_RAW = ("text", "binary", "xml")


def _body(outcome: Outcome, found: Mapping[str, Any], said: Any) -> Faults:
    body = found["body"]
    if said == "none":
        yield "body", None if body is None else f"expected none, found {body['content_type']}"
        return
    yield "body", None if body is not None else "there is none"
    if body is None:
        return
    for word, value in said.items():
        if word == "encoding":
            encoding = "raw" if body["encoding"] in _RAW else body["encoding"]
            yield "body encoding", _equal(encoding, value)
        elif word == "required":
            yield "body required", _equal(body["required"], value)
        elif word == "media":
            choices = [_media(choice) for choice in value.split(", to be made")[0].split(" or ")]
            yield (
                "body media",
                None if _media(body["content_type"]) in choices else f"expected {value}, found {body['content_type']}",
            )
            if "to be made definite by the caller" in value:
                yield "body media definite", None if "*" in body["content_type"] else "no range is left to the caller"
        elif word == "fields":
            yield from _fields(outcome, body, value)
        elif word in ("type", "items"):
            whole = body["whole"]
            yield f"body {word} whole", None if whole is not None else "the body is not one value"
            if whole is not None:
                yield from _argument("body", outcome, whole, {word: value})
        elif word == "free_keys":
            yield (
                "body free_keys",
                (
                    shapes.is_type(body["additional"], outcome.schemas, value)
                    if body["additional"] is not None
                    else "free keys are not admitted"
                ),
            )
        else:
            raise ValueError(f"no rule judges `{word}` of a body")


def _media(text: str) -> str:
    return re.sub(r"\s*;\s*", ";", text.strip())


def _fields(outcome: Outcome, body: Mapping[str, Any], said: list[dict[str, Any]]) -> Faults:
    there = {item["name"]: item for item in body["fields"] or ()}
    wanted = {item["name"]: item for item in said}
    yield "body fields", _equal(sorted(there), sorted(wanted))
    for name in there.keys() & wanted.keys():
        facts = dict(wanted[name])
        part_type = facts.pop("part_type", None)
        if part_type is not None:
            yield f"body field {name} part_type", _equal(there[name]["content_type"], part_type)
        yield from _argument(f"body field {name}", outcome, there[name], facts)


# -- credentials, servers -------------------------------------------------------------------------------------------------------

Alternatives = frozenset[frozenset[tuple[str, frozenset[str]]]]


def security_of(outcome: Outcome, found: Mapping[str, Any]) -> Mapping[str, Any]:
    """The operation's own requirement, or the one that it inherits."""
    own = found["security"]
    return outcome.shown["connector"]["default_security"] if own["kind"] == "undeclared" else own


def _security(outcome: Outcome, found: Mapping[str, Any], said: list[dict[str, list[str]]]) -> Faults:
    actual = security_of(outcome, found)
    if not said:
        yield "security", _equal(actual["kind"], "anonymous")
        return
    yield "security kind", _equal(actual["kind"], "any_of")
    if actual["kind"] != "any_of":
        return
    keys = {item["id"]: item["vendor_key"] for item in outcome.shown["connector"]["auth"]}
    satisfiable: Alternatives = frozenset(
        frozenset((keys.get(one["scheme"], one["scheme"]), frozenset(one["scopes"])) for one in alternative)
        for alternative in actual["alternatives"]
        if all(one["satisfiable"] for one in alternative)
    )
    wanted: Alternatives = frozenset(frozenset((key, frozenset(scopes)) for key, scopes in each.items()) for each in said)
    yield "security", None if satisfiable == wanted else f"expected {_plain(wanted)}, found {_plain(satisfiable)}"


def _plain(alternatives: Alternatives) -> list[dict[str, list[str]]]:
    return [{key: sorted(scopes) for key, scopes in each} for each in alternatives]


def _servers(outcome: Outcome, found: Mapping[str, Any], said: list[str]) -> str | None:
    actual = [item["url"] for item in found["servers"] or outcome.shown["connector"]["servers"]]
    wanted = [text.removeprefix("relative ").split(",")[0] for text in said]
    return _equal([url.rstrip("/") for url in actual], [url.rstrip("/") for url in wanted])


# -- answers --------------------------------------------------------------------------------------------------------------------


def _responses(outcome: Outcome, found: Mapping[str, Any], said: list[dict[str, Any]]) -> Faults:
    there = {item["status"]: item for item in (*found["responses"], *found["errors"])}
    wanted = {item["status"]: item for item in said}
    yield "responses", _equal(sorted(there), sorted(wanted))
    for status in there.keys() & wanted.keys():
        yield from _response(f"responses {status}", outcome, there[status], wanted[status])


def _response(part: str, outcome: Outcome, found: Mapping[str, Any], said: Mapping[str, Any]) -> Faults:
    contents, schemas = found["content"], outcome.schemas
    bodies = [content["schema"] if content["schema"] is not None else True for content in contents]
    for word, value in said.items():
        label = f"{part} {word}"
        if word == "status":
            continue
        if word == "description":
            yield label, _equal(found["description"], value)
        elif word == "pending":
            yield label, _equal(found.get("pending", False), value)
        elif word == "content":
            yield label, None if value == "none" and not contents else f"expected no body, found {contents}"
        elif word == "media":
            types = [content["media_type"] for content in contents if content["media_type"] is not None]
            yield label, _equal(types, [value] if isinstance(value, str) else value)
        elif word == "type":
            faults = [shapes.is_type(schema, schemas, value) for schema in bodies]
            yield label, next(filter(None, faults), None) if bodies else "there is no body"
        elif word == "fields":
            missing = [name for name in value for schema in bodies if name not in shapes.properties(schema, schemas)]
            yield label, None if bodies and not missing else f"missing {missing}"
        elif word == "variants":
            found_there = [shapes.variants(schema, schemas) for schema in bodies]
            yield label, _equal(found_there, [value] * len(bodies)) if bodies else "there is no body"
        else:
            raise ValueError(f"no rule judges `{word}` of a response")


# -- schemas --------------------------------------------------------------------------------------------------------------------


def schema(outcome: Outcome, name: str, said: Mapping[str, Any]) -> Verdict:
    """The named schema comes out so."""
    found = outcome.schemas.get(name)
    if found is None:
        return failed(f"no schema is named {name}; found {sorted(outcome.schemas)}")
    return _judged("", f"schema {name}", _schema(found, outcome.schemas, said))


def _schema(found: Any, schemas: Mapping[str, Any], said: Mapping[str, Any]) -> Faults:
    for word, value in said.items():
        if word == "type":
            yield word, shapes.is_type(found, schemas, value)
        elif word == "required":
            yield word, _equal(sorted(shapes.required(found, schemas)), sorted(value))
        elif word == "properties":
            there = shapes.properties(found, schemas)
            yield word, _equal(sorted(there), sorted(value))
            for name in there.keys() & value.keys():
                yield f"{word} {name}", _property(shapes.member(found, schemas, name), schemas, value[name])
        else:
            raise ValueError(f"no rule judges `{word}` of a schema")


def _property(found: Any, schemas: Mapping[str, Any], said: str) -> str | None:
    nested = re.fullmatch(r"object with (\S+) (\w+)", said)
    if nested is None:
        return shapes.is_type(found, schemas, said)
    if fault := shapes.is_type(found, schemas, "object"):
        return fault
    if nested[1] not in shapes.properties(found, schemas):
        return f"the member {nested[1]} is missing"
    return shapes.is_type(shapes.member(found, schemas, nested[1]), schemas, nested[2])


# -- what is said of what went wrong --------------------------------------------------------------------------------------------


def skipped(outcome: Outcome, entry: Mapping[str, str]) -> Verdict:
    """It is not callable, is named, and the reason given says this in any words."""
    target, because = entry["operation"], entry["because"]
    words = _REASONS.get(because)
    if words is None:
        return unjudged(f"no rule knows the reason {because!r}")
    found = outcome.operation(target)
    if found is not None and found["callable"]:
        return failed(f"{target} is callable")
    reasons = [item["reason"] for item in outcome.report["gaps"] if f"{item['method']} {item['path']}" == target]
    if found is not None:
        reasons += [note["reason"] for note in outcome.report["notes"] if note["identity"] == found["identity"]]
        reasons += [note["reason"] for note in outcome.report["notes"] if note["identity"] is None]
    reasons += [_event(event) for event in outcome.shown["coverage"]["events"] if _names(event, target)]
    if not reasons:
        return failed(f"{target} is named nowhere")
    return held if any(re.search(words, reason) for reason in reasons) else failed(f"expected {because!r}, found {reasons}")


_REASONS = {
    "the vendor sends it": r"^event (webhook|callback)$",
    "#/components/requestBodies/Gone does not exist": r"`#/components/requestBodies/Gone` does not exist",
    "#/components/parameters/Gone does not exist": r"`#/components/parameters/Gone` does not exist",
    "the reference leads back to itself": r"reference .* leads back to itself",
    "a body parameter and form fields together": r"`body` parameter and `formData` parameters exclude each other",
    "the scheme bearer is not declared": r"`bearer`.* is declared nowhere",
    "the scheme ghost is not declared": r"`ghost`.* is declared nowhere",
    "security scheme type kerberos-ish is unknown": r"`odd` is of no type that is known, found `kerberos-ish`",
    "reference to another host is not followed": r"is on another host, .* and is not followed",
    "reference to a local file outside the folder is not followed": r"is a local file outside the folder and is not followed",
    "query string in the path": r"has a query string",
    "fragment in the path": r"has a fragment",
    "a body on TRACE is forbidden": r"must not send a body",
    "2xx is no status code": r"`2xx`.* is no status",
    "application/jsonp is not JSON": r"application/jsonp",
    "raw body": r"raw|bytes|binary",
    "raw body text/plain": r"text/plain",
    "form fields but no media type is left": r"`consumes` is empty",
    "form fields but consumes only application/json": r"`consumes` admits no form fields",
    "the reference uses $id or $anchor": r"\$id|\$anchor",
    "unknown field or method name in capitals": r"is no method and no field",
    "nested too deep": r"nested",
    "its operationId holds control signs": r"control",
}
"""Words of ours that say the reason a case gives."""


def _names(event: Mapping[str, Any], target: str) -> bool:
    if target.startswith("webhook "):
        return event["kind"] == "webhook" and event["name"] == target.removeprefix("webhook ")
    match = re.fullmatch(r"callback (\S+) of (.+)", target)
    return match is not None and event["kind"] == "callback" and event["name"] == match[1] and event["operation"] == match[2]


def _event(event: Mapping[str, Any]) -> str:
    return f"event {event['kind']}"


def error(outcome: Outcome, said: Mapping[str, Any], taken: set[str]) -> Verdict:
    """The run stops, and one message holds each of the words and points there. `taken` holds the messages of other facts."""
    if outcome.status == 0:
        return failed("the run went on")
    if outcome.status not in (1, 2, 3):
        return failed(f"the exit status is {outcome.status}")
    for line in outcome.errors:
        if line not in taken and _mentions(line, said["mentions"]) and _points(line, said.get("at")):
            taken.add(line)
            return held
    return failed(f"no error mentions {said['mentions']}; found {outcome.errors}")


def warning(outcome: Outcome, said: Mapping[str, Any]) -> Verdict:
    """The run goes on and says so."""
    if outcome.status != 0:
        return failed(f"the run stopped: {outcome.errors}")
    for line, pointer in outcome.warnings:
        if _mentions(line, said["mentions"]) and ("at" not in said or pointer == unquote(said["at"].removeprefix("#"))):
            return held
    return failed(f"nothing mentions {said['mentions']}; found {[line for line, _ in outcome.warnings]}")


def _mentions(text: str, words: list[str]) -> bool:
    return all(any(choice in text or WORDS.get(choice, choice) in text for choice in word.split(" or ")) for word in words)


def _points(line: str, at: str | None) -> bool:
    return at is None or f"{at} " in line
