"""Overlays of the cases, from their neutral notation into that of `overlay.yaml`."""

import json
from typing import Any

CONNECTOR = "x"

# What the notation of the cases calls by another name.
_PAGING = {"page_param": "page", "cursor_param": "cursor", "size_param": "size"}
_POINTERS = {"cursor_field": "next", "next_field": "next", "items_field": "items"}
WORDS = {"cursor_param": "`cursor`", "items_field": "`items`"}
"""What a message calls the same thing."""


def translated(entries: list[dict[str, Any]]) -> str:
    """An overlay of the connector `x`; entries that stand twice stand twice."""
    lines = ["schema_version: 1", f"connector: {CONNECTOR}", "operations:"]
    for entry in entries:
        match = entry["match"]
        said = {"drop": True, "because": "a person knows"} if entry.get("drop") else _settings(entry["set"])
        lines.append(f"  {match['method']} {match['path']}: {json.dumps(said)}")
    return "\n".join(lines) + "\n"


def _settings(said: dict[str, Any]) -> dict[str, Any]:
    found = dict(said)
    if "params" in found:
        found["parameters"] = found.pop("params")
    if "id" in found:
        found["id"] = f"{CONNECTOR}.{found['id']}"
    if found.get("effect") == "read":
        found["because"] = "a person knows"
    if "pagination" in found:
        found["pagination"] = {
            _PAGING.get(name) or _POINTERS.get(name, name): "/" + value.replace(".", "/") if name in _POINTERS else value
            for name, value in found["pagination"].items()
        }
    if "outcome" in found:
        outcome = found["outcome"]
        if outcome["success_when"] != "body.ok == true":
            raise ValueError(outcome)
        found["outcome"] = {"success_when": {"at": "/ok", "equals": True}, "error_code": f"/{outcome['error_field']}"}
    return found
