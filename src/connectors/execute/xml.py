"""XML bodies, by the `xml` hints of a schema. Source: OpenAPI 3.1, XML Object."""

import re
from collections.abc import Iterable

from connectors.canonical import Json
from connectors.execute.refusal import Refusal
from connectors.execute.schemas import Schema, Schemas, reference_name
from connectors.execute.values import Argument, scalar_text

__all__ = ["document"]

_NAME = re.compile(r"[A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff][\w.\-\u00b7]*")
# XML 1.0 §2.2: what no document may hold, escaped or not.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_ATTRIBUTE = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;", "\t": "&#9;"})


def document(schema: Schema, value: Argument, schemas: Schemas) -> str:
    """Write a value as an XML document. The root is called as `xml.name` says, else as the schema is.

    Refused where neither gives a name: then nobody has said how the value is XML.
    """
    name = _hint(schema, schemas, "name") or _component(schema)
    if name is None:
        raise Refusal(
            "the schema does not say how the value is written as XML: it has no `xml.name`", "give the XML itself as a text"
        )
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + _element(name, schema, value, schemas)


def _element(name: str, schema: Schema, value: Argument, schemas: Schemas) -> str:
    attributes: list[tuple[str, str]] = []
    namespace, prefix = _hint(schema, schemas, "namespace"), _hint(schema, schemas, "prefix")
    tag = f"{_checked(prefix)}:{_checked(name)}" if prefix else _checked(name)
    if namespace is not None:
        attributes.append((f"xmlns:{prefix}" if prefix else "xmlns", namespace))
    children: list[str] = []
    if isinstance(value, dict):
        for member, item in value.items():
            inner = schemas.member(schema, member)
            own = _hint(inner, schemas, "name") or member
            if _flag(inner, schemas, "attribute"):
                inner_prefix = _hint(inner, schemas, "prefix")
                inner_namespace = _hint(inner, schemas, "namespace")
                if inner_prefix and inner_namespace and (f"xmlns:{inner_prefix}", inner_namespace) not in attributes:
                    attributes.append((f"xmlns:{_checked(inner_prefix)}", inner_namespace))
                label = f"{_checked(inner_prefix)}:{_checked(own)}" if inner_prefix else _checked(own)
                attributes.append((label, _legal(_scalar(member, item))))
            else:
                children += _member(member, own, inner, item, schemas)
    elif isinstance(value, list | tuple):
        items = schemas.items(schema)
        children = [_element(_hint(items, schemas, "name") or name, items, item, schemas) for item in value]
    else:
        children = [_legal(_scalar(name, value)).translate(_TEXT)]
    labels = [label for label, _ in attributes]
    if len(set(labels)) != len(labels):
        raise Refusal(f"two attributes of `{name}` have one name", "correct the schema's `xml` hints")
    head = tag + "".join(f' {label}="{text.translate(_ATTRIBUTE)}"' for label, text in attributes)
    body = "".join(children)
    return f"<{head}>{body}</{tag}>" if body else f"<{head}/>"


def _member(member: str, name: str, schema: Schema, value: Argument, schemas: Schemas) -> Iterable[str]:
    """A member that is no attribute. An array is repeated elements, inside one of its own where it is `wrapped`."""
    if not isinstance(value, list | tuple):
        return [_element(name, schema, value, schemas)]
    if _flag(schema, schemas, "wrapped"):
        return [_element(name, schema, value, schemas)]
    items = schemas.items(schema)
    # The name of an array that is not wrapped has no effect: its items are called as they are, or as the member is.
    return [_element(_hint(items, schemas, "name") or member, items, item, schemas) for item in value]


def _scalar(name: str, value: Argument) -> str:
    if isinstance(value, list | tuple | dict):
        raise Refusal(f"`{name}` is nested where XML takes one value", "give a text, a number or a boolean")
    return scalar_text(value)


def _legal(text: str) -> str:
    if _ILLEGAL.search(text):
        raise Refusal("a text holds a control character that XML has no place for", "give it without")
    return text


def _checked(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise Refusal(f"`{name}` is no name of XML", "give the XML itself as a text")
    return name


def _xml(schema: Schema, schemas: Schemas) -> Iterable[dict[str, Json]]:
    for facet in schemas.facets(schema):
        hints = facet.get("xml")
        if type(hints) is dict:
            yield hints


def _hint(schema: Schema, schemas: Schemas, key: str) -> str | None:
    return next((str(hints[key]) for hints in _xml(schema, schemas) if type(hints.get(key)) is str), None)


def _flag(schema: Schema, schemas: Schemas, key: str) -> bool:
    # OpenAPI 3.2 says `nodeType` where earlier versions say `attribute` and `wrapped`.
    node = _hint(schema, schemas, "nodeType")
    if node is not None:
        return node == ("attribute" if key == "attribute" else "element")
    return any(hints.get(key) is True for hints in _xml(schema, schemas))


def _component(schema: Schema) -> str | None:
    """OpenAPI 3.1, XML Object: the element of a component is called as the component."""
    if type(schema) is dict and type(schema.get("$ref")) is str:
        return reference_name(str(schema["$ref"]))
    return None
