"""Why a request is not built."""

from connectors.problems import Code, ConnectorsError, Problem, Severity

__all__ = ["ARGUMENT", "NOT_CALLABLE", "SERVER", "Refusal", "RequestRefused", "problem"]

# One name for each kind of refusal, so that each can get a code of its own in one place.
ARGUMENT = Code.ARGUMENT_REFUSED
SERVER = Code.SERVER_MISSING
NOT_CALLABLE = Code.NOT_CALLABLE


class RequestRefused(ConnectorsError):  # noqa: N818 - it says what happened to the request
    """A call cannot be built as it was asked for. Nothing was built; every reason is among the problems.

    No message holds the value of an argument: any of them may be a secret.
    """


class Refusal(Exception):  # noqa: N818 - a reason on its way to a Problem, never an error that anybody meets
    """One reason, met where nobody knows yet which argument it is about."""

    def __init__(self, reason: str, remedy: str, code: Code = ARGUMENT) -> None:
        super().__init__(reason)
        self.reason = reason
        self.remedy = remedy
        self.code = code

    def of(self, key: str) -> Problem:
        """The problem, with the argument's key in front."""
        return problem(f"`{key}`: {self.reason}", self.remedy, self.code)

    def alone(self) -> Problem:
        """The problem of the call as a whole."""
        return problem(self.reason, self.remedy, self.code)


def problem(message: str, remedy: str, code: Code = ARGUMENT) -> Problem:
    """An error about a call, which has no place in a file."""
    return Problem(None, Severity.ERROR, code, message, remedy)
