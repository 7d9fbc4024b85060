"""Small descriptions, and what one reader alone says of them."""

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from connectors.description.reading import read_document
from connectors.description.sniff import Format, format_of
from connectors.description.tree import Document
from connectors.lint.finding import Finding
from connectors.lint.guard import Answer
from connectors.lint.judge import judged
from connectors.lint.known import alarm_of
from connectors.lint.references import heard_of_references
from connectors.lint.schema import schema_findings
from connectors.lint.spec_validator import heard_of_spec_validator
from connectors.lint.wire import Request, Tree

SWAGGER, OPENAPI_30, OPENAPI_31, OPENAPI_32 = 'swagger: "2.0"', "openapi: 3.0.4", "openapi: 3.1.1", "openapi: 3.2.0"


def text(version: str, body: str) -> str:
    """A whole description from its version line and the lines that matter."""
    paths = "" if "\npaths:" in f"\n{textwrap.dedent(body)}" else "paths: {}\n"
    return f"{version}\ninfo: {{title: Sample, version: '1'}}\n{paths}{textwrap.dedent(body)}"


def document(version: str, body: str, *, name: str = "") -> Document:
    return read_document(text(version, body).encode(), name=name, shown_as=name or "openapi.yaml")


def by_schema(version: str, body: str) -> list[Finding]:
    found = document(version, body)
    return list(schema_findings(found, format_of(found)))


def by_others(version: str, body: str, files: Mapping[str, str] | None = None) -> tuple[list[Finding], list[str]]:
    """What the second readers say, in this process: findings, and the ids of the alarms that refute the rest."""
    entry = document(version, body)
    format = format_of(entry)
    others = [read_document(textwrap.dedent(other).encode(), name=name, shown_as=name) for name, other in (files or {}).items()]
    documents = [entry, *others]
    request = plain(format, documents)
    heard = (*heard_of_references(request), *heard_of_spec_validator(request))
    trees = {each.name: each.tree for each in documents}
    findings: list[Finding] = []
    refuted: list[str] = []
    for finding in judged(Answer(heard, None), format, {}, trees):
        alarm = alarm_of(finding, format, trees)
        if alarm is None:
            findings.append(finding)
        else:
            refuted.append(alarm.id)
    return findings, refuted


def plain(format: Format, documents: Iterable[Document]) -> Request:
    """The request as the process of the second readers gets it: plain values, as JSON has them."""
    request = Request(format, "openapi.yaml", [Tree(each.name, each.tree) for each in documents])
    decoded: Any = msgspec.json.decode(msgspec.json.Encoder(decimal_format="number").encode(request))
    return msgspec.convert(decoded, Request)


def said(findings: Iterable[Finding]) -> list[tuple[str, str]]:
    """Code and pointer of each, sorted."""
    return sorted((str(finding.code), finding.at.pointer) for finding in findings)
