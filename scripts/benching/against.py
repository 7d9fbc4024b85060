"""Another commit, installed beside this one."""

import subprocess
import sys
from pathlib import Path

from benching.peers import cache


def interpreter_of(revision: str, top: Path) -> tuple[str, str]:
    """The Python of an environment with the connectors of `revision` in it, and its full hash. Kept for the next time.

    Raises CalledProcessError where git knows no such commit, or where it cannot be installed.
    """
    commit = _do(["git", "-C", str(top), "rev-parse", "--verify", f"{revision}^{{commit}}"]).strip()
    home = cache() / "commits" / commit
    stamp = home / "installed.txt"
    if not stamp.is_file():
        print(f"installing {revision} into {home} ...", file=sys.stderr)
        source = home / "source"
        source.mkdir(parents=True, exist_ok=True)
        archive = home / "source.tar"
        _do(["git", "-C", str(top), "archive", "--output", str(archive), commit])
        _do(["tar", "-xf", str(archive), "-C", str(source)])
        _do([sys.executable, "-m", "venv", str(home / "venv")])
        # Editable, as the tree here is: where the files lie is part of what importing them costs.
        _do([str(home / "venv/bin/pip"), "install", "--quiet", "--disable-pip-version-check", "--editable", str(source)])
        stamp.write_text(commit)
    return str(home / "venv/bin/python"), commit


def _do(command: list[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
