"""Problems people can act on: a stable code, a place, what is wrong, and what to do next."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "Code",
    "ConnectorsError",
    "DescriptionError",
    "FetchError",
    "OverlayError",
    "PackageError",
    "Problem",
    "RightsError",
    "Severity",
    "SourceLocation",
    "UsageError",
    "gravest",
    "nearest",
]


class Severity(StrEnum):
    """How much a problem weighs. Errors decide the exit status; warnings and notes inform."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Code(StrEnum):
    """Every code of a problem, a gap or a note. A code is never reused and never changes its meaning.

    `connectors explain CODE` says what each one means and how to mend it.
    """

    # Reading a description
    FILE_NOT_FOUND = "file-not-found"
    FILE_UNREADABLE = "file-unreadable"
    FOLDER_WITHOUT_DESCRIPTION = "folder-without-description"
    FOLDER_WITH_SEVERAL_DESCRIPTIONS = "folder-with-several-descriptions"
    DOCUMENT_EMPTY = "document-empty"
    DOCUMENT_TOO_LARGE = "document-too-large"
    DOCUMENT_TOO_DEEP = "document-too-deep"
    ENCODING = "encoding"
    JSON_SYNTAX = "json-syntax"
    YAML_SYNTAX = "yaml-syntax"
    YAML_TAB = "yaml-tab"
    YAML_TAG = "yaml-tag"
    YAML_ALIASES = "yaml-aliases"
    YAML_MERGE = "yaml-merge"
    YAML_KEY = "yaml-key"
    YAML_SEVERAL_DOCUMENTS = "yaml-several-documents"
    YAML_LIBRARY = "yaml-library"
    DUPLICATE_KEY = "duplicate-key"
    NUMBER_TOO_LONG = "number-too-long"
    LONE_SURROGATE = "lone-surrogate"
    NOT_A_DESCRIPTION = "not-a-description"
    UNSUPPORTED_FORMAT = "unsupported-format"
    TOO_MANY_DOCUMENTS = "too-many-documents"
    TOO_MANY_REFERENCES = "too-many-references"
    TOO_MANY_OPERATIONS = "too-many-operations"
    TOO_MANY_SCHEMA_NODES = "too-many-schema-nodes"
    TOO_MUCH_EXPANSION = "too-much-expansion"

    # Fetching
    ADDRESS_MALFORMED = "address-malformed"
    ADDRESS_REFUSED = "address-refused"
    ORIGIN_REFUSED = "origin-refused"
    REDIRECT_REFUSED = "redirect-refused"
    CREDENTIAL_REFUSED = "credential-refused"
    NETWORK_FAILED = "network-failed"
    TLS_FAILED = "tls-failed"
    STATUS_UNEXPECTED = "status-unexpected"
    ANSWER_MALFORMED = "answer-malformed"
    ANSWER_TOO_LARGE = "answer-too-large"
    ANSWER_TOO_SLOW = "answer-too-slow"
    DIGEST_DIFFERS = "digest-differs"

    # References
    REFERENCE_NOT_FOUND = "reference-not-found"
    REFERENCE_CYCLE = "reference-cycle"
    REFERENCE_REMOTE = "reference-remote"
    REFERENCE_OUTSIDE = "reference-outside"
    REFERENCE_UNREADABLE = "reference-unreadable"
    REFERENCE_MALFORMED = "reference-malformed"
    REFERENCE_SIBLINGS = "reference-siblings"

    # Operations and their names
    MALFORMED_NODE = "malformed-node"
    MALFORMED_OPERATION = "malformed-operation"
    UNKNOWN_PATH_ITEM_KEY = "unknown-path-item-key"
    UNUSUAL_METHOD = "unusual-method"
    DUPLICATE_OPERATION_ID = "duplicate-operation-id"
    PATHS_DIFFER_IN_NAMES = "paths-differ-in-names"
    PATH_QUERY = "path-query"
    PATH_FRAGMENT = "path-fragment"
    PATH_WITHOUT_SLASH = "path-without-slash"
    PLACEHOLDER_PATTERN = "placeholder-pattern"

    # Parameters and bodies
    PARAMETER_MALFORMED = "parameter-malformed"
    PARAMETER_DUPLICATE = "parameter-duplicate"
    PARAMETER_IGNORED = "parameter-ignored"
    PARAMETER_WITHOUT_PLACEHOLDER = "parameter-without-placeholder"
    PLACEHOLDER_UNDECLARED = "placeholder-undeclared"
    PARAMETER_STYLE = "parameter-style"
    PARAMETER_NESTED = "parameter-nested"
    BODY_AND_FORM = "body-and-form"
    BODY_DUPLICATE = "body-duplicate"
    BODY_ON_METHOD = "body-on-method"
    BODY_DROPPED = "body-dropped"
    BODY_WITHOUT_MEDIA_TYPE = "body-without-media-type"
    BODY_MEDIA_TYPE = "body-media-type"
    BODY_ENCODING = "body-encoding"
    BODY_READ_ONLY = "body-read-only"

    # Answers
    RESPONSES_MISSING = "responses-missing"
    RESPONSE_STATUS = "response-status"
    RESPONSE_CONTENT_IGNORED = "response-content-ignored"

    # Schemas
    SCHEMA_MALFORMED = "schema-malformed"
    SCHEMA_NULLABLE = "schema-nullable"
    SCHEMA_DIALECT = "schema-dialect"
    SCHEMA_DISCRIMINATOR = "schema-discriminator"
    SCHEMA_KEYWORD = "schema-keyword"
    SCHEMA_UNSATISFIABLE = "schema-unsatisfiable"

    # Security and servers
    SCHEME_UNDECLARED = "scheme-undeclared"
    SCHEME_UNKNOWN = "scheme-unknown"
    SCHEME_MALFORMED = "scheme-malformed"
    SECURITY_MALFORMED = "security-malformed"
    NOT_CALLABLE = "not-callable"
    SERVER_CREDENTIALS = "server-credentials"
    SERVER_QUERY = "server-query"
    SERVER_MALFORMED = "server-malformed"
    SERVER_RELATIVE = "server-relative"

    # Text
    TEXT_CLEANED = "text-cleaned"

    # Conformance
    FIELD_UNKNOWN = "field-unknown"
    FIELD_MISSING = "field-missing"
    FIELD_TYPE = "field-type"
    FIELD_VALUE = "field-value"
    DEFAULT_UNFIT = "default-unfit"
    REQUIRED_UNDEFINED = "required-undefined"
    TAG_DUPLICATE = "tag-duplicate"
    TAG_PARENT = "tag-parent"
    READER_GAVE_UP = "reader-gave-up"

    # Rights
    LICENSE_INVALID = "license-invalid"
    LICENSE_TEXT_MISSING = "license-text-missing"
    LICENSE_NOT_STATED = "license-not-stated"
    LICENSE_CANDIDATE = "license-candidate"
    LICENSE_DISAGREES = "license-disagrees"
    RIGHTS_REFUSED = "rights-refused"
    RIGHTS_SENTENCE_MISSING = "rights-sentence-missing"
    RIGHTS_NOT_ASSERTED = "rights-not-asserted"
    NOTICE_MISSING = "notice-missing"
    NOTICES_MARKS = "notices-marks"
    NOTICES_DIFFER = "notices-differ"

    # Packages
    PACKAGE_NOT_FOUND = "package-not-found"
    PACKAGE_UNREADABLE = "package-unreadable"
    PACKAGE_FILE_MISSING = "package-file-missing"
    PACKAGE_FILE_UNKNOWN = "package-file-unknown"
    PACKAGE_DIGEST = "package-digest"
    PACKAGE_SPELLING = "package-spelling"
    PACKAGE_SYNTAX = "package-syntax"
    PACKAGE_VALUE = "package-value"
    PACKAGE_FORMAT_NEWER = "package-format-newer"
    PACKAGE_PATH = "package-path"
    NOT_SEALED = "not-sealed"

    # What people write
    SOURCE_FILE = "source-file"
    SOURCE_CONTRADICTION = "source-contradiction"

    # Overlays
    OVERLAY_KEY = "overlay-key"
    OVERLAY_VALUE = "overlay-value"
    OVERLAY_MISSING = "overlay-missing"
    OVERLAY_UNMATCHED = "overlay-unmatched"
    OVERLAY_DUPLICATE = "overlay-duplicate"
    OVERLAY_CONTRADICTION = "overlay-contradiction"
    OVERLAY_BECAUSE = "overlay-because"
    OVERLAY_ID = "overlay-id"
    OVERLAY_RENAME = "overlay-rename"
    OVERLAY_CREDENTIAL = "overlay-credential"
    OVERLAY_PAGINATION = "overlay-pagination"
    OVERLAY_OUTCOME = "overlay-outcome"
    OVERLAY_IDLE = "overlay-idle"
    DESCRIPTION_OVERLAY_MALFORMED = "description-overlay-malformed"
    DESCRIPTION_OVERLAY_VERSION = "description-overlay-version"
    DESCRIPTION_OVERLAY_PATH = "description-overlay-path"
    DESCRIPTION_OVERLAY_UNMATCHED = "description-overlay-unmatched"
    DESCRIPTION_OVERLAY_INCOMPATIBLE = "description-overlay-incompatible"
    DESCRIPTION_OVERLAY_LIMIT = "description-overlay-limit"
    DESCRIPTION_OVERLAY_EXTENDS = "description-overlay-extends"
    DESCRIPTION_OVERLAY_IDLE = "description-overlay-idle"

    # Checks
    OPERATION_ID = "operation-id"
    LOCK_DISAGREES = "lock-disagrees"
    ARGUMENT_KEY = "argument-key"
    PATH_PARAMETER = "path-parameter"
    SCHEMA_INVALID = "schema-invalid"
    EFFECT_DISAGREES = "effect-disagrees"
    IDEMPOTENCY_KEY = "idempotency-key"
    ANSWER_STATUS = "answer-status"
    SCHEME_NOT_LISTED = "scheme-not-listed"
    SCOPE_NOT_ADVERTISED = "scope-not-advertised"
    CALLABLE_DISAGREES = "callable-disagrees"
    PAGING_CANNOT_WALK = "paging-cannot-walk"
    PAGING_CANNOT_END = "paging-cannot-end"
    PAGING_SIZE = "paging-size"
    OUTCOME_UNREADABLE = "outcome-unreadable"
    HEADER_DISAGREES = "header-disagrees"
    DERIVATION_BEHIND = "derivation-behind"
    LOCK_TOMBSTONE = "lock-tombstone"
    DIFFER_IN_CASE = "differ-in-case"
    SERVER_PLAIN_HTTP = "server-plain-http"
    HIDDEN_CHARACTERS = "hidden-characters"
    SECRET_UNMARKED = "secret-unmarked"
    IDEMPOTENCY_KEY_OPTIONAL = "idempotency-key-optional"
    OUTCOME_UNSTATED = "outcome-unstated"
    PATTERN_BROKEN = "pattern-broken"
    MATURITY_UNSUPPORTED = "maturity-unsupported"
    SUMMARY_MISSING = "summary-missing"
    SUMMARY_REPEATED = "summary-repeated"
    CURATED_DEPRECATED = "curated-deprecated"
    TOOL_NAME = "tool-name"
    TOOL_DESCRIPTION = "tool-description"
    TOOL_INPUT = "tool-input"
    INFERRED_UNDER_STRICT = "inferred-under-strict"
    NOT_GENERATED = "not-generated"
    NOTHING_TO_VALIDATE = "nothing-to-validate"

    # Settings and baselines
    SETTINGS_SYNTAX = "settings-syntax"
    SETTINGS_KEY = "settings-key"
    SETTINGS_VALUE = "settings-value"
    SETTINGS_REFUSED = "settings-refused"
    IGNORE_EXPIRED = "ignore-expired"
    IGNORE_UNMATCHED = "ignore-unmatched"
    BASELINE_MALFORMED = "baseline-malformed"
    BASELINE_FIXED = "baseline-fixed"

    # The command line
    USAGE = "usage"
    ID_MISSING = "id-missing"
    ID_MALFORMED = "id-malformed"
    ID_DIFFERS = "id-differs"
    OUTPUT_OCCUPIED = "output-occupied"
    OUTPUT_UNWRITABLE = "output-unwritable"
    OUTPUT_CHANGED = "output-changed"
    OPERATION_ADDED = "operation-added"
    OPERATION_REMOVED = "operation-removed"
    OPERATION_RETURNED = "operation-returned"
    OPERATION_MOVED = "operation-moved"
    OPERATION_RESPELLED = "operation-respelled"
    SCHEME_RENAMED = "scheme-renamed"
    SELECTION_UNMATCHED = "selection-unmatched"
    OPERATION_NOT_FOUND = "operation-not-found"
    ARGUMENT_REFUSED = "argument-refused"
    SERVER_MISSING = "server-missing"
    CHECK_DIFFERS = "check-differs"
    DESCRIPTION_DIFFERS = "description-differs"
    FACT_NOT_FOUND = "fact-not-found"
    GAPS_UNDER_STRICT = "gaps-under-strict"
    NOTHING_TO_GENERATE = "nothing-to-generate"
    EXECUTOR_UNAVAILABLE = "executor-unavailable"
    WORKER_DIED = "worker-died"
    WORKER_DIFFERS = "worker-differs"
    INTERNAL_FAULT = "internal-fault"
    CODE_UNKNOWN = "code-unknown"

    # Installing
    PROJECT_NOT_GRANTED = "project-not-granted"
    ADDRESS_NOT_FOUND = "address-not-found"
    ADDRESS_AMBIGUOUS = "address-ambiguous"
    DESCRIPTION_NOT_STORED = "description-not-stored"
    DESCRIPTION_MOVED = "description-moved"
    VERSION_KEPT = "version-kept"
    LOCK_FILE_UNREADABLE = "lock-file-unreadable"
    STORE_UNREADABLE = "store-unreadable"
    STORE_UNWRITABLE = "store-unwritable"
    STORE_FORMAT_NEWER = "store-format-newer"
    STORE_DAMAGED = "store-damaged"
    STORE_HALF_WRITTEN = "store-half-written"
    STORE_ORPHANED = "store-orphaned"
    STORE_FOREIGN = "store-foreign"
    CACHE_HALF_WRITTEN = "cache-half-written"
    CACHE_UNUSABLE = "cache-unusable"


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """A node of a file: line and column (1-based, code points; None where unknown), and its JSON Pointer (RFC 6901)."""

    file: str
    line: int | None = None
    column: int | None = None
    pointer: str = ""

    def __str__(self) -> str:
        place = self.file
        if self.line is not None:
            place += f":{self.line}"
            if self.column is not None:
                place += f":{self.column}"
        return place


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake, and what to do about it.

    `message` is one sentence with values in backticks, the expected before the found; `remedy` begins with a verb. `identity` is that of
    the operation it is about, None where it is about several or none.
    """

    where: SourceLocation | None
    severity: Severity
    code: Code
    message: str
    remedy: str
    identity: str | None = None

    def sort_key(self) -> tuple[str, int, int, str, str, str]:
        """Order of a report: by file, line, column, pointer, code and message; what has no place comes first."""
        where = self.where or SourceLocation("")
        return (where.file, where.line or 0, where.column or 0, where.pointer, self.code, self.message)


class ConnectorsError(Exception):
    """Base of the closed set of errors. Holds every problem that was found, sorted; never empty."""

    exit_status = 2
    """What the command line exits with. 1: findings in what people wrote or a package holds; 2: could not; 3: refused."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=Problem.sort_key))
        super().__init__("; ".join(problem.message for problem in self.problems))

    def __reduce__(self) -> tuple[type["ConnectorsError"], tuple[tuple[Problem, ...]], dict[str, object]]:
        # Errors travel between processes: what makes one is its problems, not its text.
        return type(self), (self.problems,), self.__dict__


class DescriptionError(ConnectorsError):
    """A vendor's description could not be read."""


class OverlayError(ConnectorsError):
    """What a person wrote (overlay, source file) holds mistakes."""

    exit_status = 1


class PackageError(ConnectorsError):
    """A package on disk is missing, broken or not what it says it is."""

    exit_status = 1

    def __init__(self, problems: Iterable[Problem], *, exit_status: int | None = None) -> None:
        super().__init__(problems)
        if exit_status is not None:
            self.exit_status = exit_status


class RightsError(ConnectorsError):
    """A right was asserted that cannot be asserted, or a licence is not one."""

    exit_status = 3


class FetchError(ConnectorsError):
    """An address could not be fetched (exit status 2), may not be (3), or holds another document than was pinned (1)."""

    def __init__(self, problems: Iterable[Problem], *, exit_status: int | None = None) -> None:
        super().__init__(problems)
        if exit_status is not None:
            self.exit_status = exit_status


class UsageError(ConnectorsError):
    """Options or arguments that make no sense together, or a place that cannot be written."""


def gravest(statuses: Iterable[int]) -> int:
    """The exit status of several things together: a bug of ours, could not, refused, findings, done."""
    found = set(statuses)
    return next((status for status in (70, 2, 3, 1) if status in found), 0)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that `word` was probably meant to be, or None when nothing is close."""
    import difflib

    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return found[0] if found else None
