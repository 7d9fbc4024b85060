"""What each code means, an example of it, and how to mend it; by subject, in the order of `problems.Code`."""

from dataclasses import replace

from connectors.cli.explanation import Explanation
from connectors.problems import Code

__all__ = ["pages"]


def pages() -> dict[Code, Explanation]:
    """Every page, by code."""
    return {code: replace(page, subject=subject) for subject, section in _SECTIONS for code, page in section.items()}


_READING = {
    Code.FILE_NOT_FOUND: Explanation(
        "The file or folder that was named is not there.",
        "SPEC, or the description that `source.yaml` names, leads to nothing. Relative paths on the command line count from the working "
        "directory, those in `source.yaml` from that file.",
        "connectors gen api/openapi.yml, where the file is called openapi.yaml",
        "Correct the path. Where the description has moved, change `description` in `source.yaml`.",
    ),
    Code.FILE_UNREADABLE: Explanation(
        "A file is there, but the system does not let it be read.",
        "Permissions, a broken link, a disk fault, or something that is no file at all, such as a device.",
        "openapi.yaml belongs to another user and has mode 600.",
        "Give yourself the right to read it, or copy it to a place where you have it.",
    ),
    Code.FOLDER_WITHOUT_DESCRIPTION: Explanation(
        "The folder holds no description.",
        "A folder can be given as SPEC when exactly one file in it is called `openapi` or `swagger`, with the ending json, yaml or yml. "
        "Folders below it are not searched.",
        "connectors gen docs/, where the description is docs/api/spec.yaml",
        "Name the file itself.",
    ),
    Code.FOLDER_WITH_SEVERAL_DESCRIPTIONS: Explanation(
        "The folder holds more than one description.",
        "Two files could be meant, and choosing one of them would make the result depend on chance.",
        "docs/ holds both openapi.json and openapi.yaml.",
        "Name the file that counts.",
    ),
    Code.DOCUMENT_EMPTY: Explanation(
        "The document holds nothing.",
        "It has no bytes, or nothing but blanks and comments: often a download that failed without a word.",
        "A file of zero bytes, written by `curl` without `--fail`.",
        "Fetch the description again and look at what arrives.",
    ),
    Code.DOCUMENT_TOO_LARGE: Explanation(
        "A document has more bytes than are read.",
        "The limit protects against descriptions that are made to exhaust memory. It is far above the largest honest ones.",
        "A file of 80 MiB, against a limit of 64 MiB.",
        "If you trust the file, raise the limit with `--max-bytes`.",
    ),
    Code.DOCUMENT_TOO_DEEP: Explanation(
        "Objects and arrays stand too deep inside each other.",
        "Every level costs whoever reads the document a step of recursion. People do not write hundreds of levels; attacks do.",
        "An example that is five thousand lists inside each other.",
        "Remove the deep value; it is mostly an example. If it is meant, raise the limit with `--max-nesting`.",
    ),
    Code.ENCODING: Explanation(
        "The bytes are no text in an encoding that is understood.",
        "UTF-8 is read, and UTF-16 and UTF-32 where their byte order can be told. Nothing is guessed from the locale.",
        "A YAML file saved as Latin-1, with an `ö` that is no UTF-8.",
        "Save the file as UTF-8.",
        "RFC 8259 §8.1 for JSON; YAML 1.2.2 §5.2 for YAML.",
    ),
    Code.JSON_SYNTAX: Explanation(
        "The document begins like JSON and is not JSON.",
        "A comma too many, a missing quote, a comment, `NaN`: JSON has none of them. The place is where reading stopped, and the mistake is "
        "there or shortly before.",
        '{"paths": {},}',
        "Mend the syntax at that place, or export the description again.",
        "RFC 8259 §2 to §7.",
    ),
    Code.YAML_SYNTAX: Explanation(
        "The document is not YAML.",
        "The place is where reading stopped. The cause is often one line earlier: a quote that was not closed, or an indentation that "
        "is off by one.",
        "description: don't: do this",
        "Mend the syntax at that place; texts with `: ` or ` #` in them need quotes.",
        "YAML 1.2.2 §6 to §9.",
    ),
    Code.YAML_TAB: Explanation(
        "A tab is used as indentation.",
        "YAML indents with spaces alone, and editors put tabs in unasked.",
        "A line below `paths:` that begins with a tab.",
        "Replace the tab by spaces.",
        "YAML 1.2.2 §6.1: indentation never holds tab characters.",
    ),
    Code.YAML_TAG: Explanation(
        "A YAML tag asks for an object of some programming language, or for a type that JSON does not have.",
        "Such tags can make a careless reader run code from the file. A description is JSON in other clothes, and needs only JSON's types.",
        "title: !!python/object/apply:os.system [...]",
        "Remove the tag. If you did not expect one, ask where the file comes from.",
        "OpenAPI 3.1, Format: tags have to be those of the JSON schema ruleset.",
    ),
    Code.YAML_ALIASES: Explanation(
        "YAML aliases stand for more nodes than are read.",
        "A few lines of aliases to aliases can stand for billions of nodes. The budget counts what the document would hold, written out.",
        "a: [x, x]; b: [*a, *a]; c: [*b, *b]; and so on, thirty times",
        "If the file is honest, raise the limit with `--max-alias-nodes`, or use `$ref` in place of aliases.",
    ),
    Code.YAML_MERGE: Explanation(
        "A merge key `<<` merges something that cannot be merged.",
        "`<<` takes the members of another mapping, or of a list of mappings. Anything else behind it has no meaning.",
        "<<: *defaults, where the anchor stands on a text",
        "Let the alias name a mapping, or write the members out.",
        "YAML merge key type, 2005; no part of YAML 1.2, but common in descriptions.",
    ),
    Code.YAML_KEY: Explanation(
        "The key of a mapping is a list, a mapping, or nothing.",
        "A description is JSON in other clothes: every key is a text. Numbers and words such as `on` are read as the text that is written.",
        "? [a, b]\n: value",
        "Write a text as the key, with quotes where YAML would read something else.",
        "OpenAPI 3.1, Format: keys have to be scalars that are strings in JSON.",
    ),
    Code.YAML_SEVERAL_DOCUMENTS: Explanation(
        "The file holds several YAML documents.",
        "A line `---` in the middle begins a second document, and which of them is the description would be a guess.",
        "Two descriptions in one file, with `---` between them.",
        "Keep one document per file.",
        "YAML 1.2.2 §9.2.",
    ),
    Code.YAML_LIBRARY: Explanation(
        "PyYAML is installed without its C library.",
        "YAML is read through libyaml alone. The pure Python reader is many times slower, and two readers would be two sets of mistakes.",
        "PyYAML built from source on a machine without libyaml's headers.",
        "Install a PyYAML wheel, or install libyaml and build PyYAML again. JSON descriptions are read without it.",
    ),
    Code.DUPLICATE_KEY: Explanation(
        "One object holds the same key twice.",
        "Most readers keep the last and say nothing, so half of what the author wrote would vanish unseen.",
        "Two `patch:` below one path, after a merge of two branches.",
        "Keep one of the two, or rename one.",
        "RFC 8259 §4: names should be unique; YAML 1.2.2 §3.2.1.3: keys are unique.",
    ),
    Code.NUMBER_TOO_LONG: Explanation(
        "A number has more digits than are read.",
        "Numbers keep every digit here, and a number of a million digits costs more to handle than anyone could mean by it.",
        "maximum: 1e999999999",
        "Shorten the number, or write it as a text in quotes.",
        "RFC 8259 §6 lets a reader limit the range and precision of numbers.",
    ),
    Code.LONE_SURROGATE: Explanation(
        "A text holds half of a character.",
        "`\\ud83d` without its second half is no character of Unicode and cannot be written as UTF-8.",
        '"summary": "\\ud83d"',
        "Write both halves, or remove the escape.",
        "RFC 8259 §8.2; Unicode 15, D71 to D75.",
    ),
    Code.NOT_A_DESCRIPTION: Explanation(
        "The document is well-formed, and no API description.",
        "Neither `swagger` nor `openapi` stands at its top, or the top is no object.",
        "A Postman collection, a JSON Schema, or a web page saved as JSON.",
        "Give the description itself. Other formats have converters of their own.",
        "OpenAPI 3.1, OpenAPI Object: `openapi` is required.",
    ),
    Code.UNSUPPORTED_FORMAT: Explanation(
        "The description is of a version that is not read.",
        "Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are. Older ones differ in everything that matters, and newer ones may.",
        'swaggerVersion: "1.2"',
        "Ask the vendor for a newer description, or convert the old one. For a version newer than 3.2, upgrade connectors.",
    ),
    Code.TOO_MANY_DOCUMENTS: Explanation(
        "The description consists of more documents than are read.",
        "References can lead from file to file. The limit ends a chain that nobody meant.",
        "A folder of generated files, each naming the next.",
        "Bundle the description into fewer files, or raise the limit with `--max-documents`.",
    ),
    Code.TOO_MANY_REFERENCES: Explanation(
        "More references would have to be followed than are allowed.",
        "References that fan out, each to several others, multiply. The limit keeps a small file from costing hours.",
        "Forty schemas, each naming the next one ten times.",
        "If the description is honest, raise the limit with `--max-references`.",
    ),
    Code.TOO_MANY_OPERATIONS: Explanation(
        "The description has more operations than are derived.",
        "Each operation costs time and room in the package. The largest vendors stay far below the limit.",
        "A generated description with 60,000 paths.",
        "Choose with `--include` or `--exclude`, or raise the limit with `--max-operations`.",
    ),
    Code.TOO_MANY_SCHEMA_NODES: Explanation(
        "More schema objects would have to be translated than are allowed.",
        "The members of every schema that some operation reaches are counted.",
        "A component with a million properties.",
        "Leave operations out with `--exclude`, or raise the limit with `--max-schema-nodes`.",
    ),
    Code.TOO_MUCH_EXPANSION: Explanation(
        "The package would be many times the size of its description.",
        "What a description shares by reference or alias is written out in every operation that uses it. Descriptions that people write "
        "grow to three times their size at most; one of a few lines can ask for gigabytes, and is refused before that.",
        "Ten thousand operations that refer to one path item with ten thousand parameters.",
        "Make the shared parts components of `schemas`, which are written once, or raise the limit with `--max-expansion`.",
    ),
}

_FETCHING = {
    Code.ADDRESS_MALFORMED: Explanation(
        "The text is not an address that can be fetched.",
        "An address names its scheme, a host and perhaps a port: `https://example.com:8443/openapi.json`. The host is a name or an IP "
        "address, the port a number from 1 to 65535.",
        "https://example.com:0/openapi.json",
        "Copy the address from the place where the description can be seen, and give it whole.",
        "RFC 3986 §3; the URL Standard for hosts.",
    ),
    Code.ADDRESS_REFUSED: Explanation(
        "Nothing is fetched from this address.",
        "Descriptions are fetched from public hosts alone: every address of the host is looked up once and judged, and one that is private, "
        "reserved or the machine's own refuses them all. So does a spelling that readers understand differently (a user in front of the "
        "host, a backslash, a control character), and a scheme other than https and http. The addresses at which clouds hand out "
        "credentials stay closed whatever is set.",
        "http://printer.example/openapi.json, where the name leads to 192.168.1.20",
        "For an instance of your own set `CONNECTORS_ALLOW_PRIVATE=1`; the message says so where it helps. Otherwise give a public address.",
        "IANA IPv4 and IPv6 Special-Purpose Address Registries.",
    ),
    Code.ORIGIN_REFUSED: Explanation(
        "A fetch would lead to an origin that was not allowed.",
        "References lead below the folder of the description's own address, and to what `--allow-origin` or `allow_origin` in `source.yaml` "
        "names. A redirect does not get around that.",
        "A reference below https://a.example/specs/ that is redirected to https://b.example/.",
        "Allow the origin, or the part of it that is meant, with `--allow-origin`, once you trust it.",
        "RFC 6454: an origin is scheme, host and port.",
    ),
    Code.REDIRECT_REFUSED: Explanation(
        "The server redirects, and the redirect is not followed.",
        "Redirects are followed only as far as `--max-redirects` says, which is not at all unless it is given; each one is judged like an "
        "address of its own. None leads from https to http, whatever is set.",
        "http://example.com/api.json, which answers 301 to https://www.example.com/api.json",
        "Give the address that the message names, or allow redirects with `--max-redirects`.",
        "RFC 9110 §15.4.",
    ),
    Code.CREDENTIAL_REFUSED: Explanation(
        "A credential would have been sent in the open.",
        "Over http, everybody on the way can read it. Only to this machine itself is a credential sent without TLS.",
        "connectors gen http://api.example/openapi.json --auth-env TOKEN",
        "Give the address of https.",
        "RFC 6750 §5.3 and RFC 7617 §4 ask for TLS.",
    ),
    Code.NETWORK_FAILED: Explanation(
        "The server could not be reached, or the connection broke off.",
        "The host has no address, nobody answers there, or the connection ended before everything had come. Nothing was written.",
        "A host name with a letter too many.",
        "Check the address and the connection, and try again.",
    ),
    Code.TLS_FAILED: Explanation(
        "No secure connection came about.",
        "The certificate is for another name, has expired, or comes from an authority that the system does not know; or what answers at "
        "that port speaks no TLS. There is no switch that turns the check off.",
        "https://127.0.0.1:8443/, with a certificate that was signed by nobody else",
        "Give the name that the certificate is for. An authority of your own belongs into the system's store, or into a file that "
        "`SSL_CERT_FILE` names.",
        "RFC 9110 §4.3.4.",
    ),
    Code.STATUS_UNEXPECTED: Explanation(
        "The server answered, but not with the document.",
        "Only the status 200 brings a document. 401 and 403 ask for a credential, 404 and 410 know nothing at the address, 429 and 5xx are "
        "the server's own trouble.",
        "401, for a description that only customers may read",
        "Correct the address, give a credential with `--auth-env NAME`, or try again later, as the message says.",
        "RFC 9110 §15.",
    ),
    Code.ANSWER_MALFORMED: Explanation(
        "What the server sent is not a whole answer of HTTP.",
        "The body is shorter than was announced, its chunks or its compression are broken, or its coding was never asked for. A part of a "
        "description is never taken for the whole.",
        "Content-Length: 1000, and the connection ends after 400 bytes",
        "Try again; where it stays so, tell whoever runs the server, or fetch the file by other means.",
        "RFC 9112 §6 to §8; RFC 9110 §8.4.",
    ),
    Code.ANSWER_TOO_LARGE: Explanation(
        "The server sends more than is read.",
        "The limit counts all fetched documents of a description together, decompressed; a body that expands beyond all proportion, and an "
        "endless head, are refused before that.",
        "A body of 60 KB that decompresses to 60 MB",
        "If the documents are meant to be so large, raise the limit with `--max-bytes`.",
    ),
    Code.ANSWER_TOO_SLOW: Explanation(
        "Fetching took longer than it may.",
        "The limit counts all fetching of a run together, however steadily something trickles in; and a server may not be silent for long.",
        "A server that sends one byte a second",
        "Try again later, or raise the limit with `--max-seconds`.",
    ),
    Code.DIGEST_DIFFERS: Explanation(
        "The description is not the one that was pinned.",
        "`source.yaml` names the SHA-256 of the description, and what came has another one. It was not parsed. The vendor has published a "
        "new release, or somebody has changed the file on its way.",
        "description: {url: https://example.com/openapi.json, sha256: 5f70…}, after the vendor's next release",
        "Look at what has changed. If you want the new one, write its digest into the file.",
    ),
}

_REFERENCES = {
    Code.REFERENCE_NOT_FOUND: Explanation(
        "A `$ref` leads to nothing.",
        "Where the missing thing is part of an answer, the answer says less. Where a call would have to send it, the operation becomes a "
        "gap, because a request without it would be another request. The rest of the description is not affected.",
        '$ref: "#/components/schemas/Isue"',
        "Correct the reference, or add what it names. Mind the order of escapes: percent-decoding first, then `~1` for a slash and `~0` for "
        "a tilde.",
        "RFC 6901 §4 and §6; OpenAPI 3.1, Reference Object.",
    ),
    Code.REFERENCE_CYCLE: Explanation(
        "References lead in a circle and never arrive at anything.",
        "A schema may contain itself, and that is fine. Here one bare reference names another, which names the first.",
        "A is {$ref: B}, and B is {$ref: A}.",
        "Let one of them be the thing itself.",
    ),
    Code.REFERENCE_REMOTE: Explanation(
        "A `$ref` leads to an address that nobody has allowed, and is not followed.",
        "A description must not make the machine that reads it open connections, so nothing is fetched unless a person names the origin. A "
        "description that was itself fetched reaches the folder that it lies in, and no further.",
        '$ref: "https://schemas.example/common.yaml#/Error"',
        "If you trust the place, allow it with `--allow-origin https://schemas.example`, or a part of it with a path behind. Otherwise save "
        "the other document beside the description and point there.",
    ),
    Code.REFERENCE_OUTSIDE: Explanation(
        "A `$ref` names a file outside the description's folder, and is not followed.",
        "Otherwise a description could carry any file of the machine into a package. Links and encoded dots are resolved before the check.",
        '$ref: "../../etc/passwd"',
        "Move the file below the description's folder, or name a wider folder with `--root` when you trust all of it.",
    ),
    Code.REFERENCE_UNREADABLE: Explanation(
        "The document that a `$ref` names is there, and cannot be read.",
        "It is not well-formed, not text, or over a limit. Only what refers to it is affected.",
        '$ref: "parts/errors.yaml#/NotFound", where that file is indented with tabs',
        "Mend that document; the reason says what is wrong with it.",
    ),
    Code.REFERENCE_MALFORMED: Explanation(
        "A `$ref` is no reference.",
        "It is not a text, or not a URI reference, or its fragment is neither a JSON Pointer nor a known anchor.",
        "$ref: components/schemas/Issue#Issue",
        "Write a URI reference with a JSON Pointer behind `#`.",
        "RFC 3986 §4.1; RFC 6901 §6.",
    ),
    Code.REFERENCE_SIBLINGS: Explanation(
        "Keywords stand beside a `$ref` where they do not count.",
        "In Swagger 2.0 and OpenAPI 3.0 whatever stands beside a reference is ignored, and so it is here. From 3.1 on, keywords beside a "
        "schema's reference count, and are kept.",
        'owner: {$ref: "#/components/schemas/User", nullable: true}',
        "Wrap the reference: `allOf: [{$ref: …}]` beside the keyword, or move to OpenAPI 3.1.",
        "OpenAPI 3.0.3, Reference Object: additional properties are ignored.",
    ),
}

_OPERATIONS = {
    Code.MALFORMED_NODE: Explanation(
        "Something in the description has another shape than the specification gives it.",
        "A list stands where an object belongs, or a text where a list does. That one place is left out, and everything around it is kept.",
        "tags: pets",
        "Write what the specification asks for at that place.",
    ),
    Code.MALFORMED_OPERATION: Explanation(
        "An operation is no object.",
        "There is nothing to derive from, so the operation is a gap.",
        "get: null",
        "Describe the operation, or remove the key.",
        "OpenAPI 3.1, Operation Object.",
    ),
    Code.UNKNOWN_PATH_ITEM_KEY: Explanation(
        "A path item has a key that is neither a method nor a field of the specification.",
        "Method keys are in small letters. Anything else is not taken for an operation, and not passed over in silence either.",
        "DELETE: {…} below /rooms",
        "Write the method in small letters, or give a key of your own the prefix `x-`.",
        "OpenAPI 3.1, Path Item Object.",
    ),
    Code.UNUSUAL_METHOD: Explanation(
        "A method has no rule of its own for what it changes.",
        "Only the methods of HTTP's own specification, PATCH and QUERY say what they do. Any other is taken for an update that must not be "
        "repeated blindly: the cautious reading.",
        "additionalOperations: {PURGE: {…}}",
        "If a person knows better, say so in the overlay: `effect` with `because`.",
        "RFC 9110 §9; OpenAPI 3.2, Path Item Object, `additionalOperations`.",
    ),
    Code.DUPLICATE_OPERATION_ID: Explanation(
        "Several operations have the same operationId.",
        "All of them are derived. Their ids come from method and path, because the shared name cannot tell them apart.",
        "operationId: list, on GET /a and on GET /b",
        "Give each its own operationId. To keep ids steady until then, pin them in the overlay.",
        "OpenAPI 3.1, Operation Object: the operationId must be unique among all operations.",
    ),
    Code.PATHS_DIFFER_IN_NAMES: Explanation(
        "Two paths differ in the names of their placeholders alone.",
        "The specification calls such paths identical, so one of them is a mistake. Both are kept, and keep the names in their identities so "
        "that they can be told apart.",
        "/users/{id} beside /users/{name}",
        "Merge the two, or let the paths differ in a literal segment.",
        "OpenAPI 3.1, Path Templating Matching.",
    ),
    Code.PATH_QUERY: Explanation(
        "A path holds a query string.",
        "Paths are appended to the server's address, and the arguments follow behind. A question mark inside the path is no path any more, "
        "though vendors use it to describe one address several times.",
        "/answers?beta=true",
        "Describe the query as parameters, with `const` or a single `enum` value where it is fixed.",
        "OpenAPI 3.1, Paths Object; RFC 3986 §3.3.",
    ),
    Code.PATH_FRAGMENT: Explanation(
        "A path holds a `#`.",
        "Nothing behind a `#` is ever sent to a server. Vendors use it to tell several operations of one address apart.",
        "/#Action=Publish",
        "Describe what is really sent: a query parameter, a header, or a member of the body.",
        "RFC 3986 §3.5; RFC 9110 §7.1.",
    ),
    Code.PATH_WITHOUT_SLASH: Explanation(
        "A path does not begin with a slash.",
        "It is kept as it is written. Appended to a server's address it may grow together with the last segment there.",
        "paths: {pets: {…}}",
        "Begin the path with `/`.",
        "OpenAPI 3.1, Paths Object: the field name must begin with a forward slash.",
    ),
    Code.PLACEHOLDER_PATTERN: Explanation(
        "A placeholder of a path holds more than a name.",
        "Operators such as `{+path}` and patterns such as `{id:[0-9]+}` are no part of OpenAPI's templates. The name is kept, and what stands "
        "beside it is noted.",
        "/files/{path:.*}",
        "Write the bare name, and the pattern into the parameter's schema.",
        "OpenAPI 3.1, Path Templating; RFC 6570 has the operators.",
    ),
}

_PARAMETERS = {
    Code.PARAMETER_MALFORMED: Explanation(
        "A parameter is not described as the specification asks.",
        "Without a name or a place a value cannot be sent. Where the operation can be called without it, it is narrowed; where not, it is a "
        "gap.",
        "{name: limit, type: integer}, without `in`",
        "Give every parameter `name`, `in`, and a schema or one entry of `content`.",
        "OpenAPI 3.1, Parameter Object.",
    ),
    Code.PARAMETER_DUPLICATE: Explanation(
        "Two parameters of one list have the same name and place.",
        "A parameter is known by its name and its place together, so one of the two cannot be meant.",
        "Two entries `{name: page, in: query}` on one operation.",
        "Remove one. A parameter of the operation may replace one of the path item; that is no duplicate.",
        "OpenAPI 3.1, Operation Object, `parameters`: the list must not include duplicates.",
    ),
    Code.PARAMETER_IGNORED: Explanation(
        "A header parameter is described that the specification tells readers to ignore.",
        "`Accept` and `Content-Type` follow from the media types, `Authorization` from the security schemes. Offered as arguments they would "
        "contradict both.",
        "{name: Authorization, in: header}, in OpenAPI 3.x",
        "Describe the credential as a security scheme and the types as `content`. Nothing has to be done for calls to work.",
        "OpenAPI 3.1, Parameter Object, `name`.",
    ),
    Code.PARAMETER_WITHOUT_PLACEHOLDER: Explanation(
        "A path parameter has no placeholder in the path.",
        "There is no place to put its value, so it is left out.",
        "{name: org, in: path} on /repos/{owner}",
        "Add the placeholder, correct the name, or remove the parameter.",
        "OpenAPI 3.1, Parameter Object: the name of a path parameter must correspond to a template expression.",
    ),
    Code.PLACEHOLDER_UNDECLARED: Explanation(
        "The path has a placeholder that no parameter describes.",
        "A call needs a value for it all the same, so a required string is taken, marked as inferred.",
        "/users/{id}, without a parameter `id`",
        "Describe the parameter, or say more about it in the overlay.",
        "OpenAPI 3.1, Path Templating: each template expression must correspond to a path parameter.",
    ),
    Code.PARAMETER_STYLE: Explanation(
        "The style of a parameter is none that this place has.",
        "How a list or an object is spelled depends on the style. An unknown one falls back to the default of its place.",
        "collectionFormat: multi, on a header",
        "Use a style the specification defines for that place; a person who knows the wire may set it in the overlay.",
        "OpenAPI 3.1, Style Values; Swagger 2.0, Parameter Object, `collectionFormat`.",
    ),
    Code.PARAMETER_NESTED: Explanation(
        "A style is used for values nested deeper than it is defined for.",
        "`deepObject` and the list styles say how one level is spelled. For a list or an object inside it there is no rule, and every "
        "server has its own.",
        "filter: {price: {from: 1}} with style: deepObject",
        "Pass such a value as JSON (`content: {application/json: …}`), or keep it to one level.",
        "OpenAPI 3.1, Style Values.",
    ),
    Code.BODY_AND_FORM: Explanation(
        "A body parameter and form fields stand on one operation.",
        "Both would be the content of the same request. Sending either half alone would be another request, so the operation is a gap.",
        "{in: body, …} beside {in: formData, …}",
        "Describe one of the two.",
        "Swagger 2.0, Parameter Object: body and formData parameters cannot exist together.",
    ),
    Code.BODY_DUPLICATE: Explanation(
        "An operation has more than one body parameter.",
        "A request has one body.",
        "Two parameters with `in: body`.",
        "Merge them into one schema.",
        "Swagger 2.0, Parameter Object: there can only be one body parameter.",
    ),
    Code.BODY_ON_METHOD: Explanation(
        "A body is described on a method that mostly has none.",
        "On GET, HEAD and DELETE content has no defined meaning, and servers on the way may drop it. It is kept, because the vendor says so.",
        "A requestBody on GET /report.",
        "If the server takes its arguments from the query, describe them there.",
        "RFC 9110 §9.3.1, §9.3.2, §9.3.5; OpenAPI 3.1, Operation Object, `requestBody`.",
    ),
    Code.BODY_DROPPED: Explanation(
        "A described body is not part of the operation.",
        "A TRACE request has no content, and a body without a member on GET, HEAD or DELETE would carry nothing.",
        "A requestBody on TRACE /members.",
        "Remove the body from the description.",
        "RFC 9110 §9.3.8: a client must not send content in a TRACE request.",
    ),
    Code.BODY_WITHOUT_MEDIA_TYPE: Explanation(
        "A request body names no media type.",
        "Without one nobody knows how to write the content. A required body makes the operation a gap; an optional one is left out.",
        "requestBody: {required: true}",
        "Add `content` with the media type that the server takes.",
        "OpenAPI 3.1, Request Body Object: `content` is required.",
    ),
    Code.BODY_MEDIA_TYPE: Explanation(
        "The media type of a body cannot be used as it is declared.",
        "A range such as `*/*` is no Content-Type that can be sent, and form fields cannot travel under a JSON type. The reason says what was "
        "taken in its place, or that nothing could be.",
        "consumes: [application/json], beside a file field",
        "Name the type that the server really takes, in the description or as `body.content_type` in the overlay.",
        "RFC 9110 §8.3; OpenAPI 3.1, Media Type Object.",
    ),
    Code.BODY_ENCODING: Explanation(
        "What the description says about the encoding of a body cannot be kept whole.",
        "An Encoding Object says how one member of a form is written. Here it is malformed, names no member, or uses a field that the package "
        "does not carry.",
        "encoding: {photo: image/png}",
        "Write an object per member, with `contentType`, `style`, `explode`, `allowReserved` or `headers`.",
        "OpenAPI 3.1, Encoding Object.",
    ),
    Code.BODY_READ_ONLY: Explanation(
        "A required member of the body is read-only.",
        "Read-only members come with answers and are never sent, so they are left out of requests, and are not asked for.",
        "required: [id], where id is `readOnly: true`",
        "Nothing, if the server sets the value. Otherwise remove `readOnly`.",
        "OpenAPI 3.0.3, Schema Object, `readOnly`: required takes effect on the response only.",
    ),
}

_ANSWERS = {
    Code.RESPONSES_MISSING: Explanation(
        "An operation says nothing about its answers.",
        "It can be called, and what comes back is whatever comes back.",
        "get: {parameters: []}",
        "Describe at least the answer of a success.",
        "OpenAPI 3.0.3, Operation Object: `responses` is required. In 3.1 it may be left out.",
    ),
    Code.RESPONSE_STATUS: Explanation(
        "An answer stands under a key that is no status.",
        "Three digits, a range such as `2XX`, or `default` are. A range in small letters is read as one; anything else is left out.",
        'responses: {"success": {…}}',
        "Write the status code.",
        "OpenAPI 3.1, Responses Object.",
    ),
    Code.RESPONSE_CONTENT_IGNORED: Explanation(
        "Content is described for an answer that cannot have any.",
        "The answer to HEAD, and the statuses 1XX, 204 and 304, never carry content, so none is expected.",
        '"204": {content: {application/json: …}}',
        "Remove the content, or correct the status: a body with 204 is mostly a 200.",
        "RFC 9110 §6.4.1, §9.3.2, §15.3.5.",
    ),
}

_SCHEMAS = {
    Code.SCHEMA_MALFORMED: Explanation(
        "A schema has a keyword with a value of the wrong type.",
        "The one keyword is left out, so that the schema admits more than it may have been meant to, and the rest is kept.",
        "type: int32",
        "Write what the keyword asks for; here `type: integer` with `format: int32`.",
        "JSON Schema 2020-12, Core and Validation.",
    ),
    Code.SCHEMA_NULLABLE: Explanation(
        "`nullable` stands where it has no effect.",
        "In OpenAPI 3.0 it adds null to the `type` of the same object, and adds nothing to an `enum`. From 3.1 on the keyword does not exist.",
        'old: {type: string, nullable: true}, in openapi: "3.1.0"',
        'From 3.1 on write `type: [string, "null"]`; in 3.0 put `type` beside `nullable`.',
        "OpenAPI 3.0.3, Schema Object, `nullable`; OpenAPI 3.1, Schema Object.",
    ),
    Code.SCHEMA_DIALECT: Explanation(
        "The description names a JSON Schema dialect other than its version's own.",
        "Its schemas are read as JSON Schema 2020-12. Keywords that mean the same in both dialects lose nothing.",
        'jsonSchemaDialect: "http://json-schema.org/draft-07/schema#"',
        "Check the keywords the note names; where they mean something else, write them for 2020-12.",
        "OpenAPI 3.1, Schema Object, dialects.",
    ),
    Code.SCHEMA_DISCRIMINATOR: Explanation(
        "A discriminator does not fit its alternatives.",
        "A mapping names a schema that is not there, or an alternative lacks the member that is to tell it apart. The alternatives are kept.",
        "discriminator: {propertyName: kind}, where Square has no `kind`",
        "Add the member to every alternative, and let the mapping name schemas that exist.",
        "OpenAPI 3.1, Discriminator Object.",
    ),
    Code.SCHEMA_KEYWORD: Explanation(
        "A schema keyword does not exist in the description's version, or cannot be carried as it is.",
        "The reason says what was done: kept as written where its meaning is beyond doubt, otherwise left out.",
        "type: [string, integer], in Swagger 2.0",
        "Use the keywords of the description's version, or move the description to OpenAPI 3.1.",
    ),
    Code.SCHEMA_UNSATISFIABLE: Explanation(
        "No value can satisfy a schema.",
        "Branches of an `allOf` contradict each other, a limit stands above its own maximum, a listed value is of another type, or a required "
        "member may be nothing. Whoever checks arguments or answers would refuse all. Only what is certain is said.",
        "allOf: [{enum: [a]}, {enum: [b]}]",
        "Correct the branch that is wrong. The overlay can replace the schema of a parameter until the vendor does.",
        "JSON Schema 2020-12, Core §10.2.1.1 (allOf).",
    ),
}

_SECURITY = {
    Code.SCHEME_UNDECLARED: Explanation(
        "A security requirement names a scheme that is not declared.",
        "The requirement stays, as one that nobody can satisfy: dropping it would turn a protected call into an open one.",
        "security: [{bearer: []}], where the scheme is called bearerAuth",
        "Correct the name, or declare the scheme. Until then the overlay can set the operation's `security`.",
        "OpenAPI 3.1, Security Requirement Object: each name must correspond to a declared scheme.",
    ),
    Code.SCHEME_UNKNOWN: Explanation(
        "A security scheme is of a kind that nobody here knows.",
        "It stays in every requirement that names it, as one that cannot be satisfied.",
        "type: kerberos-ish",
        "Use a kind of the specification, or describe the credential in the overlay's `auth`.",
        "OpenAPI 3.1, Security Scheme Object, `type`.",
    ),
    Code.SCHEME_MALFORMED: Explanation(
        "A security scheme lacks something it needs.",
        "An API key without a place, an HTTP scheme without a name, a flow without an address. What can be read is kept.",
        "{type: apiKey, name: X-Key}, without `in`",
        "Complete the scheme, or replace it in the overlay's `auth`.",
        "OpenAPI 3.1, Security Scheme Object.",
    ),
    Code.SECURITY_MALFORMED: Explanation(
        "A security requirement cannot be read.",
        "It has to be a list of objects, each mapping schemes to lists of scopes. What cannot be read stays as a requirement that nobody can "
        "satisfy: a requirement never gets weaker.",
        "security: bearerAuth",
        "Write `security: [{bearerAuth: []}]`.",
        "OpenAPI 3.1, Security Requirement Object.",
    ),
    Code.NOT_CALLABLE: Explanation(
        "An operation has no alternative of credentials that can be satisfied.",
        "It is in the package, so that it can be read about and mended, and it cannot be called. Operations that lack the same schemes are one "
        "finding.",
        "The only requirement of GET /odd is a scheme of an unknown kind.",
        "Mend the scheme in the description, or set `security` of the operation in the overlay.",
    ),
    Code.SERVER_CREDENTIALS: Explanation(
        "A server address holds user information.",
        "A name or a password in an address ends in logs and files. It is removed before anything is written.",
        "https://user:secret@api.example/v1",
        "Remove it from the description, change the password, and declare a security scheme.",
        "RFC 3986 §3.2.1; RFC 9110 §4.2.4.",
    ),
    Code.SERVER_QUERY: Explanation(
        "A server address has a query or a fragment.",
        "Paths are appended to the address, and would end up inside the query.",
        "https://api.example/v1?key=1",
        "Describe the query as a parameter, or as an API key in the query.",
        "OpenAPI 3.1, Server Object; RFC 3986 §3.4.",
    ),
    Code.SERVER_MALFORMED: Explanation(
        "A server cannot be read whole.",
        "It has no address, a variable that is not described, or a variable without a default.",
        "url: https://{region}.api.example, without `variables`",
        "Describe every variable with a default, or set `servers` in the overlay.",
        "OpenAPI 3.1, Server Object and Server Variable Object.",
    ),
    Code.SERVER_RELATIVE: Explanation(
        "A server address names no origin.",
        "It counts from where the description was fetched, and the note says to which address that leads. Read from a file, there is no "
        "such place, so the operator gives the address.",
        "servers: [{url: /api/v1}]",
        "Nothing for a self-hosted product. Otherwise set `servers` in the overlay.",
        "OpenAPI 3.1, Server Object; RFC 3986 §5.",
    ),
}

_TEXT = {
    Code.TEXT_CLEANED: Explanation(
        "A text of the description held characters that hide, or that act on a terminal.",
        "Control characters, directional overrides and invisible tags are removed or spelled out, wherever the text goes.",
        "A title with an escape sequence in it that repaints the screen.",
        "Nothing. If you did not expect such characters, ask where the description comes from.",
        "Unicode Technical Report 36; UAX 9.",
    ),
}

_CONFORMANCE = {
    Code.FIELD_UNKNOWN: Explanation(
        "An object has a field that its standard does not know.",
        "The objects of the standards have fixed fields, and extensions begin with `x-`. A field of another name is read by nobody: often "
        "it is misspelled, stands in the wrong object, or belongs to another version.",
        "A Parameter Object of OpenAPI 3.0 with `type: string`, as Swagger 2.0 has it.",
        "Correct the name, move the field to where it belongs, or begin its name with `x-`.",
        "OpenAPI 3.1, Specification Extensions; Swagger 2.0, Specification Extensions.",
    ),
    Code.FIELD_MISSING: Explanation(
        "An object lacks a field that its standard requires.",
        "`gen` can do without it here; other tools may refuse the description.",
        "A Response Object without `description`.",
        "Add the field.",
        "The fixed fields of each object, marked REQUIRED.",
    ),
    Code.FIELD_TYPE: Explanation(
        "A field has a value of another JSON type than its standard gives it.",
        "A text where a list belongs, an object where a text belongs.",
        "`tags: [[Pets]]` on an operation: a list of lists.",
        "Write the value as the standard's type.",
        "The fixed fields of each object.",
    ),
    Code.FIELD_VALUE: Explanation(
        "A field has a value that its standard does not allow.",
        "The type is right and the value is not: none of the words that may stand there, no address where one has to be, an empty list, "
        "the same thing twice.",
        "`xml: {namespace: ''}`, where an absolute URI has to stand.",
        "Correct the value.",
        "The fixed fields of each object.",
    ),
    Code.DEFAULT_UNFIT: Explanation(
        "A default is not a value that its own schema allows.",
        "What holds for a request that says nothing could not be said. Before 3.1 a default has to fit; from 3.1 on it is recommended, and "
        "a note here. No package sends a default on its own.",
        "`{type: integer, minimum: 1, default: 0}`",
        "Correct the default, or the schema.",
        "Swagger 2.0 and OpenAPI 3.0, Schema Object, `default`; JSON Schema 2020-12, Validation §9.2.",
    ),
    Code.REQUIRED_UNDEFINED: Explanation(
        "A member is required, and no schema says what it is.",
        "JSON Schema allows it: the member may be anything. Mostly its name is misspelled in one of the two lists.",
        "`required: [id, nam]` beside `properties: {id: …, name: …}`",
        "Correct the name, or describe the member.",
        "JSON Schema 2020-12, Validation §6.5.3.",
    ),
    Code.TAG_DUPLICATE: Explanation(
        "Two tags have the same name.",
        "Nobody can say whose description counts. Operations keep the tag.",
        "`tags: [{name: pets}, {name: pets, description: Animals}]`",
        "Keep one of them.",
        "OpenAPI 3.1, OpenAPI Object, `tags`: each tag name in the list MUST be unique.",
    ),
    Code.TAG_PARENT: Explanation(
        "The parent of a tag is no tag, or the tag is its own ancestor.",
        "Tags of OpenAPI 3.2 form a tree.",
        "`tags: [{name: cats, parent: animals}]`, without a tag `animals`.",
        "Declare the parent, or correct its name.",
        "OpenAPI 3.2, Tag Object, `parent`.",
    ),
    Code.READER_GAVE_UP: Explanation(
        "A reader of another project failed at a part of the description.",
        "`lint` asks openapi-spec-validator and prance as well. They are given little time and memory and no file or network; what they cannot "
        "read they leave. It says nothing against the description, only that it was not looked at a second time there.",
        "A path item with a reference that leads to nothing: openapi-spec-validator reads no further in it.",
        "Mend the other findings of the same node first; mostly they are the reason.",
    ),
}

_RIGHTS = {
    Code.LICENSE_INVALID: Explanation(
        "The licence is no SPDX license expression.",
        "Expressions are made of SPDX identifiers, `LicenseRef-…`, AND, OR, WITH and brackets. Free text is no decision, though it may name one.",
        '--license "Apache 2.0"',
        "Write the identifier, here `Apache-2.0`; for a licence without one `LicenseRef-` and a name, with its text.",
        "SPDX 2.3, annex D.",
    ),
    Code.LICENSE_TEXT_MISSING: Explanation(
        "The text of a licence is needed and not at hand.",
        "A package carries the text of every licence it names. The commonest are built in.",
        "--license EUPL-1.2, without its text",
        "Give the text with `--license-text FILE`; the file is named after the licence, as in `EUPL-1.2.txt`.",
        "REUSE 3.3: every licence in use has its text in `LICENSES/`.",
    ),
    Code.LICENSE_NOT_STATED: Explanation(
        "Nobody has said under which licence the description may be used.",
        "The package says `LicenseRef-not-stated`. A licence is never guessed, not even from the description's own words.",
        "connectors gen openapi.yaml --id forgejo",
        "Find out, and say so with `--license`, or as `license` in `source.yaml`. For your own use nothing has to be done.",
        "SPDX 2.3, annex D; REUSE 3.3.",
    ),
    Code.LICENSE_CANDIDATE: Explanation(
        "The description names a licence, and nobody has stated one.",
        "What a description says of itself is a claim. It is recorded with the place where it was found, and the SPDX expression that it "
        "probably means is offered; it becomes the licence of the package when a person states it. Until then the package says "
        "`LicenseRef-not-stated`.",
        "`info.license.name` is `Apache 2.0 License`, and `--license` was not given",
        "Read the licence, then state it with `--license Apache-2.0`, or as `license` in `source.yaml`.",
        "OpenAPI 3.1, License Object; SPDX 2.3, annex D.",
    ),
    Code.LICENSE_DISAGREES: Explanation(
        "The licence that was given and what the description says of itself differ.",
        "Both are recorded, each with where it was found. Which of them holds is a matter for a person.",
        "`info.license` says Apache 2.0, and `--license` says MIT.",
        "Ask the vendor, or correct `license` in `source.yaml`.",
        "OpenAPI 3.1, License Object.",
    ),
    Code.RIGHTS_REFUSED: Explanation(
        "It is asserted that a package may be passed on, and its licence limits that or is not known.",
        "NonCommercial and NoDerivatives licences, and those without an SPDX id, are refused: somebody who receives the package would rely on "
        "a right that the licence does not give. Of alternatives joined by OR one without a limit is enough; joined by AND, each has to be.",
        '--license CC-BY-NC-4.0 --redistributable --rights "the licence permits it"',
        "Leave `--redistributable` out: for your own use nothing has to be asserted. Where you have a right besides the licence, such as a "
        'contract, name it with `--rights-override "reason"`; it is recorded in `source.yaml` and in the package.',
        "SPDX 2.3, annex D; Creative Commons 4.0, sections 2(a)(1) and 2(a)(4).",
    ),
    Code.RIGHTS_SENTENCE_MISSING: Explanation(
        "It is asserted that a package may be passed on, and nothing says by which right.",
        "`redistributable` is an assertion that somebody makes, and whoever receives the package reads on what it rests.",
        "--license MIT --redistributable, without --rights",
        'Add a sentence: `--rights "The publisher licenses the description under MIT."`, or `rights` in `source.yaml`.',
    ),
    Code.RIGHTS_NOT_ASSERTED: Explanation(
        "A package of a catalog that is given away is one that nobody has said may be passed on.",
        "`validate --ship` is the gate before a catalog leaves the house. Generating is no permission to redistribute, so each package needs "
        "the assertion of a person, with the right relied on.",
        "connectors validate --ship connectors/, where source.yaml of one package says `redistributable: false`",
        "Establish the right and state it in `source.yaml`, then `connectors seal`; or ship a recipe instead, which is generated where it is "
        "installed.",
    ),
    Code.NOTICE_MISSING: Explanation(
        "What has to travel with a package is not in it.",
        "The copyright lines of the publisher or an attribution, `NOTICE` with the facts of the header, and the text of every licence: most "
        "licences permit passing a work on only together with them.",
        "license: MIT with an empty list of `copyright` in source.yaml",
        "Write the copyright lines as the publisher states them into `copyright` of `source.yaml`, or what has to be said into `attribution`, "
        "then run `connectors seal`.",
        "MIT License, second paragraph; Apache License 2.0, section 4; Creative Commons 4.0, section 3(a).",
    ),
    Code.NOTICES_MARKS: Explanation(
        "The marks around the packages' section of LICENSE-NOTICES are not a pair.",
        "`connectors notices` writes what stands between two marks and leaves the rest of the file as it is. With one mark alone, or two "
        "pairs, it cannot be told which text is a person's.",
        "A merge kept the first mark and lost the second.",
        "Delete both marks and what stands between them, and run `connectors notices`, which adds the section at the end.",
    ),
    Code.NOTICES_DIFFER: Explanation(
        "LICENSE-NOTICES does not say what the packages of the catalog say.",
        "A package was added, removed or sealed anew, and the file was not written since. Only `--check` reports it.",
        "connectors notices --check, after a copyright line was added to a source.yaml",
        "Run `connectors notices`, and commit the file with the packages.",
    ),
}

_PACKAGES = {
    Code.PACKAGE_NOT_FOUND: Explanation(
        "There is no package of that name.",
        "PACKAGE is a folder, or an id that is looked up below `connectors/`.",
        "connectors show forgeo",
        "Correct the name, derive the package with `connectors gen`, or give its folder.",
    ),
    Code.PACKAGE_UNREADABLE: Explanation(
        "A file of a package is there and cannot be read.",
        "Permissions, a broken link, or a disk fault.",
        "connector.json belongs to another user.",
        "Give yourself the right to read the package.",
    ),
    Code.PACKAGE_FILE_MISSING: Explanation(
        "A file that `connector.json` lists is not in the package.",
        "A package is whole or it is none: what was reviewed is what runs.",
        "operations/issue.json was deleted by hand.",
        "Restore the file, or run `connectors gen` again.",
    ),
    Code.PACKAGE_FILE_UNKNOWN: Explanation(
        "The folder holds a file that `connector.json` does not list.",
        "Nothing unnamed belongs to a package, because nobody would know what it is for.",
        "A backup `overlay.yaml~`.",
        "Remove the file. A new `overlay.yaml` or `source.yaml` is taken in by `connectors gen`.",
    ),
    Code.PACKAGE_DIGEST: Explanation(
        "A derived file is not what `connector.json` says it is.",
        "Its SHA-256 or its size differs, so it was changed after it was derived. Such a package is not loaded.",
        "operations/issue.json was edited by hand, or a merge left half of two versions.",
        "Run `connectors gen` again. What a person knows better belongs into `overlay.yaml`.",
    ),
    Code.PACKAGE_SPELLING: Explanation(
        "A derived file holds the right values in another spelling than `gen` writes.",
        "Equal packages are equal byte for byte, so each file has one spelling: key order, indentation, numbers, no defaults.",
        "A formatter ran over `connectors/`.",
        "Exclude the folder from formatters, and run `connectors gen` again.",
    ),
    Code.PACKAGE_SYNTAX: Explanation(
        "A file of a package is not JSON.",
        "Derived files are written whole or not at all, so somebody or something else wrote to it: often a merge conflict.",
        "<<<<<<< HEAD in connector.json",
        "Take either side of a conflict, then run `connectors gen` again.",
        "RFC 8259.",
    ),
    Code.PACKAGE_VALUE: Explanation(
        "A file of a package holds a key or a value that its format does not have.",
        "An unknown key, a value outside a closed set, or the id of another connector.",
        '"effect": "reads", where only read, create, update and delete exist',
        "Run `connectors gen` again; derived files are not edited by hand.",
    ),
    Code.PACKAGE_FORMAT_NEWER: Explanation(
        "The package is of a newer format than this program reads.",
        "`schema_version` is looked at before anything else, so that a newer package is not misread.",
        "schema_version: 2, where this program knows 1",
        "Upgrade connectors.",
    ),
    Code.PACKAGE_PATH: Explanation(
        "A package names a file by a path that it may not.",
        "Paths are relative, without `..`, unique without regard to case, and no names of devices: a package works the same on every disk, "
        "and leads nowhere outside of itself.",
        '"path": "../../.ssh/config"',
        "Do not use such a package; ask where it comes from.",
    ),
    Code.NOT_SEALED: Explanation(
        "An authored file changed since the package was last written.",
        "Its digest in `connector.json` is the old one, so the package has no address that stands for what you see.",
        "overlay.yaml was edited.",
        "Run `connectors gen` to write the package with the change in it.",
    ),
}

_AUTHORED = {
    Code.SOURCE_FILE: Explanation(
        "`source.yaml` holds a mistake.",
        "An unknown key, a value of the wrong type, or a missing one. What a person writes is read strictly, because a misspelt key would "
        "otherwise be passed over.",
        "licence: MIT, where the key is `license`",
        "Correct the line that is named; all mistakes are reported in one run.",
    ),
    Code.SOURCE_CONTRADICTION: Explanation(
        "An option says something else than `source.yaml`.",
        "The file is a person's and is never rewritten, and an option that silently won would be gone at the next run.",
        "--license MIT, where source.yaml says `license: Apache-2.0`",
        "Leave the option out, or change the line in `source.yaml`.",
    ),
}

_OVERLAYS = {
    Code.OVERLAY_KEY: Explanation(
        "The overlay holds a key that does not exist.",
        "A misspelt key would be passed over, and its author would believe in an edit that was never made. The key is left out, and the rest "
        "of its entry is still judged.",
        "pagintion: {style: link_header}, where the key is `pagination`",
        "Write the key that is offered; `connectors schema overlay` gives the JSON Schema of the file, which editors complete from.",
    ),
    Code.OVERLAY_VALUE: Explanation(
        "A value of the overlay is not what its key takes.",
        "It is of another type, or outside of a closed set. That an operation is deterministic can only be taken away.",
        "effect: reads, where only read, create, update and delete exist",
        "Write the value that is offered.",
    ),
    Code.OVERLAY_MISSING: Explanation(
        "A key that the overlay needs is not there.",
        "A file has `schema_version` and `connector`, a selector a condition and `set`, a server its address, a scheme its id.",
        "selectors: [{set: {curated: false}}], which would edit every operation",
        "Add the key.",
    ),
    Code.OVERLAY_UNMATCHED: Explanation(
        "A part of the overlay meets nothing in the package.",
        "An entry, a selector, a parameter or a status that is not there any more, or never was. The identity lock remembers what a target "
        "was called before, and what became of it.",
        "GET /rooms with parameters.apiToken, where the parameter is api_token",
        "Write what it is called now, or remove it where the vendor took it away.",
    ),
    Code.OVERLAY_DUPLICATE: Explanation(
        "Two entries of the overlay are about one operation.",
        "Placeholders may have any names, so two spellings can be one operation, and one entry would undo the other.",
        "GET /a/{x} beside GET /a/{y}",
        "Make one entry of the two.",
    ),
    Code.OVERLAY_CONTRADICTION: Explanation(
        "Two parts of the overlay cannot both hold.",
        "Two selectors that set one key of one operation to different values, an operation that is dropped and edited, or a read that is not "
        "safe to repeat.",
        "{effect: read, idempotency: unsafe}",
        "Keep one of the two. The entry of an operation is stronger than selectors, and settles what they disagree about.",
        "RFC 9110 §9.2.",
    ),
    Code.OVERLAY_BECAUSE: Explanation(
        "An edit that makes a call look safer, or takes it away, does not say why.",
        "A softer effect or consequence, a call that may be repeated, fewer credentials, and `drop` each need a reason: the next reader has "
        "to be able to judge it.",
        "POST /search: {effect: read}",
        "Add `because` and a sentence.",
    ),
    Code.OVERLAY_ID: Explanation(
        "A pinned id cannot be given.",
        "It is malformed, outside of the connector, or belongs to another operation. An id that an operation ever had is never handed on, "
        "so that no caller meets another operation under it.",
        "GET /c: {id: shop.item.list}, which is the id of GET /a",
        "Choose another id: `connector.resource.verb`, each a small letter and then small letters, digits or `_`.",
    ),
    Code.OVERLAY_RENAME: Explanation(
        "A key cannot be given to an argument.",
        "It is malformed, or another argument of the operation has it or once had it. Keys are told apart without case.",
        "parameters: {page: {key: size}}, beside a parameter `size`",
        "Choose another key.",
    ),
    Code.OVERLAY_CREDENTIAL: Explanation(
        "The overlay names a scheme that is not there, or says of one what it cannot be.",
        "Schemes are named by their derived ids. `auth` replaces the list: what it leaves out can satisfy nothing.",
        "security: [baerer]",
        "Use an id that `connectors show PACKAGE --auth` lists.",
    ),
    Code.OVERLAY_PAGINATION: Explanation(
        "A collection could not be walked as the overlay says.",
        "Its parameters have to exist, the answer has to hold the list and the sign of the end. Otherwise a walk would ask for the first page "
        "for ever, or return nothing and look complete.",
        "pagination: {style: cursor, next: /next}, without the parameter that the cursor is sent in",
        "Correct the pointer or the key; where the description does not show the answer and you know it, add `undocumented: true`.",
    ),
    Code.OVERLAY_OUTCOME: Explanation(
        "The overlay tells failures by something that the answer does not show.",
        "A predicate that reads a member which is never there makes a failure of every call.",
        "success_when: {at: /okay, equals: true}, where the answer has `ok`",
        "Correct the pointer; where the description does not show the answer and you know it, add `undocumented: true`.",
    ),
    Code.OVERLAY_IDLE: Explanation(
        "A part of the overlay changes nothing.",
        "What it says is so without it. That may be an old correction which the vendor has made meanwhile, or a selector that repeats what "
        "others say of the same operations. A pinned id is never idle, and neither is what confirms a fact that was only inferred.",
        "POST /rooms: {effect: create}",
        "Remove it.",
    ),
    Code.DESCRIPTION_OVERLAY_MALFORMED: Explanation(
        "An OpenAPI Overlay document holds a mistake.",
        "It is read strictly: `overlay`, `info` with `title` and `version`, and `actions`, each with a target and one thing to do with it. "
        "Names that begin with `x-` are passed over, every other unknown name is refused, and so is an action that stands there twice.",
        "actions: [{target: $.info, updates: {title: Shop}}], where the field is `update`",
        "Correct the line that is named; all mistakes of all overlays are reported in one run.",
        "Overlay Specification 1.1.0, Overlay Object, Info Object, Action Object.",
    ),
    Code.DESCRIPTION_OVERLAY_VERSION: Explanation(
        "An OpenAPI Overlay document is of a version that is not read.",
        "Versions 1.0 and 1.1 are. A newer one may hold actions that are not known here, and passing them over would apply half of it.",
        "overlay: 2.0.0",
        "Upgrade connectors, or write the document for 1.1.0. A version that looks like a number stands in quotes.",
        "Overlay Specification 1.1.0, Versions.",
    ),
    Code.DESCRIPTION_OVERLAY_PATH: Explanation(
        "A path of an OpenAPI Overlay document cannot be evaluated.",
        "`target` and `copy` are JSONPath as RFC 9535 has it; other dialects write other things, such as `$.paths./items`. Patterns of `match` "
        "and `search` are I-Regexp, which has no `\\d` and no look-around.",
        "target: $.paths./items.get, where it is $.paths['/items'].get",
        "Correct the expression. Names with other characters than letters, digits and `_` stand in brackets and quotes.",
        "RFC 9535; RFC 9485.",
    ),
    Code.DESCRIPTION_OVERLAY_UNMATCHED: Explanation(
        "An action of an OpenAPI Overlay document selects nothing.",
        "By the standard it succeeds and changes nothing. Here it is an error: a vendor who renames a path would switch the correction off, "
        "and nobody would learn of it. Only the first document of a description is edited, and a path does not follow a `$ref`.",
        "target: $.paths['/room'].get, where the vendor calls it /rooms",
        "Write the path that is offered. Where the vendor removed the thing, remove the action.",
        "Overlay Specification 1.1.0, Action Object, which lets it pass.",
    ),
    Code.DESCRIPTION_OVERLAY_INCOMPATIBLE: Explanation(
        "An action of an OpenAPI Overlay document cannot be carried out on what it selects.",
        "Objects merge with objects, lists grow, primitives replace primitives, and all nodes that one action updates are of one kind. "
        "Overlay 1.0 updates no primitive, and its text leaves open what a list does to a list: a document of 1.1.0 may say both.",
        "target: $.info, update: {title: {en: Shop}}, where the title is a text",
        "Write a value of the same kind, or remove what is there first, in an action of its own.",
        "Overlay Specification 1.1.0, Action Object.",
    ),
    Code.DESCRIPTION_OVERLAY_LIMIT: Explanation(
        "OpenAPI Overlay documents ask for more than a description of this size is worth.",
        "The steps of their paths are counted, and so are the nodes that updates and copies put into the description: an action that doubles "
        "a list needs only forty others like it to fill every disk.",
        "target: $..[?@..[?@..[?@..name]]]",
        "Begin a path with names, as in `$.paths.*.get`. Put a component into the description once, and references to it in many places.",
    ),
    Code.DESCRIPTION_OVERLAY_EXTENDS: Explanation(
        "An OpenAPI Overlay document is meant for another description.",
        "It says so in `extends`: a path beside it, or the address that `url` of `source.yaml` would name. It is applied all the same.",
        "extends: ./shop-v1.yaml, applied to shop-v2.yaml",
        "Correct `extends`, or leave the document out.",
        "Overlay Specification 1.1.0, Overlay Object.",
    ),
    Code.DESCRIPTION_OVERLAY_IDLE: Explanation(
        "An action of an OpenAPI Overlay document changes nothing.",
        "What it says is so without it. That may be an old correction which the vendor has made meanwhile.",
        "target: $.info, update: {title: Shop}, where the title is Shop",
        "Remove the action.",
    ),
}

_CHECKS = {
    Code.OPERATION_ID: Explanation(
        "An operation's id or identity is not what its parts make it.",
        "People write the id: connector, resource and verb, each of small letters, digits and `_`. It belongs to one operation alone. The "
        "identity is the method and the path with its placeholders numbered.",
        "id: github.issue.create, in the overlay of the connector forgejo",
        "Pin another id in the overlay; where nobody pinned one, run `connectors gen`.",
    ),
    Code.LOCK_DISAGREES: Explanation(
        "A name that callers use is not in the identity lock.",
        "The lock keeps names for ever: what is not written down there can be given to something else one day. A name that the overlay gave "
        "is a warning until it is recorded.",
        "The overlay renames the key `q` to `words`, and the package was not written since.",
        "Run `connectors gen`, which records every name in use.",
    ),
    Code.ARGUMENT_KEY: Explanation(
        "The key of an argument cannot be written by every caller, or belongs to two arguments.",
        "A key has up to 64 letters, digits, `_` and `-`, and begins with a letter or `_`. Two keys of one call are never alike but for "
        "letter case, which some clients fold.",
        "key: filter[state], or the keys `Id` and `id` of one operation",
        "Give the argument another `key` in the overlay.",
    ),
    Code.PATH_PARAMETER: Explanation(
        "Placeholders and path parameters of an operation do not agree.",
        "Every placeholder of the path is filled by one path parameter, which is required, and every path parameter fills a placeholder. "
        "Otherwise there is no address to call.",
        "/repos/{owner}, with no path parameter `owner`",
        "Run `connectors gen`, which declares what a path needs; undo what was edited by hand.",
        "OpenAPI 3.1, Path Templating and Parameter Object.",
    ),
    Code.SCHEMA_INVALID: Explanation(
        "A schema of the package is no JSON Schema 2020-12.",
        "A keyword has a value of the wrong type, or a reference leads nowhere. A reference is `#/$defs/NAME`, and reads in `schemas.json`; "
        "what `$id`, `$anchor` and `$dynamicRef` mean is written out.",
        "schema: {type: int}, in the overlay",
        "Correct the schema in the overlay; where nobody edited it, run `connectors gen`.",
        "JSON Schema 2020-12, Core §8 to §11 and Validation §6 to §9.",
    ),
    Code.EFFECT_DISAGREES: Explanation(
        "What a call changes is not what its method says, and nobody said otherwise.",
        "Effect, idempotency and consequence follow from the method; only a named person softens them, in the overlay. Whether anything "
        "changes at all, the three have to agree on.",
        "POST /search with the effect `read`, which no overlay states",
        "State the fact in the overlay, with `because`; otherwise run `connectors gen`.",
        "RFC 9110 §9.2.1 (safe methods) and §9.2.2 (idempotent methods).",
    ),
    Code.IDEMPOTENCY_KEY: Explanation(
        "An operation's idempotency key is no argument, or does nothing.",
        "A `keyed` call may be repeated with the same key value, so an argument has to carry it. A key on an `unsafe` call is never used, "
        "which is a warning.",
        "idempotency_key: request_id, where the argument is `idempotency_key`",
        "Name one of the operation's arguments in the overlay, or correct `idempotency`.",
    ),
    Code.ANSWER_STATUS: Explanation(
        "The answers of an operation are not in order.",
        "`responses` holds what is no failure, `errors` what is one, each status once, sorted, with the class that the status means. An "
        "answer to HEAD, a 204, a 304 and all of 1XX have no content.",
        "404 in `responses`, or a 204 with a schema",
        "Run `connectors gen`; undo what was edited by hand.",
        "OpenAPI 3.1, Responses Object; RFC 9110 §6.4.1 and §15.",
    ),
    Code.SCHEME_NOT_LISTED: Explanation(
        "A requirement names a scheme that the connector does not have.",
        "The package says that the scheme can be satisfied, and nothing says how: it is not among the connector's `auth`, or its kind is "
        "unknown.",
        "security: [[oauth]], where the scheme is `oauth2`",
        "Name a scheme of the connector in the overlay, or keep the scheme in its `auth`.",
    ),
    Code.SCOPE_NOT_ADVERTISED: Explanation(
        "An operation needs a scope that its scheme does not advertise.",
        "The flows of the scheme list scopes, and this one is in none of them: whoever asks for a token cannot ask for it. Often it is "
        "misspelt.",
        "scopes: [repo:read], where `read:repo` is advertised",
        "Correct the scope in the description, or set `security` of the operation in the overlay.",
        "OpenAPI 3.1, OAuth Flow Object and Security Requirement Object.",
    ),
    Code.CALLABLE_DISAGREES: Explanation(
        "An operation is marked as callable and is not, or the other way round.",
        "It can be called when some alternative of its credentials can be satisfied in full; the connector's default counts where it has "
        "none of its own.",
        "callable: false, on an operation that needs no credential",
        "Run `connectors gen`; undo what was edited by hand.",
    ),
    Code.PAGING_CANNOT_WALK: Explanation(
        "A collection cannot be walked as its pagination says.",
        "A parameter that it names is not there, its style lacks what it works with, or the answer shows no list, no item or no next value "
        "at the place that is named.",
        "pagination: {style: page, page: page_no}, where the parameter is `page`",
        "Correct `pagination` of the operation in the overlay, or clear it with `null`.",
    ),
    Code.PAGING_CANNOT_END: Explanation(
        "A walk through a collection would not see its end.",
        "Each sign in `ends_when` needs what shows it: `no_next` a next value, `has_more_false` a `has_more`, `total_reached` a total, "
        "`short_page` a size; and the answer has to have it.",
        "ends_when: [has_more_false], with no `has_more`",
        "Name what shows the end in the overlay, or another sign; `empty_page` needs nothing.",
    ),
    Code.PAGING_SIZE: Explanation(
        "A number of a pagination makes no sense.",
        "A part holds one item at least and no more than its maximum; the first page or offset is not below 0.",
        "size_default: 200, beside size_max: 100",
        "Correct the number in the overlay.",
    ),
    Code.OUTCOME_UNREADABLE: Explanation(
        "Whether an answer is a success cannot be told as the outcome says.",
        "The predicate is of another shape than the few that exist, a text is no JSON Pointer, classes have no code to look up, or the "
        "answer has nothing at the place that is read. What cannot be evaluated counts as a failure.",
        "success_when: {at: ok, equals: true}, where the pointer is `/ok`",
        "Correct `outcome` in the overlay, or say there that the answer is `undocumented`.",
        "RFC 6901 (JSON Pointer).",
    ),
    Code.HEADER_DISAGREES: Explanation(
        "The header of the derived files is not what the identity card says.",
        "Every derived file opens with source, digest, licence and copyright, so that each can be judged alone. They are those of the "
        "card's provenance and rights.",
        "license: MIT in the header, Apache-2.0 in `rights`",
        "Run `connectors gen`, which writes the headers anew.",
    ),
    Code.DERIVATION_BEHIND: Explanation(
        "The package was derived by older rules than this program has.",
        "The rules have a version of their own, which is raised when the same description gives another package. The package is sound; a new "
        "one says more, or says it better.",
        "rules 1 in `connector.json`, where the program has rules 2",
        "Run `connectors gen` on the description, and look at what changes before it is taken over.",
    ),
    Code.LOCK_TOMBSTONE: Explanation(
        "The identity lock holds names whose operation is gone.",
        "The vendor removed the operation, or moved it. Its id and keys are given to nothing else, so that an old call fails and never does "
        "something else.",
        "forgejo.issue.pin in the lock, which no operation of the description has",
        "Nothing: never take an entry out of the lock. Whoever still calls the operation should be told.",
    ),
    Code.DIFFER_IN_CASE: Explanation(
        "The paths of two operations differ in letter case alone.",
        "Paths have a case, but many servers do not look at it, and people mix the two up. Often one of them is a leftover. Ids cannot "
        "differ so: they are of small letters.",
        "GET /Users and GET /users",
        "If they are one operation, drop the other in the overlay, with `because`.",
        "RFC 3986 §6.2.2.1: only scheme and host are without case.",
    ),
    Code.SERVER_PLAIN_HTTP: Explanation(
        "An address that calls or credentials go to is http without TLS.",
        "Whoever sits on the way reads the credential and can change the answer. Addresses of the machine itself are passed over, those "
        "that the operator supplies too, and an http address behind its https one: of several the first is taken.",
        "servers: [{url: http://api.example/v1}]",
        "State `servers` with https in the overlay, if the vendor has it.",
        "RFC 6749 §3.1 and §3.2 for the addresses of OAuth2, RFC 6750 §5.3 for bearer tokens.",
    ),
    Code.HIDDEN_CHARACTERS: Explanation(
        "A text of the package holds characters that nobody sees.",
        "Zero-width characters, direction controls, tag characters and terminal escapes can say to a program or an agent what a person who "
        "reviews the package does not read. A vendor's prose was cleaned; what is left is in what a person wrote, or in a name or value.",
        "A summary with U+202E in it, which turns the rest of the line around.",
        "Write the text without them in the overlay. Of a vendor's name or value, ask what they are for.",
        "Unicode Technical Report 36; UAX 9.",
    ),
    Code.SECRET_UNMARKED: Explanation(
        "Arguments are called as secrets are, and are not marked as such.",
        "The value of a secret is in no log, record or screen. A description rarely says which arguments are secrets, and a name proves "
        "nothing, so this is a question to a person. It is asked once for a package.",
        "password in POST /admin/users",
        "Set `secret: true` on those that are secrets, in the overlay; a selector does it for many operations.",
    ),
    Code.IDEMPOTENCY_KEY_OPTIONAL: Explanation(
        "A call is repeatable by a key, and the key may be left out.",
        "Without its key nobody knows whether a call whose answer was lost may be sent again. It is then treated as one that may not.",
        "Idempotency-Key: required: false, in POST /payments",
        "Set `required: true` on the key in the overlay, or see to it that callers send it.",
    ),
    Code.OUTCOME_UNSTATED: Explanation(
        "Answers hold a flag for success, and nothing says how to read it.",
        "Some APIs answer a failure with 200 and `ok: false`. Without an `outcome` such an answer counts as a success. The flag is at the top "
        "of an answer of 2XX; that it is ever false there, the description does not say. It is asked once for a package.",
        '{"ok": false, "error": "not_found"}, answered with 200',
        "Say it with `outcome` in the overlay, for the connector or an operation; `connectors suggest` drafts it.",
    ),
    Code.PATTERN_BROKEN: Explanation(
        "A few operations lack what nearly all others of the connector have.",
        "Two patterns are looked at: lists walked by the same arguments, and operations that say which credentials they need. At least twenty "
        "operations make the pattern, three at most break it; the message has the numbers.",
        "40 lists are walked by `page` and `limit`; one more read has both arguments and is not walked.",
        "Look at the operation. If it was forgotten, say it in the overlay; otherwise leave it.",
    ),
    Code.MATURITY_UNSUPPORTED: Explanation(
        "The connector claims a maturity that its content does not bear out.",
        "`curated` asks for one curated operation at least. `qualified` asks besides for a description without gaps, and of every curated "
        "operation for a summary and for facts that are declared or authored, none inferred. The others ask for nothing.",
        "maturity: qualified, with two gaps",
        "Mend what is missing in the overlay, or state a lower `maturity`.",
    ),
    Code.SUMMARY_MISSING: Explanation(
        "A curated operation has no summary.",
        "Curated operations are offered by name, to people and to agents. Without a line that says what it does, the name is all they have.",
        "GET /user: {curated: true}, in a package without the vendor's prose",
        "Add `summary` to the entry in the overlay.",
    ),
    Code.SUMMARY_REPEATED: Explanation(
        "Two curated operations have the same summary.",
        "Whoever chooses among them cannot tell them apart. Case, spaces and a final full stop do not count.",
        "Update an item, for both PUT /items/{id} and PATCH /items/{id}",
        "Write in the overlay what tells them apart, or curate one of them.",
    ),
    Code.CURATED_DEPRECATED: Explanation(
        "A curated operation is deprecated.",
        "The vendor advises against it and may take it away, and curating it invites new use.",
        "GET /v1/users: {curated: true}, where `deprecated` is true",
        "Curate what took its place, or take `curated` away.",
        "OpenAPI 3.1, Operation Object, `deprecated`.",
    ),
    Code.TOOL_NAME: Explanation(
        "A curated operation has no name that agents' clients take.",
        "It is served under its id with `_` for each `.`: forgejo.issue.create is forgejo_issue_create. A name has 64 characters at most, and "
        "belongs to one operation. Clients that meet another refuse every tool of the request.",
        "An id of seventy characters, or acme.user_key.list beside acme.user.key_list",
        "Give the operation another `id` in the overlay; the old one stays in the lock.",
        "No standard: the limit of chat completion clients (microsoft/vscode#243602, chatboxai/chatbox#2400).",
    ),
    Code.TOOL_DESCRIPTION: Explanation(
        "The description of a curated operation is longer than agents' clients take.",
        "More than 1,024 characters are refused by some, together with every other tool of the request, and cut off by others.",
        "A vendor's description with a page of examples.",
        "Write a shorter `description` in the overlay.",
        "No standard: the limit of the chat completions API (getsentry/sentry-mcp#106).",
    ),
    Code.TOOL_INPUT: Explanation(
        "The input of a curated operation is one that agents' clients refuse.",
        "Its schema, with the shared schemas it needs, has more than 16,384 bytes, or schemas stand more than ten deep in it. That the whole "
        "body is a `oneOf`, `allOf` or `anyOf` is a note: it can be served below its key, and not as the input itself. Keys are fine whatever "
        "they are: `argument-key` is stricter than the strictest client.",
        "A body with two hundred members, half of them objects.",
        "Give the argument a smaller or flatter `schema` in the overlay, or curate another operation.",
        "No standard: limits of clients (anthropics/claude-code#77296 and #5319, anomalyco/opencode#25495).",
    ),
    Code.INFERRED_UNDER_STRICT: Explanation(
        "A fact is inferred, and `--strict` wants an author for it.",
        "The structure of the description suggests the fact, and neither it nor a person says it. Without `--strict` that is good enough.",
        "The pagination of GET /issues, told from its parameters and its answer.",
        "Look at it, and say it in the overlay; or run without `--strict`.",
    ),
    Code.NOT_GENERATED: Explanation(
        "The folder is a recipe: it has no package yet.",
        "`source.yaml` says where the description comes from, and the package is generated where it is installed. Its documents were "
        "checked; what its overlay means shows when there is something to apply it to.",
        "connectors/acme with source.yaml and overlay.yaml alone",
        "Nothing; or run `connectors gen` to see the package.",
    ),
    Code.NOTHING_TO_VALIDATE: Explanation(
        "There is nothing in the folder that could be validated.",
        "PATH is a package, a recipe, or a folder that holds some, one level down. In the default folder `connectors/` that is a warning: "
        "a catalog may be empty.",
        "connectors validate src",
        "Name a folder with packages, or derive one with `connectors gen`.",
    ),
}

_SETTINGS = {
    Code.SETTINGS_SYNTAX: Explanation(
        "The file of settings is not TOML.",
        "`connectors.toml` could not be read at the place named, so none of it counts.",
        "severity = {paging-size: note}, where TOML writes `=`",
        "Mend the syntax at that place; a text stands in quotes, a date does not.",
        "TOML 1.0.0.",
    ),
    Code.SETTINGS_KEY: Explanation(
        "The file of settings has a key that does not exist, or lacks one that it needs.",
        "The keys are closed, so that a misspelt setting is never taken for one that holds. An ignore needs a reason and a day on which it "
        "ends.",
        "[validate] severities = {...}, where the key is `severity`",
        "Write the key that is named, or take the entry away.",
    ),
    Code.SETTINGS_VALUE: Explanation(
        "The value of a setting is of another kind than it has to be.",
        "Severities are `error`, `warning`, `note` and `off`; `until` is a date without quotes; everything else is a text.",
        'until = "2027-01-31"',
        "Write a value of the kind that is named.",
    ),
    Code.SETTINGS_REFUSED: Explanation(
        "A setting would silence a fault that no package runs with.",
        "Whatever the loader refuses (broken files, an overlay with mistakes, an edit that is not sealed) stays an error: a check that "
        "passes over it would call a package good that nobody can load.",
        '[validate] severity = {package-digest = "off"}',
        "Mend the package, and take the setting away.",
    ),
    Code.IGNORE_EXPIRED: Explanation(
        "The last day of an ignore has passed, and what it kept quiet is reported again.",
        "Every ignore in `connectors.toml` ends on a day, `until`, so that none outlives its reason unnoticed.",
        "until = 2026-10-31, read in November",
        "Mend what was ignored; or look at the reason again, and write another day.",
    ),
    Code.IGNORE_UNMATCHED: Explanation(
        "An ignore matches nothing that was found.",
        "What it kept quiet has been mended, or the entry never named it: code, connector, identity and pointer have all to be equal.",
        'connector = "slak", where the connector is slack',
        "Take the entry away, or correct what it names.",
    ),
    Code.BASELINE_MALFORMED: Explanation(
        "The baseline is not a file that `--write-baseline` writes.",
        "It is JSON with one entry a line. A merge that went wrong leaves marks in it.",
        "<<<<<<< in the middle of connectors-baseline.json",
        "Write it anew with `--write-baseline`.",
    ),
    Code.BASELINE_FIXED: Explanation(
        "The baseline names findings that are no longer there.",
        "They were mended. As long as the baseline names them, they could come back without a word.",
        "A package was mended, and the baseline still counts its fault.",
        "Write the baseline anew with `--write-baseline`.",
    ),
}

_COMMAND_LINE = {
    Code.USAGE: Explanation(
        "Options or arguments make no sense together.",
        "Nothing was read and nothing was written.",
        "connectors show forgejo issue.create --coverage",
        "Follow the remedy, or read the command's `--help`.",
    ),
    Code.ID_MISSING: Explanation(
        "A new package needs an id.",
        "The id names the connector in every operation id, for ever, so it is chosen and not derived from a file name.",
        "connectors gen openapi.yaml",
        "Add `--id`, or `--out` with the folder of an existing package.",
    ),
    Code.ID_MALFORMED: Explanation(
        "The id is not of the form that ids have.",
        "A small letter first, then small letters, digits and `_`, 32 characters at most: it is part of file names, commands and tool names.",
        "--id My-API",
        "Write it so, here `my_api`.",
    ),
    Code.ID_DIFFERS: Explanation(
        "The folder holds a connector with another id.",
        "Writing one connector over another would give its operations' names away.",
        "--id gitea, where connectors/forgejo is the folder",
        "Leave `--id` out, or choose another folder with `--out`.",
    ),
    Code.OUTPUT_OCCUPIED: Explanation(
        "The folder for the package holds something else.",
        "It has to be absent, empty, or a package or recipe of the same id. Any file that a package does not have would be lost.",
        "--out . in a checkout",
        "Choose another folder, or remove what is in the way.",
    ),
    Code.OUTPUT_UNWRITABLE: Explanation(
        "The output could not be written.",
        "Permissions, a full disk, or a file where a folder belongs. The old package is as it was.",
        "--out /usr/share/connectors/forgejo, without the right to write there",
        "Make room or give the right, or choose another place.",
    ),
    Code.OUTPUT_CHANGED: Explanation(
        "An authored file changed while the package was being written.",
        "The run begins anew when that happens; here it happened again and again.",
        "An editor that saves `overlay.yaml` every second.",
        "Run the command again when nothing else writes there.",
    ),
    Code.OPERATION_ADDED: Explanation(
        "The description has an operation that the identity lock does not know.",
        "It got an id that nobody ever had, and from now on the lock keeps it.",
        "GET /loans/{1}/history",
        "Nothing; look at the id with `connectors show` before others build on it, and pin another one in the overlay if you like.",
    ),
    Code.OPERATION_REMOVED: Explanation(
        "An operation of the identity lock is gone from the description.",
        "Its names stay in the lock as a tombstone: they are handed to no other operation, and it gets them back if it returns.",
        "DELETE /shelves/{1}, described last year and not today",
        "Tell those who call it; an overlay entry for it has to go.",
    ),
    Code.OPERATION_RETURNED: Explanation(
        "An operation that was gone is described again.",
        "It has the id and the keys that it had before.",
        "a release leaves `GET /shelves` out by mistake, and the next one has it",
        "Nothing.",
    ),
    Code.OPERATION_MOVED: Explanation(
        "The operationId of an operation that is gone stands on another method or path.",
        "Whether it is the same operation only a person can tell: the same names for another thing would be sent to the wrong place, and "
        "other names for the same thing would break every caller. So nothing is written until somebody says which it is.",
        "`listLoans` was `GET /loans`, and is `GET /v2/loans` now",
        "Run `gen` again with `--accept-move 'OLD=NEW'` to keep id and keys, or with `--new NEW` for names of its own.",
    ),
    Code.OPERATION_RESPELLED: Explanation(
        "An identity is spelled with the names of its placeholders, or no longer.",
        "Placeholders are numbered, except where two paths of one document differ in nothing but their names. When such a path comes or "
        "goes, the other one is spelled anew. It is the same operation, and keeps its names.",
        "`GET /users/{1}` is spelled `GET /users/{id}` since there is a `GET /users/{name}`",
        "Nothing.",
    ),
    Code.SCHEME_RENAMED: Explanation(
        "A security scheme has another key in the description.",
        "A shape's only scheme is the same scheme under any key, and keeps its id. Among several of one shape it may as well be another "
        "one, so that a person has to say.",
        "`oauth2 main` is gone, `oauth2 partner` is new, and `oauth2 legacy` is still there",
        "Where it waits: `--accept-move 'oauth2 main=oauth2 partner'` keeps the id, `--new 'oauth2 partner'` gives it another.",
    ),
    Code.SELECTION_UNMATCHED: Explanation(
        "A rule of `--include` or `--exclude` matches no operation.",
        "It is mostly misspelt, or the vendor renamed what it meant. The run goes on, and derives more or less than was wanted.",
        "--exclude /admn/**",
        "Correct the rule, or remove it; `include` and `exclude` of `source.yaml` count as well.",
    ),
    Code.OPERATION_NOT_FOUND: Explanation(
        "The package has no such operation.",
        "OPERATION is an id, with or without the connector's own segment, or an identity: method and path, with any placeholder names.",
        "connectors show forgejo issue.creat",
        "Use a name that `connectors show PACKAGE` lists. What the description declares and the package lacks is in its `--coverage`.",
    ),
    Code.ARGUMENT_REFUSED: Explanation(
        "A call cannot be built with these arguments.",
        "A key is unknown or missing, a value does not meet its schema, or it cannot travel where it has to without becoming something "
        "else: a line break in a header, `..` in a path segment, a list item that holds the character between the items. The message names "
        "the key and never repeats the value, which may be a secret. Nothing was built.",
        "connectors call library books.get isbn=..",
        "Give the argument as `connectors show PACKAGE OPERATION` describes it; `key:=JSON` gives a value that is no text.",
    ),
    Code.SERVER_MISSING: Explanation(
        "Nothing says where a call goes.",
        "The description names no origin, because the vendor expects the operator to run the server, or a variable of the address has no "
        "default. An origin is never guessed: a credential would go there.",
        "servers: [{url: /api/v3}], and no --server",
        "Give `--server URL` (the whole base address), or `--server-variable NAME=VALUE`.",
    ),
    Code.CHECK_DIFFERS: Explanation(
        "`gen --check` would change the package, or `validate --source` finds it changed.",
        "What is on disk is not what the description, the options and the overlay give: somebody changed one side alone.",
        "openapi.yaml was updated, and the package was not derived anew.",
        "Run `connectors gen` without `--check`, and review what changed.",
    ),
    Code.DESCRIPTION_DIFFERS: Explanation(
        "The description that was named is not the one that the package was derived from.",
        "A package keeps the SHA-256 of its description, of every further file of it and of every OpenAPI Overlay. The file that was named has "
        "another one, so that its lines would show other facts than the package holds.",
        "connectors why forgejo issue.list --source swagger.v2.json",
        "Name the file that the package was derived from, or run `connectors gen` with the new one.",
    ),
    Code.FACT_NOT_FOUND: Explanation(
        "`why` was asked for a fact that the operation does not have.",
        "A fact is named by its path in the operation: `effect`, `parameters.KEY.required`, `body.fields.KEY`, `responses.200`.",
        "connectors why forgejo issue.list.parameters.pgae",
        "Use one of the names in the message, or leave the fact out to see all of them.",
    ),
    Code.GAPS_UNDER_STRICT: Explanation(
        "There are gaps, and `--strict` forbids them.",
        "Nothing was written. Each gap is reported with its own code, reason and place.",
        "connectors gen openapi.yaml --id forgejo --strict",
        "Mend the description, exclude the operations with `--exclude`, or run without `--strict`.",
    ),
    Code.NOTHING_TO_GENERATE: Explanation(
        "`gen --all` found no package and no recipe.",
        "The folder itself, or the folders right below it, are searched for a `source.yaml` or a `connector.json`.",
        "connectors gen --all apis/, where the recipes are in apis/eu/ and apis/us/",
        "Give the folder that holds the packages; a folder with a `source.yaml` that names a `description` is a recipe.",
    ),
    Code.EXECUTOR_UNAVAILABLE: Explanation(
        "Tasks cannot be sent where `--executor` says.",
        "The extra `distributed` is not installed, no scheduler answers at the address within ten seconds, or it has no worker within "
        "another ten. Nothing was begun.",
        "connectors gen --all --executor dask://127.0.0.1:8786, and nothing listens there",
        "Install `connectors-catalog[distributed]`, start `dask scheduler` and `dask worker`, or leave `--executor` out.",
    ),
    Code.WORKER_DIED: Explanation(
        "The process that worked on a package ended before it was done, more than once.",
        "It was killed, most often because memory ran out, or it crashed. The package is as it was before; all others were done. A single "
        "end is not held against a package: it begins anew in another process.",
        "the process that worked on it was killed by SIGKILL",
        "Run the command on this one alone, give fewer `--jobs`, or raise the limit of memory.",
    ),
    Code.WORKER_DIFFERS: Explanation(
        "A worker of `--executor` is not set up like the program that sends the tasks.",
        "It has another version of connectors, which might give other bytes, or it does not see the package's folder under the same path.",
        "the catalog is in a home directory that the other machine does not mount",
        "Install the same version everywhere, and keep catalog and descriptions on a disk that all of them mount at the same place.",
    ),
    Code.INTERNAL_FAULT: Explanation(
        "A fault of ours, not of what was read.",
        "One package of several ended in an error that nobody foresaw; its traceback is on stderr, and it is as it was before. The others "
        "were done, and the exit status is 70.",
        "AssertionError in derive/names.py",
        "Report it with the traceback. Leaving the package's folder out lets the others run without it.",
    ),
    Code.CODE_UNKNOWN: Explanation(
        "There is no such code.",
        "Codes stand in brackets in front of every problem, gap and note.",
        "connectors explain yaml-tabs",
        "Use a code that `connectors explain` lists.",
    ),
}

_INSTALLING = {
    Code.PROJECT_NOT_GRANTED: Explanation(
        "The project's own connectors are not granted.",
        "Ids are looked up in three tiers: the project's folder `connectors/`, what is installed, and what ships with the program. The first "
        "belongs to whoever wrote the project that you stand in, and a package decides where credentials go; so it counts only when you say so. "
        "Where another tier holds the id, that one is used, and this is a note; where none does, it is a refusal (exit status 3).",
        "connectors show billing, in a checkout with a folder connectors/billing",
        "Set `CONNECTORS_PROJECT_CATALOG=1` where you trust the project, or give the folder itself: `./connectors/billing`.",
    ),
    Code.ADDRESS_NOT_FOUND: Explanation(
        "The store has no version with this address.",
        "An address names the bytes of a package. It may never have been installed here, or `gc` has collected it since.",
        "connectors install forgejo@sha256:0123abcd",
        "Take an address that `connectors list --all` shows, or install the connector anew.",
    ),
    Code.ADDRESS_AMBIGUOUS: Explanation(
        "Several addresses begin with these digits.",
        "An address may be abbreviated to eight digits and more, as long as one version alone begins so.",
        "connectors show sha256:0123abcd, where two begin with 0123abcd",
        "Write more of the digits.",
    ),
    Code.DESCRIPTION_NOT_STORED: Explanation(
        "No description is stored from which this could be generated.",
        "`--offline` generates from the description that the latest run of `install` kept. A package that was copied brought none, and a "
        "connector that was never installed has none.",
        "connectors install gitlab --offline, on a machine that never installed it",
        "Install it once without `--offline`, or give a file with `--from`.",
    ),
    Code.DESCRIPTION_MOVED: Explanation(
        "A stored description is not the one that was stored.",
        "Each document is kept under its SHA-256, and its bytes give another one now: the disk, or somebody, changed it.",
        "A file below store/descriptions was edited.",
        "Run `connectors doctor --fix`, which removes it, and install without `--offline`.",
    ),
    Code.VERSION_KEPT: Explanation(
        "A version cannot be removed while something names it.",
        "It is active, or it is pinned, or the lock file of a project names it.",
        "connectors remove forgejo@sha256:0123abcd, which is the active one",
        "Activate another version, or take back what names it; the message says what that is.",
    ),
    Code.LOCK_FILE_UNREADABLE: Explanation(
        "A lock file that `gc` has to honour cannot be read.",
        "`gc --lock-file FILE` keeps every address that FILE names, from then on. When the file is gone or unreadable, nobody knows what it "
        "names, and nothing is collected: its disk may only not be mounted.",
        "The project was deleted, and `gc` still remembers projects/shop/connectors.lock.",
        "Bring the file back, or run `connectors gc --forget FILE`.",
    ),
    Code.STORE_UNREADABLE: Explanation(
        "The store of installed packages cannot be read.",
        "It is below `$XDG_DATA_HOME/connectors`, or `~/.local/share/connectors`, and belongs to the user who installs.",
        "The folder belongs to root since somebody ran `sudo connectors install`.",
        "Make the folder readable, or name another one with `XDG_DATA_HOME`.",
    ),
    Code.STORE_UNWRITABLE: Explanation(
        "The store of installed packages cannot be written.",
        "The disk is full, the file system is read-only, or the folder belongs to somebody else. What was installed before stays active and "
        "whole: a new version becomes visible in one step at the very end.",
        "No space is left on the disk that holds ~/.local/share.",
        "Make room or make it writable, then run the command again.",
    ),
    Code.STORE_FORMAT_NEWER: Explanation(
        "The store was written by a newer version of connectors.",
        "A record or pointer has a `schema_version` that this program does not know; reading on would be guessing.",
        '"schema_version": 2',
        "Upgrade connectors.",
    ),
    Code.STORE_DAMAGED: Explanation(
        "Something in the store is not what the store wrote.",
        "A package whose bytes have another digest, a pointer that cannot be read or leads nowhere, a record of another connector. Nothing "
        "behind a broken pointer is asked: another tier would give another package.",
        "A file below store/sha256 was edited.",
        "Run `connectors doctor --fix`: it derives the same bytes again where the description is stored, and says what it could not mend.",
    ),
    Code.STORE_HALF_WRITTEN: Explanation(
        "A run ended before it was done, and left something in the store.",
        "Installing makes everything beside what is there, and shows it in one step. What a killed run left is in nobody's way but takes room.",
        "The machine lost its power while a connector was installed.",
        "Run `connectors doctor --fix` or `connectors gc`; both remove it.",
    ),
    Code.STORE_ORPHANED: Explanation(
        "Something in the store belongs to nothing.",
        "A record whose package is gone, a pin of a version that is not there, or a package without its record.",
        "store/sha256 holds 0123….json, and no folder 0123….",
        "Run `connectors doctor --fix`.",
    ),
    Code.STORE_FOREIGN: Explanation(
        "The store holds something that the store did not put there.",
        "It may be somebody's, so it is never deleted: `--fix` moves it to the folder `set-aside`, beside the store.",
        "store/ids/notes.txt",
        "Run `connectors doctor --fix`, or move it away yourself.",
    ),
    Code.CACHE_HALF_WRITTEN: Explanation(
        "A run ended while it kept a copy, and left a file in the cache.",
        "A copy is written under a name of its own, and gets its real one when it is whole. A file that has been without its real name for an "
        "hour, or a body and a record of which the other is missing, is used by nobody and takes room.",
        "~/.cache/connectors/fetch/.0123….body.k2p_9xq0",
        "Run `connectors doctor --fix` or `connectors gc`; both remove it.",
    ),
    Code.CACHE_UNUSABLE: Explanation(
        "The folder of copies cannot be read, or nothing can be removed from it.",
        "Runs that fetch go on without copies, and say nothing. Whoever asks for them to be removed is told, for they stay.",
        "~/.cache/connectors belongs to another user.",
        "Make the folder yours and writable, or name another place with `XDG_CACHE_HOME`.",
    ),
}

_SECTIONS = (
    ("Reading a description", _READING),
    ("Fetching", _FETCHING),
    ("References", _REFERENCES),
    ("Operations and their names", _OPERATIONS),
    ("Parameters and bodies", _PARAMETERS),
    ("Answers", _ANSWERS),
    ("Schemas", _SCHEMAS),
    ("Security and servers", _SECURITY),
    ("Text", _TEXT),
    ("Conformance", _CONFORMANCE),
    ("Rights", _RIGHTS),
    ("Packages", _PACKAGES),
    ("What people write", _AUTHORED),
    ("Overlays", _OVERLAYS),
    ("Checks", _CHECKS),
    ("Settings and baselines", _SETTINGS),
    ("The command line", _COMMAND_LINE),
    ("Installing", _INSTALLING),
)
