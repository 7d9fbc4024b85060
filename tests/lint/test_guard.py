"""The second readers hurt nobody: what their process may not do, and what is left when it is ended."""

import json
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from connectors.description.reading import read_document
from connectors.description.sniff import Format
from connectors.limits import Limits
from connectors.lint.child import say
from connectors.lint.finding import Reader
from connectors.lint.guard import Answer, ask
from connectors.lint.judge import judged
from connectors.lint.lint import lint
from connectors.lint.schema import schema_findings
from connectors.lint.wire import Heard
from connectors.problems import Code, ConnectorsError, Severity
from lint_support import OPENAPI_30, document, text

FINE = "responses: {'200': {description: Fine}}"
TWICE = f"paths: {{/a: {{get: {{operationId: x, {FINE}}}}}, /b: {{get: {{operationId: x, {FINE}}}}}}}"


FORBIDDEN = {
    "a-file-of-the-system": "open('/etc/hostname').read()",
    "the-description-itself": "open('openapi.yaml').read()",
    "a-way-around": "open(sys.prefix + '/../../openapi.yaml').read()",
    "a-new-file": "open(sys.prefix + '/written', 'w')",
    "below-the-file-object": "__import__('os').open('openapi.yaml', 0)",
    "a-socket": "__import__('socket').socket()",
    "a-name": "__import__('socket').getaddrinfo('localhost', 80)",
    "an-address": "__import__('urllib.request').request.urlopen('http://127.0.0.1:9/')",
    "a-process": "__import__('subprocess').run(['true'])",
    "a-shell": "__import__('os').system('true')",
    "a-fork": "__import__('os').fork()",
}
_PROGRAM = """
import json, sys
from connectors.lint import child
import openapi_spec_validator, prance
child._give_up_rights(20)
for name, program in json.loads(sys.argv[1]).items():
    try:
        eval(program)
    except BaseException as error:
        print(name, type(error).__name__)
    else:
        print(name, "done")
"""


def test_the_process_may_not_touch_anything(tmp_path: Path) -> None:
    (tmp_path / "openapi.yaml").write_text("secret", "utf-8")
    programs = {**FORBIDDEN, "a-sum": "1 + 1", "a-late-import": "__import__('openapi_schema_validator.shortcuts')"}
    command = [sys.executable, "-P", "-c", _PROGRAM, json.dumps(programs)]
    result = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60)
    ended = dict(line.split() for line in result.stdout.splitlines())
    assert ended == {**dict.fromkeys(FORBIDDEN, "PermissionError"), "a-sum": "done", "a-late-import": "done"}, result.stderr


def test_what_it_says_comes_back() -> None:
    answer = ask((document(OPENAPI_30, TWICE),), Format.OPENAPI_3_0)
    assert answer.cut_short is None
    assert [(heard.reader, heard.kind, heard.tokens) for heard in answer.heard] == [
        (Reader.SPEC_VALIDATOR, "DuplicateOperationIDError", ["paths", "/b", "get"])
    ]


def test_no_variable_of_the_environment_reaches_their_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, str]] = []

    class Popen:
        returncode = 0

        def __init__(self, command: list[str], *, env: dict[str, str], **_: Any) -> None:
            seen.append(env)

        def communicate(self, *_: Any, **__: Any) -> tuple[bytes, None]:
            return b"", None

    monkeypatch.setattr(subprocess, "Popen", Popen)
    monkeypatch.setenv("OPENAPI_SPEC_VALIDATOR_RESOLVED_CACHE_MAXSIZE", "0")
    monkeypatch.setenv("OPENAPI_SCHEMA_VALIDATOR_COMPILED_VALIDATOR_CACHE_MAX_SIZE", "many")
    ask((document(OPENAPI_30, TWICE),), Format.OPENAPI_3_0)
    (environment,) = seen
    assert "PATH" in environment
    assert not [name for name in environment if name.startswith("OPENAPI_")]


def test_a_module_beside_the_description_is_not_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "prance.py").write_text("raise SystemExit(9)", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert ask((document(OPENAPI_30, TWICE),), Format.OPENAPI_3_0).cut_short is None


def test_a_process_without_end_is_ended_and_what_it_said_is_kept() -> None:
    """References that fan out: openapi-spec-validator looks at each way, and there are 4 to the power of 40."""
    schemas: dict[str, Any] = {f"s{n}": {"allOf": [{"$ref": f"#/components/schemas/s{n + 1}"}] * 4} for n in range(40)}
    schemas["s40"] = {}
    components = {"schemas": schemas, "headers": {"h": {"$ref": "#/gone"}}}
    tree = {"openapi": "3.0.4", "info": {"title": "T", "version": "1"}, "paths": {}, "components": components}
    entry = read_document(json.dumps(tree).encode(), shown_as="openapi.json")
    answer = ask((entry,), Format.OPENAPI_3_0, seconds=2)
    assert [(heard.reader, heard.kind) for heard in answer.heard] == [("prance", "no-node")]
    assert answer.cut_short == "they took more than 2 seconds of processor time"
    last = list(judged(answer, Format.OPENAPI_3_0, {}, {"": entry.tree}))[-1]
    assert (last.code, last.at.pointer) == (Code.READER_GAVE_UP, "")


def test_a_reader_is_listened_to_for_so_long() -> None:
    out = BytesIO()
    each = Heard("prance", "", ["a" * 100], "no-node", "m" * 1000)
    assert not say([each] * 100, out, most=1000)
    assert out.getvalue().count(b"\n") == 2
    assert len(msgspec.json.decode(out.getvalue().splitlines()[0])["message"]) == 241
    assert say([each], BytesIO(), most=1000)


def test_half_a_line_is_no_finding() -> None:
    from connectors.lint.guard import _lines

    line = msgspec.json.encode(Heard("prance", "", ["a"], "no-node", "lost"))
    assert _lines(line + b"\n" + line[:20]) == [Heard("prance", "", ["a"], "no-node", "lost")]


def test_failures_of_a_reader_are_one_note_with_their_number() -> None:
    failed = tuple(Heard("openapi-spec-validator", "", [key], "KeyError", "KeyError", failed=True) for key in "ab")
    (note,) = judged(Answer(failed, None), Format.OPENAPI_3_0, {}, {"": {}})
    assert (note.code, note.at.pointer) == (Code.READER_GAVE_UP, "/a")
    assert "and 1 more (`KeyError`)" in note.message


# -- hostile descriptions -------------------------------------------------------------------------------------------------------


def nested(depth: int) -> bytes:
    return text(OPENAPI_30, "components: {schemas: {s: " + "{not: " * depth + "{}" + "}" * depth + "}}").encode()


def bomb() -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return text(OPENAPI_30, "x-bomb:\n  " + "\n  ".join(lines) + "\n").encode()


def secret_files() -> bytes:
    references = ("/etc/hostname", "file:///etc/hostname", "../../../../../../etc/hostname", "python://os/os.py", "outside.json")
    schemas = ", ".join(f"s{n}: {{$ref: '{name}'}}" for n, name in enumerate(references))
    return text(OPENAPI_30, f"components: {{schemas: {{{schemas}}}}}").encode()


def remote() -> bytes:
    return text(
        OPENAPI_30,
        "paths: {/a: {get: {responses: {'200': {$ref: 'http://127.0.0.1:9/answers.yaml#/a'}}}}}\n"
        "components: {schemas: {s: {$ref: 'https://127.0.0.1:9/schemas.yaml#/s'}, t: {$ref: 'HTTP://127.0.0.1:9/t'}}}",
    ).encode()


def circles() -> bytes:
    return text(
        OPENAPI_30,
        "components: {schemas: {a: {$ref: '#/components/schemas/b'}, b: {$ref: '#/components/schemas/a'}, "
        "c: {$ref: '#/components/schemas/c'}, d: {properties: {d: {$ref: '#/components/schemas/d'}}}}}",
    ).encode()


@pytest.mark.parametrize(
    ("make", "codes"),
    [
        pytest.param(lambda: nested(400), set(), id="deep-nesting-within-the-limit"),
        pytest.param(secret_files, {Code.REFERENCE_NOT_FOUND, Code.REFERENCE_OUTSIDE}, id="files-of-others"),
        pytest.param(remote, {Code.REFERENCE_REMOTE}, id="addresses"),
        pytest.param(circles, set(), id="references-in-a-circle"),
    ],
)
def test_a_hostile_description_is_linted(tmp_path: Path, make: Callable[[], bytes], codes: set[Code]) -> None:
    path = tmp_path / "here" / "openapi.yaml"
    path.parent.mkdir()
    path.write_bytes(make())
    (tmp_path / "outside.json").write_text('{"secret": 1}', "utf-8")
    (path.parent / "outside.json").symlink_to(tmp_path / "outside.json")
    report = lint(str(path), None, Limits())
    found = {fault.problem.code for fault in report.faults}
    assert found - {Code.READER_GAVE_UP, Code.SERVER_RELATIVE} == codes
    assert not [fault for fault in report.faults if fault.problem.severity is Severity.ERROR]
    assert "secret" not in str(report)


def long_key() -> bytes:
    """A megabyte whose faults have four gigabytes of paths."""
    many = ", ".join(f"p{n}: {{type: int}}" for n in range(10_000))
    return text(
        OPENAPI_30, f"components: {{schemas: {{s: {{properties: {{? {'k' * 400_000} : {{properties: {{{many}}}}}}}}}}}}}"
    ).encode()


def deep_fault() -> bytes:
    schema = "{properties: {a: " * 150 + "{type: int}" + "}}" * 150
    return text(OPENAPI_30, f"components: {{schemas: {{s: {schema}}}}}").encode()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        pytest.param(long_key, "too long to be repeated", id="paths-that-fill-the-memory"),
        pytest.param(deep_fault, "", id="deeper-than-the-validator-walks"),
    ],
)
def test_the_schema_is_not_asked_where_that_would_cost_too_much(make: Callable[[], bytes], reason: str) -> None:
    entry = read_document(make(), shown_as="openapi.yaml")
    (note,) = schema_findings(entry, Format.OPENAPI_3_0)
    assert note.code is Code.READER_GAVE_UP
    assert reason in note.message


@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(lambda: nested(600), Code.DOCUMENT_TOO_DEEP, id="deeper-than-the-limit"),
        pytest.param(bomb, Code.YAML_ALIASES, id="a-bomb-of-aliases"),
    ],
)
def test_our_own_reader_refuses_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[[], bytes], code: Code
) -> None:
    path = tmp_path / "openapi.yaml"
    path.write_bytes(make())

    def never(*_: object, **__: object) -> None:
        raise AssertionError("the second readers were asked")

    monkeypatch.setattr("connectors.lint.lint.ask", never)
    with pytest.raises(ConnectorsError) as caught:
        lint(str(path), None, Limits())
    assert [problem.code for problem in caught.value.problems] == [code]


def test_only_files_below_the_root_reach_the_second_readers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[str] = []

    def spy(documents: Any, format: Format, **_: Any) -> Answer:
        handed.extend(each.name for each in documents)
        return Answer((), None)

    monkeypatch.setattr("connectors.lint.lint.ask", spy)
    here = tmp_path / "here"
    here.mkdir()
    (tmp_path / "outside.yaml").write_text("a: {type: string}", "utf-8")
    (here / "inside.yaml").write_text("a: {$ref: 'further.yaml#/b'}", "utf-8")
    (here / "further.yaml").write_text("b: {$ref: '../outside.yaml#/a'}", "utf-8")
    (here / "openapi.yaml").write_text(
        text(OPENAPI_30, "components: {schemas: {s: {$ref: 'inside.yaml#/a'}, t: {$ref: '../outside.yaml#/a'}}}"), "utf-8"
    )
    lint(str(here / "openapi.yaml"), None, Limits())
    assert handed == ["", "further.yaml", "inside.yaml"]
    handed.clear()
    lint(str(here / "openapi.yaml"), tmp_path, Limits())
    assert handed == ["", "../outside.yaml", "further.yaml", "inside.yaml"]
