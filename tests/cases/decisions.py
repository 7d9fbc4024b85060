"""Facts of the cases that the text of a specification decides otherwise, and those that wait for a later capability.

A decision names the one part of the fact that differs; every other part of it must hold, and a decision that nothing needs any more
is a failure.
"""

SENDING = "sending a call and reading its answer"
WALKING = "walking pages"
MCP = "offering tools over MCP"
FETCHING = "reading a description from an address"

DECIDED: dict[tuple[str, str, str], str] = {
    ("040", "operation GET /table", "responses 200 type"): (
        "OpenAPI 3.1.1, Migrating binary descriptions from OAS 3.0: `type: string`, `format: binary` becomes `contentMediaType`, without "
        "`type`. The package speaks JSON Schema 2020-12, where octets are no string."
    ),
    ("048", "operation PUT /persons/{id}", "body field e nullable"): (
        'OpenAPI 3.0.3, Schema Object: "A `true` value adds `"null"` to the allowed type specified by the `type` keyword, only if `type` is '
        'explicitly defined within the same Schema Object." There is no `type` beside `nullable` in `e`.'
    ),
}
"""(case, fact, part) and the sentence that decides it."""

LATER: dict[str, str] = {
    "the argument token is not offered over MCP, and its value is in no log, error or recorded request": MCP,
    "a 201 answer to GET /range is read with the shape of 201, a 207 answer with the shape of 2XX": SENDING,
    "an answer 202 to POST /exports is reported as pending, with its body and its Location": SENDING,
    "an answer 202 to an operation that does not describe it is pending too": SENDING,
    "an answer to a call without d has no d that the tool made up": SENDING,
    "no request is made to collector.example, with or without the credential": WALKING,
    "the same holds for https://orders.example:8443/, http://orders.example/ and //collector.example/; "
    "an address that differs only in the case of the host is followed": WALKING,
    "a walk that stops for its own page limit reports complete false and the cursor to go on from": WALKING,
    "a tool that can not tell stops no later than after page 3 and reports complete false; "
    "it never gives an item twice as a new one": WALKING,
    "the page number grows by one, not by the number of items": WALKING,
    "the two full ids differ, and so do the names under which they are offered over MCP": MCP,
    "the offered names are at most 64 letters long and match ^[a-zA-Z0-9_.-]+$": MCP,
    "same names on every run, and each name leads back to exactly one operation": MCP,
    "read from https://vendor.example/specs/openapi.yaml: the base address is https://vendor.example/api/v3": FETCHING,
    "the same file without servers, read from that address: the base address is https://vendor.example/": FETCHING,
    "a credential given for https://api.media.example is not sent to upload.media.example unless the user said so": SENDING,
}
"""Sentences that nothing can be asked about yet, and what they wait for."""
