"""Second reader: openapi-spec-validator, its own checks: unique operationIds, path parameters, defaults that fit, tags.

Its first stage, the JSON Schema of the document, is our first reader already and is left out. It stops at the first thing that it cannot
follow; so each path item and each shared schema is read alone. Its errors say what and not where: every validator is wrapped, and notes the
node that it was at. It runs in the process of the second readers, with our trees.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote, unquote, urljoin

from connectors.lint.settle import settled
from connectors.lint.wire import Heard, Request

__all__ = ["heard_of_spec_validator"]

_READER = "openapi-spec-validator"
_BASE = "http://description.invalid/"
_CACHED = 4_096
"""Resolved paths that it remembers; pinned here, so that no environment variable changes what is found."""
_UNRESOLVED = re.compile(r"Path parameter '(?P<name>.*)' for '.*' operation in '(?P<path>.*)' was not resolved", re.DOTALL)
_NAMED = re.compile(r"Duplicate (?:parameter|tag name) '(?P<name>.*)'", re.DOTALL)

Parts = tuple[str | int, ...]


def heard_of_spec_validator(request: Request) -> Iterator[Heard]:
    """Everything that it says of the description, and each part that it fails at."""
    from jsonschema_path import SchemaPath
    from openapi_spec_validator.validation import validators

    kinds = {
        "swagger-2.0": validators.OpenAPIV2SpecValidator,
        "openapi-3.0": validators.OpenAPIV30SpecValidator,
        "openapi-3.1": validators.OpenAPIV31SpecValidator,
        "openapi-3.2": validators.OpenAPIV32SpecValidator,
    }
    trees = {document.name: document.tree for document in request.documents}
    base = _BASE + "_/" * max(name.count("../") for name in trees)
    given = {name if "://" in name else urljoin(base, quote(name or request.entry)): tree for name, tree in trees.items()}
    given.update((address, trees[name]) for address, name in request.addresses.items() if name in trees)
    # OpenAPI 3.2, `$self`: the address under which a document is referred to, wherever it was found.
    given.update((own, tree) for tree in trees.values() if isinstance(tree, dict) and isinstance(own := tree.get("$self"), str))
    handlers: Any = _Given(given)
    path = SchemaPath.from_dict(
        trees[""], base_uri=urljoin(base, quote(request.entry)), handlers=handlers, resolved_cache_maxsize=_CACHED
    )
    registry = _registry(kinds[request.format])
    for part, run in _parts(path, registry):
        try:
            for error in run():
                place = getattr(error, "connectors_place", part)
                # Of a parameter that stands twice it is the list that is wrong, not what the reference leads to.
                stays = type(error).__name__ == "ParameterDuplicateError"
                document, tokens = settled(request, place, stays=stays)
                yield Heard(_READER, document, tokens, _kind(error), str(error.message))
        except Exception as error:
            document, tokens = settled(request, part)
            yield Heard(_READER, document, tokens, type(error).__name__, _reason(error), failed=True)


def _reason(error: Exception) -> str:
    """The name of what went wrong, and the reference where there is one; the whole text may repeat the whole node."""
    reference = getattr(error, "ref", None)
    return f"{type(error).__name__} at {reference}" if isinstance(reference, str) else type(error).__name__


def _parts(path: Any, registry: Any) -> Iterator[tuple[Parts, Callable[[], Iterator[Any]]]]:
    """What its root validator would walk, in the same order, in pieces."""
    if "tags" in path:
        yield ("tags",), partial(registry["tags"], path / "tags")
    for url, item in _members(path, "paths"):
        yield ("paths", url), partial(registry["path"], url, item)
    for name, schema in _members(path, "components", "schemas"):
        yield ("components", "schemas", name), partial(registry["schema"], schema)


def _members(path: Any, *names: str) -> list[tuple[str, Any]]:
    """The members of an object, by their keys: never by `/`, which takes a `#` in a key for more than it is."""
    try:
        for name in names:
            if name not in path:
                return []
            path = path / name
        return [(key, member) for key, member in path.items() if isinstance(key, str)]
    except Exception:
        # No object, or a reference that leads nowhere: our first reader has said so.
        return []


class _Given(dict[str, Callable[[str], Any]]):
    """Handlers of every scheme there is: they answer from the documents given, and from nothing else."""

    def __init__(self, trees: Mapping[str, Any]) -> None:
        super().__init__()
        self._trees = {unquote(address): tree for address, tree in trees.items()}

    def __contains__(self, scheme: object) -> bool:
        return True

    def __getitem__(self, scheme: str) -> Callable[[str], Any]:
        return lambda uri: self._trees[unquote(uri.partition("#")[0])]


# -- where it is, and what ------------------------------------------------------------------------------------------------------


def _registry(validator: Any) -> Any:
    from openapi_spec_validator.validation.registries import KeywordValidatorRegistry

    registry: Any = KeywordValidatorRegistry({name: _placing(kind) for name, kind in validator.keyword_validators.items()})
    # Lists that are searched anew for every schema: quadratic in a large description.
    registry["schema"].visited_schema_ids = _Ids()
    registry["schema"].meta_checked_schema_ids = _Ids()
    registry["operation"].operation_ids_registry = _Ids()
    return registry


class _Ids(set[Any]):
    """A set where a list was expected."""

    append = set.add


def _placing(kind: type[Any]) -> type[Any]:
    """The validator, which writes on each error the path that it was at; the innermost one knows best."""

    def call(self: Any, *arguments: Any, **options: Any) -> Iterator[Any]:
        here = next((each for each in arguments if hasattr(each, "read_value")), None)
        for error in kind.__call__(self, *arguments, **options):
            if here is not None and not hasattr(error, "connectors_place"):
                error.connectors_place = _place(error, here)
            yield error

    return type(kind.__name__, (kind,), {"__call__": call})


def _place(error: Any, here: Any) -> Parts:
    name, parts = type(error).__name__, tuple(here.parts)
    if name == "ParameterDuplicateError" or (name == "OpenAPIValidationError" and _NAMED.fullmatch(error.message)):
        return (*parts, *_repeated(here, error.message))
    if name == "ExtraParametersError":
        return (*parts, "required")
    if match := _UNRESOLVED.fullmatch(error.message):
        return parts if f"{{{match['name']}}}" in match["path"] else _declared(here, match["name"])
    if name == "ValidationError":
        return (*parts, "default", *error.absolute_path)
    return (*parts, *error.absolute_path)


def _repeated(here: Any, message: str) -> Parts:
    """The index of the second item of that name, and for parameters of that name and place."""
    match = _NAMED.fullmatch(message)
    seen: set[tuple[object, object]] = set()
    for index, item in enumerate(here):
        # A path and no mapping: it has no `get`.
        key = (item["name"], item["in"] if "in" in item else None)  # noqa: SIM401
        if key in seen and match is not None and key[0] == match["name"]:
            return (index,)
        seen.add(key)
    return ()


def _declared(operation: Any, name: str) -> Parts:
    """Where the path parameter is declared: on the operation, or on the path item around it."""
    parts = tuple(operation.parts)
    for around in (parts, parts[:2]):
        owner = operation
        while len(owner.parts) > len(around):
            owner = owner.parent
        if "parameters" in owner:
            for index, item in enumerate(owner / "parameters"):
                if item["name"] == name and item["in"] == "path":
                    return (*around, "parameters", index)
    return parts


def _kind(error: Any) -> str:
    name = type(error).__name__
    if name == "OpenAPIValidationError" and isinstance(error.validator, str):
        return f"meta:{error.validator}"
    if name == "OpenAPIValidationError" and error.message.startswith("Duplicate tag"):
        return "tag-twice"
    if name == "OpenAPIValidationError" and ("parent tag" in error.message or "tag hierarchy" in error.message):
        return "tag-parent"
    if name == "UnresolvableParameterError":
        match = _UNRESOLVED.fullmatch(error.message)
        return "placeholder" if match is not None and f"{{{match['name']}}}" in match["path"] else "parameter"
    if name == "ValidationError":
        return f"default:{error.validator}"
    return name
