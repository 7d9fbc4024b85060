"""Which operations an overlay means, and what became of those that are not there."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from connectors.model.coverage import Gap
from connectors.model.identity import normalise_identity, placeholders
from connectors.model.lock import Lock
from connectors.model.operation import Operation
from connectors.model.package import Derived
from connectors.overlay.document import Selector
from connectors.problems import nearest

__all__ = ["Account", "Missing", "Targets"]


class Account(Protocol):
    """Of a description, what was not emitted: a Coverage, or what was derived."""

    @property
    def gaps(self) -> tuple[Gap, ...]:
        """Operations that could not be built."""

    @property
    def excluded(self) -> tuple[str, ...]:
        """Identities that were left out on purpose."""


@dataclass(frozen=True, slots=True)
class Missing:
    """Why an entry meets no operation: the message, and what to do."""

    message: str
    remedy: str


class Targets:
    """The operations of a package by what they are, and the memory of those that are gone."""

    def __init__(self, operations: Sequence[Operation], account: Account, lock: Lock) -> None:
        self.operations = operations
        self.account = account
        self.lock = lock
        # Only a derivation knows of these: once it is written, the lock has an operation under its new identity alone.
        changes = account.changes if isinstance(account, Derived) else ()
        self._moved = {change.was: change.identity for change in changes if change.was is not None}
        self._by_identity = {operation.identity: operation for operation in operations}
        self._by_number: dict[str, list[Operation]] = {}
        for operation in operations:
            self._by_number.setdefault(normalise_identity(operation.identity), []).append(operation)

    def find(self, text: str) -> Operation | None:
        """The operation of an identity as a person writes it.

        As written first, for identities that keep the names of their placeholders; then by the position of placeholders.
        """
        operation = self._by_identity.get(" ".join(text.split(maxsplit=1)))
        if operation is not None:
            return operation
        candidates = self._by_number.get(normalise_identity(text), [])
        return candidates[0] if len(candidates) == 1 else None

    def chosen(self, selector: Selector) -> tuple[Operation, ...]:
        """The operations that meet every condition of a selector."""
        path = _glob(selector.path) if selector.path is not None else None
        methods = {method.upper() for method in selector.methods}
        tags = set(selector.tags)
        return tuple(
            operation
            for operation in self.operations
            if (not tags or not tags.isdisjoint(operation.tags))
            and (not methods or operation.method.upper() in methods)
            and (path is None or path.fullmatch(_anonymous(operation.path)))
        )

    def missing(self, text: str) -> Missing:
        """What is known of an identity that is no operation of the package."""
        shown = " ".join(text.split(maxsplit=1))
        identity = normalise_identity(text)
        names = {shown, identity}
        for gap in self.account.gaps:
            if gap.identity in names:
                message = f"`{shown}` is a gap and no operation: {gap.reason}"
                return Missing(message, "remove the entry, or mend the description")
        if names & set(self.account.excluded):
            message = f"`{shown}` was left out by `include` or `exclude`"
            return Missing(message, "remove the entry, or change `include` and `exclude` in `source.yaml`")
        became = next((self._moved[name] for name in (shown, identity) if name in self._moved), None)
        if became is not None and (operation := self._by_identity.get(became)) is not None:
            now = f"{operation.method} {operation.path}"
            return Missing(f"no operation is `{shown}` any more: it has moved to `{now}`", f"write `{now}`")
        known = next((self.lock.operations[name] for name in (shown, identity) if name in self.lock.operations), None)
        if known is not None:
            moved = [
                operation
                for operation in self.operations
                if known.source_operation_id and operation.source_operation_id == known.source_operation_id
            ]
            if len(moved) == 1:
                now = f"{moved[0].method} {moved[0].path}"
                message = f"no operation is `{shown}` any more: the vendor moved `{known.source_operation_id}` to `{now}`"
                return Missing(message, f"write `{now}`")
            message = f"no operation is `{shown}` any more: the vendor removed it, and its id `{known.id}` is kept for it"
            return Missing(message, "remove the entry")
        return self._never_known(shown, identity)

    def _never_known(self, shown: str, identity: str) -> Missing:
        same = self._by_number.get(identity, [])
        if same:
            paths = " and ".join(f"`{operation.identity}`" for operation in same)
            return Missing(f"`{shown}` may mean {paths}, which differ in the names of placeholders", "write one of them as it is")
        method, _, path = identity.partition(" ")
        others = sorted(
            operation.method for operation in self.operations if normalise_identity(operation.identity).partition(" ")[2] == path
        )
        if others:
            listed = ", ".join(f"`{other}`" for other in others)
            return Missing(
                f"no operation is `{shown}`: the path has {listed}, and not `{method}`", f"write `{others[0]}`, or remove it"
            )
        meant = nearest(shown, [f"{operation.method} {operation.path}" for operation in self.operations])
        remedy = f"write `{meant}`" if meant else "correct method and path; `connectors show` lists them"
        return Missing(f"no operation is `{shown}`", remedy)

    def near_selector(self, selector: Selector) -> str:
        """What to do about a selector that meets nothing."""
        tags = {tag for operation in self.operations for tag in operation.tags}
        for tag in selector.tags:
            if tag not in tags:
                meant = nearest(tag, sorted(tags))
                if meant:
                    return f"write `tag: {meant}`"
        lost: Iterable[Gap] = self.account.gaps
        if selector.path is not None and any(_glob(selector.path).fullmatch(_anonymous(gap.path)) for gap in lost):
            return "remove it: what it would meet are gaps"
        return "correct its conditions, or remove it"


def _glob(pattern: str) -> re.Pattern[str]:
    """`*` is anything within a segment, `**` anything; placeholders match placeholders, whatever their names."""
    parts = re.split(r"(\*\*|\*)", _anonymous(pattern))
    meaning: Mapping[str, str] = {"**": ".*", "*": "[^/]*"}
    return re.compile("".join(meaning.get(part) or re.escape(part) for part in parts), re.DOTALL)


def _anonymous(path: str) -> str:
    for placeholder in reversed(placeholders(path)):
        path = f"{path[: placeholder.start]}{{}}{path[placeholder.end :]}"
    return path
