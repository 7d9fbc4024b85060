"""What `why` answers: one fact in full, or many in a table; and as JSON."""

import json
import sys
from typing import Any

import msgspec

from connectors.cli.json_output import whole
from connectors.cli.layout import Cell
from connectors.cli.page import Page
from connectors.cli.terminal import Colours, columns
from connectors.model.connector import AuthScheme
from connectors.model.operation import (
    Anonymous,
    AnyOf,
    Basis,
    Body,
    ErrorResponse,
    MediaType,
    Pagination,
    Parameter,
    Response,
    Security,
    Undeclared,
)
from connectors.why.record import Answer, File, Located, Seen

__all__ = ["answer_json", "answer_text"]

_LONGEST = 60
"""Characters of a value in a table, and of one in a sentence ten times as many."""


def answer_json(answer: Answer) -> dict[str, Any]:
    """The shape of `why --json`; every key is always there.

    `connector`, `operation` (id), `identity`, `asked` (the fact that was asked for, or null); `description`: `file` (what lines were taken
    from, or null), `reason` (why there is none, or null) and `copy` (the file of the store with the text that was read, or null); `facts`,
    a list: the one that was asked for first, then those below it.

    A fact: `name`; `value` (any JSON); `basis` (`declared`, `standard`, `inferred`, `authored`, or null where nobody says anything); `rule`
    (words); `at` (the place that decides, or null); `no_line` (why `at` has no line, or null); `clause` (`document`, `section`, `says`, or
    null); `evidence` and `overridden` (lists of places); `because` (the overlay's reason, or null).

    A place: `kind` (`description`, `overlay`, `lock`, `source`); `file`; `pointer`; `line` and `column` (from 1, in code points) and `text`
    (the line itself), all three null where no line can be given.
    """
    return {
        "connector": answer.connector,
        "operation": answer.operation,
        "identity": answer.identity,
        "asked": answer.asked,
        "description": {"file": answer.description, "reason": answer.reason, "copy": answer.copy},
        "facts": [_fact_json(item) for item in answer.facts],
    }


def _fact_json(item: Located) -> dict[str, Any]:
    fact = item.fact
    clause = fact.clause
    return {
        "name": fact.name,
        "value": whole(fact.value),
        "basis": fact.basis,
        "rule": fact.rule,
        "at": _seen_json(item.at) if item.at is not None else None,
        "no_line": item.no_line,
        "clause": {"document": clause.document, "section": clause.section, "says": clause.says} if clause is not None else None,
        "evidence": [_seen_json(seen) for seen in item.evidence],
        "overridden": [_seen_json(seen) for seen in item.over],
        "because": fact.because,
    }


def _seen_json(seen: Seen) -> dict[str, Any]:
    return {
        "kind": seen.kind,
        "file": seen.file,
        "pointer": seen.pointer,
        "line": seen.line,
        "column": seen.column,
        "text": seen.text,
    }


def answer_text(answer: Answer, *, width: int | None = None, colours: Colours | None = None) -> str:
    """One fact in full and those below it in a table, or all facts of the operation in a table."""
    page = Page(width or columns(), colours or Colours.of(sys.stdout))
    facts = list(answer.facts)
    if answer.asked is not None and facts and not facts[0].fact.name.startswith(f"{answer.asked}."):
        _one(page, answer, facts.pop(0))
    else:
        page.title(f"{answer.operation}  {answer.identity}")
        if answer.asked is None:
            facts = [item for item in facts if not item.fact.detail]
    if facts:
        page.blank()
        page.table([_row(item) for item in facts], indent=0 if answer.asked is None else 2)
    if answer.reason is not None and any(item.no_line for item in answer.facts):
        page.blank()
        page.line(f"no lines of the description: {answer.reason}", "dim")
    if answer.copy is not None and any(_is_line_of_description(item) for item in answer.facts):
        page.blank()
        page.line("lines of the description: as the store keeps it since this version was installed", "dim")
    return str(page)


def _is_line_of_description(item: Located) -> bool:
    return item.at is not None and item.at.kind is File.DESCRIPTION and item.at.line is not None


def _one(page: Page, answer: Answer, item: Located) -> None:
    fact = item.fact
    page.title(f"{answer.operation}.{fact.name}")
    rows = [
        ("value", _value(fact.value, 10 * _LONGEST)),
        ("basis", fact.basis.value if fact.basis is not None else "nobody says it"),
    ]
    rows.append(("rule", fact.rule))
    if item.at is not None:
        rows.append((_label(item, item.at), _place(item.at)))
    if fact.because is not None:
        rows.append(("because", fact.because))
    if fact.clause is not None:
        rows.append(("clause", f"{fact.clause.document}, {fact.clause.section}: {fact.clause.says}"))
    rows += [("see also", _place(seen)) for seen in item.evidence]
    rows += [("overrides", _place(seen)) for seen in item.over]
    page.facts(rows, indent=2)


def _label(item: Located, seen: Seen) -> str:
    if seen.kind is File.LOCK:
        return "kept at"
    if seen.kind is not File.DESCRIPTION:
        return "written at"
    if item.fact.basis is Basis.STANDARD:
        return "silent at"
    return "declared at" if item.fact.basis is Basis.DECLARED else "looked at"


def _place(seen: Seen) -> str:
    if seen.line is None:
        return f"{seen.file}#{seen.pointer}"
    return f"{seen.file}:{seen.line}:{seen.column}  {seen.pointer}\n{seen.text}"


def _row(item: Located) -> tuple[Cell, ...]:
    fact = item.fact
    seen = item.at
    if fact.clause is not None and (fact.basis is None or fact.basis == "standard"):
        decided = f"{fact.clause.document}, {fact.clause.section}"
    elif seen is None:
        decided = ""
    else:
        decided = f"{_NAMES[seen.kind.value]}:{seen.line}" if seen.line is not None else _short(seen.pointer)
    return (
        Cell(fact.name, "bold"),
        Cell(_brief(fact.value)),
        Cell(
            fact.basis.value if fact.basis is not None else "-", _COLOURS.get(fact.basis.value) if fact.basis is not None else None
        ),
        Cell(decided, "dim"),
    )


_COLOURS = {"authored": "green", "inferred": "yellow"}
_NAMES = {"description": "description", "overlay": "overlay.yaml", "lock": "identity.lock.json", "source": "source.yaml"}


def _short(pointer: str) -> str:
    return pointer if len(pointer) <= _LONGEST else f"…{pointer[-_LONGEST:]}"


def _brief(value: Any) -> str:
    """A value as a table shows it: of what has facts of its own, what tells it from others."""
    if isinstance(value, Parameter):
        return f"in {value.location}{', required' if value.required else ''}"
    if isinstance(value, Body):
        return f"{value.content_type}{', required' if value.required else ''}"
    if isinstance(value, Response | ErrorResponse):
        return ", ".join(item.media_type or "any media type" for item in value.content) or "no content"
    if isinstance(value, MediaType):
        return "its schema"
    if isinstance(value, Pagination):
        return value.style
    if isinstance(value, AnyOf | Anonymous | Undeclared):
        return _alternatives(value)
    if isinstance(value, AuthScheme):
        return value.kind
    return _value(value, _LONGEST)


def _alternatives(security: Security) -> str:
    if not isinstance(security, AnyOf):
        return "none"
    return " or ".join(" and ".join(one.scheme for one in each) or "none" for each in security.alternatives)


def _value(value: Any, most: int) -> str:
    """A value as compact JSON; a text without its quotation marks."""
    if isinstance(value, str):
        text = str(value) or '""'
    else:
        text = json.dumps(msgspec.json.decode(msgspec.json.encode(value)), ensure_ascii=False)
    return text if len(text) <= most else f"{text[:most]}…"
