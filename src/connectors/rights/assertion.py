"""Whether it may be asserted that a package can be passed on: the licence, the sentence, and the limits nobody may wish away."""

from collections.abc import Callable

from connectors.problems import Code, Problem, Severity, SourceLocation
from connectors.rights.conditions import restriction
from connectors.rights.expression import Expression
from connectors.rights.texts import NOT_STATED

__all__ = ["refusals"]


def refusals(
    expression: Expression | None, sentence: str | None, override: str | None, place: Callable[[str], SourceLocation | None]
) -> list[Problem]:
    """What stands against `redistributable`: nothing, or every reason. `place` gives where a key of `source.yaml` stands.

    The texts of the licences are no matter here: no package is made without them.
    """
    problems = []
    limit = restriction(expression)
    if limit is not None and not _says_something(override):
        code = Code.LICENSE_NOT_STATED if limit.license_id == NOT_STATED else Code.RIGHTS_REFUSED
        message = f"a package may be passed on under a licence that allows it, and `{limit.license_id}` {limit.reason}"
        remedy = 'leave the assertion out, or give the right you have besides the licence with `--rights-override "reason"`'
        if code is Code.LICENSE_NOT_STATED:
            remedy = 'state the licence with `--license`, or the right you have without one with `--rights-override "reason"`'
        problems.append(Problem(place("redistributable"), Severity.ERROR, code, message, remedy))
    if not _says_something(sentence):
        message = "`redistributable` is an assertion, and no sentence names the right that is relied on"
        remedy = 'name it with `--rights "sentence"`, or as `rights` in `source.yaml`'
        problems.append(Problem(place("redistributable"), Severity.ERROR, Code.RIGHTS_SENTENCE_MISSING, message, remedy))
    return problems


def _says_something(text: str | None) -> bool:
    return text is not None and any(character.isalpha() for character in text)
