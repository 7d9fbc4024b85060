"""Styles: how a value that is no JSON text is spelled in a path, a query, a header, a cookie, a form.

Source: OpenAPI 3.2, Style Values and Style Examples; RFC 6570 §3.2; OpenAPI 2.0, `collectionFormat`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from connectors.execute.percent import encode
from connectors.execute.refusal import Refusal
from connectors.execute.values import Argument, scalar_text
from connectors.model.operation import Parameter, Style

__all__ = ["PLAIN", "Pair", "Wire", "encoded_wire", "pairs_of", "segment_of", "value_of"]

Pair = tuple[str, str]

_MARK = {
    Style.SIMPLE: ",",
    Style.FORM: ",",
    Style.COOKIE: ",",
    Style.LABEL: ",",
    Style.MATRIX: ",",
    Style.SPACE_DELIMITED: " ",
    Style.PIPE_DELIMITED: "|",
    Style.TAB_DELIMITED: "\t",
}
_LEAVE_OUT = "leave the argument out, or give it a member"


@dataclass(frozen=True, slots=True)
class Wire:
    """How text is written in one place. `encode` is given a text and the characters that must not stand for themselves in it."""

    encode: Callable[[str, str], str]
    escapes: bool
    """Whether `encode` can hide a comma of a value from a reader that splits at commas."""


PLAIN = Wire(lambda text, _: text, escapes=False)
"""Headers, cookies, and parts of a multipart body: nothing is encoded."""


def encoded_wire(keep: str = "", *, triplets: bool = False) -> Wire:
    """Paths, queries and forms: percent-encoded but for the unreserved characters and `keep`."""
    return Wire(
        lambda text, marks: encode(text, "".join(letter for letter in keep if letter not in marks), triplets=triplets),
        escapes=True,
    )


def pairs_of(parameter: Parameter, value: Argument, wire: Wire, *, name: str | None = None) -> list[Pair]:
    """Spell a value as name and value pairs, both encoded: in a query, a form, a cookie, or as parts.

    A space, a bar or a tab between the items of a list is percent-encoded (`%20`, `%7C`, `%09`), for none of them may stand in a URL.
    """
    style = parameter.style or Style.FORM
    plain = parameter.name if name is None else name
    name = wire.encode(plain, "")
    if style in (Style.MATRIX, Style.LABEL):
        raise Refusal(f"the style `{style}` is defined in a path only", "correct the style in the overlay")
    if isinstance(value, list | tuple):
        if style is Style.DEEP_OBJECT:
            raise Refusal("the style `deepObject` takes an object, not a list", "give an object")
        if not value:
            return _empty(parameter, name)
        if parameter.explode:
            return [(name, _item(item, style, parameter.item_style, wire, alone=True)) for item in value]
        return [(name, _joined(value, style, parameter.item_style, wire))]
    if isinstance(value, dict):
        if not value:
            return _empty(parameter, name)
        if style is Style.DEEP_OBJECT:
            return [(_deep_name(plain, member, wire), _deep_value(member, item, wire)) for member, item in value.items()]
        if parameter.explode:
            return [
                (wire.encode(_text(member), ""), _member(member, item, style, wire, alone=True)) for member, item in value.items()
            ]
        return [(name, _mark(style, wire).join(_alternating(value, style, wire)))]
    if style is Style.DEEP_OBJECT:
        raise Refusal("the style `deepObject` takes an object", "give an object")
    # A single value in a style of lists is a list of one, and reads as two when it holds the delimiter.
    listed = style in (Style.SPACE_DELIMITED, Style.PIPE_DELIMITED, Style.TAB_DELIMITED)
    return [(name, _spelled(scalar_text(value), style, wire) if listed else wire.encode(scalar_text(value), ""))]


def segment_of(parameter: Parameter, value: Argument, wire: Wire, style: Style | None = None) -> str:
    """Spell a value inside a path. `style` is what an operator of the template says (`{;name}`), over the parameter's own."""
    style = style or parameter.style or Style.SIMPLE
    name = wire.encode(parameter.name, "")
    if style is Style.DEEP_OBJECT:
        raise Refusal("the style `deepObject` is defined in a query only", "correct the style in the overlay")
    if isinstance(value, list | tuple | dict) and not value:
        raise Refusal("an empty list or object has no spelling in a path (RFC 6570 §2.3)", "give it a member")
    if style is Style.MATRIX:
        return _matrix(parameter, name, value, wire)
    if style is Style.LABEL:
        return _label(parameter, value, wire)
    return value_of(parameter, value, wire, style)


def value_of(parameter: Parameter, value: Argument, wire: Wire, style: Style | None = None) -> str:
    """Spell a value alone, without its name: the style `simple`, and Swagger's list formats in a path or a header."""
    style = style or parameter.style or Style.SIMPLE
    if isinstance(value, list | tuple):
        if not value:
            raise Refusal("an empty list sends nothing (RFC 6570 §2.3)", _LEAVE_OUT)
        if parameter.explode and style is Style.FORM:
            raise Refusal("the collection format `multi` is defined in a query and a form only", "correct it in the overlay")
        return _joined(value, style, parameter.item_style, wire)
    if isinstance(value, dict):
        if not value:
            raise Refusal("an empty object sends nothing (RFC 6570 §2.3)", _LEAVE_OUT)
        if parameter.explode:
            parts = [
                f"{_spelled(_text(member), style, wire, also='=')}={_member(member, item, style, wire, also='=')}"
                for member, item in value.items()
            ]
            return _mark(style, wire).join(parts)
        return _mark(style, wire).join(_alternating(value, style, wire))
    return wire.encode(scalar_text(value), "")


def _matrix(parameter: Parameter, name: str, value: Argument, wire: Wire) -> str:
    def one(name: str, text: str) -> str:
        return f";{name}={text}" if text else f";{name}"

    if isinstance(value, list | tuple):
        if parameter.explode:
            return "".join(one(name, _item(item, Style.MATRIX, None, wire)) for item in value)
        return one(name, _joined(value, Style.MATRIX, parameter.item_style, wire))
    if isinstance(value, dict):
        if parameter.explode:
            return "".join(
                one(_spelled(_text(member), Style.MATRIX, wire), _member(member, item, Style.MATRIX, wire))
                for member, item in value.items()
            )
        return one(name, ",".join(_alternating(value, Style.MATRIX, wire)))
    return one(name, _spelled(scalar_text(value), Style.MATRIX, wire))


def _label(parameter: Parameter, value: Argument, wire: Wire) -> str:
    def undotted(text: str) -> str:
        # A dot is unreserved: encoded or not, a reader takes it for the delimiter.
        if "." in text:
            raise Refusal("a value with a dot cannot be told from two in the style `label`", "give values without dots")
        return text

    if isinstance(value, list | tuple):
        if parameter.explode:
            return "".join("." + undotted(_item(item, Style.LABEL, None, wire)) for item in value)
        return "." + _joined(value, Style.LABEL, parameter.item_style, wire)
    if isinstance(value, dict):
        if parameter.explode:
            return "".join(
                f".{undotted(_spelled(_text(member), Style.LABEL, wire))}={undotted(_member(member, item, Style.LABEL, wire))}"
                for member, item in value.items()
            )
        return "." + ",".join(_alternating(value, Style.LABEL, wire))
    return "." + _spelled(scalar_text(value), Style.LABEL, wire)


def _mark(style: Style, wire: Wire) -> str:
    """The delimiter as it is written: a comma stands for itself everywhere, the others where nothing is encoded."""
    mark = _MARK[style]
    return mark if mark == "," or not wire.escapes else encode(mark)


def _joined(items: Iterable[Argument], style: Style, item_style: Style | None, wire: Wire) -> str:
    return _mark(style, wire).join(_item(item, style, item_style, wire) for item in items)


def _item(item: Argument, style: Style, item_style: Style | None, wire: Wire, *, alone: bool = False) -> str:
    """One item of a list. `alone` is an item with a pair of its own, beside which no delimiter stands."""
    if isinstance(item, list | tuple):
        if item_style is None:
            raise Refusal(f"a list inside a list has no spelling in the style `{style}`", "give a list of single values")
        if not item:
            raise Refusal("an empty list inside a list sends nothing", "leave the inner list out")
        if not alone and _MARK[item_style] == _MARK[style]:
            raise Refusal("a list inside a list has the delimiter of the outer one", "give one inner item, or correct the style")
        return _joined(item, item_style, None, wire)
    if isinstance(item, dict):
        raise Refusal(f"an object inside a list has no spelling in the style `{style}`", "give a list of single values")
    return wire.encode(scalar_text(item), ",") if alone else _spelled(scalar_text(item), style, wire)


def _alternating(value: Mapping[str, Argument], style: Style, wire: Wire) -> list[str]:
    """Members as `R,100,G,200`."""
    return [
        text
        for member, item in value.items()
        for text in (_spelled(_text(member), style, wire), _member(member, item, style, wire))
    ]


def _member(member: str, item: Argument, style: Style, wire: Wire, *, also: str = "", alone: bool = False) -> str:
    if isinstance(item, list | tuple | dict):
        raise Refusal(
            f"the member `{member}` is nested, and the style `{style}` is defined for one level only",
            "give single values as members",
        )
    try:
        text = scalar_text(item)
    except Refusal as refusal:
        raise Refusal(f"the member `{member}`: {refusal.reason}", refusal.remedy) from refusal
    return wire.encode(text, ",") if alone else _spelled(text, style, wire, also=also)


def _spelled(text: str, style: Style, wire: Wire, *, also: str = "") -> str:
    """Text beside delimiters, such that a reader finds as many values as were given."""
    mark = _MARK[style]
    for letter in mark + also:
        # Encoded, a space, a bar and a tab are the delimiters themselves (OpenAPI 3.1.1, Appendix E).
        if letter in text and (not wire.escapes or letter in " |\t"):
            shown = {" ": "a space", "\t": "a tab"}.get(letter, f"`{letter}`")
            raise Refusal(
                f"a value with {shown} in it cannot be told from two in the style `{style}`", f"give values without {shown}"
            )
    return wire.encode(text, ",;=")


def _text(member: str) -> str:
    if not isinstance(member, str):
        raise Refusal("the key of an object is not a text", "give texts as keys")
    return scalar_text(member)


def _deep_name(name: str, member: str, wire: Wire) -> str:
    if "[" in _text(member) or "]" in member:
        raise Refusal(f"the member `{member}` holds a bracket, which `deepObject` gives a meaning", "rename the member")
    return wire.encode(f"{name}[{member}]", "")


def _deep_value(member: str, item: Argument, wire: Wire) -> str:
    return _member(member, item, Style.DEEP_OBJECT, wire, alone=True)


def _empty(parameter: Parameter, name: str) -> list[Pair]:
    if parameter.allow_empty:
        return [(name, "")]
    raise Refusal("an empty list or object sends nothing (RFC 6570 §2.3)", _LEAVE_OUT)
