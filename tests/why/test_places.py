"""The place that is answered holds the fact: proved over real descriptions, read by other means than the program's."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from connectors.model.operation import Basis, Location
from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions
from connectors.pointer import parse
from connectors.why.answers import answer_facts
from connectors.why.arguments import parameter_facts
from connectors.why.ask import Subject, subject_of
from connectors.why.body import body_facts
from connectors.why.record import File
from corpus_support import Raw, Row, needs_corpus, rows, unpack

# Both syntaxes and every dialect; parameters of path items, references to parameters, forms, several documents.
DOCUMENTS = (
    "6-dot-authentiqio.appspot.com/main/6/issuer.yaml",
    "bridgedb.org/main/oad-1.3.17/openapi.json",
    "clever.com/main/1.2.0/openapi.json",
    "deutschebahn.com/fasta/v1/swagger.yaml",
    "facecheck.id/main/v1.02/openapi.json",
    "highwaysengland.co.uk/main/v1/openapi.json",
    "jirafe.com/main/2.0.0/swagger.yaml",
    "mandrillapp.com/main/1.0/swagger.yaml",
    "openapis.org/link-example-json/v3.0/link-example.json",
    "pocketsmith.com/main/2.0/openapi.json",
    "restful4up.local/main/1.0.0/openapi.json",
    "sigstore.dev/rekor/1.0.0/openapi.yaml",
    "twinehealth.com/main/7.18.0/swagger.yaml",
    "openapis.org/petstore-separate-yaml/v2.0/spec/swagger.yaml",
    "openapis.org/petstore-separate-json/v2.0/spec/swagger.json",
    "etsi.local/MEC010-2_AppPkgMgmt/2.1.1/openapi.json",
    "azure.com/arm-relay/2016-07-01/swagger.yaml",
    "azure.com/arm-scheduler/2014-08-01-preview/swagger.yaml",
    "citrixonline.com/scim/NA/swagger.yaml",
    "core.ac.uk/main/2.0/swagger.yaml",
    "firebrowse.org/main/1.1.35/swagger.yaml",
    "brandlovers.com/main/1.0.0/openapi.json",
)


def _rows() -> list[Row]:
    known = {row.path: row for row in rows()}
    return [known[name] for name in DOCUMENTS if name in known]


def _subject(row: Row, folder: Path) -> tuple[Subject, Raw]:
    spec = unpack(row, folder)
    out = folder / "package"
    gen(
        GenOptions(
            spec=str(spec), id="corpus", out=out, root=folder / row.root, )
    )  # fmt: skip
    return subject_of(out, str(spec), folder / row.root), Raw(spec)


def _node(raw: Raw, at: object) -> object:
    node: object = raw._load(Path(at.file))
    for token in parse(at.pointer):
        node = node[int(token)] if isinstance(node, list) else node[token]
    return node


def _declared(raw: Raw) -> Iterator[tuple[tuple[str, str], dict[tuple[str, str], object]]]:
    """The parameter nodes of every operation by name and place, found without the program."""
    for method, path, node, item, file in raw.operations():
        found: dict[tuple[str, str], object] = {}
        for owner in (item, node):
            for one in owner.get("parameters") or ():
                try:
                    target, _ = raw.follow(one, file)
                except LookupError:
                    continue
                name = target["name"].lower() if target["in"] == "header" else target["name"]
                if not (owner is node and (name, target["in"]) in found and found[name, target["in"]] is target):
                    found[name, target["in"]] = target
        yield (method, path), found


@needs_corpus
@pytest.mark.parametrize("row", _rows(), ids=lambda row: row.path)
def test_the_line_shown_holds_the_fact(row, tmp_path):
    subject, raw = _subject(row, tmp_path)
    assert subject.reading is not None, subject.reason
    declared = dict(_declared(raw))
    seen: Counter[str] = Counter()
    cases = [subject.case(operation) for operation in subject.package.operations]
    facts = [(case, fact) for case in cases for part in (parameter_facts, body_facts, answer_facts) for fact in part(case)]
    located = subject.located([fact for _, fact in facts], cases[0].authored)
    for (case, fact), item in zip(facts, located, strict=True):
        at = item.at
        if at is None or at.kind is not File.DESCRIPTION:
            continue
        assert at.line is not None, (fact.name, at)
        node = _node(raw, at)
        first, key, *rest = [*fact.name.split("."), "", ""][:3]
        operation = case.operation
        if first == "parameters" and fact.basis is Basis.DECLARED:
            parameter = next(one for one in operation.parameters if one.key == key)
            name = parameter.name.lower() if parameter.location is Location.HEADER else parameter.name
            wanted = declared[operation.method, operation.path].get((name, parameter.location.value))
            if rest == [""]:
                assert node is wanted, (fact.name, at)
                seen["parameter"] += 1
            elif rest[0] in ("name", "in"):
                assert node == str(fact.value) == wanted[rest[0]]
                assert json.dumps(node) in at.text or str(node) in at.text, (fact.name, at)
                seen[rest[0]] += 1
            elif rest[0] == "required":
                assert node in (fact.value, str(fact.value).lower())
                assert wanted["required"] is node
                assert "required" in at.text
                seen["required"] += 1
        elif first == "body" and fact.basis is Basis.DECLARED and fact.name.startswith("body.fields."):
            member = next(one for one in operation.body.fields or () if one.key == rest[0])
            if fact.name == f"body.fields.{member.key}":
                assert member.name in (parse(at.pointer)[-1], node if isinstance(node, str) else node.get("name")), (fact.name, at)
                seen["member"] += 1
            elif fact.name == f"body.fields.{member.key}.required":
                assert node in (member.name, fact.value, str(fact.value).lower()), (fact.name, at)
                seen["member required"] += 1
        elif fact.name == "body.content_type" and fact.basis is Basis.DECLARED:
            assert fact.value in (node, parse(at.pointer)[-1])
            assert fact.value in at.text
            seen["content type"] += 1
        elif first in ("responses", "errors") and rest == [""]:
            answer = next(
                found for method, path, found, _, _ in raw.operations() if (method, path) == (operation.method, operation.path)
            )["responses"]
            written = answer.get(key, answer.get(key.lower()))
            assert node is raw.follow(written)[0], (fact.name, at)
            seen["answer"] += 1
    assert seen["answer"], seen
    assert seen["parameter"] or seen["member"], seen
