"""`source.yaml`: written once with comments a person can use, read strictly ever after."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from connectors import pointer
from connectors.model.connector import SCHEMA_VERSION
from connectors.model.source import Source
from connectors.problems import Code, OverlayError, PackageError, Problem, Severity, SourceLocation, nearest
from connectors.rights import expression
from connectors.rights.one_line import one_line

__all__ = ["read_source", "scaffold"]

_ID = re.compile(r"[a-z][a-z0-9_]{0,31}")

_LARGEST = 256 * 1024
_BRACKETS = 1_000

_Value: TypeAlias = str | int | bool | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class _Key:
    """One key of the file: how its value is checked, and what the scaffold says of it."""

    check: "Callable[[_Reader, Any, str], _Value]"
    default: _Value
    comment: str | None = None
    always: bool = True
    """False where the scaffold leaves the key out while it has its default."""


def scaffold(source: Source) -> bytes:
    """Spell a new `source.yaml`: UTF-8, YAML 1.2, a comment above each fact; reading it back gives `source`."""
    lines = [
        "# Where the description of this connector comes from, and under which terms its package may travel.",
        "# `connectors gen` wrote this file once; from now on it is yours, and never rewritten.",
    ]
    for name, key in _KEYS.items():
        value = getattr(source, name)
        if value == key.default and not key.always:
            continue
        if key.comment:
            lines += ["", f"# {key.comment}"]
        lines.append(f"{name}:{_spelled(value)}")
        if name == "description" and value is None:
            lines[-1] += "  # add it, and `connectors gen` needs no SPEC"
    return ("\n".join(lines) + "\n").encode()


def read_source(data: bytes, shown_as: str) -> Source:
    """Read a `source.yaml` strictly. `shown_as` is what people call the file.

    Raises OverlayError with every fault and its line and column, PackageError (exit status 2) for a newer format.
    """
    reader = _Reader(shown_as)
    root = reader.parse(data)
    found: dict[str, _Value] = {}
    if root is not None:
        members = list(reader.members(root))
        _refuse_newer(members, reader)
        seen: dict[str, Any] = {}
        for name, key_node, value_node in members:
            if name in seen:
                message = f"`{name}` stands twice, first on line {seen[name].start_mark.line + 1}"
                reader.fault(key_node, name, message, "keep one of the two", Code.DUPLICATE_KEY)
                continue
            seen[name] = key_node
            key = _KEYS.get(name)
            if key is None:
                meant = nearest(name, _KEYS)
                remedy = f"write `{meant}`" if meant else f"use one of {', '.join(f'`{known}`' for known in _KEYS)}"
                reader.fault(key_node, name, f"`source.yaml` has no key `{_shown(name)}`", remedy)
                continue
            found[name] = key.check(reader, value_node, name)
        for name in ("schema_version", "connector"):
            if name not in seen:
                reader.fault(root, "", f"`{name}` is missing", f"add `{name}:` {_MISSING[name]}")
    if reader.problems:
        raise OverlayError(reader.problems)
    # Every key was checked above for the type that its field has.
    fields: Mapping[str, Any] = found
    return Source(**fields)


_MISSING = {"schema_version": f"{SCHEMA_VERSION}", "connector": "and the connector's id"}


def _refuse_newer(members: "list[tuple[str, Any, Any]]", reader: "_Reader") -> None:
    for name, _, value in members:
        if name != "schema_version" or value.tag != "tag:yaml.org,2002:int":
            continue
        version = _integer(value.value)
        if version is not None and version > SCHEMA_VERSION:
            message = f"`source.yaml` has format {SCHEMA_VERSION} at most, found {version}"
            where = reader.place(value, name)
            problem = Problem(where, Severity.ERROR, Code.PACKAGE_FORMAT_NEWER, message, "upgrade connectors")
            raise PackageError([problem], exit_status=2)


class _Reader:
    """The nodes of a YAML text with their places, and the faults found so far."""

    def __init__(self, shown_as: str) -> None:
        self.shown_as = shown_as
        self.problems: list[Problem] = []

    def parse(self, data: bytes) -> Any:
        """The root node, or None after a fault that leaves nothing to judge."""
        from ruamel.yaml import YAML
        from ruamel.yaml.error import MarkedYAMLError, YAMLError
        from ruamel.yaml.reader import ReaderError

        try:
            text = data.decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            self._fault_at(
                data.count(b"\n", 0, error.start) + 1, None, "", "`source.yaml` is not UTF-8", "save it as UTF-8", Code.ENCODING
            )
            return None
        # The YAML library needs seconds for what these two refuse, and no honest file is near them.
        if len(data) > _LARGEST:
            message = f"`source.yaml` has at most {_LARGEST} bytes, found {len(data)}"
            self._fault_at(None, None, "", message, "keep the facts, and nothing else", Code.DOCUMENT_TOO_LARGE)
            return None
        if (brackets := text.count("[") + text.count("{")) > _BRACKETS:
            message = f"`source.yaml` has at most {_BRACKETS} brackets, found {brackets}"
            self._fault_at(None, None, "", message, "write lists as one `- text` a line", Code.DOCUMENT_TOO_DEEP)
            return None
        remedy = "correct the YAML; a text with special characters stands in double quotes"
        try:
            root = YAML(pure=True).compose(text)
        except ReaderError as error:
            place = _line_and_column(text, error.position)
            message = f"the character U+{ord(text[error.position]):04X} may not stand in YAML"
            self._fault_at(*place, "", message, "remove it, or write it as an escape in double quotes", Code.YAML_SYNTAX)
            return None
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            line = mark.line + 1 if mark else None
            column = mark.column + 1 if mark else None
            self._fault_at(line, column, "", f"the YAML cannot be read: {error.problem or error.context}", remedy, Code.YAML_SYNTAX)
            return None
        except (YAMLError, ValueError) as error:
            self._fault_at(None, None, "", f"the YAML cannot be read: {error}", remedy, Code.YAML_SYNTAX)
            return None
        except RecursionError:
            self._fault_at(None, None, "", "the YAML is nested too deep", "write plain keys and values", Code.DOCUMENT_TOO_DEEP)
            return None
        if root is None or root.tag != "tag:yaml.org,2002:map":
            message = f"a mapping of keys is wanted, found {_kind(root)}"
            self._fault_at(1, 1, "", message, "write one key a line, beginning with `schema_version: 1`")
            return None
        return root

    def members(self, root: Any) -> Iterator[tuple[str, Any, Any]]:
        """Name, node of the name and node of the value of each member."""
        for key_node, value_node in root.value:
            if key_node.tag != "tag:yaml.org,2002:str":
                self.fault(key_node, "", f"a key is text, found {_kind(key_node)}", "write one of the known keys")
                continue
            yield key_node.value, key_node, value_node

    def place(self, node: Any, *tokens: str | int) -> SourceLocation:
        """Where a node stands."""
        where = pointer.join(token for token in tokens if token != "")
        return SourceLocation(self.shown_as, node.start_mark.line + 1, node.start_mark.column + 1, where)

    def fault(self, node: Any, name: str, message: str, remedy: str, code: Code = Code.SOURCE_FILE) -> None:
        """Note a mistake at a node."""
        self.problems.append(Problem(self.place(node, name), Severity.ERROR, code, message, remedy))

    def _fault_at(
        self, line: int | None, column: int | None, where: str, message: str, remedy: str, code: Code = Code.SOURCE_FILE
    ) -> None:
        self.problems.append(Problem(SourceLocation(self.shown_as, line, column, where), Severity.ERROR, code, message, remedy))


def _version(reader: _Reader, node: Any, name: str) -> int:
    version = _integer(node.value) if node.tag == "tag:yaml.org,2002:int" else None
    if version != SCHEMA_VERSION:
        reader.fault(node, name, f"`{name}` is {SCHEMA_VERSION}, found {_kind(node)}", f"write `{name}: {SCHEMA_VERSION}`")
    return SCHEMA_VERSION


def _id(reader: _Reader, node: Any, name: str) -> str:
    text = _text(reader, node, name)
    if text is not None and not _ID.fullmatch(text):
        message = f"a connector id is a lower-case letter and up to 31 letters, digits or `_`, found `{_shown(text)}`"
        reader.fault(node, name, message, "write the id that the package has", Code.ID_MALFORMED)
    elif text is None and node.tag == "tag:yaml.org,2002:null":
        reader.fault(node, name, f"`{name}` is text, found nothing", "write the id that the package has")
    return text or ""


def _text(reader: _Reader, node: Any, name: str) -> str | None:
    if node.tag == "tag:yaml.org,2002:null":
        return None
    if node.tag != "tag:yaml.org,2002:str":
        remedy = f'write it in quotes: `"{_shown(node.value)}"`' if isinstance(node.value, str) else "write one text"
        reader.fault(node, name, f"`{name}` is text, found {_kind(node)}", remedy)
        return None
    return str(node.value)


def _license(reader: _Reader, node: Any, name: str) -> str | None:
    text = _text(reader, node, name)
    if text is not None:
        try:
            expression.parse(text, where=reader.place(node, name))
        except OverlayError as error:
            reader.problems.extend(error.problems)
    return text


def _flag(reader: _Reader, node: Any, name: str) -> bool:
    if node.tag != "tag:yaml.org,2002:bool":
        reader.fault(node, name, f"`{name}` is `true` or `false`, found {_kind(node)}", "write `true` or `false`, without quotes")
        return False
    return str(node.value).lower() == "true"


def _texts(reader: _Reader, node: Any, name: str) -> tuple[str, ...]:
    if node.tag != "tag:yaml.org,2002:seq":
        reader.fault(
            node, name, f"`{name}` is a list of texts, found {_kind(node)}", f"write `{name}: []`, or one `- text` a line below it"
        )
        return ()
    texts = []
    for index, item in enumerate(node.value):
        if item.tag != "tag:yaml.org,2002:str":
            problem_place = reader.place(item, name, index)
            message = f"`{name}` is a list of texts, found {_kind(item)} in it"
            reader.problems.append(Problem(problem_place, Severity.ERROR, Code.SOURCE_FILE, message, "write it in quotes"))
        else:
            texts.append(str(item.value))
    return tuple(texts)


def _one_of(*allowed: str) -> Callable[[_Reader, Any, str], str]:
    def check(reader: _Reader, node: Any, name: str) -> str:
        if node.tag != "tag:yaml.org,2002:str" or node.value not in allowed:
            meant = nearest(node.value, allowed) if isinstance(node.value, str) else None
            wanted = " or ".join(f"`{value}`" for value in allowed)
            reader.fault(node, name, f"`{name}` is {wanted}, found {_kind(node)}", f"write `{meant or allowed[0]}`")
            return allowed[0]
        return str(node.value)

    return check


_KEYS = {
    "schema_version": _Key(_version, None),
    "connector": _Key(_id, None),
    "description": _Key(_text, None, "The description: a path relative to this file, or a URL."),
    "url": _Key(_text, None, "Where the vendor publishes it; recorded for readers, never fetched."),
    "license": _Key(_license, None, "SPDX license expression of the description, such as MIT; null while none is stated."),
    "copyright": _Key(_texts, (), "Copyright lines as the vendor states them, one text each."),
    "attribution": _Key(_text, None, "What NOTICE has to say beyond these facts."),
    "redistributable": _Key(_flag, False, "Whether the package may be passed on, and the right that is relied on, in a sentence."),
    "rights": _Key(_text, None),
    "generated_by": _Key(_one_of("operator", "service"), "operator", "Who generates: operator or service.", always=False),
    "prose": _Key(_one_of("keep", "omit"), "keep", "Whether the vendor's sentences are kept: keep or omit.", always=False),
    "self_hosted": _Key(_flag, False, "Whether every operator has an address of their own.", always=False),
    "include": _Key(_texts, (), "Operations to emit, of all there are.", always=False),
    "exclude": _Key(_texts, (), "Operations to leave out.", always=False),
    "allow_origin": _Key(_texts, (), "Further origins that references may lead to.", always=False),
}


_PLAIN = re.compile(r"[A-Za-z_/][A-Za-z0-9_/.+-]*(?: [A-Za-z0-9_/.+-]+)*|https?://[A-Za-z0-9_/.+-]+")
_NOT_TEXT = re.compile(r"(?:null|true|false|yes|no|on|off|y|n)", re.IGNORECASE)


def _spelled(value: _Value) -> str:
    """What stands after a key and its colon."""
    if value is None:
        return " null"
    if isinstance(value, bool):
        return " true" if value else " false"
    if isinstance(value, int):
        return f" {value}"
    if isinstance(value, str):
        return f" {_quoted(value)}"
    return "".join(f"\n  - {_quoted(item)}" for item in value) if value else " []"


def _quoted(text: str) -> str:
    if _PLAIN.fullmatch(text) and not _NOT_TEXT.fullmatch(text):
        return text
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    """Source: YAML 1.2.2 §5.7. What cannot be seen is written as an escape."""
    if character in '"\\':
        return "\\" + character
    return "\\n" if character == "\n" else one_line(character)


def _integer(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def _line_and_column(text: str, position: int) -> tuple[int, int]:
    before = text[:position]
    return before.count("\n") + 1, position - (before.rfind("\n") + 1) + 1


def _kind(node: Any) -> str:
    """What a node is, in words, its value in backticks where it is short."""
    if node is None:
        return "an empty file"
    name = {
        "tag:yaml.org,2002:map": "a mapping",
        "tag:yaml.org,2002:seq": "a list",
        "tag:yaml.org,2002:null": "nothing",
        "tag:yaml.org,2002:int": "the number",
        "tag:yaml.org,2002:float": "the number",
        "tag:yaml.org,2002:bool": "the truth value",
        "tag:yaml.org,2002:timestamp": "the date",
        "tag:yaml.org,2002:str": "the text",
    }.get(node.tag, f"a value tagged `{_shown(str(node.tag))}`")
    return f"{name} `{_shown(node.value)}`" if isinstance(node.value, str) and node.tag != "tag:yaml.org,2002:null" else name


def _shown(text: str) -> str:
    shown = one_line(text)
    return shown if len(shown) <= 60 else shown[:57] + "..."
