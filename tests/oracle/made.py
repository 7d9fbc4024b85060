"""Descriptions of kinds that are rare in the wild: every style, spelled in every way the standard admits."""

import itertools
import json
from typing import Any

_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "number": {"type": "number"},
    "switch": {"type": "boolean"},
    "whole": {"type": "integer"},
    "texts": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    "numbers": {"type": "array", "items": {"type": "integer"}, "minItems": 1},
    "object": {"type": "object", "required": ["r", "g"], "properties": {"r": {"type": "integer"}, "g": {"type": "string"}}},
    "pair": {"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}}},
}
_FLAT = ("text", "number", "switch", "whole")
_LISTS = ("texts", "numbers")
_OBJECTS = ("object", "pair")


def _get(path: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    return {path: {"get": {"parameters": list(parameters), "responses": {"200": {"description": "d"}}}}}


def _post(path: str, media: str, schema: dict[str, Any], encoding: dict[str, Any] | None = None) -> dict[str, Any]:
    content = {media: {"schema": schema, **({"encoding": encoding} if encoding else {})}}
    return {path: {"post": {"requestBody": {"required": True, "content": content}, "responses": {"200": {"description": "d"}}}}}


def _parameter(place: str, name: str, kind: str, **facts: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "required": True, "schema": _TYPES[kind], **facts}


def described(version: str) -> str:
    """One document with all of them."""
    paths: dict[str, Any] = {}
    for style, explode, kind in itertools.product(("simple", "label", "matrix"), (False, True), _TYPES):
        paths |= _get(
            f"/path/{style}/{explode}/{kind}/{{id}}".lower(), _parameter("path", "id", kind, style=style, explode=explode)
        )
    for explode, kind in itertools.product((False, True), _TYPES):
        paths |= _get(f"/form/{explode}/{kind}".lower(), _parameter("query", "q", kind, style="form", explode=explode))
    for style, kind in itertools.product(("spaceDelimited", "pipeDelimited"), (*_LISTS, *_OBJECTS)):
        paths |= _get(f"/{style}/{kind}", _parameter("query", "q", kind, style=style, explode=False))
    delimited = itertools.combinations_with_replacement(("form", "spaceDelimited", "pipeDelimited"), 2)
    for styles, kinds in itertools.product(delimited, itertools.product(_LISTS, repeat=2)):
        pair = [_parameter("query", f"q{at}", kind, style=styles[at], explode=False) for at, kind in enumerate(kinds)]
        paths |= _get("/" + "/".join((*styles, *kinds)), *pair)
    flat = list(itertools.combinations(_FLAT, 2)) + [(kind,) for kind in _FLAT] + list(itertools.combinations(_FLAT, 3))
    for number, (names, count) in enumerate(itertools.product(flat, (1, 2, 3))):
        schema = {"type": "object", "required": list(names), "properties": {name: _TYPES[name] for name in names}}
        more = [
            {"name": f"f{at}", "in": "query", "required": True, "style": "deepObject", "explode": True, "schema": schema}
            for at in range(count)
        ]
        paths |= _get(f"/deep/{number}", *more)
    for number, (kind, count) in enumerate(itertools.product((*_FLAT, *_LISTS, *_OBJECTS), (1, 2, 3, 4, 5, 6))):
        more = [_parameter("cookie", f"c{at}", kind, explode=False) for at in range(count)]
        paths |= _get(f"/cookie/{number}", *more)
        content = {"application/json": {"schema": _TYPES[kind]}}
        place = ("query", "header", "path")[number % 3]
        typed = [
            {"name": f"p{at}", "in": place, "required": True, "content": content} for at in range(count if place != "path" else 1)
        ]
        paths |= _get(f"/content/{number}{'/{p0}' if place == 'path' else ''}", *typed)
    for number, kinds in enumerate(itertools.combinations(_TYPES, 3)):
        members = {name: _TYPES[name] for name in kinds}
        schema = {"type": "object", "required": list(kinds), "properties": members}
        if not (set(kinds) & set(_OBJECTS)):
            paths |= _post(f"/form-body/{number}", "application/x-www-form-urlencoded", schema)
            encoding = {name: {"style": "form", "explode": False} for name in kinds if name in _LISTS}
            paths |= _post(f"/form-encoded/{number}", "application/x-www-form-urlencoded", schema, encoding)
        file = (
            {"type": "string", "format": "binary"}
            if version.startswith("3.0")
            else {"contentMediaType": "application/octet-stream"}
        )
        schema = {"type": "object", "required": [*kinds, "file"], "properties": {**members, "file": file}}
        paths |= _post(f"/multipart/{number}", "multipart/form-data", schema)
    return json.dumps({"openapi": version, "info": {"title": "t", "version": "1"}, "paths": paths})
