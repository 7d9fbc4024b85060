"""Secrets: what is named as a password or a key is marked as one, so that no log, record or screen shows its value."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, arguments, label, listed
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.problems import Code, Severity
from connectors.signs import is_secret_name

__all__ = ["secret_arguments"]


def secret_arguments(package: Package) -> Iterator[Finding]:
    """A name proves nothing, so this is a note, and one for all of them."""
    found: dict[str, list[Operation]] = {}
    first = None
    known: dict[str, bool] = {}
    for operation in package.operations:
        for at, argument in arguments(operation):
            name = argument.name
            looks_secret = known.get(name)
            if looks_secret is None:
                looks_secret = known[name] = is_secret_name(name)
            if looks_secret and not argument.secret and _is_text(bytes(argument.schema)):
                found.setdefault(name, []).append(operation)
                first = first or (operation, at)
    if first is None:
        return
    words = [
        f"`{name}` ({label(users[0])}{f' and {len(users) - 1:,} more' if len(users) > 1 else ''})" for name, users in found.items()
    ]
    message = f"an argument that is called as a secret is marked as one, found unmarked: {listed(words)}"
    remedy = "set `secret: true` on what is one, in the overlay; a selector does it for many"
    yield Finding(Code.SECRET_UNMARKED, Severity.NOTE, message, remedy, Places(package).of(first[0], first[1]))


def _is_text(schema: bytes) -> bool:
    """Whether the value may be a text: `password: true` asks whether there is one, and is none."""
    return b'"type":' not in schema or b'"string"' in schema
