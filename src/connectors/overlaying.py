"""Chosen proposals written into the overlay of a package on disk."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from connectors.model.package import Package
from connectors.overlay.apply import apply_file
from connectors.problems import OverlayError, Problem
from connectors.store.folder import look, read_file
from connectors.store.layout import OVERLAY
from connectors.store.load import Sealed
from connectors.store.write import write
from connectors.suggest.proposals import Proposal
from connectors.suggest.writing import Settled, write_proposals

__all__ = ["OverlayWritten", "write_into_overlay"]


@dataclass(frozen=True, slots=True)
class OverlayWritten:
    """What became of every chosen proposal, and whether the file changed."""

    settled: tuple[Settled, ...]
    changed: bool


def write_into_overlay(
    directory: Path, derived: Sealed, package: Package, proposals: Iterable[Proposal], *, because: str | None = None
) -> OverlayWritten:
    """Put proposals into `overlay.yaml` of the package in `directory`, and touch no other file of it.

    The package has to be sealed anew afterwards. Raises AuthoredMoved when somebody changed the overlay meanwhile, UsageError when the
    folder cannot be written.
    """

    def judge(data: bytes) -> Sequence[Problem]:
        shown_as = str(directory / OVERLAY)
        try:
            return apply_file(
                data, shown_as, derived.connector, derived.operations, derived.schemas, derived.coverage, derived.lock
            ).problems
        except OverlayError as error:
            return error.problems

    old = derived.overlay_yaml
    written = write_proposals(old, package, proposals, judge, because=because)
    if written.data == (old or b""):
        return OverlayWritten(written.settled, changed=False)
    files = {path: read_file(directory / path) for path in look(directory).files}
    files[OVERLAY] = written.data
    return OverlayWritten(written.settled, write(directory, files, expected={OVERLAY: old}))
