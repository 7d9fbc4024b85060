"""Who may import whom: one direction, read from the sources themselves."""

import ast
from pathlib import Path

import pytest

import connectors

SOURCES = Path(__file__).parents[1] / "src" / "connectors"
REPOSITORY = Path(__file__).parents[1]

# Each may import what it names, and itself; `model` alone stands for everything below `model/`.
GROUND = {"problems", "pointer", "limits", "version", "canonical", "hidden", "collector", "walking", "whole_file"}
READING = GROUND | {"model"}
ALLOWED = {
    "problems": set(),
    "pointer": set(),
    "limits": set(),
    "version": set(),
    "canonical": set(),
    "collector": set(),
    "walking": {"collector", "limits"},
    "whole_file": set(),
    "many": set(),
    "hidden": set(),
    "signs": set(),
    "model": GROUND,
    "description": READING,
    "derive": READING | {"description"},
    "answers": READING,
    "authored": READING,
    "overlay": READING | {"authored", "answers"},
    "check": READING | {"answers", "signs"},
    "rights": READING,
    "store": READING | {"authored", "overlay", "check", "rights"},
    "installed": READING | {"store"},
    "catalog": READING | {"store", "installed"},
    "fetch": READING,
    "remote": READING | {"description", "fetch"},
    "inputs": READING | {"description", "fetch", "remote"},
    "changes": READING | {"derive"},
    "suggest": READING | {"authored", "overlay", "description", "derive", "signs"},
    "shipping": READING | {"authored", "rights", "store"},
    "validation": READING | {"authored", "overlay", "check", "rights", "store", "shipping", "many"},
    "notices": READING | {"rights", "store", "shipping", "validation"},
    "pipeline_types": READING,
    "located": READING | {"description", "inputs", "pipeline_types"},
    "planning": READING | {"authored", "overlay", "derive", "rights", "store", "inputs", "changes", "pipeline_types"},
    "pipeline": READING
    | {"description", "derive", "authored", "overlay", "check", "rights", "store", "fetch"}
    | {"inputs", "changes", "located", "planning", "pipeline_types"},
    "overlaying": READING | {"overlay", "store", "suggest"},
    "findings": READING,
    "toml_places": {"pointer"},
    "settings": READING | {"findings", "toml_places"},
    "reproduction": READING | {"store", "validation", "inputs", "pipeline"},
    "why": READING | {"authored", "overlay", "description", "derive", "store", "located", "inputs", "pipeline"},
    "batch": READING | {"authored", "store", "inputs", "pipeline", "pipeline_types"},
    "lint": READING | {"description", "derive", "inputs"},
    "installing": READING
    | {
        "description",
        "store",
        "validation",
        "fetch",
        "remote",
        "inputs",
        "installed",
        "catalog",
        "pipeline_types",
        "pipeline",
        "search",
    },
    "search": READING | {"store"},
    "difference": READING,
    "execute": {"problems", "pointer", "canonical", "model"},
    "api": READING | {"store", "pipeline", "pipeline_types", "execute", "difference"},
}
NO_INPUT_OR_OUTPUT = {
    "io",
    "os",
    "pathlib",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "urllib",
    "http",
    "httpx",
    "httpx2",
    "yaml",
}


def layer(path: Path) -> str:
    """The module or package directly below `connectors`."""
    return path.relative_to(SOURCES).parts[0].removesuffix(".py")


def imports(path: Path) -> list[tuple[str, int]]:
    """Every module that a file imports anywhere in it, and the line. Relative imports are refused by this, too."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.extend((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}:{node.lineno} imports relatively"
            module = node.module or ""
            # `from connectors import pointer` names a module, too.
            found.extend(
                (f"connectors.{alias.name}", node.lineno) for alias in node.names
            ) if module == "connectors" else found.append((module, node.lineno))
    return found


FILES = sorted(SOURCES.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCES)))
def test_imports_go_in_one_direction(path):
    own = layer(path)
    if own in ("__init__", "__main__", "cli"):
        return
    assert own in ALLOWED, f"`{own}` is in no layer: say here what it may import"
    for module, line in imports(path):
        if module.partition(".")[0] == "connectors":
            other = ([*module.split("."), "__init__"])[1]
            assert other == own or other in ALLOWED[own], f"{path.relative_to(SOURCES)}:{line} imports `{module}`"


@pytest.mark.parametrize("path", [path for path in FILES if layer(path) == "model"], ids=lambda path: path.name)
def test_the_model_has_no_input_or_output(path):
    assert not {module.partition(".")[0] for module, _ in imports(path)} & NO_INPUT_OR_OUTPUT


@pytest.mark.parametrize("own", ["description", "derive"])
def test_what_reads_strangers_texts_opens_nothing(own):
    for path in FILES:
        if layer(path) == own:
            opening = {"io", "os", "pathlib", "shutil", "socket", "subprocess", "tempfile", "http", "httpx", "httpx2"}
            assert not {module.partition(".")[0] for module, _ in imports(path)} & opening, path.name


OPENS_SOCKETS = {
    *("socket", "ssl", "_socket", "_ssl", "socketserver", "asyncio", "selectors"),
    *("http", "urllib.request", "urllib.robotparser", "ftplib", "smtplib", "imaplib", "poplib", "nntplib", "telnetlib", "xmlrpc"),
    *("httpx", "httpx2", "httpcore", "httpcore2", "requests", "urllib3", "aiohttp", "anyio", "trio", "pycurl", "h11", "websockets"),
}


def test_one_folder_opens_sockets():
    """A second way to the network would have none of the guards of the first."""
    openers = {
        layer(path)
        for path in FILES
        for module, _ in imports(path)
        if any(module == opener or module.startswith(f"{opener}.") for opener in OPENS_SOCKETS)
    }
    assert openers == {"fetch"}


def test_the_layers_form_no_circle():
    order: list[str] = []
    left = {name: set(allowed) for name, allowed in ALLOWED.items()}
    while left:
        free = [name for name, allowed in left.items() if not allowed - set(order)]
        assert free, f"a circle among {sorted(left)}"
        order.extend(free)
        left = {name: allowed for name, allowed in left.items() if name not in free}


def test_nothing_imports_the_command_line():
    for path in FILES:
        if layer(path) not in ("cli", "__main__"):
            assert not [module for module, _ in imports(path) if module.startswith("connectors.cli")], path.name


def test_the_package_under_test_is_the_one_of_this_repository():
    assert Path(connectors.__file__).parent == SOURCES


def test_the_folder_of_packages_holds_no_code():
    assert list((REPOSITORY / "connectors").rglob("*.py")) == []


def test_there_is_one_way_to_get_a_package():
    """What is checked is what runs: nobody but the loader makes a Package."""
    makers = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Package"
    }
    assert makers == {"store/load.py"}


def test_there_is_one_way_to_be_admitted():
    """What was judged is what is dialled: nobody but the decision makes an Admitted."""
    makers = {
        path.relative_to(SOURCES).as_posix()
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Admitted"
    }
    assert makers == {"fetch/decision.py"}
