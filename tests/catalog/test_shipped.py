"""The packages that this repository ships: each loads as it runs, may be passed on, carries its notices, and is what its description gives."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from connectors.model.operation import Basis
from connectors.model.package import Package
from connectors.notices import write_notices
from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions
from connectors.problems import Severity
from connectors.store.load import load_package
from connectors.validation import judge_all
from corpus_support import needs_corpus, rows, unpack

REPOSITORY = Path(__file__).parents[2]
CATALOG = REPOSITORY / "connectors"
SHIPPED = ("forgejo", "slack")
DESCRIPTIONS = {
    "forgejo": "forgejo.org/api/12.0.0-dev/swagger.v1.json",
    "slack": "slack.com/web-api/1.7.0/slack_web_openapi_v2.json",
}
LARGEST = 1_500_000


@pytest.fixture(scope="module")
def packages() -> dict[str, Package]:
    return {name: load_package(CATALOG / name) for name in SHIPPED}


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_catalog_may_be_given_away() -> None:
    verdicts = judge_all([CATALOG], catalog=CATALOG, ship=True)
    assert tuple(verdict.directory.name for verdict in verdicts) == SHIPPED
    found = [problem for verdict in verdicts for problem in verdict.problems if problem.severity is not Severity.NOTE]
    assert found == []


def test_the_notices_name_every_package() -> None:
    noted = write_notices(CATALOG, REPOSITORY / "LICENSE-NOTICES", check=True)
    assert not noted.changed, "run `connectors notices`"
    assert noted.packages == len(SHIPPED)


@pytest.mark.parametrize("name", SHIPPED)
def test_reuse_accepts_the_package(name: str, tmp_path: Path) -> None:
    pytest.importorskip("reuse")
    package = shutil.copytree(CATALOG / name, tmp_path / name)
    done = subprocess.run(
        [sys.executable, "-m", "reuse", "--root", str(package), "lint"], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", SHIPPED)
def test_a_package_holds_facts_alone_and_no_large_file(name: str, packages: dict[str, Package]) -> None:
    card = packages[name].connector
    assert card.provenance.prose == "omit"
    assert max(len(data) for data in files(CATALOG / name).values()) < LARGEST
    for operation in packages[name].operations:
        said = operation.summary or operation.description
        assert said is None or operation.basis["summary"] is Basis.AUTHORED, operation.id
        assert operation.curated == (operation.summary is not None), operation.id


@pytest.mark.parametrize("name", SHIPPED)
def test_the_chosen_operations_have_a_summary_and_a_pinned_name(name: str, packages: dict[str, Package]) -> None:
    curated = [operation for operation in packages[name].operations if operation.curated]
    assert 10 <= len(curated) <= 15
    assert all(operation.id.startswith(f"{name}.") and operation.summary for operation in curated)


def test_forgejo_is_entered_with_a_token_or_a_password_alone(packages: dict[str, Package]) -> None:
    token, basic = packages["forgejo"].connector.auth
    assert (token.id, token.placement and token.placement.value_prefix) == ("key_header_authorization", "token ")
    assert basic.id == "basic"


def test_slack_says_in_its_answer_whether_a_call_worked(packages: dict[str, Package]) -> None:
    outcome = packages["slack"].connector.outcome
    assert outcome is not None
    assert outcome.error_code == "/error"


def test_a_token_is_shown_to_nobody(packages: dict[str, Package]) -> None:
    for operation in packages["slack"].operations:
        members = operation.body.fields or () if operation.body else ()
        for parameter in (*operation.parameters, *members):
            if parameter.name in ("token", "client_secret"):
                assert parameter.secret, operation.id
            assert parameter.name != "token" or not parameter.required, operation.id


@needs_corpus
@pytest.mark.parametrize("name", SHIPPED)
def test_the_package_is_what_its_description_gives(name: str, tmp_path: Path) -> None:
    row = next(row for row in rows() if row.path == DESCRIPTIONS[name])
    spec = unpack(row, tmp_path / "corpus")
    package = shutil.copytree(CATALOG / name, tmp_path / name)
    # What is authored or kept stays: the recipe, the names, the text of the licence as the publisher words it.
    for path in (package / "connector.json", package / "schemas.json", package / "coverage.json", package / "NOTICE"):
        path.unlink()
    shutil.rmtree(package / "operations")
    report = gen(
        GenOptions(
            spec=str(spec),
            out=package,
            strict=True,
        )
    )
    assert [problem.message for problem in report.problems] == []
    assert files(package) == files(CATALOG / name), f"run `connectors gen` on {DESCRIPTIONS[name]} with --out connectors/{name}"
