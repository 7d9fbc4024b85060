"""Hidden characters: what people and agents read of a package holds nothing that only one of them sees."""

import re
from collections.abc import Iterator

import msgspec

from connectors import pointer
from connectors.check.finding import Finding
from connectors.check.places import CONNECTOR, SCHEMAS, Places, arguments, label, schema_texts
from connectors.hidden import HIDDEN, is_hidden
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["hidden_text"]

_spell = msgspec.json.Encoder().encode
_ESCAPED = re.compile(rb"\\(?:u00|[bf])")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "/": "/"}


def hidden_text(package: Package) -> Iterator[Finding]:
    """Zero-width and direction controls, tag characters, terminal escapes; first in the texts, then in the schemas.

    A description's prose was cleaned when it was read. What is left was authored, or is a name or a value that travels as it is.
    """
    card = package.connector
    texts = [("/title", card.title), ("/description", card.description)]
    texts += [(f"/auth/{index}/description", scheme.description) for index, scheme in enumerate(card.auth)]
    texts += [(f"/servers/{index}/description", server.description) for index, server in enumerate(card.servers)]
    for at, text in texts:
        if text is not None and is_hidden(text):
            yield _finding(f"`{at}` of the connector", text, Place(CONNECTOR, at), None)
    for notice in package.notices:
        if is_hidden(notice):
            yield _finding("a notice of the overlay", notice, Place(CONNECTOR), None)
    for name, schema in package.schemas.items():
        if (text := _hidden_in(bytes(schema))) is not None or is_hidden(name):
            shown = "".join(letter for letter in name if letter.isprintable())
            yield _finding(f"the schema `{shown}`", text or name, Place(SCHEMAS, pointer.join(("$defs", name))), None)
    places = Places(package)
    # What operations of a file say alike stands there once.
    seen: set[Place] = set()
    for operation in package.operations:
        # Most have nothing: one look at all that an operation says.
        if not _may_hide(_spell(operation)):
            continue
        for at, what, text in _found_in(operation):
            place = places.of(operation, at)
            if place not in seen:
                seen.add(place)
                yield _finding(f"{what} of {_label(operation)}", text, place, operation.identity)


def _found_in(operation: Operation) -> Iterator[tuple[str, str, str]]:
    for at, text in _texts(operation):
        if text is not None and is_hidden(text):
            yield at, f"`{at}`", text
    for at, schema in schema_texts(operation):
        if (hidden := _hidden_in(bytes(schema))) is not None:
            yield at, "a schema", hidden


def _finding(where: str, text: str, place: Place, identity: str | None) -> Finding:
    found = ", ".join(dict.fromkeys(f"U+{ord(letter):04X}" for letter in HIDDEN.findall(text)))
    message = f"a text holds no character that cannot be seen, found {found} in {where}"
    remedy = "write it without them in the overlay; if it is a name or value of the vendor's, ask what it is there for"
    return Finding(Code.HIDDEN_CHARACTERS, Severity.WARNING, message, remedy, place, identity)


def _label(operation: Operation) -> str:
    shown = label(operation)
    return HIDDEN.sub("", shown)


def _texts(operation: Operation) -> Iterator[tuple[str, str | None]]:
    yield "/path", operation.path
    yield "/summary", operation.summary
    yield "/description", operation.description
    for at, argument in arguments(operation):
        yield f"{at}/name", argument.name
        yield f"{at}/description", argument.description
    for index, answer in enumerate(operation.responses):
        yield f"/responses/{index}/description", answer.description
    for index, error in enumerate(operation.errors):
        yield f"/errors/{index}/description", error.description


def _may_hide(spelled: bytes) -> bool:
    """Whether JSON text may hold something hidden: as it stands, or as an escape."""
    if _ESCAPED.search(spelled) is not None:
        return True
    # JSON escapes every control character of ASCII but the last.
    return b"\x7f" in spelled if spelled.isascii() else is_hidden(spelled.decode("utf-8", "replace"))


def _hidden_in(schema: bytes) -> str | None:
    """The text of a schema when it holds something hidden."""
    if not _may_hide(schema):
        return None
    text = _unescaped(schema.decode("utf-8", "replace"))
    return text if is_hidden(text) else None


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else _SHORT.get(match[2], ""), text)
