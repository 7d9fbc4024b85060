"""One file of a description becomes a Document: limits, encoding, then JSON or YAML by what stands in it."""

from json import JSONDecodeError

from connectors import collector
from connectors.description.encoding import decode, refusal
from connectors.description.json_text import parse_json, read_at_once
from connectors.description.tree import Document, Json, Syntax
from connectors.limits import Limits
from connectors.problems import Code, DescriptionError

__all__ = ["read_document"]

# Faults of a text that is YAML all the same: they say more about a text that opens with a brace than the JSON parser can.
_MEANT_AS_YAML = frozenset(
    {
        Code.DUPLICATE_KEY,
        Code.YAML_TAG,
        Code.YAML_ALIASES,
        Code.YAML_MERGE,
        Code.YAML_KEY,
        Code.NUMBER_TOO_LONG,
        Code.DOCUMENT_TOO_DEEP,
    }
)


def read_document(data: bytes, *, name: str = "", shown_as: str, limits: Limits = Limits()) -> Document:  # noqa: B008
    """Read the bytes of one file; `name` and `shown_as` as in `Document`.

    Whether it is JSON or YAML is decided by its first character, never by its name.
    Raises DescriptionError: of the limits, the encoding, either syntax, or UNSUPPORTED_FORMAT for a text that is something else.
    """
    if len(data) > limits.document_bytes:
        raise refusal(
            shown_as,
            Code.DOCUMENT_TOO_LARGE,
            f"expected a document of at most {limits.document_bytes:,} bytes, found {len(data):,}",
            "raise the limit with `--max-bytes` if the document is meant to be so large",
        )
    with collector.at_rest():
        if data.lstrip()[:1] in {b"{", b"["} and (tree := read_at_once(data, limits)) is not None:
            return Document(name, shown_as, data, Syntax.JSON, tree)
    text = decode(data, shown_as=shown_as)
    if not text or text.isspace():
        raise _empty(shown_as)
    try:
        with collector.at_rest():
            syntax, tree, replaced = _parse(text, shown_as, limits)
    except DescriptionError as error:
        from connectors.description.sniff import other_text

        if other := other_text(text, shown_as=shown_as):
            raise other from error
        raise
    if tree is None:
        raise _empty(shown_as)
    return Document(name, shown_as, data, syntax, tree, replaced)


def _empty(shown_as: str) -> DescriptionError:
    message = "expected a description, found a document without content"
    return refusal(shown_as, Code.DOCUMENT_EMPTY, message, "check that the file was saved or fetched completely", line=1, column=1)


def _parse(text: str, shown_as: str, limits: Limits) -> tuple[Syntax, Json, bool]:
    if text.lstrip()[:1] not in {"{", "["}:
        return Syntax.YAML, _yaml(text, shown_as, limits), False
    try:
        tree, replaced = parse_json(text, shown_as=shown_as, limits=limits)
    except DescriptionError as error:
        if not _may_be_yaml(text, error):
            raise
        try:
            return Syntax.YAML, _yaml(text, shown_as, limits), False
        except DescriptionError as second:
            if second.problems[0].code in _MEANT_AS_YAML:
                raise
            raise error from None
    return Syntax.JSON, tree, replaced


def _yaml(text: str, shown_as: str, limits: Limits) -> Json:
    # PyYAML takes a while to import, and most descriptions are JSON.
    from connectors.description.yaml_text import parse_yaml

    return parse_yaml(text, shown_as=shown_as, limits=limits)


def _may_be_yaml(text: str, error: DescriptionError) -> bool:
    """Whether a text that is no JSON may be YAML's flow style: comments, single quotes, bare keys, a comma before a bracket.

    A text that breaks off, or lacks a comma or a colon, is neither: YAML would spend time on it, or take `1 2` for a text.
    """
    cause = error.__cause__
    if not isinstance(cause, JSONDecodeError) or cause.msg.startswith("Unterminated"):
        return False
    found = text[cause.pos : cause.pos + 1]
    if cause.msg in {"Expecting ',' delimiter", "Expecting ':' delimiter", "Extra data"}:
        return found == "#"
    return found not in {"", '"', "{", "[", ":"}
