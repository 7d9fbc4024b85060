"""What the second readers said, in our words: the code, the place and the sentence of each of their rules."""

import re
from collections.abc import Iterator, Mapping
from itertools import groupby

from connectors.description.resolve import Unfollowed
from connectors.description.sniff import Format
from connectors.description.tree import Json
from connectors.lint.finding import Finding, Reader
from connectors.lint.guard import Answer
from connectors.lint.wire import Heard
from connectors.model.places import Place
from connectors.pointer import join
from connectors.problems import Code, Severity

__all__ = ["THEIRS", "judged"]

_KINDS = {
    "DuplicateOperationIDError": Code.DUPLICATE_OPERATION_ID,
    "ParameterDuplicateError": Code.PARAMETER_DUPLICATE,
    "ExtraParametersError": Code.REQUIRED_UNDEFINED,
    "placeholder": Code.PLACEHOLDER_UNDECLARED,
    "parameter": Code.PARAMETER_WITHOUT_PLACEHOLDER,
    "tag-twice": Code.TAG_DUPLICATE,
    "tag-parent": Code.TAG_PARENT,
    "not-a-text": Code.REFERENCE_MALFORMED,
    "malformed": Code.REFERENCE_MALFORMED,
    "no-file": Code.REFERENCE_NOT_FOUND,
    "no-node": Code.REFERENCE_NOT_FOUND,
}
THEIRS = frozenset(_KINDS.values()) | {
    Code.SCHEMA_MALFORMED,
    Code.SCHEMA_KEYWORD,
    Code.DEFAULT_UNFIT,
    Code.READER_GAVE_UP,
    Code.REFERENCE_OUTSIDE,
    Code.REFERENCE_UNREADABLE,
}
"""Every code that a second reader can be the only one to give."""

_OPERATION_ID = re.compile(r"Operation ID '(?P<id>.*)' for '[^']*' in ", re.DOTALL)


def judged(
    answer: Answer, format: Format, unopened: Mapping[tuple[str, str], Unfollowed], trees: Mapping[str, Json]
) -> Iterator[Finding]:
    """The findings of an answer. `unopened` says, by document and reference, why a file that is named there was not opened."""
    failed: list[Heard] = []
    for heard in answer.heard:
        if heard.failed:
            failed.append(heard)
        else:
            yield _finding(heard, format, unopened, trees)
    failed.sort(key=lambda heard: heard.reader)
    for reader, group in groupby(failed, key=lambda heard: heard.reader):
        first, *others = group
        more = f", and {len(others)} more" if others else ""
        message = f"`{reader}` failed at this node{more} (`{first.message}`); the other readers read it"
        yield Finding((Reader(reader),), Code.READER_GAVE_UP, _place(first), message)
    if answer.cut_short:
        message = f"`{Reader.SPEC_VALIDATOR}` and `{Reader.PRANCE}` were stopped: {answer.cut_short}"
        yield Finding((Reader.SPEC_VALIDATOR,), Code.READER_GAVE_UP, Place(), message)


def _finding(heard: Heard, format: Format, unopened: Mapping[tuple[str, str], Unfollowed], trees: Mapping[str, Json]) -> Finding:
    rule, _, keyword = heard.kind.partition(":")
    readers = (Reader(heard.reader),)
    if rule == "meta":
        code = Code.SCHEMA_KEYWORD if keyword in ("additionalProperties", "unevaluatedProperties") else Code.SCHEMA_MALFORMED
        return Finding(readers, code, _place(heard), f"this is no schema: {heard.message}")
    if rule == "default":
        # JSON Schema 2020-12, Validation §9.2, recommends what OpenAPI before 3.1 requires.
        severity = Severity.NOTE if format in (Format.OPENAPI_3_1, Format.OPENAPI_3_2) else None
        # It speaks Python: of null as `None`, in one of two sentences.
        is_null = heard.message.startswith("None ")
        reason = "it is null, and may not be" if is_null else heard.message
        message = f"the default does not fit its own schema: {reason}"
        return Finding(readers, Code.DEFAULT_UNFIT, _place(heard), message, severity=severity)
    if heard.reader == Reader.PRANCE:
        return _reference(heard, unopened, trees)
    code = _KINDS.get(heard.kind, Code.SCHEMA_MALFORMED)
    match = _OPERATION_ID.match(heard.message) if code is Code.DUPLICATE_OPERATION_ID else None
    return Finding(readers, code, _place(heard), heard.message, about=match["id"] if match else "")


def _reference(heard: Heard, unopened: Mapping[tuple[str, str], Unfollowed], trees: Mapping[str, Json]) -> Finding:
    reference = _at(trees[heard.document], heard.tokens)
    code, message = _KINDS[heard.kind], heard.message
    if isinstance(reference, str):
        why = unopened.get((heard.document, reference))
        if why is not None:
            code, message = why.code, why.reason
        else:
            message = message.replace("the reference", f"`{reference}`", 1)
    return Finding((Reader.PRANCE,), code, _place(heard), message)


def _at(node: Json, tokens: list[str]) -> Json:
    for token in tokens:
        if isinstance(node, dict):
            node = node.get(token)
        elif isinstance(node, list):
            node = node[int(token)]
    return node


def _place(heard: Heard) -> Place:
    return Place(heard.document, join(heard.tokens))
