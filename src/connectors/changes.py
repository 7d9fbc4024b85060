"""What happened to names since the last run, in words; and the refusal to go on where a person has to decide."""

from collections.abc import Iterable

from connectors.derive.lock import Decisions
from connectors.model.lock import Change, ChangeKind
from connectors.problems import Code, PackageError, Problem, Severity

__all__ = ["changes_in_words"]


def changes_in_words(changes: Iterable[Change], decisions: Decisions) -> list[Problem]:
    """One note an event. Raises PackageError (exit status 1) where one waits for a decision."""
    waiting = [change for change in changes if change.waits]
    if waiting:
        raise PackageError(_waiting(change) for change in waiting)
    found = [_note(change) for change in changes]
    used = {change.identity for change in changes}
    for identity in (*decisions.accepted, *decisions.new):
        if identity not in used:
            message = f"nothing has moved to `{identity}`, nor is it new"
            found.append(Problem(None, Severity.WARNING, Code.USAGE, message, "leave the option out, or correct the identity"))
    return found


def _is_operation(change: Change) -> bool:
    return change.identity.partition(" ")[2].startswith("/")


def _waiting(change: Change) -> Problem:
    if not _is_operation(change):
        return Problem(
            None,
            Severity.ERROR,
            Code.SCHEME_RENAMED,
            f"the security scheme `{change.was}` is gone, and `{change.identity}` of the same shape is new: one may be the other renamed",
            f"say which: `--accept-move '{change.was}={change.identity}'` keeps the id, `--new '{change.identity}'` gives it another",
        )
    return Problem(
        None,
        Severity.ERROR,
        Code.OPERATION_MOVED,
        f"`{change.was}` is gone, and its operationId `{change.source_operation_id}` stands on `{change.identity}` now",
        f"say which: `--accept-move '{change.was}={change.identity}'` keeps id and keys, `--new '{change.identity}'` gives it names of its own",
    )


def _note(change: Change) -> Problem:
    code, message, remedy = {
        ChangeKind.ADDED: (Code.OPERATION_ADDED, f"`{change.identity}` is new", "look at its id before you publish it"),
        ChangeKind.REMOVED: (
            Code.OPERATION_REMOVED,
            f"`{change.identity}` is gone from the description; its names are kept for it",
            "tell those who call it",
        ),
        ChangeKind.RETURNED: (
            Code.OPERATION_RETURNED,
            f"`{change.identity}` is back, under its old names",
            "nothing needs to be done",
        ),
        ChangeKind.MOVED: (
            Code.OPERATION_MOVED,
            f"`{change.was}` has moved to `{change.identity}`, and keeps its names",
            "change the identity in the overlay, where it has an entry",
        ),
        ChangeKind.RENAMED: (
            Code.OPERATION_RESPELLED if _is_operation(change) else Code.SCHEME_RENAMED,
            f"`{change.was}` is spelled `{change.identity}` now, and keeps its names",
            "nothing needs to be done",
        ),
    }[change.kind]
    return Problem(None, Severity.NOTE, code, message, remedy)
