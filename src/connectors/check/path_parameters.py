"""Placeholders: every expression in a path is filled by an argument, and every path argument fills one."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, label
from connectors.model.identity import Placeholder, placeholders
from connectors.model.operation import Location
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["path_parameters"]

_REMEDY = "run `connectors gen`, which declares what a path needs"


def path_parameters(package: Package) -> Iterator[Finding]:
    """Placeholders and path parameters agree, and a path parameter is required. Source: OpenAPI 3.1, Path Templating."""
    places = Places(package)
    for operation in package.operations:
        wanted, queried = _wanted(operation.path)
        filled: dict[str, int] = {}
        for index, parameter in enumerate(operation.parameters):
            if parameter.location is not Location.PATH:
                continue
            fault = None
            if parameter.name not in wanted and parameter.name not in queried:
                fault = (
                    "name",
                    f"a path parameter of {label(operation)} fills a placeholder, found `{parameter.name}`, which fills none",
                )
            elif parameter.name in filled:
                fault = "name", f"one path parameter fills a placeholder of {label(operation)}, found two for `{parameter.name}`"
            elif not parameter.required:
                fault = "required", f"the path parameter `{parameter.name}` of {label(operation)} is required, found optional"
            filled.setdefault(parameter.name, index)
            if fault is not None:
                place = places.of(operation, f"/parameters/{index}/{fault[0]}")
                yield Finding(Code.PATH_PARAMETER, Severity.ERROR, fault[1], _REMEDY, place, operation.identity)
        # Behind a `?` it is a part of the query, and a query parameter may be what fills it.
        others = {parameter.name for parameter in operation.parameters if parameter.location is Location.QUERY}
        for name in sorted((wanted | (queried - others)) - filled.keys()):
            message = f"a path parameter fills the placeholder `{name}` of {label(operation)}, found none"
            yield Finding(Code.PATH_PARAMETER, Severity.ERROR, message, _REMEDY, places.of(operation, "/path"), operation.identity)


def _wanted(path: str) -> tuple[set[str], set[str]]:
    """The names in the path itself, and those in a query that is written behind it; what stands behind a `#` is never sent."""
    found = placeholders(path)
    if "?" not in path and "#" not in path:
        return {name for item in found for name in item.names}, set()
    bounds = [at for letter in "?#" if (at := _outside(path, letter, found)) is not None]
    end = min(bounds, default=len(path))
    fragment = _outside(path, "#", found)
    wanted: set[str] = set()
    queried: set[str] = set()
    for item in found:
        if not item.in_query and (fragment is None or item.start < fragment):
            (wanted if item.start < end else queried).update(item.names)
    return wanted, queried


def _outside(path: str, letter: str, found: tuple[Placeholder, ...]) -> int | None:
    """Where a letter first stands outside of every placeholder."""
    at = path.find(letter)
    while at >= 0 and any(item.start < at < item.end for item in found):
        at = path.find(letter, at + 1)
    return at if at >= 0 else None
