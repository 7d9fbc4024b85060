"""Spells once what several operations of a resource say alike, and puts it back where it is used."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Generic, TypeVar

import msgspec

from connectors import canonical
from connectors.model.operation import Basis, Body, ErrorResponse, Operation, Parameter, Response, Undeclared
from connectors.model.stored import Shared, StoredBody, StoredOperation

__all__ = ["fold", "unfold", "unknown_names"]

_Item = TypeVar("_Item", Parameter, Response, ErrorResponse)

_OPERATION = Operation.__struct_fields__
_BODY = Body.__struct_fields__
_operation_values = attrgetter(*_OPERATION)
_body_values = attrgetter(*_BODY)
_PARAMETERS, _BODY_OF, _RESPONSES, _ERRORS, _SECURITY, _BASIS = map(
    _OPERATION.index, ("parameters", "body", "responses", "errors", "security", "basis")
)
_FIELDS = _BODY.index("fields")
_UNDECLARED = Undeclared()
_STANDARD = dict.fromkeys(("consequence", "effect", "idempotency"), Basis.STANDARD)
"""The basis that almost every operation has: a file leaves it out."""


def fold(operations: Iterable[Operation]) -> tuple[Shared, tuple[StoredOperation, ...]]:
    """Operations as their file holds them, in the order given. The same operations in the same order fold alike."""
    operations = tuple(operations)
    parameters = _Commonest(_parameter_name, (item for operation in operations for item in _arguments(operation)))
    responses = _Commonest(_status, (item for operation in operations for item in operation.responses))
    errors = _Commonest(_status, (item for operation in operations for item in operation.errors))

    def stored(operation: Operation) -> StoredOperation:
        values = list(_operation_values(operation))
        values[_PARAMETERS] = parameters.named(operation.parameters)
        values[_RESPONSES] = responses.named(operation.responses)
        values[_ERRORS] = errors.named(operation.errors)
        if (body := operation.body) is not None:
            members = list(_body_values(body))
            members[_FIELDS] = None if body.fields is None else parameters.named(body.fields)
            values[_BODY_OF] = StoredBody(*members)
        if isinstance(operation.security, Undeclared):
            values[_SECURITY] = msgspec.UNSET
        if operation.basis == _STANDARD:
            values[_BASIS] = msgspec.UNSET
        return StoredOperation(*values)

    folded = tuple(map(stored, operations))
    return Shared(parameters=parameters.shared, responses=responses.shared, errors=errors.shared), folded


def unfold(shared: Shared, operations: Iterable[StoredOperation]) -> tuple[Operation, ...]:
    """Undo `fold`. Every name has to be one of `shared`: see `unknown_names`."""

    def whole(operation: StoredOperation) -> Operation:
        values = list(_operation_values(operation))
        values[_PARAMETERS] = _in_place(operation.parameters, shared.parameters)
        values[_RESPONSES] = _in_place(operation.responses, shared.responses)
        values[_ERRORS] = _in_place(operation.errors, shared.errors)
        if (body := operation.body) is not None:
            members = list(_body_values(body))
            members[_FIELDS] = None if body.fields is None else _in_place(body.fields, shared.parameters)
            values[_BODY_OF] = Body(*members)
        if operation.security is msgspec.UNSET:
            values[_SECURITY] = _UNDECLARED
        if operation.basis is msgspec.UNSET:
            values[_BASIS] = dict(_STANDARD)
        return Operation(*values)

    return tuple(map(whole, operations))


def unknown_names(shared: Shared, operations: Iterable[StoredOperation]) -> Iterator[tuple[str, str]]:
    """Pointer and name of everything in a file that is said to be shared and is not."""
    for index, operation in enumerate(operations):
        lists: tuple[tuple[str, Iterable[object], Mapping[str, object]], ...] = (
            ("parameters", operation.parameters, shared.parameters),
            ("body/fields", (operation.body.fields if operation.body else None) or (), shared.parameters),
            ("responses", operation.responses, shared.responses),
            ("errors", operation.errors, shared.errors),
        )
        for where, items, known in lists:
            for position, item in enumerate(items):
                if isinstance(item, str) and item not in known:
                    yield f"/operations/{index}/{where}/{position}", item


class _Commonest(Generic[_Item]):
    """For every name that some items would have, the item that stands there most often, the first of equals; none that stands once."""

    def __init__(self, name_of: Callable[[_Item], str], items: Iterable[_Item]) -> None:
        # Derivation and loader give one value to all who share it, so many items are known by what they are, without being spelled.
        texts: dict[int, bytes] = {}
        counts: dict[bytes, int] = {}
        values: dict[bytes, _Item] = {}
        for item in items:
            text = texts.get(id(item))
            if text is None:
                text = texts[id(item)] = canonical.compact_value(item)
                values.setdefault(text, item)
            counts[text] = counts.get(text, 0) + 1
        commonest: dict[str, bytes] = {}
        for text, item in values.items():
            if counts[text] > 1 and counts[text] > counts.get(commonest.get(name := name_of(item), b""), 0):
                commonest[name] = text
        names = {text: name for name, text in commonest.items()}
        self.shared: dict[str, _Item] = {name: values[text] for name, text in commonest.items()}
        self._names = {item: names[text] for item, text in texts.items() if text in names}
        """By the identity of an item, which the operations hold for as long as this lives."""

    def named(self, items: Iterable[_Item]) -> tuple[_Item | str, ...]:
        """Items, or the names of those that are shared."""
        return tuple([self._names.get(id(item), item) for item in items])


def _arguments(operation: Operation) -> Iterator[Parameter]:
    yield from operation.parameters
    if operation.body is not None:
        yield from operation.body.fields or ()


def _parameter_name(parameter: Parameter) -> str:
    return f"{parameter.location.value} {parameter.name}"


def _status(answer: Response | ErrorResponse) -> str:
    return answer.status


def _in_place(items: tuple[_Item | str, ...], shared: Mapping[str, _Item]) -> tuple[_Item, ...]:
    return tuple([shared[item] if isinstance(item, str) else item for item in items])
