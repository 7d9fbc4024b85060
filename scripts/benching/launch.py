"""Starts the processes that are measured: `python -I -S launch.py`, a line of JSON in for each, one out when it has ended.

A process of its own, small from beginning to end: what a new process counts as its peak memory begins with the size of whoever started
it, for both share one memory until the new program takes over.
"""

import json
import os
import resource
import sys
import time


def launched(asked: dict) -> dict:
    """Run `arguments` with files for its three streams, at most `limit` CPU seconds, and say what it took."""
    streams = [
        (os.POSIX_SPAWN_OPEN, 0, asked["stdin"], os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, asked["stdout"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, asked["stderr"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
    ]
    started = time.perf_counter()
    child = os.posix_spawn(asked["arguments"][0], asked["arguments"], asked["environment"], file_actions=streams)
    resource.prlimit(child, resource.RLIMIT_CPU, (asked["limit"], asked["limit"]))
    _, status, used = os.wait4(child, 0)
    return {
        "code": os.waitstatus_to_exitcode(status),
        "cpu": used.ru_utime + used.ru_stime,
        "wall": time.perf_counter() - started,
        "megabytes": used.ru_maxrss / 1024,
    }


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(launched(json.loads(line))), flush=True)
