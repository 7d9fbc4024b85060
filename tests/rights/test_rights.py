import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.problems import Code, OverlayError, SourceLocation, UsageError
from connectors.rights.expression import candidate, parse
from connectors.rights.license_texts import assign, gather
from connectors.rights.one_line import one_line
from connectors.rights.texts import CARRIED, NOT_STATED, carried_text

IDS = st.sampled_from(
    ["MIT", "apache-2.0", "BSD-3-Clause", "LicenseRef-My.Terms", "GPL-2.0-only WITH Classpath-exception-2.0", "GPL-2.0+"]
)
EXPRESSIONS = st.recursive(
    IDS,
    lambda inner: st.tuples(inner, st.sampled_from(["AND", "or", "OR"]), inner).map(lambda parts: f"({' '.join(parts)})"),
    max_leaves=6,
)


@given(EXPRESSIONS)
def test_the_canonical_spelling_is_stable(text):
    found = parse(text)
    assert parse(str(found)) == found


@pytest.mark.parametrize(
    ("text", "spelled", "ids"),
    [
        ("MIT", "MIT", ("MIT",)),
        ("mit", "MIT", ("MIT",)),
        ("mit or apache-2.0", "MIT OR Apache-2.0", ("Apache-2.0", "MIT")),
        ("MIT OR ISC AND MPL-2.0", "MIT OR (ISC AND MPL-2.0)", ("ISC", "MIT", "MPL-2.0")),
        ("Apache-2.0+", "Apache-2.0+", ("Apache-2.0",)),
        ("GPL-2.0", "GPL-2.0-only", ("GPL-2.0-only",)),
        ("LicenseRef-Foo", "LicenseRef-Foo", ("LicenseRef-Foo",)),
        (
            "GPL-2.0-only WITH Classpath-exception-2.0",
            "GPL-2.0-only WITH Classpath-exception-2.0",
            ("Classpath-exception-2.0", "GPL-2.0-only"),
        ),
    ],
)
def test_an_expression_has_one_spelling_and_names_its_texts(text, spelled, ids):
    found = parse(text)
    assert (found.text, found.ids) == (spelled, ids)


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("Apache 2.0", "`Apache-2.0`"),
        ("The MIT License", "`MIT`"),
        ("GPLv3", "`GPL-3.0-only`"),
        ("MITT", "`MIT`"),
        ("licenseref-foo", "LicenseRef-"),
        ("My own terms!", "SPDX"),
        ("MIT AND", "SPDX"),
        ("MIT WITH Apache-2.0", "SPDX"),
        ("MIT/Apache-2.0", "SPDX"),
        ("DocumentRef-x:LicenseRef-y", "spdx"),
        ("", "leave it out"),
        ("NOASSERTION", "leave it out"),
        (NOT_STATED, "leave"),
        ("(" * 900, "SPDX"),
        ("x" * 5000, "licences that apply"),
        ("MIT\nSPDX-License-Identifier: X", ""),
    ],
)
def test_what_is_no_expression_is_never_guessed(text, remedy):
    with pytest.raises(UsageError) as error:
        parse(text)
    assert {problem.code for problem in error.value.problems} == {Code.LICENSE_INVALID}
    assert remedy in error.value.problems[0].remedy
    assert "\n" not in error.value.problems[0].message


def test_a_fault_in_a_file_stands_at_its_place():
    with pytest.raises(OverlayError) as error:
        parse("nope", where=SourceLocation("source.yaml", 3, 10, "/license"))
    assert error.value.problems[0].where.line == 3
    assert error.value.exit_status == 1


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Apache 2.0", "Apache-2.0"),
        ("Apache License, Version 2.0", "Apache-2.0"),
        ("The MIT License", "MIT"),
        ("CC BY 4.0", "CC-BY-4.0"),
        ("Creative Commons Attribution 4.0", "CC-BY-4.0"),
        ("AGPLv3", "AGPL-3.0-only"),
        ("BSD", None),
        ("Proprietary", None),
        ("", None),
    ],
)
def test_free_text_gives_a_candidate(text, meant):
    assert candidate(text) == meant


def test_every_carried_text_is_there_and_tidy():
    for license_id in CARRIED:
        assert parse(license_id).ids == (license_id,)
        text = carried_text(license_id)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert all(line == line.rstrip() for line in text.split("\n"))
    assert carried_text(NOT_STATED).count("\n") == 1
    assert carried_text("WTFPL") is None


def test_no_licence_stated_is_said_and_nothing_guessed():
    assert list(gather(None, {})) == [NOT_STATED]


def test_a_text_that_is_not_carried_has_to_be_given():
    with pytest.raises(UsageError) as error:
        gather(parse("MIT OR WTFPL OR LicenseRef-Foo"), {})
    assert [problem.code for problem in error.value.problems] == [Code.LICENSE_TEXT_MISSING] * 2
    assert "--license-text LicenseRef-Foo=FILE" in error.value.problems[0].remedy


def test_a_given_text_wins_over_the_carried_one_and_is_tidied():
    assert gather(parse("MIT"), {"MIT": "\ufeffCopyright 2024 Me  \r\n\r\n"}) == {"MIT": "Copyright 2024 Me\n"}


def test_a_text_that_nothing_names_is_refused():
    with pytest.raises(UsageError):
        gather(parse("MIT"), {"WTFPL": "text"})


@pytest.mark.parametrize(
    ("expression", "options", "assigned"),
    [
        ("MIT", [("MIT=a/b", "t")], {"MIT": "t"}),
        ("MIT OR WTFPL", [("texts/WTFPL.txt", "t")], {"WTFPL": "t"}),
        ("MIT OR WTFPL", [("vendor/LICENSE", "t")], {"WTFPL": "t"}),
        ("MIT", [("vendor/LICENSE", "t")], {"MIT": "t"}),
        ("LicenseRef-A OR LicenseRef-B", [("LicenseRef-A.txt", "a"), ("b.txt", "b")], {"LicenseRef-A": "a", "LicenseRef-B": "b"}),
    ],
)
def test_a_text_finds_its_licence(expression, options, assigned):
    assert assign(parse(expression), options) == assigned


@pytest.mark.parametrize(
    ("expression", "options"),
    [
        ("MIT OR ISC", [("LICENSE", "t")]),
        ("LicenseRef-A OR LicenseRef-B", [("LICENSE", "t")]),
        ("MIT", [("MIT=a", "t"), ("MIT.txt", "t")]),
    ],
)
def test_a_text_of_nobody_is_refused(expression, options):
    with pytest.raises(UsageError) as error:
        assign(parse(expression), options)
    assert "ID=FILE" in error.value.problems[0].remedy


@given(st.text())
def test_one_line_is_one_line(text):
    shown = one_line(text)
    assert len(shown.splitlines()) <= 1
    assert not set(shown) & {"\u202e", "\u2066", "\u200b", "\x1b", "\x00"}
    shown.encode()
