"""Four proofs over every document of the corpus, each a short program that reads the raw text and knows nothing of derivation.

They hold what is declared against what was derived: effects, security requirements, parameters, success variants.
"""

from pathlib import Path

import pytest

from connectors.model.operation import Anonymous, AnyOf, Effect, Operation, Undeclared
from connectors.model.package import Derived
from connectors.problems import Code
from corpus_support import Raw, Row, derived, needs_corpus, rows, unpack

PARTS = 24

EFFECTS = {
    "GET": "read", "HEAD": "read", "OPTIONS": "read", "TRACE": "read", "POST": "create", "PUT": "update", "PATCH": "update",
    "DELETE": "delete",
}  # fmt: skip


@needs_corpus
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_lost_or_weakened(part: int, tmp_path: Path, record_property) -> None:
    faults: list[str] = []
    judged = 0
    for row in rows()[part::PARTS]:
        path = unpack(row, tmp_path)
        package = derived(path, tmp_path / row.root)
        found, count = _judge(row, Raw(path), package)
        faults += found
        judged += count
    record_property("operations", judged)
    assert not faults, f"{len(faults)} faults:\n" + "\n".join(faults[:20])


def _judge(row: Row, raw: Raw, package: Derived) -> tuple[list[str], int]:
    by_place = {(operation.method, operation.path): operation for operation in package.operations}
    gaps = {(gap.method, gap.path) for gap in package.gaps}
    faults: list[str] = []
    count = 0
    for method, path, node, item, file in raw.operations():
        count += 1
        operation = by_place.get((method, path))
        if operation is None:
            if (method, path) not in gaps:
                faults.append(f"{row.path}: {method} {path} is neither an operation nor a gap")
            continue
        for proof in (_effect, _security, _parameters, _successes):
            faults += [f"{row.path}: {method} {path}: {fault}" for fault in proof(operation, node, item, raw, file, package)]
    return faults, count


def _effect(operation: Operation, node: dict, item: dict, raw: Raw, file: Path, package: Derived) -> list[str]:
    wanted = Effect(EFFECTS[operation.method])
    return [] if operation.effect is wanted else [f"the effect is {operation.effect}"]


def _security(operation: Operation, node: dict, item: dict, raw: Raw, file: Path, package: Derived) -> list[str]:
    keys = {scheme.id: scheme.vendor_key for scheme in package.auth}
    for written, security in ((node.get("security"), operation.security), (raw.tree.get("security"), package.default_security)):
        if written is None or written == "":
            if not isinstance(security, Undeclared):
                return ["nothing is declared, and something was derived"]
            continue
        if written == []:
            if not isinstance(security, Anonymous):
                return ["`security: []` is not anonymous"]
            continue
        wanted = [sorted((name, tuple(map(str, scopes or []))) for name, scopes in entry.items()) for entry in written]
        if not isinstance(security, AnyOf):
            return [f"{written} became {security}"]
        got = [
            sorted((keys.get(requirement.scheme, requirement.scheme), requirement.scopes) for requirement in alternative)
            for alternative in security.alternatives
        ]
        if got != wanted:
            return [f"{wanted} became {got}"]
    schemes = _schemes(raw)
    effective = node.get("security") if node.get("security") not in (None, "") else raw.tree.get("security")
    if effective and not any(all(name in schemes for name in entry) for entry in effective) and operation.callable:
        return ["no alternative can be satisfied, and it counts as callable"]
    return []


def _schemes(raw: Raw) -> set[str]:
    if "swagger" in raw.tree:
        return set(raw.tree.get("securityDefinitions") or {})
    return set((raw.tree.get("components") or {}).get("securitySchemes") or {})


def _parameters(operation: Operation, node: dict, item: dict, raw: Raw, file: Path, package: Derived) -> list[str]:
    effective: dict[tuple[str, str], dict] = {}
    for owner in (item, node):
        listed = owner.get("parameters")
        for entry in listed if isinstance(listed, list) else []:
            try:
                parameter, _ = raw.follow(entry, file)
            except LookupError:
                return ["a parameter could not be followed, and the operation is no gap"]
            if isinstance(parameter, dict) and isinstance(parameter.get("name"), str) and isinstance(parameter.get("in"), str):
                name = parameter["name"].lower() if parameter["in"] == "header" else parameter["name"]
                effective[(name, parameter["in"])] = parameter
    kept = {
        (parameter.name.lower() if parameter.location == "header" else parameter.name, parameter.location.value)
        for parameter in operation.parameters
    }
    fields = {field.name for field in (operation.body.fields or ())} if operation.body else set()
    noted = " ".join(
        note.reason
        for note in package.notes
        if note.code
        in (
            Code.PARAMETER_IGNORED,
            Code.PARAMETER_WITHOUT_PLACEHOLDER,
            Code.PARAMETER_MALFORMED,
            Code.BODY_DROPPED,
            Code.PARAMETER_DUPLICATE,
        )
    )
    faults = []
    for (name, place), parameter in effective.items():
        stands = place
        if place == "formData":
            lost = name not in fields
        elif place == "body":
            lost = operation.body is None and f"{operation.method} {operation.path}" not in noted
        else:
            said = f"`{parameter['name']}`" if name else "has no `name`"
            # A placeholder in the path's own query string stands for a query parameter, wherever it is declared.
            stands = "query" if place == "path" and f"{{{name}}}" in operation.path.partition("?")[2] else place
            lost = (name, stands) not in kept and said not in noted
        if lost:
            faults.append(f"the parameter {parameter['name']} in {place} is lost")
        if parameter.get("required") not in (True, "true") or lost:
            continue
        if place == "body":
            bound = operation.body is None or operation.body.required
        else:
            where = "body" if place == "formData" else stands
            own = (operation.body.fields or ()) if place == "formData" and operation.body else operation.parameters
            bound = all(item.required for item in own if (item.name, item.location) == (parameter["name"], where))
        if not bound:
            faults.append(f"the parameter {name} in {place} is required, and is not any more")
    if "requestBody" in node and operation.body is None and f"{operation.method} {operation.path}" not in noted:
        try:
            body, _ = raw.follow(node["requestBody"], file)
        except LookupError:
            return [*faults, "the body could not be followed, and the operation is no gap"]
        if isinstance(body, dict) and body.get("content"):
            faults.append("the body is lost")
    return faults


def _successes(operation: Operation, node: dict, item: dict, raw: Raw, file: Path, package: Derived) -> list[str]:
    answers = node.get("responses")
    answers = answers if isinstance(answers, dict) else {}
    kept = {
        response.status: {content.media_type for content in response.content}
        for response in (*operation.responses, *operation.errors)
    }
    successes = {response.status for response in operation.responses}
    codes = [code for code in answers if not code.startswith("x-")]
    faults = []
    for code in codes:
        status = code.upper() if code[1:].lower() == "xx" else code
        if status not in kept:
            faults.append(f"the answer {code} is lost")
            continue
        if status[0] in "123" and status not in successes:
            faults.append(f"the success {code} counts as a failure")
        if status == "default" and (status in successes) == any(other.startswith("2") for other in codes):
            faults.append("`default` is a success only where no 2XX is declared")
        try:
            answer, _ = raw.follow(answers[code], file)
        except LookupError:
            continue
        if any(
            note.code == Code.RESPONSE_CONTENT_IGNORED
            and note.identity in (operation.identity, None)
            and f"`{status}`" in note.reason
            for note in package.notes
        ):
            continue  # RFC 9110 §6.4.1: there can be none, and the package says that some was described
        content = answer.get("content") if isinstance(answer, dict) else None
        if isinstance(content, dict) and operation.method != "HEAD" and not set(content) <= kept[status]:
            faults.append(f"of the answer {code}, {set(content) - kept[status]} is lost")
        has_schema = isinstance(answer, dict) and "schema" in answer
        if has_schema and operation.method != "HEAD" and not kept[status]:
            faults.append(f"the content of the answer {code} is lost")
    return faults
