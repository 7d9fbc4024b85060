import pytest
from hypothesis import given, settings

import strategies
from connectors.model.source import Source
from connectors.problems import Code, OverlayError, PackageError
from connectors.store.scaffold import scaffold
from connectors.store.source_file import read_source


@settings(deadline=None)
@given(strategies.sources)
def test_a_scaffold_reads_back(source):
    data = scaffold(source)
    assert data == scaffold(source)
    assert read_source(data, "source.yaml") == source


def test_a_scaffold_is_a_file_a_person_likes():
    text = scaffold(
        Source(schema_version=1, connector="forgejo", url="https://example.org/a.json", copyright=("2024 Me: me",))
    ).decode()
    assert "schema_version: 1\nconnector: forgejo\n" in text
    assert "description: null  # add it" in text
    assert "\nurl: https://example.org/a.json\n" in text
    assert '\ncopyright:\n  - "2024 Me: me"\n' in text
    assert "prose" not in text


def test_a_person_may_write_yaml_as_they_like():
    text = (
        "# mine\nconnector: 'forgejo'\nschema_version: 1\nattribution: |\n  Two\n  lines\ninclude: [a, 'b']\nlicense: mit or isc\n"
    )
    source = read_source(text.encode(), "source.yaml")
    assert source.attribution == "Two\nlines\n"
    assert source.include == ("a", "b")
    assert source.license == "mit or isc"


def test_every_fault_is_found_with_its_place():
    text = """schema_version: 1
connector: Forgejo
licence: MIT
license: Apache 2.0
self_hosted: yes
url: 5
copyright: me
copyright: [1]
include:
  - true
prose: kept
1: x
"""
    with pytest.raises(OverlayError) as error:
        read_source(text.encode(), "source.yaml")
    found = [(problem.where.line, problem.where.column, problem.where.pointer, problem.code) for problem in error.value.problems]
    assert found == [
        (2, 12, "/connector", Code.ID_MALFORMED),
        (3, 1, "/licence", Code.SOURCE_FILE),
        (4, 10, "/license", Code.LICENSE_INVALID),
        (5, 14, "/self_hosted", Code.SOURCE_FILE),
        (6, 6, "/url", Code.SOURCE_FILE),
        (7, 12, "/copyright", Code.SOURCE_FILE),
        (8, 1, "/copyright", Code.DUPLICATE_KEY),
        (10, 5, "/include/0", Code.SOURCE_FILE),
        (11, 8, "/prose", Code.SOURCE_FILE),
        (12, 1, "", Code.SOURCE_FILE),
    ]
    remedies = {problem.where.line: problem.remedy for problem in error.value.problems}
    assert "`license`" in remedies[3]
    assert "`Apache-2.0`" in remedies[4]
    assert "`keep`" in remedies[11]
    assert error.value.exit_status == 1


@pytest.mark.parametrize(
    ("data", "line", "code"),
    [
        pytest.param(b"", 1, Code.SOURCE_FILE, id="empty"),
        pytest.param(b"- a\n", 1, Code.SOURCE_FILE, id="a-list"),
        pytest.param(b"connector: a\n", 1, Code.SOURCE_FILE, id="no-version"),
        pytest.param(b"a: b: c\n", 1, Code.YAML_SYNTAX, id="bad-yaml"),
        pytest.param(b"a: 1\n\tb: 2\n", 2, Code.YAML_SYNTAX, id="tab"),
        pytest.param(b"a: 1\nb: \x07\n", 2, Code.YAML_SYNTAX, id="control-character"),
        pytest.param(b"a: 1\nb: \xff\n", 2, Code.ENCODING, id="no-utf-8"),
        pytest.param(b"---\na: 1\n---\nb: 1\n", 3, Code.YAML_SYNTAX, id="two-documents"),
        pytest.param(b"[" * 20_000, None, Code.DOCUMENT_TOO_DEEP, id="too-deep"),
        pytest.param(b"schema_version: 1\nconnector: !env HOME\n", 2, Code.SOURCE_FILE, id="a-tag"),
        pytest.param(b"schema_version: 1.0\nconnector: a\n", 1, Code.SOURCE_FILE, id="a-fraction"),
    ],
)
def test_a_broken_file_is_a_finding_at_its_line(data, line, code):
    with pytest.raises(OverlayError) as error:
        read_source(data, "source.yaml")
    assert (error.value.problems[0].where.line, error.value.problems[0].code) == (line, code)


def test_a_newer_format_is_said_before_anything_else():
    with pytest.raises(PackageError) as error:
        read_source(b"schema_version: 2\nnovelty: 1\n", "source.yaml")
    assert [problem.code for problem in error.value.problems] == [Code.PACKAGE_FORMAT_NEWER]
    assert error.value.exit_status == 2
