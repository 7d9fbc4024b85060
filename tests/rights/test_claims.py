"""What a description says of its licence is recorded as it was found, each claim with its place."""

import pytest

from connectors.description.describe import describe
from connectors.description.reading import read_document
from connectors.description.resolve import Unfollowed
from connectors.limits import Limits
from connectors.problems import Code
from support import OPENAPI_30, OPENAPI_31, SWAGGER, view

INFO = """
info:
  title: Sample
  version: '1'
  license: {name: MIT License, url: 'https://vendor.example/license', identifier: MIT, x-spdx: MIT, x-count: 3}
  termsOfService: https://vendor.example/terms
  contact: {name: The people who answer, url: 'https://vendor.example', email: ask@vendor.example}
  x-license-note: Free for tests
  x-logo: {url: 'https://vendor.example/logo.png'}
x-licence: {name: Vendor Terms, url: 'https://vendor.example/terms', since: 2020}
paths: {}
"""


def claims(text: str, version: str = OPENAPI_31, *, prose: bool = True) -> list[tuple[str, str]]:
    entry = read_document(f"{version}\n{text}".encode(), shown_as="openapi.yaml")
    found = describe(entry, lambda name: Unfollowed(Code.REFERENCE_NOT_FOUND, name), Limits(), prose=prose)
    return list(found.license_claims)


@pytest.mark.parametrize("version", [SWAGGER, OPENAPI_30, OPENAPI_31])
def test_every_claim_has_its_place(version: str) -> None:
    assert claims(INFO, version) == [
        ("info.license.identifier", "MIT"),
        ("info.license.name", "MIT License"),
        ("info.license.url", "https://vendor.example/license"),
        ("info.license.x-spdx", "MIT"),
        ("info.termsOfService", "https://vendor.example/terms"),
        ("info.x-license-note", "Free for tests"),
        ("x-licence.name", "Vendor Terms"),
        ("x-licence.url", "https://vendor.example/terms"),
        ("info.contact.name", "The people who answer"),
        ("info.contact.url", "https://vendor.example"),
        ("info.contact.email", "ask@vendor.example"),
    ]


def test_a_facts_only_package_names_nobody_and_keeps_no_terms() -> None:
    long = "All rights reserved. " * 10
    text = f"info: {{title: t, version: '1', license: {{name: '{long}'}}, termsOfService: Be kind to us, contact: {{name: N}}}}\npaths: {{}}"
    assert claims(text, prose=False) == [
        ("info.license.name", "a text of 209 characters, left out with the rest of the prose"),
        ("info.termsOfService", "a text of 13 characters, left out with the rest of the prose"),
    ]
    assert claims(text)[0] == ("info.license.name", long.strip())


@pytest.mark.parametrize("license_", ["null", "[]", "3", "{name: null}", "{name: ''}", "{name: {a: b}}"])
def test_what_is_no_text_claims_nothing(license_: str) -> None:
    assert claims(f"info: {{title: t, version: '1', license: {license_}, contact: [], termsOfService: {{}}}}\npaths: {{}}") == []


def test_a_licence_that_is_a_text_is_a_claim() -> None:
    assert claims("info: {title: t, version: '1', license: MIT}\npaths: {}") == [("info.license", "MIT")]


def test_the_sample_of_the_other_tests_claims_nothing() -> None:
    assert view(OPENAPI_31, "paths: {}").license_claims == ()
