"""What each kind of change between two packages means, an example as `diff` writes it, and what to do; in the order of `ChangeCode`.

Impact and reason are those of `connectors.difference.codes`: a page says the same as the report that names it.
"""

from dataclasses import replace

from connectors.cli.explanation import Explanation
from connectors.difference.codes import MEANINGS, ChangeCode

__all__ = ["change_pages"]


def change_pages() -> dict[ChangeCode, Explanation]:
    """Every page, by code."""
    return {
        code: replace(page, subject=subject, caller=_caller(code))
        for subject, section in _SECTIONS
        for code, page in section.items()
    }


def _caller(code: ChangeCode) -> str:
    impact, reason = MEANINGS[code]
    return f"{impact.capitalize()}: {reason}."


_NOTHING = "Nothing has to be done."

_CONNECTOR = {
    ChangeCode.CONNECTOR_RENAMED: Explanation(
        "The two packages have different connector ids.",
        "Each operation id has the connector's own as its first segment, so none of them is what it was. Operations are compared as if that "
        "segment were the same, so that a renamed connector does not look like another API.",
        "id: acme → acme_v2 [connector-renamed]",
        "Write the new first segment wherever an operation id is written: calls, workflows, grants. Or derive the package under the former id, "
        "with `--id`.",
    ),
    ChangeCode.VERSION_CHANGED: Explanation(
        "The vendor gives the description another version.",
        "`info.version` is the vendor's word for a release. Vendors change it without changing the API, and change the API without changing it, "
        "so that nothing follows from it.",
        "api_version: 1.20.0 → 1.21.0 [version-changed]",
        f"{_NOTHING} Judge the release by the other changes.",
    ),
    ChangeCode.SOURCE_CHANGED: Explanation(
        "The package was derived from another text, or under other words of `source.yaml`.",
        "Digest, address, further documents, OpenAPI Overlays, `prose`, `self_hosted`, `include` and `exclude` say what was derived from what. "
        "One that differs explains other changes; without any, the descriptions differ in nothing that a package carries.",
        'provenance/sha256: "c64828864175…" → "57d3b6ba6559…" [source-changed]',
        f"{_NOTHING} Where `include` or `exclude` differ, look whether operations are missing for that reason.",
    ),
    ChangeCode.DERIVATION_CHANGED: Explanation(
        "The package was derived by other rules.",
        "A later version of connectors may read the same description differently. The number of the rules stands in the package, so that such a "
        "change is not taken for the vendor's.",
        "provenance/derivation: 1 → 2 [derivation-changed]",
        "To tell the vendor's changes from ours, derive the old description by the new rules, and compare with that.",
    ),
    ChangeCode.RIGHTS_CHANGED: Explanation(
        "Licence, copyright, or the word that the package may be passed on, is another.",
        "Rights are about the package, not about calls. What the description claims may have changed, or what a person wrote in `source.yaml`.",
        'rights/license: "MIT" → "Apache-2.0" [rights-changed]',
        "Before the package is passed on, look at `connectors show PACKAGE --rights`, and at the notices of the catalog.",
    ),
    ChangeCode.MATURITY_CHANGED: Explanation(
        "A person says that the connector, or an operation, has come further or less far.",
        "Maturity is a word of the overlay about the care that went into it: spotted, generated, curated, qualified, deprecated. Requests and "
        "answers are as they were.",
        "maturity: generated → curated [maturity-changed]",
        "Where you only take what has a certain maturity, look whether it still has.",
    ),
    ChangeCode.WORDS_CHANGED: Explanation(
        "A title, a summary, a description, a tag or an example is another text.",
        "Only people and models read prose. Texts are not shown, for they may be long, and a vendor's rules that stand in prose alone cannot be "
        "compared.",
        "responses/200 [words-changed]",
        "Read the new text where a model chooses tools by it, or where you know that the vendor states rules in prose.",
    ),
}

_OPERATIONS = {
    ChangeCode.OPERATION_REMOVED: Explanation(
        "An operation is no longer in the package.",
        "The description has neither its method and path any more, nor its operationId in another place. Or it is a gap now, or `include` and "
        "`exclude` leave it out, which the line says.",
        "acme.pets.get  GET /pets/{1}: removed [operation-removed]",
        "Find what calls it, and the vendor's successor among the operations that were added. Of a gap, see `connectors show PACKAGE --coverage`.",
    ),
    ChangeCode.OPERATION_DROPPED: Explanation(
        "The overlay drops an operation that was there.",
        "The vendor still has it. A person wrote `drop: true` with a reason, which the line repeats, because it should not be called.",
        "acme.search.list → dropped: deprecated [operation-dropped]",
        "Move callers to what the reason names, or take `drop` out of the overlay.",
    ),
    ChangeCode.OPERATION_ADDED: Explanation(
        "The package has an operation that it did not have.",
        "Its method and path are new, and no former operation became it. One that cannot be called yet, for want of a credential that can be "
        "given, says so.",
        "acme.tugs.list  GET /tugs: added [operation-added]",
        "Nothing breaks. Look at its effect before it is granted: who may call everything may call it, too.",
    ),
    ChangeCode.OPERATION_RENAMED: Explanation(
        "The same method and path have another operation id.",
        "Ids are kept by `identity.lock.json` from one derivation to the next; so either a person renamed it in the overlay, or the package was "
        "derived without the former lock.",
        "id: acme.loans.create → acme.loans.lend [operation-renamed]",
        "Write the new id in calls and grants. Where nobody meant to rename it, derive again in the folder that has the former lock.",
    ),
    ChangeCode.OPERATION_MOVED: Explanation(
        "An operation stands under another method or path than before.",
        "It is known by the id that it kept, or by the vendor's operationId, which only it has in both packages. Whether it is the same thing was "
        "for a person to decide when the package was derived. What it takes and answers is compared where the operationId is the same.",
        "GET /items → GET /v2/items [operation-moved]",
        "Calls by id follow by themselves. Look again at whatever was decided by method and path: grants, recordings, rules of a proxy.",
    ),
    ChangeCode.OPERATION_UNCALLABLE: Explanation(
        "An operation that could be called no longer can.",
        "Every alternative of its security requirement now asks for a scheme that is not declared, or is of a kind that nobody can satisfy. A "
        "requirement is never weakened to keep an operation callable.",
        "callable: callable → not callable [operation-uncallable]",
        "See `connectors why PACKAGE OPERATION.callable`. Where the description is wrong, state the requirement in the overlay, with `because`.",
    ),
    ChangeCode.OPERATION_CALLABLE: Explanation(
        "An operation that could not be called can be now.",
        "At least one alternative of its security requirement can be satisfied: the vendor declared the scheme, or a person stated it.",
        "callable: not callable → callable [operation-callable]",
        "Nothing breaks. Look at its effect before it is granted.",
    ),
    ChangeCode.EFFECT_GRAVER: Explanation(
        "A call changes more than was said before.",
        "Effects stand in the order read, create, update, delete, and permissions are given by them. Without a person's word the method decides; so "
        "a person corrected it in the overlay, or the operation moved to another method.",
        "effect: read → update [effect-graver]",
        "Look at who may call it by its former effect, and decide anew.",
    ),
    ChangeCode.EFFECT_MILDER: Explanation(
        "A call changes less than was said before.",
        "The operation is further to the front in the order read, create, update, delete. The same request is sent to the same place.",
        "effect: delete → update [effect-milder]",
        "Ask who says so, with `connectors why PACKAGE OPERATION.effect`: more callers may be allowed it now.",
    ),
    ChangeCode.REPEAT_RISKIER: Explanation(
        "A call may be repeated with less safety than before.",
        "The order is safe, idempotent, keyed, unsafe. Whoever repeats a call whose answer was lost relies on it.",
        "idempotency: idempotent → unsafe [repeat-riskier]",
        "Take the operation out of automatic retries; with `keyed`, send the same key each time.",
    ),
    ChangeCode.REPEAT_SAFER: Explanation(
        "A call may be repeated with more safety than before.",
        "It moved to the front in the order safe, idempotent, keyed, unsafe; or there is an idempotency key where there was none.",
        "idempotency: unsafe → keyed [repeat-safer]",
        f"{_NOTHING} Retries may be switched on for it.",
    ),
    ChangeCode.CONSEQUENCE_GRAVER: Explanation(
        "What a call does can be taken back less surely than before.",
        "The order is read, reversible, unstated, irreversible. Approval before a call often hangs on it.",
        "consequence: reversible → irreversible [consequence-graver]",
        "Ask for approval where it was not asked for, and read the reason with `connectors why PACKAGE OPERATION.consequence`.",
    ),
    ChangeCode.CONSEQUENCE_MILDER: Explanation(
        "What a call does can be taken back more surely than before.",
        "A person says in the overlay that it can be taken back, or no longer says that it cannot.",
        "consequence: unstated → reversible [consequence-milder]",
        f"{_NOTHING} An approval that was asked for may be more than is needed.",
    ),
    ChangeCode.DETERMINISM_LOST: Explanation(
        "An operation is no longer offered to deterministic workflows.",
        "The overlay says `deterministic: false`: the same call may answer otherwise in a way that a replay must not meet.",
        "deterministic: deterministic → not deterministic [determinism-lost]",
        "Take it out of workflows that replay, or wrap it as an activity whose answer is recorded.",
    ),
    ChangeCode.DETERMINISM_GAINED: Explanation(
        "The overlay no longer keeps an operation from deterministic workflows.",
        "`deterministic: false` was taken away. It is never granted, only no longer withheld.",
        "deterministic: not deterministic → deterministic [determinism-gained]",
        f"{_NOTHING} Ask whoever removed the word why, if workflows rely on it.",
    ),
    ChangeCode.DEPRECATED: Explanation(
        "An operation, an argument, a header, a member or a scheme is marked as deprecated.",
        "The vendor intends to remove it, and says no more than that: neither when, nor what takes its place.",
        "acme.search.list  GET /search: [deprecated]",
        "Plan to leave it; the vendor's notes may name a date and a successor.",
    ),
    ChangeCode.DEPRECATION_WITHDRAWN: Explanation(
        "Something that was marked as deprecated no longer is.",
        "The vendor keeps it after all, or had marked it by mistake.",
        "parameters/sort [deprecation-withdrawn]",
        f"{_NOTHING} A plan to leave it may be dropped.",
    ),
    ChangeCode.CURATION_CHANGED: Explanation(
        "A person marked an operation as curated, or no longer does.",
        "Curated operations are those that are shown first and are held to more rules. It says who looked at the operation, not what it does.",
        "curated: not curated → curated [curation-changed]",
        "Where only curated operations are offered as tools, look whether the list is the one that you mean.",
    ),
}

_ARGUMENTS = {
    ChangeCode.ARGUMENT_REMOVED: Explanation(
        "An argument, or a member of the body, can no longer be given.",
        "Arguments are the same by place and name in the request, whatever their keys; those of a path by their position. Nothing of that place "
        "and name is there any more. A key that is unknown is refused, never dropped.",
        "parameters/sort: removed optional, in query [argument-removed]",
        "Stop giving it, and look whether the answer still is what you need without it.",
    ),
    ChangeCode.ARGUMENT_RENAMED: Explanation(
        "The same argument has another key.",
        "Its place and name in the request are as they were, so the vendor changed nothing. Keys are kept by `identity.lock.json`; a person "
        "renamed it in the overlay, or the package was derived without the former lock.",
        "parameters/per_page/key: `limit` → `per_page` [argument-renamed]",
        "Write the new key in calls, or derive again in the folder that has the former lock.",
    ),
    ChangeCode.ARGUMENT_MOVED: Explanation(
        "A key means a value that is sent in another place, or under another name.",
        "Nothing has the former place and name, and what has that key now has another. The call is spelled alike and sends something else; whether "
        "the vendor takes both for one thing, the descriptions do not say.",
        "parameters/wide/in: `wide` in query → `wide` in header [argument-moved]",
        "Read what the vendor says of the argument, and check that the same value still is meant.",
    ),
    ChangeCode.ARGUMENT_ADDED: Explanation(
        "There is an optional argument that was not there.",
        "Nothing of that place and name was there before. A call that does not give it sends the same request as before.",
        "parameters/state: added optional, in query [argument-added]",
        _NOTHING,
    ),
    ChangeCode.ARGUMENT_ADDED_REQUIRED: Explanation(
        "There is a required argument that was not there.",
        "No call of the former package can have given it, so every one is refused before it is sent.",
        "parameters/tenant: added required, in query [argument-added-required]",
        "Give it in every call. Where the vendor does without it in truth, say so in the overlay.",
    ),
    ChangeCode.ARGUMENT_REQUIRED: Explanation(
        "An argument that could be left out must be given.",
        "The same place and name in the request is required now.",
        "parameters/state/required: optional → required [argument-required]",
        "Find the calls that leave it out, and give it there: mostly what the vendor took for it so far.",
    ),
    ChangeCode.ARGUMENT_OPTIONAL: Explanation(
        "An argument that had to be given may be left out.",
        "The same place and name in the request is optional now.",
        "parameters/state/required: required → optional [argument-optional]",
        _NOTHING,
    ),
    ChangeCode.ARGUMENT_WRITTEN_OTHERWISE: Explanation(
        "The value of an argument is spelled in another way in the request.",
        "`style`, `explode`, reserved characters, a media type, or the headers of its part in a multipart body. The call is written alike; only "
        "the bytes differ, for better or worse.",
        "parameters/ids/explode: true → false [argument-written-otherwise]",
        "Compare `connectors call PACKAGE OPERATION … --dry-run` of both, and try the new one where the vendor lets you.",
        "OpenAPI 3.1, Parameter Object: style, explode, allowReserved, content.",
    ),
    ChangeCode.ARGUMENT_SECRECY_CHANGED: Explanation(
        "The value of an argument is hidden from view, or no longer.",
        "A secret value stands in no log, no dry run and no recording.",
        "parameters/token/secret: not secret → secret [argument-secrecy-changed]",
        "Where it is secret no longer, make sure that a person meant that: values may have been given in the belief that they are hidden.",
    ),
    ChangeCode.DEFAULT_CHANGED: Explanation(
        "The description names another value for what is left out.",
        "A default is never filled in here. What the vendor does with a call that gives nothing may have changed with it, or only the text has.",
        "parameters/limit/default: 30 → 50 [default-changed]",
        "Give the value yourself wherever a call relies on the former one.",
        "OpenAPI 3.1, Parameter Object: a default is what the server uses.",
    ),
    ChangeCode.IDEMPOTENCY_KEY_CHANGED: Explanation(
        "Another argument is the idempotency key, or none is.",
        "Two calls with the same key count as one at the vendor's. A repeated call that carries the former argument alone may be carried out "
        "twice.",
        "idempotency_key: idempotency_key → request_id [idempotency-key-changed]",
        "Send the new key. Before calls that are under way are repeated, find out which key they were sent with.",
    ),
    ChangeCode.BODY_ADDED: Explanation(
        "An operation that took no body may take one.",
        "The body is optional; a call without it sends the same request as before.",
        "body: added application/json, optional [body-added]",
        _NOTHING,
    ),
    ChangeCode.BODY_ADDED_REQUIRED: Explanation(
        "An operation that took no body must have one.",
        "No call of the former package can have given it, so every one is refused before it is sent.",
        "body: added application/json, required [body-added-required]",
        "Give its members in every call; `connectors show PACKAGE OPERATION` lists them.",
    ),
    ChangeCode.BODY_REMOVED: Explanation(
        "An operation that took a body takes none.",
        "With the body all its members are gone as arguments.",
        "body: removed application/json, optional [body-removed]",
        "Stop giving them, and look where the vendor wants to be told the same: often in the query.",
    ),
    ChangeCode.BODY_REQUIRED: Explanation(
        "A body that could be left out must be given.",
        "At least one argument of the body has to be in each call.",
        "body: optional → required [body-required]",
        "Find the calls without one, and give it there.",
    ),
    ChangeCode.BODY_OPTIONAL: Explanation(
        "A body that had to be given may be left out.",
        "A call without any argument of the body is right now.",
        "body: required → optional [body-optional]",
        _NOTHING,
    ),
    ChangeCode.BODY_WRITTEN_OTHERWISE: Explanation(
        "The body is sent in another encoding, or as another media type.",
        "Of several media types one is chosen when the package is derived. The vendor may have given up the former one, or only described another "
        "one first.",
        "body/content_type: application/json → application/x-www-form-urlencoded [body-written-otherwise]",
        "Compare `connectors call PACKAGE OPERATION … --dry-run` of both. The former type may still be among the alternatives.",
    ),
    ChangeCode.BODY_RESHAPED: Explanation(
        "A body that was given by its members is given as one value, or the other way round.",
        "A body is taken apart into arguments only where nothing is lost by it. A union, a condition or `null` in the new schema makes it one "
        "argument, `body`.",
        "body: its members → one value, `body` [body-reshaped]",
        "Give the same values in the new shape: together as the one argument, or each by its own key.",
    ),
    ChangeCode.BODY_TYPE_REMOVED: Explanation(
        "A media type that a call could choose for the body is gone.",
        "It stood beside the one that is sent unless another is chosen.",
        "body/alternatives/application/xml: removed application/xml [body-type-removed]",
        "Send another of the media types that `connectors show PACKAGE OPERATION` lists.",
    ),
    ChangeCode.BODY_TYPE_ADDED: Explanation(
        "A call may choose a further media type for the body.",
        "It stands beside the one that is sent unless another is chosen.",
        "body/alternatives/application/xml: added application/xml [body-type-added]",
        _NOTHING,
    ),
}

_REQUESTS = {
    ChangeCode.REQUEST_TYPE_CHANGED: Explanation(
        "A value that is sent has another type.",
        "Some of the former types are gone, and others have come; or the text is encoded in another way, or holds another media type.",
        "parameters/id/schema/type: string → integer [request-type-changed]",
        "Give values of the new type.",
    ),
    ChangeCode.REQUEST_TYPE_NARROWED: Explanation(
        "A value that is sent may have fewer types than before.",
        "A type is gone from the list, null may not be given any more, one of several alternatives is gone, or what could be anything has a type.",
        "parameters/id/schema/type: integer or string → integer [request-type-narrowed]",
        "Find the calls that give what is gone, and give one of those that are left.",
    ),
    ChangeCode.REQUEST_TYPE_WIDENED: Explanation(
        "A value that is sent may have more types than before.",
        "A type, null or a further alternative was added, and none was taken away.",
        "parameters/id/schema/type: integer → integer or string [request-type-widened]",
        _NOTHING,
    ),
    ChangeCode.REQUEST_VALUE_REMOVED: Explanation(
        "A value is gone from the list of those that may be sent.",
        "Or there is a list now where any value was taken.",
        'parameters/state/schema/enum: removed "all" [request-value-removed]',
        "Find the calls that give it, and choose one of the values that are left.",
    ),
    ChangeCode.REQUEST_VALUE_ADDED: Explanation(
        "The list of values that may be sent is longer.",
        "Or there is no list any more, and any value is taken.",
        'parameters/state/schema/enum: added "draft" [request-value-added]',
        _NOTHING,
    ),
    ChangeCode.REQUEST_LIMIT_TIGHTENED: Explanation(
        "A limit on what is sent admits less.",
        "Length, size, range, number of items, pattern, format, step, or that items differ; also whether an argument may be empty, and "
        "alternatives that have to hold besides.",
        "parameters/limit/schema/maximum: 100 → 50 [request-limit-tightened]",
        "Check the values that you send against the new limit.",
    ),
    ChangeCode.REQUEST_LIMIT_LOOSENED: Explanation(
        "A limit on what is sent admits more, or is gone.",
        "Length, size, range, number of items, pattern, format, step, or that items differ.",
        "parameters/limit/schema/maximum: 50 → 100 [request-limit-loosened]",
        _NOTHING,
    ),
    ChangeCode.REQUEST_MEMBER_REMOVED: Explanation(
        "A member of an object that is sent is no longer described.",
        "What becomes of it depends on the object: closed, it refuses the call; open, the member is sent, and the vendor passes over it or not. "
        "Members that are read-only are never sent, and not counted.",
        "properties/flag: removed string, optional [request-member-removed]",
        "Stop giving it, and find out what took its place.",
    ),
    ChangeCode.REQUEST_MEMBER_ADDED: Explanation(
        "An object that is sent has a further member, which is optional.",
        "An object without it is as right as before.",
        "properties/flag: added string, optional [request-member-added]",
        _NOTHING,
    ),
    ChangeCode.REQUEST_MEMBER_REQUIRED: Explanation(
        "An object that is sent must have a member that it could do without.",
        "The member is new and required, or it was optional.",
        "properties/flag: optional → required [request-member-required]",
        "Give it wherever such an object is sent.",
    ),
    ChangeCode.REQUEST_MEMBER_OPTIONAL: Explanation(
        "An object that is sent may do without a member that it had to have.",
        "The member is still described, and still may be given.",
        "properties/flag: required → optional [request-member-optional]",
        _NOTHING,
    ),
    ChangeCode.REQUEST_CLOSED: Explanation(
        "An object that is sent may have fewer members that nobody describes.",
        "`additionalProperties` admits none now, or those of one schema alone; or a body no longer takes further members as arguments.",
        "additionalProperties: further members: any → further members: none [request-closed]",
        "Find the calls with members that the description does not name.",
    ),
    ChangeCode.REQUEST_OPENED: Explanation(
        "An object that is sent may have more members that nobody describes.",
        "`additionalProperties` admits any now, or those of one schema where there could be none.",
        "additionalProperties: further members: none → further members: any [request-opened]",
        f"{_NOTHING} A misspelled member is no longer noticed there.",
    ),
    ChangeCode.REQUEST_UNCLEAR: Explanation(
        "What may be sent is another, and nobody can tell whether it is more or less.",
        "Two patterns, two conditions, alternatives without a counterpart: deciding which admits more is beyond what schemas allow, or beyond "
        "what is worth trying. What is not known to be safe counts as breaking.",
        'parameters/name/schema/pattern: "^[a-z]+$" → "^[a-z-]{2,}$" [request-unclear]',
        "Look at both schemas, and check the values that you send against the new one.",
    ),
}

_ANSWERED = {
    ChangeCode.ANSWER_TYPE_CHANGED: Explanation(
        "A value that is answered has another type.",
        "Some of the former types are gone, and others have come; or the text is encoded in another way, or holds another media type.",
        "properties/id/type: integer → string [answer-type-changed]",
        "Change whatever reads it. Stored values of the former type have to be compared with care.",
    ),
    ChangeCode.ANSWER_TYPE_NARROWED: Explanation(
        "A value that is answered has fewer types than before.",
        "A type, null or an alternative does not come any more. A reader that handles it has only more than it needs.",
        "properties/id/type: integer or string → string [answer-type-narrowed]",
        _NOTHING,
    ),
    ChangeCode.ANSWER_TYPE_WIDENED: Explanation(
        "A value that is answered may have more types than before.",
        "A further type, null or alternative may come, or anything at all. Vendors mostly describe what came already; a reader that was never "
        "told may still fail on it.",
        "properties/owner: added null [answer-type-widened]",
        "Let whatever reads it expect the new type, null above all.",
    ),
    ChangeCode.ANSWER_VALUE_REMOVED: Explanation(
        "A value is gone from the list of those that may come.",
        "Or there is a list now where any value could come. A reader that handles it has only more than it needs.",
        'properties/state/enum: removed "draft" [answer-value-removed]',
        f"{_NOTHING} Code that waits for that value waits in vain.",
    ),
    ChangeCode.ANSWER_VALUE_ADDED: Explanation(
        "A value may come that was not in the list.",
        "Or there is no list any more. A reader that goes through all values of the list, and fails on any other, fails on this one.",
        'properties/state/enum: added "draft" [answer-value-added]',
        "Handle the value, and have a branch for those that are still to come.",
    ),
    ChangeCode.ANSWER_LIMIT_TIGHTENED: Explanation(
        "A limit on what is answered admits less.",
        "Length, size, range, number of items, pattern, format or step: what comes now could have come before.",
        "properties/name/maxLength: 255 → 100 [answer-limit-tightened]",
        _NOTHING,
    ),
    ChangeCode.ANSWER_LIMIT_LOOSENED: Explanation(
        "A limit on what is answered admits more, or is gone.",
        "Longer, larger, more, or of another form than any reader had to expect: a column in a table may be too narrow, `int32` may overflow.",
        "properties/id/format: int32 → int64 [answer-limit-loosened]",
        "Check where the value is stored and computed with.",
    ),
    ChangeCode.ANSWER_MEMBER_REMOVED: Explanation(
        "A member of an object that is answered is no longer described.",
        "It may still come, but nothing promises it. Members that are write-only never come, and are not counted.",
        "properties/flag: removed string, optional [answer-member-removed]",
        "Find what reads it, and what took its place.",
    ),
    ChangeCode.ANSWER_MEMBER_ADDED: Explanation(
        "An object that is answered has a further member.",
        "Answers are read by the members that one knows, so a further one is in nobody's way.",
        "properties/tug: added string, optional [answer-member-added]",
        f"{_NOTHING} A reader that refuses unknown members is stricter than the vendor ever promised.",
    ),
    ChangeCode.ANSWER_MEMBER_REQUIRED: Explanation(
        "A member that could be missing in an answer is always there.",
        "A reader that allows for its absence has only more than it needs.",
        "properties/flag: optional → required [answer-member-required]",
        _NOTHING,
    ),
    ChangeCode.ANSWER_MEMBER_OPTIONAL: Explanation(
        "A member that was always in an answer may be missing.",
        "It is still described, but the object need not have it.",
        "properties/flag: required → optional [answer-member-optional]",
        "Let whatever reads it allow for its absence.",
    ),
    ChangeCode.ANSWER_CLOSED: Explanation(
        "Members without names of their own, whose schema was described, no longer are.",
        "`additionalProperties` held a schema: an object as a map of values. In an answer only what is described is promised, so that open and "
        "closed alone make no difference.",
        "additionalProperties: removed further members: integer [answer-closed]",
        "Find what reads the object as a map.",
    ),
    ChangeCode.ANSWER_OPENED: Explanation(
        "Members without names of their own are described by a schema now.",
        "`additionalProperties` holds a schema: the object may be read as a map of values.",
        "additionalProperties: added further members: integer [answer-opened]",
        _NOTHING,
    ),
    ChangeCode.ANSWER_UNCLEAR: Explanation(
        "What is answered is another, and nobody can tell whether it is more or less.",
        "Two patterns, two conditions, alternatives without a counterpart: deciding which admits more is beyond what schemas allow, or beyond "
        "what is worth trying. What is not known to be safe counts as breaking.",
        "properties/owner: Person or Team → User or Group [answer-unclear]",
        "Look at both schemas, and at what reads the value.",
    ),
}

_ANSWERS = {
    ChangeCode.SUCCESS_REMOVED: Explanation(
        "A status of success is no longer described.",
        "The call may still succeed, with another status; then that one was described before, or is listed as added.",
        "responses/201: removed 201 [success-removed]",
        "Let whatever checks for this very status take any 2XX, or the one that is described now.",
    ),
    ChangeCode.SUCCESS_ADDED: Explanation(
        "A call may succeed with a status that was not described.",
        "Another status often means another body, or none: a 202 that is only accepted, a 204 without content.",
        "responses/202: added 202 [success-added]",
        "Handle it: look at what it carries, and whether the work is done by then.",
    ),
    ChangeCode.STATUS_CHANGED: Explanation(
        "A status is described, or no longer, that is neither a success nor an error.",
        "Informational and redirect statuses are handled below the level of calls, and give callers nothing.",
        "responses/304: added 304 [status-changed]",
        _NOTHING,
    ),
    ChangeCode.ANSWER_PENDING: Explanation(
        "An answer that said that the work is done says that it is only accepted.",
        "Whoever reads on at once may find the former state.",
        "responses/200/pending: done → accepted, not done [answer-pending]",
        "Wait for the work: by the address that the answer names, or by asking again.",
        "RFC 9110, 15.3.3 202 Accepted.",
    ),
    ChangeCode.ANSWER_SETTLED: Explanation(
        "An answer that said that the work is accepted says that it is done.",
        "Whoever waits for it finds it finished at the first look.",
        "responses/202/pending: accepted, not done → done [answer-settled]",
        f"{_NOTHING} Waiting may be dropped.",
    ),
    ChangeCode.ANSWER_BODY_REMOVED: Explanation(
        "An answer that had content has none.",
        "No media type is described for this status any more.",
        "responses/200/content: removed application/json [answer-body-removed]",
        "Get what was read there by another call, mostly by the one that reads the same thing.",
    ),
    ChangeCode.ANSWER_BODY_ADDED: Explanation(
        "An answer that had no content has some.",
        "At least one media type is described for this status now.",
        "responses/201/content: added application/json [answer-body-added]",
        f"{_NOTHING} A call that reads the same thing afterwards may be spared.",
    ),
    ChangeCode.ANSWER_TYPE_GONE: Explanation(
        "An answer is no longer described in one of its media types.",
        "Others are left, and one of them comes instead.",
        "responses/200/content/application/xml: removed application/xml [answer-media-type-removed]",
        "Read one of the media types that are left.",
    ),
    ChangeCode.ANSWER_TYPE_NEW: Explanation(
        "An answer is described in a further media type.",
        "A call says in `Accept` which ones it takes.",
        "responses/200/content/text/csv: added text/csv [answer-media-type-added]",
        _NOTHING,
    ),
    ChangeCode.HEADER_REMOVED: Explanation(
        "A header of an answer is no longer described.",
        "Header names have no letter case. It may still come, but nothing promises it.",
        "responses/200/headers/X-Total-Count: removed X-Total-Count [header-removed]",
        "Find what reads it: counts, limits and addresses of the next page stand in headers.",
        "RFC 9110, 5.1 Field Names.",
    ),
    ChangeCode.HEADER_ADDED: Explanation(
        "An answer has a further header.",
        "Readers pass over headers that they do not know.",
        "responses/200/headers/X-Total-Count: added X-Total-Count [header-added]",
        _NOTHING,
    ),
    ChangeCode.HEADER_OPTIONAL: Explanation(
        "A header that an answer always had may be missing.",
        "It is still described, and no longer required.",
        "responses/201/headers/Location/required: required → optional [header-optional]",
        "Let whatever reads it allow for its absence.",
    ),
    ChangeCode.HEADER_REQUIRED: Explanation(
        "A header that could be missing is always there.",
        "A reader that allows for its absence has only more than it needs.",
        "responses/201/headers/Location/required: optional → required [header-required]",
        _NOTHING,
    ),
    ChangeCode.HEADER_WRITTEN_OTHERWISE: Explanation(
        "The value of a header is spelled in another way.",
        "`style`, `explode` or the media type of its content is another: lists and objects are written differently.",
        "responses/200/headers/X-Tags/explode: false → true [header-written-otherwise]",
        "Change whatever takes the header apart.",
    ),
    ChangeCode.ERROR_CLASS_CHANGED: Explanation(
        "A failure counts as one of another class.",
        "A class (`not_found`, `conflict`, `rate_limited` …) is what handlers of failures go by. It follows from the status, unless a person "
        "says otherwise in the overlay.",
        "errors/403/class: forbidden → rate_limited [error-class-changed]",
        "Look at what is done for either class: waiting, asking for another credential, giving up.",
    ),
    ChangeCode.ERROR_CHANGED: Explanation(
        "A status of failure is described, or no longer.",
        "Descriptions name few of the failures that there are, and a caller has to be ready for all of them.",
        "errors/409: added conflict [error-changed]",
        f"{_NOTHING} Its body is worth a look where you read what went wrong.",
    ),
    ChangeCode.OUTCOME_CHANGED: Explanation(
        "What tells a success from a failure inside an answer is another.",
        "Some vendors answer 200 and say in the body that it failed, `ok: false`. The rule for that is authored, and may be written in many ways "
        "that mean the same; so any other one is told.",
        'outcome: removed {"at":"/ok","equals":true} [outcome-changed]',
        "Compare both rules, and try them on answers that you kept.",
    ),
}

_PAGES = {
    ChangeCode.PAGING_CHANGED: Explanation(
        "A list is walked page by page in another way.",
        "The style, the argument that turns the page, where the items or the next page stand, or how the end is known. Whoever walks by what the "
        "package says needs no change; whoever does it by hand does.",
        'pagination/style: "page" → "cursor" [paging-changed]',
        "Leave walking to the package, or change your own loop. A position that was kept from before is worth nothing.",
    ),
    ChangeCode.PAGING_INTRODUCED: Explanation(
        "An answer that was one list comes in pages.",
        "An argument that turns the page was not there before, so the former call had no way to get a second page: the vendor began to cut the "
        "list.",
        "pagination: added cursor [paging-introduced]",
        "Walk the pages wherever the whole list is needed.",
    ),
    ChangeCode.PAGING_DESCRIBED: Explanation(
        "The package now says how a list is walked that came in pages already.",
        "Every argument that turns the page was an argument before. Nothing changed at the vendor's.",
        "pagination: added page [paging-described]",
        f"{_NOTHING} Calls that took the first page for all of it were wrong before.",
    ),
    ChangeCode.PAGING_REMOVED: Explanation(
        "The package no longer says how a list is walked.",
        "The vendor took the arguments away, or what showed the paging is not in the description any more.",
        "pagination: removed page [paging-removed]",
        "Where the arguments are still there, state the paging in the overlay. Otherwise look whether the answer is the whole list now.",
    ),
    ChangeCode.PAGING_SIZE_LOWERED: Explanation(
        "A page may hold fewer items than before.",
        "The largest size that may be asked for is smaller, or there is one where there was none.",
        "pagination/size_max: 100 → 50 [paging-size-lowered]",
        "Ask for no more than that. A loop that ends at the first page that is not full must know the new size.",
    ),
    ChangeCode.PAGING_SIZE_RAISED: Explanation(
        "A page may hold more items than before.",
        "The largest size that may be asked for is greater, or none is named any more.",
        "pagination/size_max: 50 → 100 [paging-size-raised]",
        f"{_NOTHING} Asking for larger pages saves calls.",
    ),
}

_ACCESS = {
    ChangeCode.SECURITY_TIGHTENED: Explanation(
        "Credentials that were enough for an operation no longer are.",
        "A requirement is a list of alternatives, each a set of schemes with scopes. At least one that was enough before is enough for none of "
        "the new ones: a scope or a scheme was added to it, or it is gone.",
        "security: oauth2 (repo) → oauth2 (repo, workflow) [security-tightened]",
        "Look at which of the credentials you hold still are enough, and get the scopes that are missing.",
        "OpenAPI 3.1, Security Requirement Object.",
    ),
    ChangeCode.SECURITY_LOOSENED: Explanation(
        "Credentials that were not enough for an operation now are.",
        "An alternative was added, or asks for less. No credential has any fewer rights than before.",
        "security: oauth2 (repo, workflow) → oauth2 (repo) [security-loosened]",
        "Nothing breaks. Where a person loosened it in the overlay, read the reason; a credential with fewer rights may do now.",
        "OpenAPI 3.1, Security Requirement Object.",
    ),
    ChangeCode.SCHEME_REMOVED: Explanation(
        "A security scheme is no longer declared.",
        "Schemes are the same by id. What needed it is listed by itself.",
        "auth/basic: removed http_basic [scheme-removed]",
        "Take the credential out of use, and set up one of a scheme that is left.",
    ),
    ChangeCode.SCHEME_ADDED: Explanation(
        "There is a further security scheme.",
        "That it is declared asks nothing of anybody, until an operation needs it.",
        "auth/oauth2: added oauth2 [scheme-added]",
        f"{_NOTHING} Look at `connectors show PACKAGE --auth` for what it lets you do.",
    ),
    ChangeCode.SCHEME_CHANGED: Explanation(
        "A security scheme works in another way.",
        "Its kind, the header, query or cookie in which the credential travels, what stands before it, or an address where tokens are got. An "
        "address is where secrets are sent.",
        'auth/oauth2/flows/authorizationCode/token_url: "https://a.example/token" → "https://b.example/token" [scheme-changed]',
        "Check a new address with the vendor before any secret goes there. Then set the credential up anew.",
    ),
    ChangeCode.SCOPES_CHANGED: Explanation(
        "A flow offers other scopes.",
        "The list of a flow is an offer; which scopes an operation needs stands in its requirement.",
        "auth/oauth2/flows/authorizationCode/scopes: repo_deployment → workflow [scopes-changed]",
        f"{_NOTHING} A scope that is gone can perhaps not be asked for any more when a token is got anew.",
    ),
    ChangeCode.FLOW_REMOVED: Explanation(
        "An OAuth flow is no longer offered.",
        "Tokens that were got by it may stay valid; new ones come by another flow.",
        "auth/oauth2/flows/implicit: removed implicit [flow-removed]",
        "Set up one of the flows that are left.",
    ),
    ChangeCode.FLOW_ADDED: Explanation(
        "An OAuth flow is offered that was not.",
        "Those that were offered still are, unless they are listed as removed.",
        "auth/oauth2/flows/clientCredentials: added clientCredentials [flow-added]",
        _NOTHING,
    ),
    ChangeCode.SERVER_REMOVED: Explanation(
        "An address that a call could choose is gone.",
        "Servers are the same by their address as it is written, variables included.",
        "servers/https://eu.api.example/v2: removed https://eu.api.example/v2 [server-removed]",
        "Choose one that is left. Where data has to stay in a region, check that one of them is there.",
    ),
    ChangeCode.SERVER_ADDED: Explanation(
        "A call may choose a further address, or one that the operator had to complete is complete.",
        "A call that chooses nothing still goes to the first.",
        "servers/https://eu.api.example/v2: added https://eu.api.example/v2 [server-added]",
        f"{_NOTHING} Credentials go to whatever address is chosen: a host that you do not know is worth a question.",
    ),
    ChangeCode.SERVER_CHANGED: Explanation(
        "A call that chooses no address goes to another one.",
        "The first server is another, the default of one of its variables is, or the operator has to give the origin now. Credentials go there, "
        "too.",
        "servers: https://api.example/v1 → https://api.example/v2 [server-changed]",
        "Check with the vendor that the address is theirs, before a credential is sent there; or choose the former one, if it is left.",
    ),
    ChangeCode.SERVER_CHOICE_REMOVED: Explanation(
        "A variable of a server's address admits fewer values.",
        "A value is gone from its list, or there is a list where any value was taken.",
        "servers/https://{region}.api.example/variables/region/enum: ap → eu, us [server-choice-removed]",
        "Choose one that is left.",
    ),
    ChangeCode.SERVER_CHOICE_ADDED: Explanation(
        "A variable of a server's address admits more values.",
        "Its list is longer, there is none any more, or it has a default where it had to be given.",
        "servers/https://{region}.api.example/variables/region/enum: eu, us → ap [server-choice-added]",
        _NOTHING,
    ),
}

_SECTIONS = (
    ("Changes: the connector", _CONNECTOR),
    ("Changes: operations", _OPERATIONS),
    ("Changes: arguments and bodies", _ARGUMENTS),
    ("Changes: what is sent", _REQUESTS),
    ("Changes: what is answered", _ANSWERED),
    ("Changes: answers", _ANSWERS),
    ("Changes: pages", _PAGES),
    ("Changes: credentials and servers", _ACCESS),
)
