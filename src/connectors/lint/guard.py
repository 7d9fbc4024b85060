"""Runs the second readers where they can hurt nobody: in a process of their own, for a while, and takes what they said until then."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

import msgspec

from connectors.description.sniff import Format
from connectors.description.tree import Document
from connectors.lint.child import TOO_MUCH
from connectors.lint.wire import Heard, Request, Tree

__all__ = ["SECONDS", "Answer", "ask"]

SECONDS = 12
"""Processor time that the second readers get for one description. The largest description that was met, of 13 MB, takes 8."""
_WAIT = 60
"""Seconds by the clock, for a machine that is busy with other things. They wait for nothing themselves."""

_ENCODER = msgspec.json.Encoder(decimal_format="number")
_SETTINGS = ("OPENAPI_SPEC_VALIDATOR_", "OPENAPI_SCHEMA_VALIDATOR_")
"""Prefixes of environment variables that would change what is found: what a description is worth does not depend on them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said, and why no more was: None where all was read."""

    heard: tuple[Heard, ...]
    cut_short: str | None


def ask(
    documents: tuple[Document, ...], format: Format, *, addresses: Mapping[str, str] | None = None, seconds: int = SECONDS
) -> Answer:
    """Let the second readers read documents that were read already; the entry document is the first. `addresses` as `gather` has them."""
    entry = PurePosixPath(documents[0].shown_as).name
    request = Request(
        format, "-" if entry in ("", "..") else entry, [Tree(each.name, each.tree) for each in documents], dict(addresses or {})
    )
    # `-P`: a file beside the description must not be taken for a module.
    command = [sys.executable, "-P", "-m", "connectors.lint.child", str(seconds)]
    environment = {key: value for key, value in os.environ.items() if not key.startswith(_SETTINGS)}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    reason: str | None = None
    try:
        out, _ = process.communicate(_ENCODER.encode(request), timeout=_WAIT)
    except subprocess.TimeoutExpired:
        process.kill()
        out, _ = process.communicate()
        reason = f"they were not done after {_WAIT} seconds"
    except BaseException:
        process.kill()
        process.wait()
        raise
    if reason is None and process.returncode:
        reason = _reason(process.returncode, seconds)
    return Answer(tuple(_lines(out)), reason)


def _lines(out: bytes) -> list[Heard]:
    found: list[Heard] = []
    for line in out.split(b"\n"):
        try:
            found.append(msgspec.json.decode(line, type=Heard))
        except msgspec.MsgspecError:
            # The last line of a process that was ended in the middle of it, and the empty one behind the last.
            continue
    return found


def _reason(status: int, seconds: int) -> str:
    import signal

    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"they took more than {seconds} seconds of processor time"
    if status == TOO_MUCH:
        return "they had more to say than is listened to"
    return "they broke off: memory, or a fault of theirs"
