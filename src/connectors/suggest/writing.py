"""Chosen proposals as entries of `overlay.yaml`: what can stand goes in, what somebody has to complete is drafted in a comment."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from connectors import pointer
from connectors.authored.nodes import MappingNode, ScalarNode, parse
from connectors.authored.rewriting import rewritten
from connectors.model.identity import normalise_identity
from connectors.model.package import Package
from connectors.problems import Problem, Severity
from connectors.suggest.proposals import EVERYWHERE, REASON_WANTED, Proposal, Value

__all__ = ["Fate", "Judge", "Settled", "Written", "write_proposals"]

_WIDTH = 120
_DRAFTS = "# Proposals that somebody has to complete; what is missing stands above each. Move what is right to its place above."

Judge = Callable[[bytes], Sequence[Problem]]
"""What applying an overlay of these bytes to the derived package reports: errors and warnings, with pointers into the overlay."""


class Fate(StrEnum):
    """What became of a chosen proposal."""

    WRITTEN = "written"
    DRAFTED = "drafted"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Settled:
    """A chosen proposal, what became of it, and why it is not an entry. `key` is what it is called in the overlay."""

    proposal: Proposal
    fate: Fate
    key: str
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """The overlay with the proposals, and what became of each, in the order they were given. `data` is the old bytes where none fits."""

    data: bytes
    settled: tuple[Settled, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    number: int
    proposal: Proposal
    key: str
    entry: Mapping[str, Value]
    at: tuple[str, ...]
    """Where in the overlay it stands: what is wrong below it is wrong with it."""


def write_proposals(
    overlay: bytes | None, package: Package, proposals: Iterable[Proposal], judge: Judge, *, because: str | None = None
) -> Written:
    """Put each proposal into the overlay of `package`, whose bytes are `overlay` (None where it has none).

    An entry stands when applying the overlay finds nothing wrong with it; otherwise it is drafted in a comment at the end of the file,
    with what is missing. `because` is the reason of the person who chose, for entries that want one. What the overlay says already, or
    says otherwise, is left alone. Raises nothing for what an overlay that loads may hold.
    """
    text = overlay.decode("utf-8") if overlay else f"schema_version: 1\nconnector: {package.connector.id}\n"
    known = _operation_keys(overlay)
    order = tuple(proposals)
    fates: dict[int, Settled] = {}
    steps: list[_Step] = []
    for number, proposal in enumerate(order):
        step = _step(number, proposal, package, known, because)
        if step is None:
            reason = "no entry says it; its text tells what to look for"
            fates[number] = Settled(proposal, Fate.LEFT, proposal.target, reason)
        else:
            steps.append(step)

    edited, drafts = text, dict[int, tuple[_Step, str]]()
    before = {_signature(problem) for problem in judge(overlay)} if overlay else set()
    while steps:
        edited, refused = _edited(text, steps, package)
        fates.update((step.number, Settled(step.proposal, Fate.LEFT, step.key, why)) for step, why in refused)
        steps = [step for step in steps if step.number not in fates]
        news = [problem for problem in judge(edited.encode()) if _signature(problem) not in before]
        wrong = {step.number: (step, why) for step in steps if (why := _fault(step, news))}
        if not wrong and (errors := [problem for problem in news if problem.severity is Severity.ERROR]):
            # No entry can be named for it: better none than an overlay that does not apply.
            wrong = {step.number: (step, errors[0].message) for step in steps}
        if not wrong:
            break
        drafts.update(wrong)
        steps = [step for step in steps if step.number not in wrong]
    if not steps:
        edited = text
    fates.update((step.number, Settled(step.proposal, Fate.WRITTEN, step.key)) for step in steps)
    fresh = []
    for number, (step, why) in sorted(drafts.items()):
        if _draft(step) in text:
            fates[number] = Settled(step.proposal, Fate.LEFT, step.key, "it is drafted already")
        else:
            fresh.append((step, why))
            fates[number] = Settled(step.proposal, Fate.DRAFTED, step.key, why)
    data = _with_drafts(edited, fresh).encode() if steps or fresh else overlay or b""
    return Written(data, tuple(fates[number] for number in range(len(order))))


def _operation_keys(overlay: bytes | None) -> dict[str, str]:
    """What the overlay calls the operations it has entries for, by identity."""
    document = parse(overlay, "overlay.yaml") if overlay else None
    members = document.members if isinstance(document, MappingNode) else ()
    below = next((value for key, value in members if isinstance(key, ScalarNode) and key.value == "operations"), None)
    keys = [key.text for key, _ in below.members if isinstance(key, ScalarNode)] if isinstance(below, MappingNode) else []
    return {**{normalise_identity(key): key for key in keys}, **{key: key for key in keys}}


def _step(number: int, proposal: Proposal, package: Package, written_keys: Mapping[str, str], because: str | None) -> _Step | None:
    entry: dict[str, Value] = dict(proposal.entry)
    if not entry:
        return None
    if entry.get("because") == REASON_WANTED:
        del entry["because"]
        if because is not None:
            entry["because"] = because
    if proposal.target == EVERYWHERE:
        return _Step(number, proposal, next(iter(entry)), entry, tuple(entry)[:1])
    operation = next((item for item in package.operations if item.identity == proposal.target), None)
    if operation is None:
        return _Step(number, proposal, proposal.target, entry, ("auth",))
    key = f"{operation.method} {operation.path}"
    key = written_keys.get(key) or written_keys.get(operation.identity) or key
    return _Step(number, proposal, key, entry, ("operations", key))


def _edited(text: str, steps: Sequence[_Step], package: Package) -> tuple[str, list[tuple[_Step, str]]]:
    refused: list[tuple[_Step, str]] = []

    def edit(document: Any) -> None:
        for step in steps:
            if (why := _put(document, step, package)) is not None:
                refused.append((step, why))

    return rewritten(text, edit), refused


def _put(document: Any, step: _Step, package: Package) -> str | None:
    """Write one entry; the reason where the overlay has a word of its own already."""
    proposal = step.proposal
    if step.at[0] == "auth":
        return _put_scheme(document, step, package)
    if step.at[0] != "operations":
        (name, value), *_ = step.entry.items()
        if isinstance(value, list):
            document.setdefault(name, _commented([]))
            if any(_plain(item) == item_wanted for item in document[name] for item_wanted in value):
                return "the overlay says so already"
            document[name].extend(_commented(value))
            return None
        if name in document:
            return f"the overlay has an `{name}` of its own"
        document[name] = _commented(value, flow=True)
        document.yaml_set_comment_before_after_key(name, before=_words(proposal))
        return None
    if document.get("operations") is None:
        document["operations"] = _commented({})
    operations = document["operations"]
    if step.key not in operations:
        entry = _commented(step.entry)
        if len(json.dumps(step.entry)) + len(step.key) > _WIDTH - 8:
            for name in step.entry:
                if isinstance(entry[name], dict):
                    entry[name].fa.set_flow_style()
        else:
            entry.fa.set_flow_style()
        operations[step.key] = entry
        operations.yaml_set_comment_before_after_key(step.key, before=_words(proposal), indent=2)
        return None
    return _put_into(operations[step.key], step.entry)


def _put_into(entry: Any, wanted: Mapping[str, Value]) -> str | None:
    if _agrees(entry, wanted):
        return "the overlay says so already"
    if (key := _contradicted(entry, wanted)) is not None:
        return f"the overlay has a `{key}` of its own there"
    _merge(entry, wanted)
    return None


def _put_scheme(document: Any, step: _Step, package: Package) -> str | None:
    listed = document.get("auth")
    if listed is None:
        # A scheme that a list leaves out is gone: all of them stay.
        document["auth"] = _commented([{"id": scheme.id} for scheme in package.connector.auth])
        document.yaml_set_comment_before_after_key("auth", before=_words(step.proposal))
        listed = document["auth"]
    for item in listed:
        if item.get("id") == step.key:
            return _put_into(item, step.entry)
    return "the overlay's `auth` leaves this scheme out"


def _merge(entry: Any, wanted: Mapping[str, Value]) -> None:
    for key, value in wanted.items():
        if isinstance(value, dict) and isinstance(entry.get(key), dict):
            _merge(entry[key], value)
        elif key not in entry:
            entry[key] = _commented(value, flow=True)


def _agrees(entry: Any, wanted: Mapping[str, Value]) -> bool:
    return all(
        key in entry and (_agrees(entry[key], value) if isinstance(value, dict) and isinstance(entry[key], dict) else _plain(entry[key]) == value)
        for key, value in wanted.items()
    )  # fmt: skip


def _contradicted(entry: Any, wanted: Mapping[str, Value]) -> str | None:
    """The first key that the entry gives another value, `because` apart, which may be anybody's."""
    for key, value in wanted.items():
        if key not in entry or key == "because":
            continue
        there = entry[key]
        if isinstance(value, dict) and isinstance(there, dict):
            if (found := _contradicted(there, value)) is not None:
                return found
        elif _plain(there) != value:
            return key
    return None


def _commented(value: Any, *, flow: bool = False) -> Any:
    """A value as the round trip writes it."""
    from ruamel.yaml.comments import CommentedMap, CommentedSeq
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    made: Any
    if isinstance(value, Mapping):
        made = CommentedMap((key, _commented(item, flow=flow)) for key, item in value.items())
    elif isinstance(value, list):
        made = CommentedSeq(_commented(item, flow=True) for item in value)
    else:
        # A reader who knows YAML 1.1 takes `on`, `no` and `1e3` for other things than texts.
        return DoubleQuotedScalarString(value) if isinstance(value, str) and not value[:1].isalpha() else value
    if flow:
        made.fa.set_flow_style()
    return made


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


# -- what is said of an entry ----------------------------------------------------------------------------------------------------


def _fault(step: _Step, problems: Sequence[Problem]) -> str | None:
    """What is wrong with an entry, or that it is not wanted: the first problem at its place."""
    at = pointer.join(step.at)
    keys = [pointer.join((*step.at, key)) for key in step.entry] if step.at[0] == "operations" else []
    for problem in problems:
        where = problem.where.pointer if problem.where is not None else ""
        if where == at or (not keys and where.startswith(at + "/")) or any((where + "/").startswith(key + "/") for key in keys):
            return f"{problem.message}: {problem.remedy}"
    return None


def _signature(problem: Problem) -> tuple[str, str, str]:
    return problem.code, problem.where.pointer if problem.where is not None else "", problem.message


def _words(proposal: Proposal) -> str:
    """The comment above an entry: why, and what its author took upon them."""
    missing = "; ".join(proposal.missing)
    words = f"proposed because {proposal.reason}" + (f"; to be sure of: {missing}" if missing else "")
    return _printable(words)


def _draft(step: _Step) -> str:
    key = step.at[-1]
    entry: Any = step.entry
    if step.at[0] == "auth":
        entry = {"id": step.key, **entry}
    elif step.at[0] != "operations":
        entry = step.entry[key]
    return f"#   {_printable(key)}: {_printable(json.dumps(entry, ensure_ascii=False))}"


def _with_drafts(text: str, drafts: Sequence[tuple[_Step, str]]) -> str:
    if not drafts:
        return text
    lines = [] if _DRAFTS in text else ["", _DRAFTS]
    for step, why in drafts:
        lines += [f"#   # {_words(step.proposal)}; not written, for {_printable(why)}", _draft(step)]
    ends = "\r\n" if "\r\n" in text else "\n"
    return text + ("" if text.endswith("\n") else ends) + "".join(line + ends for line in lines)


def _printable(text: str) -> str:
    """A line without what would end or hide it."""
    return "".join(character if character.isprintable() else " " for character in text)
