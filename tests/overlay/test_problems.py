"""Faulty overlays beside the exact report of each: `fixtures/problems/overlay-*.yaml` and `*.problems`."""

import os
from pathlib import Path

import pytest
from overlaid import made, problems_of, report

from connectors.problems import Code, Severity

FOLDER = Path(__file__).parents[2] / "fixtures" / "problems"
FILES = sorted(FOLDER.glob("overlay-*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_report_is_exactly_this(file):
    found = report(problems_of(file.read_bytes()))
    expected = file.with_suffix(".problems")
    if os.environ.get("WRITE_PROBLEMS"):
        expected.write_text(found)
    assert found == expected.read_text()


def test_there_are_such_files():
    assert len(FILES) >= 8


# Ten faults of ten kinds by the number of the entry each stands in, and the text that the finding points to.
FAULTS = {
    3: ("{summry: S}", Code.OVERLAY_KEY, "summry"),
    9: ("{effect: reads}", Code.OVERLAY_VALUE, "reads"),
    14: ("{parameters: {limt: {secret: true}}}", Code.OVERLAY_UNMATCHED, "limt"),
    20: ("{drop: true}", Code.OVERLAY_BECAUSE, "{"),
    27: ("{effect: read, because: b, idempotency: unsafe}", Code.OVERLAY_CONTRADICTION, "idempotency"),
    33: ("{id: x.r1.get}", Code.OVERLAY_ID, "id"),
    38: ("{parameters: {limit: {key: page}}}", Code.OVERLAY_RENAME, "key"),
    44: ("{security: [nobody]}", Code.OVERLAY_CREDENTIAL, "nobody"),
    51: ("{pagination: {style: page, page: page, items: /rows}}", Code.OVERLAY_PAGINATION, "items"),
    58: ("{outcome: {success_when: {at: /okay, exists: true}}}", Code.OVERLAY_OUTCOME, "at:"),
}


def sixty(entries):
    answer = "{application/json: {schema: {type: object, properties: {data: {type: array, items: {}}, ok: {type: boolean}}}}}"
    paths = "".join(
        f"""
      /r{number}:
        post:
          tags: [r{number}]
          operationId: get
          parameters: [{{name: limit, in: query, schema: {{type: integer}}}}, {{name: page, in: query, schema: {{type: integer}}}}]
          responses: {{"200": {{description: d, content: {answer}}}}}"""
        for number in range(1, 61)
    )
    overlay = "schema_version: 1\nconnector: x\noperations:\n"
    overlay += "".join(f"  POST /r{number}: {entries(number)}\n" for number in range(1, 61))
    return made(f"\n    paths:{paths}\n"), overlay


def test_sixty_entries_with_ten_faults_give_ten_findings_in_one_run():
    package, overlay = sixty(lambda number: FAULTS[number][0] if number in FAULTS else "{curated: true}")
    found = problems_of(overlay, package)
    assert [problem.severity for problem in found] == [Severity.ERROR] * 10
    expected = [
        (3 + number, len(f"  POST /r{number}: ") + entry.index(part) + 1, code) for number, (entry, code, part) in FAULTS.items()
    ]
    assert [(problem.where.line, problem.where.column, problem.code) for problem in found] == expected
    assert all(problem.remedy and problem.where.pointer for problem in found)
    assert len({problem.code for problem in found}) == 10


@pytest.mark.parametrize("number", FAULTS)
def test_a_fault_alone_is_the_same_finding_as_among_others(number):
    package, overlay = sixty(lambda each: FAULTS[each][0] if each in FAULTS else "{curated: true}")
    together = {problem.where.line: problem for problem in problems_of(overlay, package)}
    package, overlay = sixty(lambda each: FAULTS[each][0] if each == number else "{curated: true}")
    assert problems_of(overlay, package) == (together[3 + number],)
