"""What programs may rely on: derive a package, load one, build a request, compare two."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from connectors.execute.request import Request, build
from connectors.limits import Limits
from connectors.model.excerpt import Excerpt, excerpt_of
from connectors.model.identity import normalise_identity
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.pipeline_types import GenOptions, GenReport
from connectors.store.load import load_package
from connectors.store.load_operation import load_operation as read_operation

if TYPE_CHECKING:
    from connectors.difference.change import Difference

__all__ = ["diff", "generate", "load", "load_operation", "request"]


def generate(
    spec: str | Path | None,
    *,
    id: str | None = None,
    out: str | Path | None = None,
    root: str | Path | None = None,
    license: str | None = None,
    check: bool = False,
    strict: bool = False,
    limits: Limits | None = None,
) -> GenReport:
    """Derive a package from a description and write it; see `connectors gen --help` for what the arguments mean.

    `spec` is a file, an address or a folder, None to generate anew what `source.yaml` of `out` names. Raises ConnectorsError with every
    problem that was found; nothing is half-written. Mistakes of an overlay come in the report, whose `exit_status` is then 1.
    """
    # Whoever only loads does not wait for all that derives.
    from connectors.pipeline import gen

    return gen(
        GenOptions(
            spec=None if spec is None else str(spec),
            id=id,
            out=None if out is None else Path(out),
            root=None if root is None else Path(root),
            license=license,
            strict=strict,
            check=check,
            limits=limits or Limits(),
        )
    )


def load(directory: str | Path) -> Package:
    """Load a package as it will be executed: verified, decoded, its overlay applied. Raises PackageError or OverlayError."""
    return load_package(Path(directory))


def load_operation(directory: str | Path, operation: str) -> Excerpt:
    """Load one operation as it will be executed: of an id, with or without the connector's own segment, or of an identity.

    Without an overlay, only the files that it needs are read and verified (`Excerpt.verified`), and a fault of another file is not seen.
    Raises PackageError or OverlayError, KeyError for an operation that the package does not have.
    """
    found = read_operation(Path(directory), operation)
    if found is None:
        package = load(directory)
        names = {operation, f"{package.connector.id}.{operation}"}
        found = next((excerpt_of(package, one) for one in package.operations if one.id in names), None) or next(
            (excerpt_of(package, one) for one in package.operations if one.identity == normalise_identity(operation)), None
        )
    if found is None:
        raise KeyError(operation)
    return found


def request(
    package: Package | Excerpt,
    operation: str | Operation,
    arguments: Mapping[str, Any],
    *,
    server: str | None = None,
    media_type: str | None = None,
) -> Request:
    """Build the exact request of a call; nothing is sent, and no credential is in it. `operation` is an id, or the operation itself.

    Raises KeyError for an id that `package` does not have, RequestRefused with every reason why the call cannot be built.
    """
    if isinstance(operation, str):
        known = (package.operation,) if isinstance(package, Excerpt) else package.operations
        operation = {found.id: found for found in known}[operation]
    return build(package, operation, arguments, server=server, media_type=media_type)


def diff(old: Package | str | Path, new: Package | str | Path) -> "Difference":
    """What changed for a caller from one package to another, each loaded or a folder; sorted, the gravest first.

    Raises PackageError or OverlayError where a folder cannot be loaded.
    """
    from connectors.difference.compare import compare

    return compare(*(given if isinstance(given, Package) else load(given) for given in (old, new)))
