"""Descriptions of tools: what agents read of an operation before they choose it is as long as their clients let it be."""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, label
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["LONGEST", "tool_descriptions"]

LONGEST = 1024
"""Characters of a tool's description. The chat completions API refuses more, and the whole request with it:
github.com/getsentry/sentry-mcp/issues/106, github.com/janwilmake/openapi-mcp-server/issues/23."""


def tool_descriptions(package: Package) -> Iterator[Finding]:
    """The description of a curated operation fits, and its summary does, which stands for it where there is none."""
    places = Places(package)
    for operation in package.operations:
        if not operation.curated:
            continue
        for fact, text in (("summary", operation.summary), ("description", operation.description)):
            if text is not None and len(text) > LONGEST:
                message = (
                    f"the {fact} of a curated operation has up to {LONGEST:,} characters, found {len(text):,} in {label(operation)}"
                )
                remedy = f"write a shorter `{fact}` in the overlay"
                place = places.of(operation, f"/{fact}")
                yield Finding(Code.TOOL_DESCRIPTION, Severity.WARNING, message, remedy, place, operation.identity)
