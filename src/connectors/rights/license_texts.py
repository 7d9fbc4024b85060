"""The texts that must travel with a package, one for every licence and exception of its expression."""

from collections.abc import Iterable, Mapping
from pathlib import PurePath

from connectors.problems import Code, Problem, Severity, UsageError
from connectors.rights.expression import Expression
from connectors.rights.one_line import one_line
from connectors.rights.texts import NOT_STATED, carried_text

__all__ = ["assign", "gather"]


def gather(expression: Expression | None, given: Mapping[str, str]) -> dict[str, str]:
    """Find the text of every licence that `expression` names, keyed by id; None where no licence is stated.

    `given` wins over the text this program carries: a vendor's copy names its holders. Raises UsageError for each text that is neither
    given nor carried, and for each given one that nothing names.
    """
    wanted = (NOT_STATED,) if expression is None else expression.ids
    problems = [
        Problem(
            None,
            Severity.ERROR,
            Code.USAGE,
            f"the license expression `{expression or 'none'}` does not name `{one_line(license_id)}`, whose text was given",
            "leave its `--license-text` out, or add it to `--license`",
        )
        for license_id in given
        if license_id not in wanted
    ]
    texts = {}
    for license_id in wanted:
        text = given.get(license_id) or carried_text(license_id)
        if text is None or not text.strip():
            message = f"the text of `{license_id}` has to travel with the package, and is not one of those this program carries"
            remedy = f"give it with `--license-text {license_id}=FILE`"
            problems.append(Problem(None, Severity.ERROR, Code.LICENSE_TEXT_MISSING, message, remedy))
        else:
            texts[license_id] = _tidy(text)
    if problems:
        raise UsageError(problems)
    return texts


def assign(expression: Expression | None, options: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Say which licence each `--license-text` is of. `options` are pairs of the option as written and the text of its file.

    Written `ID=FILE`, or `FILE` where the file is named after the id (`LicenseRef-Foo.txt`), or where one licence of the expression is
    without a text and one FILE without a name of its own. Raises UsageError.
    """
    ids = expression.ids if expression else ()
    assigned: dict[str, str] = {}
    nameless: list[tuple[str, str]] = []
    problems = []
    for option, text in options:
        license_id = _id_of(option, ids)
        if license_id is None:
            nameless.append((option, text))
        elif license_id in assigned:
            problems.append(_usage(f"one text of `{license_id}` is wanted, found a second in `--license-text {one_line(option)}`"))
        else:
            assigned[license_id] = text
    missing = [license_id for license_id in ids if license_id not in assigned and carried_text(license_id) is None]
    if len(nameless) == 1 and len(missing) == 1:
        assigned[missing[0]] = nameless[0][1]
    elif len(nameless) == 1 and len(ids) == 1 and not assigned:
        assigned[ids[0]] = nameless[0][1]
    else:
        problems.extend(
            _usage(f"the licence that `--license-text {one_line(option)}` is the text of cannot be told") for option, _ in nameless
        )
    if problems:
        raise UsageError(problems)
    return assigned


def _id_of(option: str, ids: tuple[str, ...]) -> str | None:
    before, equals, _ = option.partition("=")
    if equals and "/" not in before and "\\" not in before:
        return before
    name = PurePath(option).name
    return next((known for known in ids if name in {known, f"{known}.txt"}), None)


def _usage(message: str) -> Problem:
    return Problem(None, Severity.ERROR, Code.USAGE, message, "write `--license-text ID=FILE`, once for each licence")


def _tidy(text: str) -> str:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"
