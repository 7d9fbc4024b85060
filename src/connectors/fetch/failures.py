"""The errors of fetching, each made in one place, so that code, exit status and wording go together."""

from collections.abc import Iterable

from connectors.problems import Code, FetchError, Problem, Severity, SourceLocation

__all__ = ["StatusError", "failure", "malformed", "refusal", "refused"]


class StatusError(FetchError):
    """The server answered, with another status than 200."""

    def __init__(self, problems: Iterable[Problem], status: int) -> None:
        super().__init__(problems)
        self.status = status


def failure(code: Code, message: str, remedy: str, *, where: str | None = None) -> FetchError:
    """Could not: exit status 2. `where` is the address as it may be shown."""
    place = SourceLocation(where) if where is not None else None
    return FetchError([Problem(place, Severity.ERROR, code, message, remedy)])


def refusal(code: Code, message: str, remedy: str, *, where: str | None = None) -> FetchError:
    """Would not: exit status 3."""
    return FetchError(failure(code, message, remedy, where=where).problems, exit_status=3)


def malformed(message: str, remedy: str) -> FetchError:
    """The text is no address."""
    return failure(Code.ADDRESS_MALFORMED, message, remedy)


def refused(message: str, remedy: str) -> FetchError:
    """The address is one that nothing is fetched from."""
    return refusal(Code.ADDRESS_REFUSED, message, remedy)
