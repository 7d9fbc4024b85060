"""Placeholders: every expression in a path is filled by an argument, and every path argument fills one."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, label
from connectors.model.identity import placeholders
from connectors.model.operation import Location
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["path_parameters"]

_REMEDY = "run `connectors gen`, which declares what a path needs"


def path_parameters(package: Package) -> Iterator[Finding]:
    """Placeholders and path parameters agree, and a path parameter is required. Source: OpenAPI 3.1, Path Templating."""
    places = Places(package)
    for operation in package.operations:
        wanted = {name for found in placeholders(operation.path) if not found.in_query for name in found.names}
        filled: dict[str, int] = {}
        for index, parameter in enumerate(operation.parameters):
            if parameter.location is not Location.PATH:
                continue
            fault = None
            if parameter.name not in wanted:
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
        for name in sorted(wanted - filled.keys()):
            message = f"a path parameter fills the placeholder `{name}` of {label(operation)}, found none"
            yield Finding(Code.PATH_PARAMETER, Severity.ERROR, message, _REMEDY, places.of(operation, "/path"), operation.identity)
