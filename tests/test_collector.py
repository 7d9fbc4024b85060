"""The collector: at rest while much is read, at work afterwards, and holding nothing but in a command line."""

import gc
import subprocess
import sys
import weakref

import pytest

from connectors import collector


class Thing:
    """Something to be kept or not."""


@pytest.fixture
def command(monkeypatch):
    monkeypatch.setattr(collector, "_held", None)
    return collector


def test_it_rests_and_works_again():
    assert gc.isenabled()
    with collector.at_rest():
        assert not gc.isenabled()
    assert gc.isenabled()
    gc.disable()
    try:
        with collector.at_rest():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_with_several_readers_the_last_one_starts_it_again():
    first, second = collector.at_rest(), collector.at_rest()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()


def test_what_was_made_meanwhile_is_old_and_still_collected():
    with collector.at_rest():
        thing = Thing()
        thing.itself = thing
        seen = weakref.ref(thing)
        assert any(found is thing for found in gc.get_objects(generation=0))
    assert any(found is thing for found in gc.get_objects(generation=2))
    del thing
    gc.collect()
    assert seen() is None


def test_what_a_program_froze_stays_frozen():
    gc.freeze()
    try:
        frozen = gc.get_freeze_count()
        with collector.at_rest():
            pass
        assert gc.get_freeze_count() >= frozen - 10
    finally:
        gc.unfreeze()


def test_a_program_keeps_nothing(command):
    thing = Thing()
    seen = weakref.ref(thing)
    command.hold(thing)
    del thing
    assert seen() is None


def test_a_command_keeps_what_it_read_last(command):
    command.begin()
    first, second = Thing(), Thing()
    seen = weakref.ref(first), weakref.ref(second)
    command.hold(first)
    del first
    assert seen[0]() is not None
    command.let_go()
    assert seen[0]() is None
    command.hold(second)
    del second
    assert seen[1]() is not None


@pytest.mark.parametrize(("last", "said"), [("", b"taken apart\n"), ("collector.end()", b"")])
def test_what_is_held_at_the_end_is_left_to_the_system(last, said):
    program = f"""
from connectors import collector
class Thing:
    def __del__(self): print("taken apart")
collector.begin()
collector.hold(Thing())
{last}
"""
    assert subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout == said
