"""The kinds of change, and what each means to a caller: breaking, additive or neutral, and why."""

from enum import StrEnum
from typing import NamedTuple

__all__ = ["MEANINGS", "ChangeCode", "Impact", "Meaning"]


class Impact(StrEnum):
    """What a change asks of whoever calls, the gravest first."""

    BREAKING = "breaking"
    """A call that was right may fail or mean something else, or its answer may not be what was promised."""
    ADDITIVE = "additive"
    """Every call stays right; there is more to ask for or to rely on."""
    NEUTRAL = "neutral"
    """No call and no answer is another."""

    @property
    def weight(self) -> int:
        """0 for the lightest."""
        return (Impact.NEUTRAL, Impact.ADDITIVE, Impact.BREAKING).index(self)


class ChangeCode(StrEnum):
    """Every kind of change. A code never changes its meaning, and has one impact: what depends on the direction has two codes.

    `request-…` is about what a call sends, arguments and bodies; `answer-…` about what comes back, errors included.
    """

    # The connector
    CONNECTOR_RENAMED = "connector-renamed"
    VERSION_CHANGED = "version-changed"
    SOURCE_CHANGED = "source-changed"
    DERIVATION_CHANGED = "derivation-changed"
    RIGHTS_CHANGED = "rights-changed"
    MATURITY_CHANGED = "maturity-changed"
    WORDS_CHANGED = "words-changed"

    # Operations
    OPERATION_REMOVED = "operation-removed"
    OPERATION_DROPPED = "operation-dropped"
    OPERATION_ADDED = "operation-added"
    OPERATION_RENAMED = "operation-renamed"
    OPERATION_MOVED = "operation-moved"
    OPERATION_UNCALLABLE = "operation-uncallable"
    OPERATION_CALLABLE = "operation-callable"
    EFFECT_GRAVER = "effect-graver"
    EFFECT_MILDER = "effect-milder"
    REPEAT_RISKIER = "repeat-riskier"
    REPEAT_SAFER = "repeat-safer"
    CONSEQUENCE_GRAVER = "consequence-graver"
    CONSEQUENCE_MILDER = "consequence-milder"
    DETERMINISM_LOST = "determinism-lost"
    DETERMINISM_GAINED = "determinism-gained"
    DEPRECATED = "deprecated"
    DEPRECATION_WITHDRAWN = "deprecation-withdrawn"
    CURATION_CHANGED = "curation-changed"

    # Arguments and bodies
    ARGUMENT_REMOVED = "argument-removed"
    ARGUMENT_RENAMED = "argument-renamed"
    ARGUMENT_MOVED = "argument-moved"
    ARGUMENT_ADDED = "argument-added"
    ARGUMENT_ADDED_REQUIRED = "argument-added-required"
    ARGUMENT_REQUIRED = "argument-required"
    ARGUMENT_OPTIONAL = "argument-optional"
    ARGUMENT_WRITTEN_OTHERWISE = "argument-written-otherwise"
    ARGUMENT_SECRECY_CHANGED = "argument-secrecy-changed"
    DEFAULT_CHANGED = "default-changed"
    IDEMPOTENCY_KEY_CHANGED = "idempotency-key-changed"
    BODY_ADDED = "body-added"
    BODY_ADDED_REQUIRED = "body-added-required"
    BODY_REMOVED = "body-removed"
    BODY_REQUIRED = "body-required"
    BODY_OPTIONAL = "body-optional"
    BODY_WRITTEN_OTHERWISE = "body-written-otherwise"
    BODY_RESHAPED = "body-reshaped"
    BODY_TYPE_REMOVED = "body-type-removed"
    BODY_TYPE_ADDED = "body-type-added"

    # Schemas of what is sent
    REQUEST_TYPE_CHANGED = "request-type-changed"
    REQUEST_TYPE_NARROWED = "request-type-narrowed"
    REQUEST_TYPE_WIDENED = "request-type-widened"
    REQUEST_VALUE_REMOVED = "request-value-removed"
    REQUEST_VALUE_ADDED = "request-value-added"
    REQUEST_LIMIT_TIGHTENED = "request-limit-tightened"
    REQUEST_LIMIT_LOOSENED = "request-limit-loosened"
    REQUEST_MEMBER_REMOVED = "request-member-removed"
    REQUEST_MEMBER_ADDED = "request-member-added"
    REQUEST_MEMBER_REQUIRED = "request-member-required"
    REQUEST_MEMBER_OPTIONAL = "request-member-optional"
    REQUEST_CLOSED = "request-closed"
    REQUEST_OPENED = "request-opened"
    REQUEST_UNCLEAR = "request-unclear"

    # Schemas of what is answered
    ANSWER_TYPE_CHANGED = "answer-type-changed"
    ANSWER_TYPE_NARROWED = "answer-type-narrowed"
    ANSWER_TYPE_WIDENED = "answer-type-widened"
    ANSWER_VALUE_REMOVED = "answer-value-removed"
    ANSWER_VALUE_ADDED = "answer-value-added"
    ANSWER_LIMIT_TIGHTENED = "answer-limit-tightened"
    ANSWER_LIMIT_LOOSENED = "answer-limit-loosened"
    ANSWER_MEMBER_REMOVED = "answer-member-removed"
    ANSWER_MEMBER_ADDED = "answer-member-added"
    ANSWER_MEMBER_REQUIRED = "answer-member-required"
    ANSWER_MEMBER_OPTIONAL = "answer-member-optional"
    ANSWER_CLOSED = "answer-closed"
    ANSWER_OPENED = "answer-opened"
    ANSWER_UNCLEAR = "answer-unclear"

    # Answers
    SUCCESS_REMOVED = "success-removed"
    SUCCESS_ADDED = "success-added"
    STATUS_CHANGED = "status-changed"
    ANSWER_PENDING = "answer-pending"
    ANSWER_SETTLED = "answer-settled"
    ANSWER_BODY_REMOVED = "answer-body-removed"
    ANSWER_BODY_ADDED = "answer-body-added"
    ANSWER_TYPE_GONE = "answer-media-type-removed"
    ANSWER_TYPE_NEW = "answer-media-type-added"
    HEADER_REMOVED = "header-removed"
    HEADER_ADDED = "header-added"
    HEADER_OPTIONAL = "header-optional"
    HEADER_REQUIRED = "header-required"
    HEADER_WRITTEN_OTHERWISE = "header-written-otherwise"
    ERROR_CLASS_CHANGED = "error-class-changed"
    ERROR_CHANGED = "error-changed"
    OUTCOME_CHANGED = "outcome-changed"

    # Pages
    PAGING_CHANGED = "paging-changed"
    PAGING_INTRODUCED = "paging-introduced"
    PAGING_DESCRIBED = "paging-described"
    PAGING_REMOVED = "paging-removed"
    PAGING_SIZE_LOWERED = "paging-size-lowered"
    PAGING_SIZE_RAISED = "paging-size-raised"

    # Credentials and servers
    SECURITY_TIGHTENED = "security-tightened"
    SECURITY_LOOSENED = "security-loosened"
    SCHEME_REMOVED = "scheme-removed"
    SCHEME_ADDED = "scheme-added"
    SCHEME_CHANGED = "scheme-changed"
    SCOPES_CHANGED = "scopes-changed"
    FLOW_REMOVED = "flow-removed"
    FLOW_ADDED = "flow-added"
    SERVER_REMOVED = "server-removed"
    SERVER_ADDED = "server-added"
    SERVER_CHANGED = "server-changed"
    SERVER_CHOICE_REMOVED = "server-choice-removed"
    SERVER_CHOICE_ADDED = "server-choice-added"


class Meaning(NamedTuple):
    """The impact of a code, and the reason for it in a sentence."""

    impact: Impact
    reason: str


_B, _A, _N = Impact.BREAKING, Impact.ADDITIVE, Impact.NEUTRAL
_MORE_ACCEPTED = "what was accepted still is"
_NO_CALL = "no call and no answer is another"

MEANINGS: dict[ChangeCode, Meaning] = {
    ChangeCode.CONNECTOR_RENAMED: Meaning(_B, "every id begins with the connector's own; operations are compared by what follows it"),
    ChangeCode.VERSION_CHANGED: Meaning(_N, _NO_CALL),
    ChangeCode.SOURCE_CHANGED: Meaning(_N, "what the description says anew is listed by itself"),
    ChangeCode.DERIVATION_CHANGED: Meaning(_N, "what the rules derive differently is listed by itself"),
    ChangeCode.RIGHTS_CHANGED: Meaning(_N, "a call stays the same; whether the package may be passed on is to be judged anew"),
    ChangeCode.MATURITY_CHANGED: Meaning(_N, _NO_CALL),
    ChangeCode.WORDS_CHANGED: Meaning(_N, "prose binds nobody"),
    ChangeCode.OPERATION_REMOVED: Meaning(_B, "it can no longer be called"),
    ChangeCode.OPERATION_DROPPED: Meaning(_B, "the overlay leaves it out: it can no longer be called"),
    ChangeCode.OPERATION_ADDED: Meaning(_A, "nobody calls it yet"),
    ChangeCode.OPERATION_RENAMED: Meaning(_B, "the id that callers wrote names nothing now"),
    ChangeCode.OPERATION_MOVED: Meaning(_B, "another method or path: what was known, allowed or recorded of the former request does not hold"),
    ChangeCode.OPERATION_UNCALLABLE: Meaning(_B, "none of its credentials can be given any more"),
    ChangeCode.OPERATION_CALLABLE: Meaning(_A, "it could not be called before"),
    ChangeCode.EFFECT_GRAVER: Meaning(_B, "a caller who was allowed the former effect is not allowed this one"),
    ChangeCode.EFFECT_MILDER: Meaning(_N, "whoever was allowed the former effect is allowed this one, and the call is the same"),
    ChangeCode.REPEAT_RISKIER: Meaning(_B, "a call that could be sent again no longer can"),
    ChangeCode.REPEAT_SAFER: Meaning(_N, "whoever did not repeat it need not begin to"),
    ChangeCode.CONSEQUENCE_GRAVER: Meaning(_B, "what a caller took to be reversible may not be"),
    ChangeCode.CONSEQUENCE_MILDER: Meaning(_N, "a caller's care is more than is needed"),
    ChangeCode.DETERMINISM_LOST: Meaning(_B, "deterministic workflows may no longer call it"),
    ChangeCode.DETERMINISM_GAINED: Meaning(_N, "more callers may call it, and the call is the same"),
    ChangeCode.DEPRECATED: Meaning(_N, "it still works; plan to leave it"),
    ChangeCode.DEPRECATION_WITHDRAWN: Meaning(_N, "it works as before"),
    ChangeCode.CURATION_CHANGED: Meaning(_N, _NO_CALL),
    ChangeCode.ARGUMENT_REMOVED: Meaning(_B, "a call that gives it is refused"),
    ChangeCode.ARGUMENT_RENAMED: Meaning(_B, "a call that gives it under its former key is refused"),
    ChangeCode.ARGUMENT_MOVED: Meaning(_B, "the value of that key travels in another place, or under another name"),
    ChangeCode.ARGUMENT_ADDED: Meaning(_A, "it may be left out"),
    ChangeCode.ARGUMENT_ADDED_REQUIRED: Meaning(_B, "a call without it is refused"),
    ChangeCode.ARGUMENT_REQUIRED: Meaning(_B, "a call that left it out is refused"),
    ChangeCode.ARGUMENT_OPTIONAL: Meaning(_A, "a call that gives it stays right"),
    ChangeCode.ARGUMENT_WRITTEN_OTHERWISE: Meaning(_B, "the same value is another text on the wire"),
    ChangeCode.ARGUMENT_SECRECY_CHANGED: Meaning(_N, "the same value is sent; it is shown differently"),
    ChangeCode.DEFAULT_CHANGED: Meaning(_N, "a default is documentation: what is left out is not sent, and the server decides"),
    ChangeCode.IDEMPOTENCY_KEY_CHANGED: Meaning(_B, "a call that was made repeatable by the former key is not any more"),
    ChangeCode.BODY_ADDED: Meaning(_A, "it may be left out"),
    ChangeCode.BODY_ADDED_REQUIRED: Meaning(_B, "a call without a body is refused"),
    ChangeCode.BODY_REMOVED: Meaning(_B, "a call that gives its members is refused"),
    ChangeCode.BODY_REQUIRED: Meaning(_B, "a call without a body is refused"),
    ChangeCode.BODY_OPTIONAL: Meaning(_A, "a call that gives it stays right"),
    ChangeCode.BODY_WRITTEN_OTHERWISE: Meaning(_B, "the same arguments are another body on the wire"),
    ChangeCode.BODY_RESHAPED: Meaning(_B, "a body given as members and one given as a whole take different arguments"),
    ChangeCode.BODY_TYPE_REMOVED: Meaning(_B, "a call that chose this media type is refused"),
    ChangeCode.BODY_TYPE_ADDED: Meaning(_A, "nobody chose it before"),
    ChangeCode.REQUEST_TYPE_CHANGED: Meaning(_B, "a value of the former type is refused"),
    ChangeCode.REQUEST_TYPE_NARROWED: Meaning(_B, "a value of a type that was admitted is refused"),
    ChangeCode.REQUEST_TYPE_WIDENED: Meaning(_A, _MORE_ACCEPTED),
    ChangeCode.REQUEST_VALUE_REMOVED: Meaning(_B, "a value that was admitted is refused"),
    ChangeCode.REQUEST_VALUE_ADDED: Meaning(_A, _MORE_ACCEPTED),
    ChangeCode.REQUEST_LIMIT_TIGHTENED: Meaning(_B, "a value that was admitted may be refused"),
    ChangeCode.REQUEST_LIMIT_LOOSENED: Meaning(_A, _MORE_ACCEPTED),
    ChangeCode.REQUEST_MEMBER_REMOVED: Meaning(_B, "a call that gives it is refused, or it is ignored"),
    ChangeCode.REQUEST_MEMBER_ADDED: Meaning(_A, "it may be left out"),
    ChangeCode.REQUEST_MEMBER_REQUIRED: Meaning(_B, "a value without it is refused"),
    ChangeCode.REQUEST_MEMBER_OPTIONAL: Meaning(_A, _MORE_ACCEPTED),
    ChangeCode.REQUEST_CLOSED: Meaning(_B, "further members that were admitted may be refused"),
    ChangeCode.REQUEST_OPENED: Meaning(_A, _MORE_ACCEPTED),
    ChangeCode.REQUEST_UNCLEAR: Meaning(_B, "whether all that was accepted still is cannot be decided from the schemas: look at both"),
    ChangeCode.ANSWER_TYPE_CHANGED: Meaning(_B, "whoever reads the former type does not find it"),
    ChangeCode.ANSWER_TYPE_NARROWED: Meaning(_A, "the answer promises more than it did"),
    ChangeCode.ANSWER_TYPE_WIDENED: Meaning(_B, "a type may come that no reader expects"),
    ChangeCode.ANSWER_VALUE_REMOVED: Meaning(_A, "the answer promises more than it did"),
    ChangeCode.ANSWER_VALUE_ADDED: Meaning(_B, "a value may come that no reader expects"),
    ChangeCode.ANSWER_LIMIT_TIGHTENED: Meaning(_A, "the answer promises more than it did"),
    ChangeCode.ANSWER_LIMIT_LOOSENED: Meaning(_B, "a value may come that was excluded before"),
    ChangeCode.ANSWER_MEMBER_REMOVED: Meaning(_B, "whoever reads it does not find it"),
    ChangeCode.ANSWER_MEMBER_ADDED: Meaning(_A, "readers pass over members that they do not know"),
    ChangeCode.ANSWER_MEMBER_REQUIRED: Meaning(_A, "the answer promises more than it did"),
    ChangeCode.ANSWER_MEMBER_OPTIONAL: Meaning(_B, "whoever reads it may not find it"),
    ChangeCode.ANSWER_CLOSED: Meaning(_B, "further members that were described no longer come as described"),
    ChangeCode.ANSWER_OPENED: Meaning(_A, "readers pass over members that they do not know"),
    ChangeCode.ANSWER_UNCLEAR: Meaning(_B, "whether readers find what was promised cannot be decided from the schemas: look at both"),
    ChangeCode.SUCCESS_REMOVED: Meaning(_B, "whoever waits for this answer waits in vain"),
    ChangeCode.SUCCESS_ADDED: Meaning(_B, "a call may succeed with an answer that no reader expects"),
    ChangeCode.STATUS_CHANGED: Meaning(_N, "neither a success nor an error"),
    ChangeCode.ANSWER_PENDING: Meaning(_B, "what was done with the answer is only accepted now"),
    ChangeCode.ANSWER_SETTLED: Meaning(_A, "what was only accepted is done with the answer"),
    ChangeCode.ANSWER_BODY_REMOVED: Meaning(_B, "whoever reads the answer finds nothing"),
    ChangeCode.ANSWER_BODY_ADDED: Meaning(_A, "nobody read one before"),
    ChangeCode.ANSWER_TYPE_GONE: Meaning(_B, "whoever reads this media type does not get it"),
    ChangeCode.ANSWER_TYPE_NEW: Meaning(_A, "those that were answered still are"),
    ChangeCode.HEADER_REMOVED: Meaning(_B, "whoever reads it does not find it"),
    ChangeCode.HEADER_ADDED: Meaning(_A, "nobody read it before"),
    ChangeCode.HEADER_OPTIONAL: Meaning(_B, "whoever reads it may not find it"),
    ChangeCode.HEADER_REQUIRED: Meaning(_A, "the answer promises more than it did"),
    ChangeCode.HEADER_WRITTEN_OTHERWISE: Meaning(_B, "the same value is another text on the wire"),
    ChangeCode.ERROR_CLASS_CHANGED: Meaning(_B, "whoever handles the former class does not see this failure"),
    ChangeCode.ERROR_CHANGED: Meaning(_N, "any call may fail with any status, described or not; its class follows from the status"),
    ChangeCode.OUTCOME_CHANGED: Meaning(_B, "the same answer may be a success before and a failure after"),
    ChangeCode.PAGING_CHANGED: Meaning(_B, "whoever walks the pages has to walk them differently"),
    ChangeCode.PAGING_INTRODUCED: Meaning(_B, "its arguments are new, too: an answer that was the whole may be a part now"),
    ChangeCode.PAGING_DESCRIBED: Meaning(_A, "the arguments were there before: the answer was a part already, and now it can be walked"),
    ChangeCode.PAGING_REMOVED: Meaning(_B, "whoever walks the pages cannot any more"),
    ChangeCode.PAGING_SIZE_LOWERED: Meaning(_B, "a page of the former size is refused or shortened"),
    ChangeCode.PAGING_SIZE_RAISED: Meaning(_A, _MORE_ACCEPTED),
    ChangeCode.SECURITY_TIGHTENED: Meaning(_B, "credentials that were enough are not"),
    ChangeCode.SECURITY_LOOSENED: Meaning(_A, "credentials that were not enough are"),
    ChangeCode.SCHEME_REMOVED: Meaning(_B, "a credential of this scheme is asked for nowhere"),
    ChangeCode.SCHEME_ADDED: Meaning(_A, "nobody has a credential of it yet; what needs it is listed by itself"),
    ChangeCode.SCHEME_CHANGED: Meaning(_B, "the same credential is sent, or got, in another way"),
    ChangeCode.SCOPES_CHANGED: Meaning(_N, "advertised scopes bind nobody; what an operation needs is listed by itself"),
    ChangeCode.FLOW_REMOVED: Meaning(_B, "whoever gets a token this way cannot any more"),
    ChangeCode.FLOW_ADDED: Meaning(_A, "there is another way to a token"),
    ChangeCode.SERVER_REMOVED: Meaning(_B, "whoever chose it cannot any more"),
    ChangeCode.SERVER_ADDED: Meaning(_A, "nobody chose it before"),
    ChangeCode.SERVER_CHANGED: Meaning(_B, "a call that chooses nothing goes elsewhere, or nowhere"),
    ChangeCode.SERVER_CHOICE_REMOVED: Meaning(_B, "a value of a server variable that was admitted is refused"),
    ChangeCode.SERVER_CHOICE_ADDED: Meaning(_A, _MORE_ACCEPTED),
}  # fmt: skip
"""What each code means."""
