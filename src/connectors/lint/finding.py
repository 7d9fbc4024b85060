"""What a reader has to say about one node of a description."""

from dataclasses import dataclass
from enum import StrEnum

from connectors.model.places import Place
from connectors.problems import Code, Severity

__all__ = ["Finding", "Reader"]


class Reader(StrEnum):
    """Who found it. The order is that of trust: of one fault that several found, the first one's sentence is taken."""

    OWN = "connectors"
    """What `gen` reads, and what it says of it."""
    SCHEMA = "openapi-schema"
    """The JSON Schema that the OpenAPI Initiative publishes for the document's version."""
    SPEC_VALIDATOR = "openapi-spec-validator"
    PRANCE = "prance"


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault at one place, before lines are known.

    `message` is one sentence with values in backticks; `remedy` begins with a verb, and is empty where the grade's own will do.
    """

    readers: tuple[Reader, ...]
    code: Code
    at: Place
    message: str
    remedy: str = ""
    severity: Severity | None = None
    """None until it is graded; a reader sets it where its own knowledge decides, as for an operation that is lost."""
    about: str = ""
    """What the fault is about, where it stands at several nodes and readers choose different ones: an operationId."""
