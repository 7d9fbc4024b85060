"""Ten questions about a package that ships, each answered and checked by hand against its overlay and its description."""

import hashlib
from pathlib import Path

import pytest

from connectors.cli.lookup import find_operation
from connectors.model.operation import Basis
from connectors.why.ask import Subject, ask, subject_of
from connectors.why.record import File
from corpus_support import Row, needs_corpus, unpack

FORGEJO = Path(__file__).parents[2] / "connectors" / "forgejo"
DESCRIPTION = "forgejo.org/api/12.0.0-dev/swagger.v1.json"
ISSUES = "/paths/~1repos~1{owner}~1{repo}~1issues/get"

# Question; basis; file, line and pointer of the place that decides; what has to stand on that line; clause; reason.
TEN = [
    pytest.param(
        "issue.list.effect", "read", Basis.STANDARD,
        (File.DESCRIPTION, 8670, ISSUES, '"get": {'), ("RFC 9110", "9.2.1 Safe Methods"), None,
        id="a-get-reads-because-its-method-is-safe",
    ),
    pytest.param(
        "issue.list.pagination.items", "", Basis.AUTHORED,
        (File.OVERLAY, 42, "/operations/GET ~1repos~1{owner}~1{repo}~1issues/pagination/items", 'items: ""'), None, None,
        id="the-collection-is-the-whole-answer-because-the-entry-says-so",
    ),
    pytest.param(
        "GET /repos/{o}/{r}/issues.security", "key_header_authorization", Basis.AUTHORED,
        (File.OVERLAY, 13, "/default_security", "default_security: [key_header_authorization, basic]"),
        ("Swagger 2.0", "Operation Object: security"), None,
        id="an-operation-that-says-nothing-has-what-the-overlay-says-of-the-connector",
    ),
    pytest.param(
        "issue.edit.consequence", "reversible", Basis.AUTHORED,
        (File.OVERLAY, 49, "/operations/PATCH ~1repos~1{owner}~1{repo}~1issues~1{index}/consequence", "consequence: reversible"),
        None, "every value that was replaced can be set again",
        id="a-person-said-that-it-can-be-taken-back-and-why",
    ),
    pytest.param(
        "admin.create_user.parameters.password.secret", True, Basis.AUTHORED,
        (File.OVERLAY, 19, "/selectors/2/set/parameters/password/secret", 'path: "/admin/users**"'), None, None,
        id="a-selector-made-the-password-secret",
    ),
    pytest.param(
        "issue.list.parameters.state.in", "query", Basis.DECLARED,
        (File.DESCRIPTION, 8703, f"{ISSUES}/parameters/2/in", '"in": "query"'), None, None,
        id="where-a-parameter-travels-is-declared",
    ),
    pytest.param(
        "issue.list.parameters.state.required", False, Basis.STANDARD,
        (File.DESCRIPTION, 8694, f"{ISSUES}/parameters/2", "{"), ("Swagger 2.0", "Parameter Object: required"), None,
        id="a-parameter-that-does-not-say-so-is-optional",
    ),
    pytest.param(
        "admin.create_user.body.fields.email.required", True, Basis.DECLARED,
        (File.DESCRIPTION, 23252, "/definitions/CreateUserOption/required/1", '"email"'), None, None,
        id="a-member-is-required-by-the-list-behind-two-references",
    ),
    pytest.param(
        "admin.create_user.id", "forgejo.admin.create_user", Basis.INFERRED,
        (File.DESCRIPTION, 1221, "/paths/~1admin~1users/post/tags/0", '"admin"'), None, None,
        id="a-name-is-made-of-the-tag-and-the-operation-id",
    ),
    pytest.param(
        "repository.list_action_runs.pagination.items", "/workflow_runs", Basis.AUTHORED,
        (File.OVERLAY, 72, "/operations/GET ~1repos~1{owner}~1{repo}~1actions~1runs/pagination/items", "items: /workflow_runs"), None, None,
        id="a-person-confirms-what-the-description-only-shows",
    ),
]  # fmt: skip


@pytest.fixture(scope="module")
def forgejo(tmp_path_factory: pytest.TempPathFactory) -> Subject:
    return subject_of(FORGEJO, str(unpack(Row(DESCRIPTION, 1), tmp_path_factory.mktemp("forgejo"))))


@needs_corpus
@pytest.mark.parametrize(("question", "value", "basis", "place", "clause", "because"), TEN)
def test_a_question_is_answered(question, value, basis, place, clause, because, forgejo):
    assert forgejo.problem is None
    answer = forgejo.answer(question, find_operation)
    item = answer.facts[0]
    fact, at = item.fact, item.at
    assert fact.basis is basis
    assert value in str(fact.value) if question.endswith("security") else fact.value == value
    assert (at.kind, at.line, at.pointer) == place[:3]
    file = Path(at.file).read_text("utf-8").splitlines()
    assert place[3] in file[at.line - 1]
    assert place[3] in at.text
    assert (fact.clause and (fact.clause.document, fact.clause.section)) == clause
    assert fact.because == because
    assert item.no_line is None


@needs_corpus
def test_what_else_was_looked_at_is_shown_with_its_lines(forgejo):
    def evidence(question: str) -> list[tuple[str, int | None]]:
        answer = forgejo.answer(question, find_operation)
        return [(seen.pointer, seen.line) for seen in answer.facts[0].evidence]

    assert evidence("admin.create_user.id")[0] == ("/paths/~1admin~1users/post/operationId", 1224)
    assert evidence("admin.create_user.id")[1][0] == "/operations/POST ~1admin~1users"  # in identity.lock.json
    assert evidence("issue.list.security") == [("/security", 29950)]
    assert evidence("user.current.servers") == [("/schemes", 10), ("/self_hosted", 24)]


def test_without_the_description_the_answer_says_why_it_has_no_line():
    answer, problems = ask(FORGEJO, "issue.list.effect", find_operation)
    item = answer.facts[0]
    assert problems == ()
    assert (item.fact.basis, item.at.pointer, item.at.line, item.at.text) == (Basis.STANDARD, ISSUES, None, None)
    assert item.no_line == answer.reason == "`source.yaml` names no description; name it with `--source`"


def test_a_file_with_another_digest_gives_no_lines(tmp_path):
    other = tmp_path / "other.json"
    other.write_text("{}")
    answer, (problem,) = ask(FORGEJO, "issue.list.effect", find_operation, source=str(other))
    assert problem.code == "description-differs"
    assert hashlib.sha256(b"{}").hexdigest() in problem.message
    assert (answer.description, answer.facts[0].at.line) == (None, None)
    assert answer.facts[0].no_line == problem.message
