"""Arguments: from parameters and bodies of the view to what a caller gives, each under a key of its own."""

from collections.abc import Iterable, Mapping

import msgspec

from connectors import canonical
from connectors.canonical import Json
from connectors.derive.keys import Argument, parameter_keys
from connectors.derive.media import encoding_of, preference
from connectors.derive.members import Definition, Member, Members, Parts, kind_of, members_of, name_of, resolved
from connectors.description.at import At
from connectors.description.expansion import PIECE
from connectors.description.remarks import Remarks
from connectors.description.schemas import Break, Schema, Schemas
from connectors.description.view import BodyView, ContentView, HeaderView, MemberEncoding, OperationView, ParameterView
from connectors.model.identity import placeholders, without_placeholders
from connectors.model.operation import Basis, Body, Encoding, Header, Location, MediaType, Parameter, Style
from connectors.problems import Code

__all__ = ["Arguments", "Unbuildable", "arguments_of", "header", "schema_text"]

_DEPTH = 8
"""How many references and branches deep a member is looked at."""
_WHOLE = "body"
"""The wire name, and the name a key is made from, of a body that is one value."""
_UNSAID = MemberEncoding()
# RFC 9110 §9.3.8: a client must not send content in a TRACE request.
_BODILESS = frozenset({"TRACE"})
# RFC 9110 §9.3.1, §9.3.2, §9.3.5: content has no generally defined semantics there.
_UNUSUAL_BODY = frozenset({"GET", "HEAD", "DELETE", "OPTIONS"})


class Unbuildable(msgspec.Struct, frozen=True):
    """Why no call of the operation can be built."""

    code: Code
    reason: str
    at: At


class Arguments(msgspec.Struct, frozen=True):
    """What a call of one operation is given. `references` are the definitions its schemas name."""

    parameters: tuple[Parameter, ...]
    body: Body | None
    references: frozenset[str]
    idempotency_key: str | None
    basis: Mapping[str, Basis]


class _Draft(msgspec.Struct, frozen=True):
    """A parameter before it has a key: its name stands for one, which is the key of most."""

    argument: Argument
    parameter: Parameter


class Described:
    """What arguments are made with: the schemas of the description, and where remarks go."""

    def __init__(self, schemas: Schemas, remarks: Remarks) -> None:
        self.schemas = schemas
        self.remarks = remarks
        self.definition: Definition = lambda name: schemas.definition(name).json
        self.looked_at: dict[int, ParameterView] = {}
        self._drafts: dict[int, tuple[ParameterView, _Draft]] = {}
        self._kinds: dict[str, str] = {}
        self._members: dict[str, Parts | None] = {}

    def draft(self, view: ParameterView) -> _Draft:
        """What a parameter is in the package. One that operations share is written once for all of them."""
        known = self._drafts.get(id(view))
        if known is None:
            known = self._drafts[id(view)] = (view, _Draft(Argument(view.location.value, view.name), _parameter(view)))
        return known[1]

    def kind(self, schema: Json) -> str:
        """What values a schema admits: see `kind_of`."""
        return kind_of(schema, self.definition, self._kinds)

    def members(self, schema: dict[str, Json] | bool) -> Members | None:
        """The members of an object: see `members_of`."""
        return members_of(schema, self.definition, self._members)


def arguments_of(operation: OperationView, described: Described, known: Mapping[tuple[str, str], str]) -> Arguments | Unbuildable:
    """Everything a call is given. `known` maps (location, name) to the keys that a lock holds."""
    basis: dict[str, Basis] = {}
    references: set[str] = set()
    drafts: list[_Draft] = []
    for view in _with_placeholders(operation, described, basis):
        broken = _binding_break(view.schema, described.schemas)
        if broken is not None and view.required:
            return Unbuildable(broken.code, f"the required parameter `{view.name}`: {broken.reason}", broken.at)
        if view.style is Style.DEEP_OBJECT:
            _remark_nested(view, described)
        references |= view.schema.references
        drafts.append(described.draft(view))
    body = _body(operation, described)
    if isinstance(body, Unbuildable):
        return body
    fields: list[_Draft] = []
    built: Body | None = None
    if body is not None:
        built, fields, used = body
        references |= used
        if operation.body is not None and operation.body.contents[0].media_type is None:
            basis["body"] = Basis.INFERRED
    keys = parameter_keys([draft.argument for draft in (*drafts, *fields)], known)
    parameters = tuple([_keyed(draft, keys) for draft in drafts])
    if built is not None:
        keyed = tuple([_keyed(draft, keys) for draft in fields])
        built = (
            msgspec.structs.replace(built, whole=keyed[0]) if built.fields is None else msgspec.structs.replace(built, fields=keyed)
        )
    if fields and operation.body is not None:
        # Members of a component are written once more for each body that is made of them.
        size = sum(PIECE + len(draft.argument.name) + len(memoryview(draft.parameter.schema)) for draft in fields)
        described.remarks.expansion.spend(size, operation.body.at)
    return Arguments(parameters, built, frozenset(references), _idempotency_key(parameters), basis)


def _keyed(draft: _Draft, keys: Mapping[Argument, str]) -> Parameter:
    key = keys[draft.argument]
    return draft.parameter if draft.parameter.key == key else msgspec.structs.replace(draft.parameter, key=key)


def _idempotency_key(parameters: Iterable[Parameter]) -> str | None:
    """The key of the `Idempotency-Key` request header, compared without case (RFC 9110 §5.1)."""
    for parameter in parameters:
        if parameter.location is Location.HEADER and parameter.name.lower() == "idempotency-key":
            return parameter.key
    return None


# -- parameters -----------------------------------------------------------------------------------------------------------------


def _with_placeholders(operation: OperationView, described: Described, basis: dict[str, Basis]) -> list[ParameterView]:
    """The parameters, in agreement with the path: one for each placeholder, none in the path without one.

    A placeholder in the path's own query string stands for a query parameter, and RFC 6570 §3.2.8 sends nothing for one that is not
    given. One behind `#` is never sent.
    """
    in_path, in_query = _placeholder_names(operation, described)
    found: list[ParameterView] = []
    declared: set[str] = set()
    for view in operation.parameters:
        if view.location is Location.PATH:
            if view.name not in in_path:
                if view.name not in in_query:
                    described.remarks.narrowed(
                        Code.PARAMETER_WITHOUT_PLACEHOLDER, f"`{view.name}` has no placeholder in the path and is left out", view.at
                    )
                    continue
                view = msgspec.structs.replace(view, location=Location.QUERY, style=Style.FORM, explode=False)
            declared.add(view.name)
        elif view.name in in_query and view.location is Location.QUERY:
            declared.add(view.name)
        found.append(view)
    for name in (*in_path, *in_query):
        if name in declared:
            continue
        declared.add(name)
        described.remarks.noted(
            Code.PLACEHOLDER_UNDECLARED, f"the placeholder `{name}` is not declared; it is taken as a text", operation.at
        )
        basis[f"parameters.{name}"] = Basis.INFERRED
        schema = Schema({"type": "string"}, operation.at)
        inside = name in in_path
        found.append(
            ParameterView(
                name=name,
                location=Location.PATH if inside else Location.QUERY,
                required=inside or in_query[name],
                schema=schema,
                style=Style.SIMPLE if inside else Style.FORM,
                explode=not inside,
                at=operation.at,
            )
        )
    return found


def _placeholder_names(operation: OperationView, described: Described) -> tuple[dict[str, bool], dict[str, bool]]:
    """The names of placeholders in the path, and in its query string; both say whether a value has to be given."""
    in_path: dict[str, bool] = {}
    in_query: dict[str, bool] = {}
    fragment = query = -1
    if "#" in operation.path or "?" in operation.path:
        bare = without_placeholders(operation.path)
        fragment, query = bare.find("#"), bare.find("?")
    for placeholder in placeholders(operation.path):
        if 0 <= fragment < placeholder.start:
            continue
        if placeholder.pattern or placeholder.operator:
            described.remarks.noted(
                Code.PLACEHOLDER_PATTERN,
                f"the placeholder `{operation.path[placeholder.start : placeholder.end]}` is more than a name",
                operation.at,
            )
        behind = placeholder.in_query or 0 <= query < placeholder.start
        for name in placeholder.names:
            (in_query if behind else in_path).setdefault(name, not placeholder.in_query)
    return in_path, in_query


def _remark_nested(view: ParameterView, described: Described) -> None:
    """OpenAPI 3.1, Style Values: `deepObject` is defined for the members of an object, not for objects or arrays below them."""
    if id(view) in described.looked_at:
        return
    described.looked_at[id(view)] = view
    members = described.members(view.schema.json)
    if members is None:
        return
    for member in members.members:
        kind = described.kind(member.schema)
        if kind in ("object", "array"):
            described.remarks.noted(
                Code.PARAMETER_NESTED,
                f"`{member.name}` of `{view.name}` is nested; `deepObject` is defined for one level only",
                view.at,
            )
            return


def _parameter(view: ParameterView) -> Parameter:
    return Parameter(
        key=view.name,
        name=view.name,
        location=view.location,
        required=view.required,
        schema=schema_text(view.schema.json),
        style=view.style,
        explode=view.explode,
        item_style=view.item_style,
        allow_reserved=view.allow_reserved,
        allow_empty=view.allow_empty,
        content_type=view.content_type,
        headers=tuple(map(header, view.headers)),
        secret=view.location is Location.HEADER and view.name.lower() == "authorization",
        deprecated=view.deprecated,
        description=view.description,
        default=_default(view.schema.json),
        example=canonical.raw(view.example) if view.has_example else msgspec.UNSET,
    )


def _default(schema: Json) -> msgspec.Raw | msgspec.UnsetType:
    return canonical.raw(schema["default"]) if type(schema) is dict and "default" in schema else msgspec.UNSET


def header(view: HeaderView) -> Header:
    """A header of an answer or of a part, as the package keeps it."""
    return Header(
        name=view.name,
        required=view.required,
        schema=schema_text(view.schema.json),
        style=view.style,
        explode=view.explode,
        content_type=view.content_type,
        deprecated=view.deprecated,
        description=view.description,
    )


def schema_text(schema: Json) -> msgspec.Raw:
    """A schema as the package keeps it."""
    return canonical.raw(schema)


def _binding_break(schema: Schema, schemas: Schemas) -> Break | None:
    if not schema.breaks and not schema.references:
        return None
    return schemas.binding_break(schema)


# -- bodies ---------------------------------------------------------------------------------------------------------------------

_Built = tuple[Body, list[_Draft], frozenset[str]]


def _body(operation: OperationView, described: Described) -> _Built | Unbuildable | None:
    view = operation.body
    if view is None:
        return None
    if operation.method in _BODILESS:
        described.remarks.noted(
            Code.BODY_DROPPED,
            f"`{operation.method} {operation.path}` must not send a body (RFC 9110 §9.3.8); left out",
            operation.at,
        )
        return None
    ranked = [(_encoding(content, described), content) for content in view.contents]
    if len(ranked) > 1:
        ranked.sort(key=lambda pair: preference(pair[1].media_type or "", pair[0]))
    chosen: _Built | None = None
    broken: Break | None = None
    for encoding, content in ranked:
        flaw = _binding_break(content.schema, described.schemas) if content.schema is not None else None
        if flaw is None:
            chosen = _one_body(view, encoding, content, described)
            break
        broken = broken or flaw
    if chosen is None:
        if broken is None:
            return None
        return Unbuildable(broken.code, f"the request body: {broken.reason}", broken.at)
    body, drafts, references = chosen
    if operation.method in _UNUSUAL_BODY:
        if (body.fields is not None and not drafts and isinstance(body.additional, msgspec.UnsetType)) or _names_no_member(
            content.schema
        ):
            described.remarks.noted(
                Code.BODY_DROPPED, f"the body of `{operation.method} {operation.path}` has no members; left out", operation.at
            )
            return None
        described.remarks.noted(
            Code.BODY_ON_METHOD,
            f"`{operation.method} {operation.path}` has a body, for which the method defines no meaning",
            operation.at,
        )
    if len(ranked) == 1:
        return chosen
    declared = {id(item): index for index, item in enumerate(view.contents)}
    others = sorted(
        (other for _, other in ranked if other is not content),
        key=lambda other: declared[id(other)],
    )
    alternatives: list[MediaType] = []
    for other in others:
        alternatives.append(_media_type(other))
        if other.encoding:
            described.remarks.narrowed(
                Code.BODY_ENCODING,
                f"what is said of the encoding of `{other.media_type}`, an alternative, is not carried",
                other.at,
            )
        if other.schema is not None:
            references |= other.schema.references
        if other.item_schema is not None:
            references |= other.item_schema.references
    return msgspec.structs.replace(body, alternatives=tuple(alternatives)), drafts, references


def _names_no_member(schema: Schema | None) -> bool:
    """Whether a schema lists the members of an object, and lists none: `properties: {}`. A free-form object may have any."""
    json = schema.json if schema is not None else None
    return type(json) is dict and json.get("properties") == {} and json.keys() <= {"type", "properties", "title", "description"}


def _encoding(content: ContentView, described: Described) -> Encoding:
    kind = "object" if content.members is not None else described.kind(content.schema.json) if content.schema else "any"
    if content.media_type is None:
        # Swagger 2.0 without `consumes`: nothing says how the body travels; a structured value is JSON, as everybody sends it.
        return Encoding.BINARY if kind == "binary" else Encoding.JSON
    return encoding_of(content.media_type, kind)


def _one_body(view: BodyView, encoding: Encoding, content: ContentView, described: Described) -> _Built:
    media_type = content.media_type
    if media_type is None:
        media_type = "application/json" if encoding is Encoding.JSON else "application/octet-stream"
        described.remarks.noted(
            Code.BODY_WITHOUT_MEDIA_TYPE, f"the description names no media type for the body; `{media_type}` is taken", view.at
        )
    body = Body(content_type=media_type, encoding=encoding, required=view.required, description=view.description)
    if content.members is not None:
        drafts = [_Draft(Argument("body", item.name), _form_member(item, encoding)) for item in content.members]
        references = frozenset().union(*(item.schema.references for item in content.members))
        return msgspec.structs.replace(body, fields=()), drafts, references
    schema = content.schema or Schema({}, content.at)
    taken = None
    if encoding in (Encoding.JSON, Encoding.FORM, Encoding.MULTIPART):
        taken = described.members(schema.json)
    # An object that names no members and admits others is free-form, and stays whole.
    if taken is None or not (taken.members or taken.additional is False):
        whole = Parameter(key=_WHOLE, name=_WHOLE, location=Location.BODY, required=view.required, schema=schema_text(schema.json))
        used = schema.references
        if content.item_schema is not None:
            body = msgspec.structs.replace(body, item_schema=schema_text(content.item_schema.json))
            used |= content.item_schema.references
        return body, [_Draft(Argument("body", _WHOLE), whole)], used
    drafts = []
    read_only: list[str] = []
    for member in taken.members:
        if _read_only(member.schema, described.definition, 0):
            if member.required:
                described.remarks.noted(
                    Code.BODY_READ_ONLY,
                    f"`{member.name}` is required and read-only; it is neither sent nor asked for",
                    content.at,
                    general="members that are required and read-only are neither sent nor asked for",
                )
            read_only.append(member.name)
            continue
        said = content.encoding.get(member.name, _UNSAID)
        drafts.append(_Draft(Argument("body", member.name), _member(member, said, encoding, described)))
    named = {member.name for member in taken.members}
    for name in content.encoding:
        if name not in named:
            described.remarks.noted(
                Code.BODY_ENCODING, f"an encoding is given for `{name}`, which is no member of the body", content.at
            )
    additional: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    if taken.additional is True:
        additional = schema_text({})
    elif type(taken.additional) is dict:
        additional = schema_text(taken.additional)
    body = msgspec.structs.replace(body, fields=(), additional=additional, read_only=tuple(read_only))
    return body, drafts, schema.references


def _read_only(schema: Json, definition: Definition, depth: int) -> bool:
    """Whether a member is only ever answered: by itself, by what it refers to, or by one of the schemas it joins.

    OpenAPI 3.1, Schema Object `readOnly`: such a member is not sent, and `required` binds in answers only.
    """
    if type(schema) is not dict or depth > _DEPTH:
        return False
    if schema.get("readOnly") is True:
        return True
    reference, branches = schema.get("$ref"), schema.get("allOf")
    if type(reference) is str and _read_only(definition(name_of(reference)), definition, depth + 1):
        return True
    return type(branches) is list and any(_read_only(branch, definition, depth + 1) for branch in branches)


def _member(member: Member, said: MemberEncoding, encoding: Encoding, described: Described) -> Parameter:
    style, explode, content_type = None, False, None
    if encoding is not Encoding.JSON:
        kind = described.kind(member.schema)
        items: Json = None
        target = resolved(member.schema, described.definition)
        if kind == "array" and type(target) is dict:
            items = target.get("items")
        unit = described.kind(items) if items is not None else kind
        content_type = said.content_type
        if encoding is Encoding.FORM:
            styled = said.style is not None or said.explode is not None or said.allow_reserved
            if styled or (content_type is None and unit not in ("object", "array")):
                # OpenAPI 3.1, Encoding Object: with any of these fields, `contentType` has no effect.
                style = said.style or Style.FORM
                explode = said.explode if said.explode is not None else style is Style.FORM
                content_type = None
            else:
                content_type = content_type or "application/json"
                explode = kind == "array"
        else:
            if said.style is not None or said.explode is not None:
                style = said.style or Style.FORM
                explode = said.explode if said.explode is not None else style is Style.FORM
            else:
                explode = kind == "array"  # a part for each item
            if content_type is None and style is None:
                content_type = _part_type(target if kind != "array" else resolved(items, described.definition), unit)
    schema = member.schema
    description = schema.get("description") if type(schema) is dict else None
    return Parameter(
        key=member.name,
        name=member.name,
        location=Location.BODY,
        required=member.required,
        schema=schema_text(schema),
        style=style,
        explode=explode,
        allow_reserved=said.allow_reserved,
        content_type=content_type,
        headers=tuple(map(header, said.headers)),
        deprecated=type(schema) is dict and schema.get("deprecated") is True,
        description=description if type(description) is str else None,
        default=_default(schema),
    )


def _part_type(schema: Json, kind: str) -> str | None:
    """The media type of a part where nothing names one; None for a plain text.

    Source: OpenAPI 3.1.1, Encoding Object, the defaults of `contentType` by `type` and `contentEncoding`.
    """
    if kind == "object":
        return "application/json"
    if kind == "binary":
        named = schema.get("contentMediaType") if type(schema) is dict else None
        return named if type(named) is str else "application/octet-stream"
    if kind == "string" and type(schema) is dict and "contentEncoding" in schema:
        return "application/octet-stream"
    return None


def described_type(schema: Json) -> Json:
    """The `type` of a schema, as it is written."""
    return schema.get("type") if type(schema) is dict else None


def _form_member(view: ParameterView, encoding: Encoding) -> Parameter:
    parameter = _parameter(view)
    if encoding is Encoding.MULTIPART and not view.is_file and described_type(view.schema.json) != "array":
        # A part has a body of its own: nothing is joined, and no style says how.
        return msgspec.structs.replace(parameter, style=None, explode=False)
    if encoding is Encoding.MULTIPART and view.is_file:
        several = type(view.schema.json) is dict and view.schema.json.get("type") == "array"
        return msgspec.structs.replace(parameter, style=None, explode=several, content_type="application/octet-stream")
    return parameter


def _media_type(content: ContentView) -> MediaType:
    if content.members is not None:
        properties: dict[str, Json] = {item.name: item.schema.json for item in content.members}
        required: list[Json] = [item.name for item in content.members if item.required]
        schema: dict[str, Json] = {"type": "object", "properties": properties}
        if required:
            schema["required"] = required
        return MediaType(content.media_type, schema_text(schema))
    return MediaType(
        content.media_type,
        schema_text(content.schema.json if content.schema else {}),
        item_schema=schema_text(content.item_schema.json) if content.item_schema else msgspec.UNSET,
    )
