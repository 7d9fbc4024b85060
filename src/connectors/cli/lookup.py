"""What PACKAGE and OPERATION name on the command line."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from connectors.cli.report import usage_error
from connectors.problems import Code, ConnectorsError, PackageError, Problem, Severity, SourceLocation

if TYPE_CHECKING:
    from collections.abc import Callable

    from connectors.model.excerpt import Excerpt
    from connectors.model.operation import Operation
    from connectors.model.package import Package

__all__ = ["CATALOG", "find_folder", "find_operation", "load", "open_operation", "read"]

Result = TypeVar("Result")

CATALOG = Path("connectors")
"""The project's own packages, one folder an id."""

_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")
_ELSEWHERE = re.compile(r"(?:git:|oci://|https?://|sha256:)")


def load(text: str) -> "Package":
    """Load what PACKAGE names: a folder, an id of a tier, or an address of the store. Says which tiers were passed over.

    Raises ConnectorsError: UsageError for a kind of name that cannot be looked up, PackageError (exit status 2) where nothing is there,
    exit status 3 where only the project's tier holds the id and is not granted.
    """
    from connectors.catalog.lookup import load as load_named
    from connectors.catalog.tiers import Tiers
    from connectors.cli.report import print_problems

    return load_named(text, Tiers.of_user(), print_problems)


def read(text: str, reader: "Callable[[Path], Result]") -> "Result":
    """Read the package that PACKAGE names, as `load` finds it, with a function of its folder."""
    from connectors.catalog.lookup import read as read_named
    from connectors.catalog.tiers import Tiers
    from connectors.cli.report import print_problems

    return read_named(text, Tiers.of_user(), reader, print_problems)


def find_folder(text: str, catalog: Path = CATALOG) -> Path:
    """The folder that a maintainer's command works on: a folder as it is, else an id below the catalog that is being kept.

    Raises UsageError for a kind of name that is no folder, PackageError (exit status 2) where nothing is there.
    """
    if _ELSEWHERE.match(text):
        raise usage_error(
            f"`{text}` names a package that is not in a folder, and this works on folders",
            "give a package's folder, or an id below `connectors/`",
        )
    # A bare word is an id first when the folder of that name holds no package: `connectors suggest forgejo` beside a checkout `forgejo/`.
    by_id = _ID.fullmatch(text) is not None and (catalog / text).is_dir()
    folder = Path(text)
    if folder.is_dir() and (not by_id or (folder / "connector.json").is_file()):
        return folder
    if by_id:
        return catalog / text
    raise PackageError([_not_found(text, folder, catalog)], exit_status=2)


def _not_found(text: str, folder: Path, catalog: Path) -> Problem:
    if folder.is_file():
        return Problem(
            SourceLocation(text),
            Severity.ERROR,
            Code.PACKAGE_NOT_FOUND,
            f"a package is a folder, and `{text}` is a file",
            "give the folder that holds `connector.json`",
        )
    known = sorted(entry.parent.name for entry in catalog.glob("*/connector.json"))
    near = _nearest(text, known)
    return Problem(
        None,
        Severity.ERROR,
        Code.PACKAGE_NOT_FOUND,
        f"no package `{text}`: there is neither a folder of that name nor `{catalog / text}`",
        f"did you mean `{near}`?" if near else "derive it with `connectors gen`, or give the folder of a package",
    )


def open_operation(package: str, text: str) -> "Excerpt":
    """The operation that OPERATION names of what PACKAGE names, read without the rest of the package where it can be read so.

    Raises as `load` and `find_operation` do.
    """
    from connectors.model.excerpt import excerpt_of
    from connectors.store.load import load_package
    from connectors.store.load_operation import load_operation

    def reader(directory: Path) -> "Excerpt":
        excerpt = load_operation(directory, text)
        if excerpt is None:
            whole = load_package(directory)
            excerpt = excerpt_of(whole, find_operation(whole, text))
        return excerpt

    return read(package, reader)


def find_operation(package: "Package", text: str) -> "Operation":
    """The operation that OPERATION names: an id with or without the connector's own segment, or an identity with any placeholder names.

    Raises ConnectorsError (exit status 2) with the nearest ids.
    """
    prefix = package.connector.id + "."
    by_id = {operation.id: operation for operation in package.operations}
    if (found := by_id.get(text) or by_id.get(prefix + text)) is not None:
        return found
    if " " in text or "/" in text:
        from connectors.model.identity import normalise_identity

        wanted = normalise_identity(text)
        # Two templates of one path keep their placeholder names in both identities; then only the exact spelling tells them apart.
        exact = [
            operation for operation in package.operations if text in (operation.identity, f"{operation.method} {operation.path}")
        ]
        same = exact or [operation for operation in package.operations if normalise_identity(operation.identity) == wanted]
        if len(same) == 1:
            return same[0]
        near = [f"{operation.method} {operation.path}" for operation in same] or _nearest_paths(package, text)
    else:
        near = [prefix + name for name in _nearest_ids(text.removeprefix(prefix), [name.removeprefix(prefix) for name in by_id])]
    raise ConnectorsError([_unknown_operation(package, text, near)])


def _unknown_operation(package: "Package", text: str, near: list[str]) -> Problem:
    gap = next(
        (gap for gap in package.coverage.gaps if text in (gap.identity, f"{gap.method} {gap.path}", gap.source_operation_id)),
        None,
    )
    message = f"`{package.connector.id}` has no operation `{text}`"
    if gap is not None:
        return Problem(
            None,
            Severity.ERROR,
            Code.OPERATION_NOT_FOUND,
            f"{message}: it is a gap of the package ({gap.code}: {gap.reason})",
            f"read `connectors explain {gap.code}`",
        )
    remedy = (
        "did you mean " + " or ".join(f"`{name}`" for name in near) + "?" if near else "list them with `connectors show PACKAGE`"
    )
    return Problem(None, Severity.ERROR, Code.OPERATION_NOT_FOUND, message, remedy)


def _nearest(word: str, known: list[str]) -> str | None:
    from connectors.problems import nearest

    return nearest(word, known)


def _nearest_ids(text: str, known: list[str]) -> list[str]:
    import difflib

    if found := difflib.get_close_matches(text, known, n=3, cutoff=0.75):
        return found
    # Someone who writes `list_issue` means `issue.list`: the same words in another order are nearer than other letters.
    words = set(re.findall(r"[a-z0-9]+", text.lower()))
    same = [name for name in known if words and words <= set(re.findall(r"[a-z0-9]+", name))]
    return sorted(same, key=len)[:3] or difflib.get_close_matches(text, known, n=3, cutoff=0.6)


def _nearest_paths(package: "Package", text: str) -> list[str]:
    import difflib

    names = {f"{operation.method} {operation.path}" for operation in package.operations}
    return difflib.get_close_matches(text, sorted(names), n=3, cutoff=0.6)
