"""What is built, others read as it was given; where they do not, the table says why. `scripts/oracle` has the whole of it."""

import dataclasses

import pytest

from corpus_support import needs_corpus

pytest.importorskip("openapi_core", reason="the extra `oracle` is not installed")
pytest.importorskip("uritemplate", reason="the extra `oracle` is not installed")

from connectors.execute.request import Request, build
from oracle import comparing
from oracle.comparing import RARE
from oracle.differences import TABLE, explained
from oracle.made import described
from oracle.sources import written
from oracle.sweep import Figures, of_corpus, of_made

EVERY, MOST = 5, 8


@pytest.fixture(scope="module")
def made() -> Figures:
    return of_made()


def test_every_difference_on_made_descriptions_is_explained(made: Figures) -> None:
    assert made.unexplained == []
    assert not made.skipped


@pytest.mark.parametrize("kind", sorted(RARE))
def test_forty_operations_of_each_rare_kind_are_compared(made: Figures, kind: str) -> None:
    assert made.kinds[kind] >= 40
    assert made.agreeing[kind] >= 40


@needs_corpus
def test_every_difference_on_real_descriptions_is_explained() -> None:
    figures = of_corpus(EVERY, MOST)
    assert figures.unexplained == []
    assert figures.documents >= 80
    assert figures.operations >= 500


def test_a_new_difference_is_not_explained() -> None:
    assert explained("openapi-core reads `q` (query, form) as 'b', given 'a'") is None
    assert explained("RFC 6570 writes `q` (path, label) as '.b', sent 'b'") is None
    assert explained("Werkzeug reads `q` of the form body as ['b'], given ['a']") is None


def test_the_table_names_who_is_right() -> None:
    assert {row.verdict for row in TABLE} <= {"openapi-core wrong", "the standard is open"}
    assert all(row.source for row in TABLE)


def _query(request: Request) -> Request:
    return dataclasses.replace(request, url=request.url.replace("=", "=z"))


def _path(request: Request) -> Request:
    return dataclasses.replace(request, url=request.url + "z")


def _body(request: Request) -> Request:
    return dataclasses.replace(request, body=(request.body or b"").replace(b"blue", b"green").replace(b"=", b"=z"))


def _cookie(request: Request) -> Request:
    headers = tuple((name, value.replace("=", "=z") if name == "Cookie" else value) for name, value in request.headers)
    return dataclasses.replace(request, headers=headers)


@pytest.mark.parametrize(
    ("path", "spoil"),
    [
        pytest.param("/path/label/false/text/{id}", _path, id="path"),
        pytest.param("/path/matrix/true/texts/{id}", _path, id="path-styles"),
        pytest.param("/form/true/texts", _query, id="query-styles"),
        pytest.param("/form/false/object", _query, id="query-object"),
        pytest.param("/deep/6", _query, id="deepObject"),
        pytest.param("/cookie/0", _cookie, id="cookies"),
        pytest.param("/content/0", _query, id="content-typed"),
        pytest.param("/form-body/0", _body, id="form"),
        pytest.param("/multipart/0", _body, id="multipart"),
    ],
)
def test_a_request_that_is_wrong_is_seen(path: str, spoil, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    tree, package = written(described("3.0.3"), tmp_path, "made")
    operation = next(item for item in package.operations if item.path == path)
    assert comparing.compare(tree, package, operation).differences == []
    monkeypatch.setattr(comparing, "build", lambda *given, **options: spoil(build(*given, **options)))
    found = comparing.compare(tree, package, operation).differences
    assert found
    assert [difference for difference in found if explained(difference) is None]
