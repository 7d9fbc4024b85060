"""One operation of a raw description as a whole OpenAPI 3 document of its own, made without the program's help."""

import copy
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

SERVER = "https://oracle.example"
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


class UntoldError(Exception):
    """The operation cannot be told as such a document."""


def looked_up(tree: Any, reference: str) -> Any:
    """The node behind `#/...`."""
    if not reference.startswith("#/"):
        raise UntoldError(reference)
    for token in reference[2:].split("/"):
        key = unquote(token).replace("~1", "/").replace("~0", "~")
        try:
            tree = tree[int(key)] if isinstance(tree, list) else tree[key]
        except (KeyError, IndexError, ValueError, TypeError):
            raise UntoldError(reference) from None
    return tree


def followed(tree: Any, node: Any) -> Any:
    """The node itself, behind any references."""
    for _ in range(20):
        if not (isinstance(node, dict) and isinstance(node.get("$ref"), str)):
            return node
        node = looked_up(tree, node["$ref"])
    raise UntoldError("a cycle")


def twin(tree: dict[str, Any], path: str, method: str) -> dict[str, Any]:
    """The document; in it the operation stands alone, below one server, without credentials and answers."""
    item = followed(tree, tree["paths"][path])
    operation = followed(tree, item[method.lower()])
    told = _swagger(tree, item, operation) if "swagger" in tree else _openapi(tree, item, operation)
    version = "3.0.3" if "swagger" in tree else str(tree["openapi"])
    # A placeholder in the query of a path is known to no reader; it is seen by the expansion alone.
    plain = path.partition("?")[0]
    told["parameters"] = [each for each in told["parameters"] if each["in"] != "path" or f"{{{each['name']}}}" in plain]
    document: dict[str, Any] = {
        "openapi": version,
        "info": {"title": "t", "version": "1"},
        "servers": [{"url": SERVER}],
        "paths": {
            path.partition("?")[0].partition("#")[0]: {method.lower(): {**told, "responses": {"default": {"description": "d"}}}}
        },
    }
    for media, content in told.get("requestBody", {}).get("content", {}).items():
        if media.startswith("multipart/"):
            _as_texts(content.get("schema", {}))
    document["components"] = {"schemas": _reached(tree, document)}
    return document


def _as_texts(schema: dict[str, Any]) -> None:
    """Parts of a multipart body stay text in openapi-core, see the table of differences: numbers and switches are told as texts."""
    for member in schema.get("properties", {}).values():
        for part in (member, member.get("items", {})):
            if part.get("type") in ("integer", "number", "boolean"):
                for word in list(part):
                    del part[word]
                part["type"] = "string"


def _parameters(tree: Any, item: dict[str, Any], operation: dict[str, Any]) -> list[dict[str, Any]]:
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for node in (*item.get("parameters", ()), *operation.get("parameters", ())):
        parameter = followed(tree, node)
        found[parameter["in"], parameter["name"]] = parameter
    return list(found.values())


def _openapi(tree: Any, item: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    ignored = ("accept", "content-type", "authorization")
    parameters = [
        {key: value for key, value in each.items() if key not in ("description", "example", "examples")}
        for each in _parameters(tree, item, operation)
        if each["in"] != "header" or each["name"].lower() not in ignored
    ]
    told: dict[str, Any] = {"parameters": copy.deepcopy(parameters)}
    if "requestBody" in operation:
        told["requestBody"] = copy.deepcopy(followed(tree, operation["requestBody"]))
        for media in told["requestBody"].get("content", {}).values():
            media.pop("examples", None)
            media.pop("example", None)
    return told


_STYLES = {"csv": (None, False), "multi": ("form", True), "ssv": ("spaceDelimited", False), "pipes": ("pipeDelimited", False)}
_OWN = ("name", "in", "required", "description", "collectionFormat", "allowEmptyValue", "schema")


def _swagger(tree: Any, item: dict[str, Any], operation: dict[str, Any]) -> dict[str, Any]:
    """Swagger 2.0, Parameter Object, in the words of 3.0."""
    consumes = operation.get("consumes", tree.get("consumes")) or []
    told: dict[str, Any] = {"parameters": []}
    fields: dict[str, Any] = {}
    required: list[str] = []
    encoding: dict[str, Any] = {}
    for each in _parameters(tree, item, operation):
        if each["in"] == "body":
            types = consumes or ["application/json"]
            content = {name: {"schema": copy.deepcopy(each.get("schema", {}))} for name in types}
            told["requestBody"] = {"required": each.get("required", False), "content": content}
            continue
        schema = _plain_schema(each)
        if each["in"] == "formData":
            fields[each["name"]] = schema
            required += [each["name"]] if each.get("required") else []
            if schema.get("type") == "array":
                style, explode = _style(each)
                encoding[each["name"]] = {"style": style or "form", "explode": explode}
            continue
        parameter = {"name": each["name"], "in": each["in"], "required": each.get("required", False), "schema": schema}
        if schema.get("type") == "array":
            style, parameter["explode"] = _style(each)
            if style is not None:
                parameter["style"] = style
        told["parameters"].append(parameter)
    if fields:
        files = any(schema.get("format") == "binary" for schema in fields.values())
        types = [name for name in consumes if name in ("multipart/form-data", "application/x-www-form-urlencoded")]
        types = types or ["multipart/form-data" if files else "application/x-www-form-urlencoded"]
        schema = {"type": "object", "properties": fields, **({"required": required} if required else {})}
        told["requestBody"] = {
            "required": bool(required),
            "content": {
                name: {"schema": schema, **({"encoding": encoding} if encoding and name.endswith("urlencoded") else {})}
                for name in types
            },
        }
    return told


def _style(parameter: dict[str, Any]) -> tuple[str | None, bool]:
    word = parameter.get("collectionFormat", "csv")
    if word not in _STYLES:
        raise UntoldError(f"no style of 3.0 is {word}")
    return _STYLES[word]


def _plain_schema(parameter: dict[str, Any]) -> dict[str, Any]:
    schema = {key: copy.deepcopy(value) for key, value in parameter.items() if key not in _OWN and not key.startswith("x-")}
    if schema.get("type") == "file":
        return {"type": "string", "format": "binary"}
    if isinstance(schema.get("items"), dict):
        if "collectionFormat" in schema["items"]:
            raise UntoldError("a list in a list")
        schema["items"] = _plain_schema({**schema["items"]})
    if schema.get("type") == "array":
        schema.setdefault("items", {})
    return schema


def _reached(tree: Any, document: dict[str, Any]) -> dict[str, Any]:
    """Every schema that is referred to, under a plain name; the references are written anew, in place."""
    names: dict[str, str] = {}
    schemas: dict[str, Any] = {}
    waiting: list[Any] = [document["paths"]]
    while waiting:
        for node in nodes(waiting.pop()):
            _translate(node)
            reference = node.get("$ref")
            if not isinstance(reference, str) or reference.startswith("#/components/schemas/S-"):
                continue
            if reference not in names:
                names[reference] = f"S-{len(names)}"
                if len(names) > 400:
                    raise UntoldError("too many schemas")
                schemas[names[reference]] = copy.deepcopy(looked_up(tree, reference))
                waiting.append(schemas[names[reference]])
            node["$ref"] = f"#/components/schemas/{names[reference]}"
    return schemas


def _translate(node: dict[str, Any]) -> None:
    """Leave out what has no say in a request, and what fills in values nobody gave."""
    if node.get("in") in ("path", "query", "header", "cookie") and "schema" in node:
        node.pop("example", None)
        return
    if any(isinstance(node.get(word), dict) and "in" in node.get(word, {}) for word in ("default",)):
        return
    if isinstance(node.get("format"), str) and node["format"] != "binary":
        node.pop("format")
    if isinstance(node.get("type"), list) and not any(isinstance(item, dict) for item in node["type"]):
        node["type"] = (
            next(item for item in node["type"] if item != "null") if len(set(node["type"]) - {"null"}) == 1 else node["type"]
        )
        if isinstance(node["type"], list):
            node.pop("type")
    for word in ("default", "example", "examples", "discriminator", "xml", "externalDocs", "x-nullable"):
        if word in node and not _is_property_map(node):
            node.pop(word)


def _is_property_map(node: dict[str, Any]) -> bool:
    """Whether these are members by name, of which one may be called `default`."""
    return (
        bool(node)
        and all(isinstance(value, dict | bool) for value in node.values())
        and not any(word in node for word in ("type", "$ref", "allOf", "oneOf", "anyOf", "items", "content", "schema"))
    )


def nodes(node: Any) -> Iterator[dict[str, Any]]:
    """Every object of a tree, but for those that are values."""
    if isinstance(node, dict):
        yield node
        for word, value in list(node.items()):
            if word not in ("enum", "const"):
                yield from nodes(value)
    elif isinstance(node, list):
        for value in node:
            yield from nodes(value)
