"""From the entry document to the view: which dialect it is, and nothing else."""

from connectors.description.dialect import Dialect
from connectors.description.openapi3 import OpenApi30, OpenApi31, OpenApi32
from connectors.description.resolve import Network, OpenDocument, Resolver
from connectors.description.sniff import format_of
from connectors.description.swagger2 import Swagger2
from connectors.description.tree import Document
from connectors.description.view import View
from connectors.limits import Limits

__all__ = ["describe"]

_DIALECTS: dict[str, type[Dialect]] = {dialect.format.value: dialect for dialect in (Swagger2, OpenApi30, OpenApi31, OpenApi32)}


def describe(
    entry: Document,
    open_document: OpenDocument,
    limits: Limits,
    *,
    prose: bool = True,
    network: Network | None = None,
) -> View:
    """Read a whole description. Raises DescriptionError for a text that is none, and for one beyond the limits.

    `open_document` opens a further document by its name; `network` knows those that are fetched. Without `prose`, no sentence of the
    vendor's is carried.
    """
    dialect = _DIALECTS[format_of(entry)]
    resolver = Resolver(entry, open_document, limits, network)
    return dialect(entry, resolver, limits, prose=prose).view()
