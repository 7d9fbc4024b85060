"""Arguments made from schemas: the same ones for the same schema and seed."""

import hashlib
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any
from urllib.parse import unquote

from connectors.execute.values import File

TEXTS = ("blue", "a b", "ä€", "x+y", "50%", "a&b=c", "q?r#s", "é'\"<>", "it;em", "0", "true")
PLAIN = ("blue", "black", "brown", "teal", "x1", "y2")
"""Texts that hold no separator of any style: joined, they can be told apart."""
ASCII = ("blue", "a b", "x+y", "50%", "a&b=c", "it=em")
_FORMATS = {
    "date": "2024-02-29",
    "date-time": "2024-02-29T12:00:00Z",
    "time": "12:00:00Z",
    "duration": "P1D",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "email": "a@b.example",
    "uri": "https://u.example/x?y=z",
    "url": "https://u.example/x?y=z",
    "uri-reference": "/x",
    "hostname": "h.example",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "byte": "YWJj",
    "json-pointer": "/a",
    "regex": "a+",
}
_PATTERNS = (
    "a",
    "A",
    "1",
    "0",
    "abc",
    "ABC",
    "abcd",
    "12",
    "123",
    "1234",
    "12345",
    "123456",
    "12345678",
    "1234567890",
    "a1",
    "A1",
    "a-b",
    "1.0",
    "1.2.3",
    "en",
    "en-US",
    "en_US",
    "US",
    "USD",
    "us-east-1",
    "2024-02-29",
    "2024-02-29T12:00:00Z",
    "2024",
    "2024-02",
    "12:00",
    "12:00:00",
    "#aabbcc",
    "aabbcc",
    "true",
    "a@b.example",
    "https://u.example/x",
    "/x",
    "+4912345678",
    "192.0.2.1",
    "10.0.0.0/8",
    "a/b",
    "a:b",
    "a_b",
    "x_abc",
    "10s",
    "1h",
    "id:asc",
    "123456789012",
    "1234567890123456789012345678901234567890",
    "0123456789abcdef0123456789abcdef",
    "0123456789abcdef01234567",
    "123e4567-e89b-12d3-a456-426614174000",
    "arn:aws:iam::123456789012:role/x",
    "sg-12345678",
)
"""Texts that patterns of the wild ask for."""


class UnmadeError(Exception):
    """No value could be made."""


class Maker:
    """Makes values for the schemas of one package. `whole` are its `$defs`; `seed` is whatever tells one operation from another."""

    def __init__(self, whole: Mapping[str, Any], seed: str) -> None:
        self.whole = whole
        self.seed = seed
        self.count = 0

    def pick(self, choices: Any) -> Any:
        """One of several, by the seed and the number of picks before."""
        self.count += 1
        digest = hashlib.sha256(f"{self.seed}/{self.count}".encode()).digest()
        return choices[int.from_bytes(digest[:4], "big") % len(choices)]

    def merged(self, schema: Any) -> dict[str, Any]:
        """References followed, the branches of allOf laid over each other, the first alternative taken."""
        if isinstance(schema, bool):
            return {}
        found: dict[str, Any] = {}
        waiting = [schema]
        steps = 0
        while waiting:
            steps += 1
            if steps > 60:
                raise UnmadeError("too deep")
            part = waiting.pop(0)
            if isinstance(part, bool):
                continue
            for word, value in part.items():
                if word == "$ref":
                    name = unquote(value.removeprefix("#/$defs/")).replace("~1", "/").replace("~0", "~")
                    waiting.append(self.whole[name])
                elif word == "allOf":
                    waiting.extend(value)
                elif word in ("anyOf", "oneOf"):
                    real = [branch for branch in value if branch != {"type": "null"}]
                    waiting.append(real[0] if real else value[0])
                elif word == "properties":
                    found["properties"] = {**value, **found.get("properties", {})}
                elif word == "required":
                    found["required"] = [*found.get("required", []), *value]
                elif word == "enum" and word in found:
                    found[word] = [item for item in found[word] if item in value]
                else:
                    found.setdefault(word, value)
        return found

    def kind(self, schema: Mapping[str, Any]) -> str:
        said = schema.get("type")
        names = [said] if isinstance(said, str) else [name for name in said or () if name != "null"]
        if names:
            return names[0]
        if "properties" in schema or "additionalProperties" in schema:
            return "object"
        return "array" if "items" in schema else "string"

    def value(self, schema: Any, texts: tuple[str, ...], depth: int = 0, file: bool = False) -> Any:
        """A value that the schema admits."""
        if depth > 5:
            raise UnmadeError("too deep")
        merged = self.merged(schema)
        if file and "contentMediaType" in merged and "type" not in merged and "contentEncoding" not in merged:
            return File(b"\x00\xffbytes", "f.bin", merged["contentMediaType"] if "*" not in merged["contentMediaType"] else None)
        if "const" in merged:
            return merged["const"]
        if merged.get("enum"):
            return self.pick([item for item in merged["enum"] if item is not None] or merged["enum"])
        kind = self.kind(merged)
        makers: dict[str, Callable[[dict[str, Any]], Any]] = {
            "boolean": lambda _: self.pick((True, False)),
            "integer": self._integer,
            "number": self._number,
            "string": lambda said: self._text(said, texts),
        }
        if kind in makers:
            return makers[kind](merged)
        if kind == "array":
            number = max(merged.get("minItems", 0), min(2, merged.get("maxItems", 2)))
            if number > 12:
                raise UnmadeError("too many items")
            items = [self.value(merged.get("items", {"type": "string"}), texts, depth + 1, file) for _ in range(number)]
            if merged.get("uniqueItems"):
                items = [item for at, item in enumerate(items) if item not in items[:at]]
                if len(items) < merged.get("minItems", 0):
                    raise UnmadeError("no different items")
            return items
        if kind == "object":
            return self._object(merged, texts, depth, file)
        raise UnmadeError(kind)

    def _object(self, merged: dict[str, Any], texts: tuple[str, ...], depth: int, file: bool) -> dict[str, Any]:
        required = merged.get("required", [])
        found: dict[str, Any] = {}
        for name, schema in merged.get("properties", {}).items():
            inner = self.merged(schema)
            if inner.get("readOnly"):
                continue
            if name in required or (depth < 2 and len(found) < 6 and self.pick((True, True, False))):
                try:
                    found[name] = self.value(schema, texts, depth + 1, file)
                except UnmadeError:
                    if name in required:
                        raise
        for name in required:
            if name not in found and not self.merged(merged.get("properties", {}).get(name, {})).get("readOnly"):
                found[name] = "x"
        if (
            not found
            and isinstance(merged.get("additionalProperties", True), dict | bool)
            and merged.get("additionalProperties", True)
        ):
            inner = merged.get("additionalProperties", True)
            found["free"] = self.value(inner if isinstance(inner, dict) and inner else {"type": "string"}, texts, depth + 1, file)
        return dict(sorted(found.items()))

    def _bounds(self, said: dict[str, Any], step: int) -> tuple[Any, Any]:
        low = said.get("minimum", said["exclusiveMinimum"] + step if "exclusiveMinimum" in said else None)
        high = said.get("maximum", said["exclusiveMaximum"] - step if "exclusiveMaximum" in said else None)
        return low, high

    def _integer(self, said: dict[str, Any]) -> int:
        low, high = self._bounds(said, 1)
        step = int(said.get("multipleOf", 1)) or 1
        for choice in (self.pick((7, 42, 1, 0, 100)), 1, 0, low, high, -1, step):
            if choice is not None and (low is None or choice >= low) and (high is None or choice <= high) and choice % step == 0:
                return int(choice)
        raise UnmadeError("integer")

    def _number(self, said: dict[str, Any]) -> Any:
        low, high = self._bounds(said, 1)
        for choice in (self.pick((Decimal("2.5"), Decimal("0.1"), 3)), Decimal("0.5"), 1, 0, low, high, -1):
            fits = choice is not None and (low is None or choice >= low) and (high is None or choice <= high)
            if fits and ("multipleOf" not in said or Decimal(choice) % Decimal(str(said["multipleOf"])) == 0):
                return choice
        raise UnmadeError("number")

    def _text(self, said: dict[str, Any], texts: tuple[str, ...]) -> str:
        low, high = said.get("minLength", 0), said.get("maxLength", 10**9)
        if said.get("contentEncoding") == "base64":
            return "YWJj"
        candidates = [_FORMATS[said["format"]]] if said.get("format") in _FORMATS else []
        if "pattern" in said:
            candidates += list(_PATTERNS)
        else:
            first = self.pick(texts)
            candidates += [first, *texts]
        candidates += [text * (low // max(1, len(text)) + 1) for text in ("x", "ab") if low]
        for text in candidates:
            cut = text[: int(high)]
            for choice in dict.fromkeys((text, cut)):
                if low <= len(choice) <= high and self._matches(said.get("pattern"), choice) and (choice or not low):
                    return choice
        raise UnmadeError("text")

    @staticmethod
    def _matches(pattern: str | None, text: str) -> bool:
        if pattern is None:
            return True
        try:
            return re.search(pattern, text) is not None
        except re.error:
            raise UnmadeError("pattern") from None
