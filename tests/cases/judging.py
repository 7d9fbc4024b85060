"""All facts of a case, each with its verdict."""

import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cases import calls, facts
from cases.decisions import LATER, WALKING
from cases.running import Case
from cases.sentences import CHECKS, NEVER, ends_well
from cases.verdicts import Status, Verdict, all_of, failed, held, unjudged, waiting

__all__ = ["judge"]


def judge(source: Path, scratch: Path) -> list[tuple[str, Verdict]]:
    """Run the case of a folder in a scratch folder: each of its facts in words, and how it stands."""
    case = Case(source, scratch)
    taken: set[str] = set()
    found = [(text, _guarded(case, fact, taken)) for fact in case.facts["expect"] for text, fact in _alone(fact)]
    return [*found, ("no traceback is shown (holds for every case)", _sentence(case, ends_well))]


def _alone(fact: Any) -> Iterator[tuple[str, Any]]:
    """Lists of gaps and of what must never be are facts of their own, one by one."""
    if isinstance(fact, str):
        yield fact, fact
        return
    for name, said in fact.items():
        if name == "skipped":
            for entry in said:
                yield f"skipped: {entry['operation']}, because {entry['because']}", {"skipped": [entry]}
        elif name == "never":
            for sentence in said:
                yield f"never: {sentence}", {"never": [sentence]}
        else:
            yield _words(name, said), {name: said}


def _words(name: str, said: Any) -> str:
    if name.startswith(("operation ", "schema ")):
        return name
    if name in ("error", "warning"):
        return f"{name}: {', '.join(map(str, said['mentions']))}"
    if name in ("request", "refused_call", "walk"):
        return f"{name}: {said.get('operation', '')} {_short(said.get('given') or said.get('page') or '')}".strip()
    if name == "one_of":
        return "one of: " + " | ".join(_short([text for fact in branch for text, _ in _alone(fact)]) for branch in said)
    return f"{name}: {said}"


def _short(said: object) -> str:
    text = str(said)
    return text if len(text) <= 120 else f"{text[:117]}..."


def _guarded(case: Case, fact: Any, taken: set[str]) -> Verdict:
    """A check that fails is a fact that fails; a rule that is missing is a fact that nobody judged."""
    try:
        return _judge(case, fact, taken)
    except AssertionError as error:
        return failed(str(error) or traceback.format_exc(limit=-1))
    except Exception:
        return failed("the check itself broke: " + traceback.format_exc(limit=-3))


def _judge(case: Case, fact: Any, taken: set[str]) -> Verdict:
    if isinstance(fact, str):
        if fact in LATER:
            return waiting(LATER[fact])
        return _sentence(case, CHECKS[fact]) if fact in CHECKS else unjudged("no check covers this sentence")
    ((name, said),) = fact.items()
    outcome = case.outcome
    if name == "one_of":
        return _one_of(case, said, taken)
    if name == "never":
        return all_of(_sentence(case, NEVER[text]) if text in NEVER else unjudged("no check covers this sentence") for text in said)
    if name == "skipped":
        return all_of(facts.skipped(outcome, entry) for entry in said)
    if name == "error":
        return facts.error(outcome, said, taken)
    if name == "warning":
        return facts.warning(outcome, said)
    if name == "walk":
        return waiting(WALKING)
    if name == "request":
        return calls.request(outcome, said)
    if name == "refused_call":
        return calls.refused(outcome, said)
    if name == "operations":
        return facts.operations(outcome, said)
    kind, _, target = name.partition(" ")
    if kind == "operation":
        return facts.operation(case, outcome, target, said)
    if kind == "schema":
        return facts.schema(outcome, target.strip('"'), said)
    return unjudged(f"no rule judges facts of the form `{name}`")


def _sentence(case: Case, check: Any) -> Verdict:
    try:
        said = check(case)
    except AssertionError as error:
        return failed(str(error) or traceback.format_exc(limit=-1))
    return said if isinstance(said, Verdict) else held


def _one_of(case: Case, branches: list[list[Any]], taken: set[str]) -> Verdict:
    """One of the lists holds as a whole."""
    verdicts = [all_of(_guarded(case, part, taken) for fact in branch for _, part in _alone(fact)) for branch in branches]
    for status in (Status.HELD, Status.DECIDED, Status.WAITING, Status.UNJUDGED):
        for verdict in verdicts:
            if verdict.status is status:
                return verdict
    return failed(" || ".join(verdict.detail for verdict in verdicts))
