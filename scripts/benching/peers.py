"""Programs that do comparable work, each installed from its registry into an environment of its own."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benching.measure import Command

_REQUESTS = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}},
)  # fmt: skip
_FROM_OPENAPI = """
import asyncio, json, sys
from pathlib import Path
import httpx2
from fastmcp import FastMCP
text = Path(sys.argv[1]).read_text()
if text.lstrip()[:1] == "{":
    description = json.loads(text)
else:
    import yaml
    description = yaml.load(text, yaml.CSafeLoader)
client = httpx2.AsyncClient(base_url="https://api.example")
print(len(asyncio.run(FastMCP.from_openapi(openapi_spec=description, client=client).list_tools())))
"""


@dataclass(frozen=True)
class Peer:
    """A program, what it makes of a description, and how many operations are in that; None where it emits none.

    `answers` says whether it carries what operations answer, and writes what it made: the work that `gen` does.
    """

    name: str
    requirements: tuple[str, ...]
    does: str
    answers: bool
    command: Callable[[Path, Path, Path], Command]
    count: Callable[[Path, Path], int | None] = lambda _scratch, _output: None
    registry: str = "pypi"


def _connectorgen(home: Path, spec: Path, scratch: Path) -> Command:
    return Command([str(home / "bin/connectorgen"), "generate", str(spec), "--output", str(scratch / "connectorgen.json")])


def _mcpify(home: Path, spec: Path, scratch: Path) -> Command:
    requests = scratch / "requests"
    requests.write_text("".join(json.dumps(request) + "\n" for request in _REQUESTS))
    return Command([str(home / "bin/mcpify"), "serve", str(spec), "--base-url", "https://api.example"], stdin=requests)


def _mcpify_tools(_scratch: Path, output: Path) -> int:
    answers = [json.loads(line) for line in output.read_text().splitlines() if line.startswith("{")]
    tools = next(answer["result"]["tools"] for answer in answers if answer.get("id") == 2)
    return sum(not tool["name"].startswith("mcpify") for tool in tools)


def _python_client(home: Path, spec: Path, scratch: Path) -> Command:
    out, config = scratch / "python-client", scratch / "python-client.yaml"
    # Without the formatter that it runs over its output, and with the setting that it asks for where enums clash.
    config.write_text("literal_enums: true\npost_hooks: []\n")
    return Command(
        [str(home / "bin/openapi-python-client"), "generate", "--path", str(spec), "--output-path", str(out), "--meta", "none",
         "--config", str(config)],
        before=lambda: shutil.rmtree(out, ignore_errors=True),
    )  # fmt: skip


def _python_functions(scratch: Path, _output: Path) -> int:
    return sum("def sync_detailed(" in path.read_text("utf-8") for path in (scratch / "python-client" / "api").rglob("*.py"))


def _fastmcp(home: Path, spec: Path, scratch: Path) -> Command:
    program = scratch / "from_openapi.py"
    program.write_text(_FROM_OPENAPI)
    return Command([str(home / "bin/python"), str(program), str(spec)])


def _validator(home: Path, spec: Path, _scratch: Path) -> Command:
    return Command([str(home / "bin/openapi-spec-validator"), str(spec)], accepted=(0, 1))


def _redocly(home: Path, spec: Path, scratch: Path) -> Command:
    return Command(
        [str(home / "node_modules/.bin/redocly"), "lint", str(spec), "--format", "summary"],
        accepted=(0, 1),
        environment={"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "HOME": str(scratch)},
    )


PEERS = (
    Peer(
        "connectorgen", ("connectorgen",), "writes actions with arguments and answers, credentials, paging: one JSON file", True,
        _connectorgen, lambda scratch, _: len(json.loads((scratch / "connectorgen.json").read_bytes())["actions"]),
    ),
    Peer(
        "openapi-python-client", ("openapi-python-client",), "writes a Python client: functions, models of arguments and answers", True,
        _python_client, _python_functions,
    ),
    Peer(
        "fastmcp from_openapi", ("fastmcp", "pyyaml"), "makes MCP tools with arguments and answers in memory; writes nothing", True,
        _fastmcp, lambda _, output: int(output.read_text().split()[-1]),
    ),
    Peer(
        "mcpify-openapi", ("mcpify-openapi[yaml]",), "answers tools/list: names and arguments; no answers, no credentials", False,
        _mcpify, _mcpify_tools,
    ),
    Peer("openapi-spec-validator", ("openapi-spec-validator",), "validates; emits nothing", False, _validator),
    Peer("redocly lint", ("@redocly/cli",), "lints; emits nothing", False, _redocly, registry="npm"),
)  # fmt: skip


def cache() -> Path:
    """Where the environments of peers are kept: outside of the tree."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "connectors-bench"


def installed(peer: Peer) -> tuple[Path | None, str]:
    """The environment of a peer, made where it is not there, and its version; or None and why there is none."""
    home = cache() / peer.name.replace(" ", "-")
    stamp = home / "installed.txt"
    if not stamp.is_file():
        print(f"installing {' '.join(peer.requirements)} into {home} ...", file=sys.stderr)
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir(parents=True)
        try:
            stamp.write_text(_with_npm(peer, home) if peer.registry == "npm" else _with_pip(peer, home))
        except (OSError, subprocess.CalledProcessError) as error:
            said = getattr(error, "stderr", None) or str(error)
            return None, f"could not be installed: {said.strip().splitlines()[-1][:200]}"
    return home, stamp.read_text().strip()


def _with_pip(peer: Peer, home: Path) -> str:
    _do([sys.executable, "-m", "venv", str(home)])
    _do([str(home / "bin/pip"), "install", "--quiet", "--disable-pip-version-check", *peer.requirements])
    name = peer.requirements[0].partition("[")[0]
    return _do([str(home / "bin/python"), "-c", f"import importlib.metadata as m; print(m.version({name!r}))"])


def _with_npm(peer: Peer, home: Path) -> str:
    npm = shutil.which("npm")
    if npm is None:
        raise OSError("Node is not here")
    _do([npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(home), *peer.requirements])
    return str(json.loads((home / "node_modules" / peer.requirements[0] / "package.json").read_bytes())["version"])


def _do(command: list[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
