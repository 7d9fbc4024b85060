"""The table of rules: each stands alone, and a good package passes them all."""

import ast
from pathlib import Path

from checked import CARD, HEADER, answering, made, packaged
from hypothesis import HealthCheck, given, settings
from msgspec import Raw
from msgspec.structs import replace

import connectors.check
from connectors.check.headers import NO_HOLDER, NOT_STATED
from connectors.check.places import CONNECTOR, LOCK, SCHEMAS, Places
from connectors.check.rules import RULES, STRICT_RULES, check
from connectors.model.coverage import Coverage, Emitted
from connectors.model.lock import Lock
from connectors.model.operation import Basis, Pagination, PaginationEnd, PaginationStyle
from connectors.model.package import Derived, Package
from connectors.problems import Severity
from connectors.store import layout
from strategies import deriveds, locks

FOLDER = Path(connectors.check.__file__).parent
SHARED = {"finding", "places"}
"""What rules may have in common; everything else in the folder is a rule, or the table of them."""


def test_the_table_names_every_rule() -> None:
    modules = {path.stem for path in FOLDER.glob("*.py")} - SHARED - {"__init__", "rules"}
    assert {rule.__module__.rpartition(".")[2] for rule in (*RULES, *STRICT_RULES)} == modules
    assert all(rule.__name__ == rule.__module__.rpartition(".")[2] for rule in (*RULES, *STRICT_RULES))


def test_a_rule_knows_the_model_and_no_other_rule() -> None:
    ground = ("problems", "pointer", "canonical", "version", "hidden", "signs", "answers", "model.")
    allowed = tuple(f"connectors.{name}" for name in ground)
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module == "connectors":
                names = [f"connectors.{alias.name}" for alias in node.names]
            for name in names:
                if not name.startswith("connectors"):
                    continue
                shared = name.removeprefix("connectors.check.") in SHARED
                assert shared or path.stem == "rules" or name.startswith(allowed), f"{path.stem} imports {name}"


def test_a_good_package_passes() -> None:
    assert check(packaged(), strict=True) == ()


def test_every_finding_says_what_to_do() -> None:
    broken = packaged(made(id="x", callable=False, idempotency_key="gone", path="/a/{b}"), header=packaged().coverage.header)
    findings = check(broken)
    assert len(findings) > 3
    for finding in findings:
        assert finding.severity in Severity
        assert finding.remedy[0].islower()
        assert not finding.message.endswith(".")


def test_a_place_is_found_under_the_derived_id() -> None:
    """The files hold what was derived: an id that the overlay gave moves no record."""
    first, second = (
        made(id="sample.item.a", identity="GET /a", verb="a"),
        made(id="sample.other.z", identity="GET /z", resource="other", verb="z"),
    )
    package = packaged(first, second, ids={"GET /z": "sample.item.b"})
    place = Places(package).of(second, "/callable")
    assert (place.file, place.pointer) == ("operations/item.json", "/operations/1/callable")


def test_files_and_words_are_those_that_are_written() -> None:
    from connectors.store import render

    assert (CONNECTOR, SCHEMAS, LOCK) == (layout.CONNECTOR, layout.SCHEMAS, layout.LOCK)
    assert (NOT_STATED, NO_HOLDER) == (render.NOT_STATED, render.NO_HOLDER)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(deriveds(), locks)
def test_no_package_makes_a_rule_fail(value: Derived, lock: Lock) -> None:
    """What the loader lets pass is judged, whatever a stranger wrote into it."""
    coverage = Coverage(HEADER, 1, "sample", 0, tuple(Emitted(item.identity, item.id) for item in value.operations))
    card = replace(CARD, servers=value.servers, auth=value.auth, default_security=value.default_security)
    for finding in check(Package("", card, value.operations, value.schemas, coverage, lock), strict=True):
        assert finding.message


def test_alternatives_that_name_each_other_take_no_time() -> None:
    """Twenty schemas, each of which may be any of them, one below the other twenty times."""
    every = {"anyOf": [{"$ref": f"#/$defs/S{n}"} for n in range(20)]}
    schemas = {f"S{n}": {"type": "object", "properties": {"x": every}} for n in range(20)}
    paged = Pagination(PaginationStyle.LINK_HEADER, (PaginationEnd.NO_NEXT,), Basis.DECLARED, items="/x" * 20)
    found = check(packaged(made(responses=answering(every), pagination=paged), schemas=schemas))
    assert [finding.place.pointer for finding in found] == ["/operations/0/pagination/items"]


def test_a_number_of_a_billion_digits_is_not_written_out() -> None:
    schema = Raw(b'{"maxLength":1e999999999,"minimum":1e999999999,"minItems":1e-999999999}')
    package = packaged(made(parameters=(replace(made().parameters[0], schema=schema),)))
    assert [finding.place.pointer for finding in check(package)] == ["/operations/0/parameters/0/schema/minItems"]
