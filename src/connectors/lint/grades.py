"""How much each fault weighs, and why.

An error keeps `gen` from using an operation, or everybody from calling it. A warning is what a standard forbids, or leaves without meaning,
although an operation comes out of it. A note is style, or lawful and worth a look. A gap is an error whatever its code.
"""

from dataclasses import dataclass

from connectors.problems import Code, Severity

__all__ = ["GRADES", "Grade", "grade_of"]


@dataclass(frozen=True, slots=True)
class Grade:
    """The weight of a code where no operation is lost for it, the reason, and what to do; `remedy` begins with a verb."""

    severity: Severity
    because: str
    remedy: str


_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTE

GRADES: dict[Code, Grade] = {
    # References
    Code.REFERENCE_NOT_FOUND: Grade(_W, "a reference has to lead to something", "correct the reference, or add what it names"),
    Code.REFERENCE_CYCLE: Grade(_W, "a reference that leads to itself means nothing", "break the circle"),
    Code.REFERENCE_REMOTE: Grade(
        _W, "what is on another host is not read", "save it beside the description, and refer to that file"
    ),
    Code.REFERENCE_OUTSIDE: Grade(_W, "what is outside the folder is not read", "widen `--root`, or move the file"),
    Code.REFERENCE_UNREADABLE: Grade(_W, "a reference has to lead to something that can be read", "mend the file"),
    Code.REFERENCE_MALFORMED: Grade(_W, "a reference has to be a URI reference", "correct the reference"),
    Code.REFERENCE_SIBLINGS: Grade(
        _N, "members beside a reference are read over, or undefined", "move them to what is referred to"
    ),
    # Operations and their names
    Code.MALFORMED_NODE: Grade(_W, "a standard gives the node another shape", "give it the shape that the standard asks for"),
    Code.MALFORMED_OPERATION: Grade(_W, "an operation has to be an object", "give it the shape that the standard asks for"),
    Code.UNKNOWN_PATH_ITEM_KEY: Grade(_W, "a Path Item Object has fixed fields", "correct the key, or prefix it with `x-`"),
    Code.UNUSUAL_METHOD: Grade(_N, "the method is lawful and rare", "check that it is meant"),
    Code.DUPLICATE_OPERATION_ID: Grade(_W, "an operationId MUST be unique", "give each operation an operationId of its own"),
    Code.PATHS_DIFFER_IN_NAMES: Grade(_W, "paths that differ in placeholder names alone MUST NOT exist", "merge the paths"),
    Code.PATH_QUERY: Grade(_W, "a path holds no query string", "describe the query string as parameters"),
    Code.PATH_FRAGMENT: Grade(_W, "a path holds no fragment: it would never be sent", "tell the operations apart by another path"),
    Code.PATH_WITHOUT_SLASH: Grade(_W, "a path MUST begin with `/`", "begin the path with `/`"),
    Code.PLACEHOLDER_PATTERN: Grade(_W, "a placeholder holds a name alone", "move the pattern into the parameter's schema"),
    # Parameters and bodies
    Code.PARAMETER_MALFORMED: Grade(_W, "a parameter has to be described as the standard asks", "correct the parameter"),
    Code.PARAMETER_DUPLICATE: Grade(_W, "a list MUST NOT hold a name and place twice", "remove one of them"),
    Code.PARAMETER_IGNORED: Grade(
        _N, "a standard tells readers to ignore this header parameter", "describe it as content or security"
    ),
    Code.PARAMETER_WITHOUT_PLACEHOLDER: Grade(
        _W, "a path parameter MUST correspond to a placeholder", "add it to the path, or remove it"
    ),
    Code.PLACEHOLDER_UNDECLARED: Grade(
        _W, "every placeholder MUST have a parameter", "describe the placeholder as a path parameter"
    ),
    Code.PARAMETER_STYLE: Grade(_W, "a place has its own styles", "name a style that this place has"),
    Code.PARAMETER_NESTED: Grade(
        _W, "what happens to deeper values is undefined", "describe the value as flat, or as JSON content"
    ),
    Code.BODY_AND_FORM: Grade(_W, "a body and form fields MUST NOT stand together", "keep one of them"),
    Code.BODY_DUPLICATE: Grade(_W, "there can be only one body", "keep one of them"),
    Code.BODY_ON_METHOD: Grade(_N, "a body has no defined meaning on this method", "remove the body, or use another method"),
    Code.BODY_DROPPED: Grade(_N, "the body is ignored here, as the standard says", "remove the body, or use another method"),
    Code.BODY_WITHOUT_MEDIA_TYPE: Grade(_N, "Swagger 2.0 allows it, and how the body travels is a guess", "name its media type"),
    Code.BODY_MEDIA_TYPE: Grade(_W, "the media type cannot be used as it is declared", "correct the media type"),
    Code.BODY_ENCODING: Grade(_N, "the encoding cannot be kept whole", "say it in a simpler way"),
    Code.BODY_READ_ONLY: Grade(_N, "a read-only member is required of answers alone", "split the schema, or leave it so"),
    # Answers
    Code.RESPONSES_MISSING: Grade(
        _W, "an operation SHOULD describe its answers, and before 3.1 MUST", "describe an answer at least"
    ),
    Code.RESPONSE_STATUS: Grade(_W, "an answer stands under a status, a range or `default`", "name a status"),
    Code.RESPONSE_CONTENT_IGNORED: Grade(_N, "the answer cannot have content", "remove the content, or correct the status"),
    # Schemas
    Code.SCHEMA_MALFORMED: Grade(_W, "a keyword has to have a value of its type", "correct the value"),
    Code.SCHEMA_NULLABLE: Grade(_N, "`nullable` has no effect here", "put it beside `type`"),
    Code.SCHEMA_DIALECT: Grade(_N, "the dialect is another than this version's own", "name a known dialect"),
    Code.SCHEMA_DISCRIMINATOR: Grade(_W, "the discriminator does not fit its alternatives", "name a required member of each"),
    Code.SCHEMA_KEYWORD: Grade(_W, "the keyword does not exist in this version", "remove it, or prefix it with `x-`"),
    Code.SCHEMA_UNSATISFIABLE: Grade(_W, "no value can satisfy the schema", "correct the schema"),
    # Security and servers
    Code.SCHEME_UNDECLARED: Grade(_W, "a requirement MUST name a declared scheme", "declare the scheme, or correct the name"),
    Code.SCHEME_UNKNOWN: Grade(_W, "nobody can satisfy a scheme of an unknown kind", "use a kind that the standard has"),
    Code.SCHEME_MALFORMED: Grade(_W, "the scheme is not described as the standard asks", "correct the scheme"),
    Code.SECURITY_MALFORMED: Grade(_W, "the requirement cannot be read", "write a list of objects, each from scheme to scopes"),
    Code.NOT_CALLABLE: Grade(_E, "the operation cannot be called: nothing satisfies its requirement", "declare what it requires"),
    Code.SERVER_CREDENTIALS: Grade(_W, "an address holds no secret", "remove the credential from the address"),
    Code.SERVER_QUERY: Grade(_W, "a server address holds no query or fragment", "remove it"),
    Code.SERVER_MALFORMED: Grade(_W, "the server is not described as the standard asks", "correct the server"),
    Code.SERVER_RELATIVE: Grade(_N, "the address counts from where the description was fetched", "name the origin"),
    # Text
    Code.TEXT_CLEANED: Grade(_W, "hidden characters can deceive who reads the text", "remove the characters"),
    # Conformance
    Code.FIELD_UNKNOWN: Grade(
        _W, "an object has fixed fields; others begin with `x-`", "correct the field, or prefix it with `x-`"
    ),
    Code.FIELD_MISSING: Grade(_W, "the field is REQUIRED", "add the field"),
    Code.FIELD_TYPE: Grade(_W, "the field has to have a value of its type", "correct the value"),
    Code.FIELD_VALUE: Grade(_W, "the field has to have a value that the standard knows", "correct the value"),
    Code.DEFAULT_UNFIT: Grade(_W, "a default has to be a value that its own schema allows", "correct the default, or its schema"),
    Code.REQUIRED_UNDEFINED: Grade(
        _N, "a required member without a schema may be anything", "describe the member, or do not require it"
    ),
    Code.TAG_DUPLICATE: Grade(_W, "each tag name MUST be unique", "keep one of them"),
    Code.TAG_PARENT: Grade(_W, "a parent MUST be a declared tag, and no tag its own ancestor", "correct the parent"),
    Code.READER_GAVE_UP: Grade(
        _N, "a reader of another project failed, which says nothing of the description", "mend the other findings, or leave it so"
    ),
}


def grade_of(code: Code) -> Grade:
    """The grade of a code that a reader of descriptions can give. Raises KeyError for another."""
    return GRADES[code]
