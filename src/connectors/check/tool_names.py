"""Names of tools: what an operation is called where agents choose it.

Ids have dots, which many clients refuse: `forgejo.issue.create` is served as `forgejo_issue_create`.
"""

from collections.abc import Iterator

from connectors.check.finding import Finding
from connectors.check.places import Places, label
from connectors.model.operation import Operation
from connectors.model.package import Package
from connectors.problems import Code, Severity

__all__ = ["LONGEST", "tool_name", "tool_names"]

LONGEST = 64
"""Characters of a tool's name. Chat completion clients refuse more: github.com/microsoft/vscode/issues/243602,
github.com/chatboxai/chatbox/issues/2400. The Model Context Protocol allows more than its clients do."""


def tool_name(id_: str) -> str:
    """The name that an operation of this id is served under: letters, digits and `_` alone, as every client takes them."""
    return id_.replace(".", "_")


def tool_names(package: Package) -> Iterator[Finding]:
    """Curated operations are served by name: short enough, and no two alike once dots are underscores."""
    places = Places(package)
    owners: dict[str, Operation] = {}
    for operation in package.operations:
        if not operation.curated:
            continue
        name = tool_name(operation.id)
        message = None
        if len(name) > LONGEST:
            message = (
                f"the name of a tool has up to {LONGEST} characters, found `{name}` of {label(operation)}, which has {len(name)}"
            )
        elif (other := owners.get(name)) is not None:
            message = f"a tool has a name of its own, found `{name}` for {label(other)} and for {label(operation)}"
        owners.setdefault(name, operation)
        if message is not None:
            remedy = "give the operation another `id` in the overlay"
            yield Finding(Code.TOOL_NAME, Severity.WARNING, message, remedy, places.of(operation, "/id"), operation.identity)
