"""Characters that nobody sees."""

from dataclasses import replace as replaced
from typing import Any

import pytest
from checked import CARD, answering, argument, made, packaged, said
from msgspec import Raw
from msgspec.structs import replace

from connectors.check.hidden_text import hidden_text
from connectors.model.package import Package
from connectors.model.stored import StoredOperation


@pytest.mark.parametrize(
    "character",
    [
        pytest.param("\u200b", id="a-space-of-no-width"),
        pytest.param("\u202e", id="text-turned-round"),
        pytest.param("\U000e0041", id="a-tag-character"),
        pytest.param("\x1b[31m", id="a-terminal-escape"),
        pytest.param("\ufeff", id="a-byte-order-mark"),
        pytest.param("\x7f", id="delete"),
    ],
)
def test_every_text_of_an_operation_is_looked_at(character: str) -> None:
    text = f"a{character}b"
    spelled = Raw(b'{"enum":["' + text.replace("\x1b", "\\u001b").encode() + b'"]}')
    cases: list[tuple[dict[str, Any], str]] = [
        ({"summary": text}, "/summary"),
        ({"description": text}, "/description"),
        ({"parameters": (argument("q", description=text),)}, "/parameters/0/description"),
        ({"parameters": (argument("q", name=text),)}, "/parameters/0/name"),
        ({"parameters": (argument("q", schema=spelled),)}, "/parameters/0/schema"),
        ({"responses": (replace(answering({})[0], description=text),)}, "/responses/0/description"),
    ]
    for facts, tail in cases:
        package = packaged(made(**facts))
        assert said(hidden_text, package) == [("hidden-characters", "warning", f"/operations/0{tail}")], tail
        [finding] = hidden_text(package)
        assert f"U+{ord(character[0]):04X}" in finding.message
        assert character not in finding.message


def test_what_operations_share_is_said_once() -> None:
    shared = argument("q", description="a\u200bb")
    both = [
        made(id=f"sample.item.{verb}", verb=verb, identity=f"GET /{verb}", path=f"/{verb}", parameters=(shared,)) for verb in "ab"
    ]
    facts = {name: getattr(both[0], name) for name in StoredOperation.__struct_fields__}
    stored = StoredOperation(**{**facts, "parameters": ("q",), "body": None})
    package = replaced(packaged(*both), stored={operation.identity: stored for operation in both})
    assert said(hidden_text, package) == [("hidden-characters", "warning", "/shared/parameters/q/description")]


def test_the_connector_its_notices_and_the_shared_schemas_are_too() -> None:
    text = "a\u2066b"
    card = replace(CARD, title=text, auth=(replace(CARD.auth[0], description=text),))
    package = packaged(schemas={"Odd": {"properties": {text: {}}}}, title=card.title, auth=card.auth)
    package = replaced(package, notices=("fine", text))
    assert [pointer for _, _, pointer in said(hidden_text, package)] == ["/title", "/auth/0/description", "", "/$defs/Odd"]


@pytest.mark.parametrize(
    "text",
    [
        "Zeile\n\tmit Umbruch\r\n",
        "naïve “quotes”",
        "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "👩\u200d👩",
        "a\u00a0b",
        r"\u001b",
    ],
)
def test_what_people_write_on_purpose(text: str) -> None:
    package: Package = packaged(made(summary=text), schemas={"Text": {"pattern": r"^[^\u0000-\u001f]\bok", "description": text}})
    assert said(hidden_text, package) == []
