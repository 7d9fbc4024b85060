"""Optional idempotency keys: a call that may be repeated with a key may be repeated only when the key was sent."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, arguments, named
from connectors.model.operation import Idempotency, Operation
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["optional_keys"]


def optional_keys(package: Package) -> Iterator[Finding]:
    """Of a keyed call that is sent without its key nobody knows whether it may be sent again; one note for all of them."""
    found: list[tuple[Operation, str]] = []
    for operation in package.operations:
        if operation.idempotency is Idempotency.KEYED and operation.idempotency_key is not None:
            found += [
                (operation, at)
                for at, argument in arguments(operation)
                if argument.key == operation.idempotency_key and not argument.required
            ]
    if found:
        operation, at = found[0]
        operations = [each for each, _ in found]
        message = (
            f"a call that is repeatable by a key is only so when the key is sent, found the key optional in {named(operations)}"
        )
        remedy = "set `required: true` on the key in the overlay, or see to it that callers send it"
        yield Finding(
            Code.IDEMPOTENCY_KEY_OPTIONAL, Severity.NOTE, message, remedy, Places(package).of(operation, f"{at}/required")
        )
