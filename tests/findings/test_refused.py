"""The codes that no setting silences are those with which a package does not run: a closed list, held against the sources."""

import ast
from pathlib import Path

import connectors
from connectors.findings.refused import LOADER, RIGHTS
from connectors.problems import Code

SOURCES = Path(connectors.__file__).parent
LOADING = [
    *(SOURCES / "authored").glob("*.py"),
    *(SOURCES / "overlay").glob("*.py"),
    *(
        SOURCES / "store" / f"{name}.py"
        for name in ("load", "lock_file", "names", "reading", "references", "resources", "source_file")
    ),
]
# Said by the same modules, and no reason not to load: what changes nothing, and what was known to be so.
INFORM = {Code.OVERLAY_IDLE, Code.NOT_CALLABLE}


def named(paths: list[Path]) -> set[Code]:
    """Every code that these modules name."""
    return {
        Code[node.attr]
        for path in paths
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Code"
    }


def test_whatever_the_loader_refuses_is_on_the_list() -> None:
    assert named(LOADING) - INFORM - LOADER == set()


def test_nothing_else_is_on_the_list() -> None:
    judged = {Code.NOTHING_TO_VALIDATE, Code.SOURCE_CONTRADICTION, Code.ID_DIFFERS, Code.PACKAGE_FILE_UNKNOWN}
    assert LOADER - named(LOADING) <= judged


def test_the_gate_of_what_is_given_away_is_no_matter_of_settings() -> None:
    """The header is one of the rules as well, and no right hangs on it."""
    assert named([SOURCES / "shipping.py"]) - {Code.HEADER_DISAGREES} <= RIGHTS
    assert not RIGHTS & LOADER
