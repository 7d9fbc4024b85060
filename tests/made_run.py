"""A run made by hand, in which every format has something to write: all severities, places and ways to be quiet."""

from datetime import date

from connectors.findings.run import Quiet, Run, Subject, Why
from connectors.problems import Code, Problem, Severity, SourceLocation

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE


def problem(
    code: Code = Code.PAGING_SIZE,
    severity: Severity = ERROR,
    pointer: str = "/operations/0/pagination",
    *,
    identity: str | None = "GET /items",
    message: str = "`size` is one of its parameters, found `count`",
    remedy: str = "name it in the overlay",
    file: str | None = "connectors/shop/operations/item.json",
    line: int | None = 12,
    column: int | None = 7,
) -> Problem:
    where = SourceLocation(file, line, column, pointer) if file is not None else None
    return Problem(where, severity, code, message, remedy, identity)


def subject(*findings: Problem, quiet: tuple[Quiet, ...] = (), name: str = "connectors/shop", **changes: object) -> Subject:
    status = int(any(each.severity is ERROR for each in findings))
    connector = name.rpartition("/")[2]
    values = {"kind": "package", "connector": connector, "address": "sha256:00", "exit_status": status, **changes}
    return Subject(name=name, findings=findings, quiet=quiet, **values)  # type: ignore[arg-type]


IGNORED = Quiet(
    problem(Code.ANSWER_STATUS, ERROR, "/operations/1/responses", identity="GET /items/{1}"),
    Why.IGNORE,
    "the vendor mends it in May",
    date(2027, 5, 31),
)
KNOWN = Quiet(
    problem(Code.HEADER_DISAGREES, WARNING, "/header", identity=None), Why.BASELINE, "known in `baseline.json`", known=True
)
OFF = Quiet(problem(Code.LOCK_DISAGREES, WARNING, "", identity=None), Why.SEVERITY, "`lock-disagrees` is off in the settings")
RUN = Run(
    "validate",
    (
        subject(
            problem(),
            problem(
                Code.OVERLAY_IDLE,
                WARNING,
                "/operations/GET ~1items",
                file="connectors/shop/ä b%,:c.yaml",
                message="it says\n`100 %`, a \x1b and an `é`",
            ),
            problem(Code.NOT_GENERATED, NOTE, "", identity=None, line=None, column=None, file="connectors/shop"),
            quiet=(IGNORED, KNOWN, OFF),
        ),
        subject(name="connectors/clean"),
        subject(
            problem(Code.PACKAGE_NOT_FOUND, ERROR, "", identity=None, file="/elsewhere/gone", line=None, column=None),
            name="/elsewhere/gone",
            kind=None,
            connector=None,
            address=None,
            exit_status=2,
            whole=False,
        ),
    ),
    about=(problem(Code.IGNORE_UNMATCHED, WARNING, "/validate/ignore/0", identity=None, file="connectors.toml", line=3, column=1),),
    compared=True,
)
CLEAN = Run("validate", (subject(), subject(name="connectors/other")))
