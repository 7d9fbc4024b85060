"""What people and the lock say: the overlay's entries and selectors, what it says of the whole connector, and the names that are kept."""

from collections.abc import Iterable
from dataclasses import dataclass

from msgspec import UNSET

from connectors import pointer
from connectors.overlay.apply import Said, said_of_operations
from connectors.overlay.document import Overlay
from connectors.overlay.layers import Path, leaves
from connectors.overlay.read import read_overlay
from connectors.store.layout import OVERLAY
from connectors.store.load import Sealed
from connectors.why.record import File, Where

__all__ = ["Authored", "Word", "authored_of"]


_REASONED = frozenset({"effect", "idempotency", "idempotency_key", "consequence", "security", "drop"})
"""What the reason of an entry is for: whatever makes a call look safer, and leaving it out."""


@dataclass(frozen=True, slots=True)
class Word:
    """Who says a fact: the place in the overlay, its reason, and the places that say it too and are weaker. `words` name the author."""

    where: Where
    words: str
    because: str | None
    over: tuple[Where, ...]


@dataclass(frozen=True, slots=True)
class Authored:
    """What an overlay says of one operation, and of the connector around it."""

    overlay: Overlay
    said: Said | None

    def of(self, *path: str) -> Word | None:
        """Who says the fact at a path of the entry, or the nearest fact around it."""
        said = self.said
        if said is None:
            return None
        around: Path = path
        while around and around not in said.origin.bases:
            around = around[:-1]
        if not around:
            if not any(known[: len(path)] == path for known in said.origin.bases):
                return None
            around = path
        base = said.origin.base(around)
        over = tuple(
            Where(File.OVERLAY, selector.at + pointer.join(around))
            for selector in said.selectors
            if selector.at != base and any(known[: len(around)] == around for known, _ in leaves(selector.patch))
        )
        because = self._because(base) if around[0] in _REASONED else None
        return Word(Where(File.OVERLAY, base + pointer.join(around)), self._words(base), because, over)

    def first(self, paths: Iterable[Path]) -> Word | None:
        """Who says the first of several facts that is said."""
        return next((word for path in paths if (word := self.of(*path)) is not None), None)

    def connector(self, *path: str) -> Word | None:
        """What the overlay says of the connector as a whole."""
        at = pointer.join(path)
        if at not in self.overlay.places:
            return None
        because = self.overlay.because if self.overlay.because is not UNSET else None
        return Word(Where(File.OVERLAY, at), "the overlay says it of the whole connector", because, ())

    def _words(self, base: str) -> str:
        if not base.startswith("/selectors/"):
            return "the operation's entry in the overlay says it"
        number = int(base.split("/")[2]) + 1
        return f"selector {number} of the overlay says it, which this operation meets"

    def _because(self, base: str) -> str | None:
        said = self.said
        if said is None:
            return None
        layers = [*((selector.at, selector.patch) for selector in said.selectors)]
        if said.entry is not None:
            layers.append((said.entry.at, said.entry.patch))
        return next((patch.because for at, patch in layers if at == base and patch.because is not UNSET), None)


def authored_of(sealed: Sealed, identity: str) -> Authored:
    """What the overlay of a package says of one operation. The package was loaded, so that the overlay has no mistakes."""
    overlay, _ = read_overlay(sealed.overlay_yaml or b"", str(sealed.directory / OVERLAY))
    if overlay.is_empty:
        return Authored(overlay, None)
    said = said_of_operations(sealed.connector, sealed.operations, sealed.coverage, sealed.lock, overlay)
    return Authored(overlay, said.get(identity))
