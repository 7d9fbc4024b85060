"""Swagger 2.0, as answers to the questions of the view."""

from typing import ClassVar

from connectors.description.at import At
from connectors.description.dialect import Declared, Dialect
from connectors.description.prose import word_shown
from connectors.description.schemas import SWAGGER_2_0, Schema, SchemaDialect
from connectors.description.servers import server, without_user_information
from connectors.description.tree import Json
from connectors.description.view import BodyView, ContentView, Fault, HeaderView, ParameterView
from connectors.model.connector import AuthKind, AuthScheme, Flow, Placement, Scope, SourceFormat
from connectors.model.operation import Basis, Location, Server, Style
from connectors.problems import Code

__all__ = ["Swagger2"]

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"

# Swagger 2.0, Parameter Object, `collectionFormat`. Commas are the form and simple styles without explode.
_COLLECTION_STYLES = {
    "ssv": Style.SPACE_DELIMITED,
    "tsv": Style.TAB_DELIMITED,
    "pipes": Style.PIPE_DELIMITED,
}
_PLACES = {
    "path": Location.PATH,
    "query": Location.QUERY,
    "header": Location.HEADER,
    "formData": Location.BODY,
    "body": Location.BODY,
}
# What of a parameter, header or items object is schema; the rest describes the parameter.
_SCHEMA_KEYS = frozenset(
    {
        "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength",
        "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf", "x-nullable",
    }
)  # fmt: skip
_FLOW_KINDS = {
    "implicit": "implicit",
    "password": "password",
    "application": "clientCredentials",
    "accessCode": "authorizationCode",
}


class Swagger2(Dialect):
    """Swagger 2.0."""

    format: ClassVar[SourceFormat] = SourceFormat.SWAGGER_2_0
    name: ClassVar[str] = "Swagger 2.0"
    schemes_at: ClassVar[tuple[str, ...]] = ("securityDefinitions",)
    schema_dialect: ClassVar[SchemaDialect] = SWAGGER_2_0
    answers_are_shared: ClassVar[bool] = False  # `produces` stands on the operation

    def servers(self, node: dict[str, Json], at: At) -> tuple[Server, ...]:
        """One server a scheme; only the description as a whole has any. Source: Swagger 2.0, `host`, `basePath`, `schemes`."""
        if node is not self.tree:
            return ()
        host, base = node.get("host"), node.get("basePath")
        path = base if type(base) is str else ""
        if path and not path.startswith("/"):
            path = f"/{path}"
        path = path.rstrip("/")
        if type(host) is not str or not host.strip():
            # "If the host is not included, the host serving the documentation is to be used": known only to whoever fetched it.
            basis = Basis.DECLARED if path else Basis.STANDARD
            return (server(path or "/", (), None, self.remarks, at, basis=basis, fetched_from=self.resolver.address_of(at)),)
        authority = host.strip().rstrip("/")
        if "://" in authority:
            self.remarks.noted(
                Code.SERVER_MALFORMED, "`host` has to be a host name, found an address; it is kept as the address", (at, "host")
            )
            return (server(authority + path, (), None, self.remarks, (at, "host")),)
        schemes = [item for item in self.sequence(node, "schemes", at) if type(item) is str and item]
        if not schemes:
            # "If the schemes is not included, the default scheme to be used is the one used to access the Swagger definition itself."
            address, fetched_from = f"//{authority}{path}", self.resolver.address_of(at)
            return (server(address, (), None, self.remarks, (at, "host"), basis=Basis.STANDARD, fetched_from=fetched_from),)
        return tuple(
            server(f"{scheme.lower()}://{authority}{path}", (), None, self.remarks, ((at, "schemes"), index))
            for index, scheme in enumerate(dict.fromkeys(schemes))
        )

    def scheme(self, key: str, node: dict[str, Json], at: At) -> AuthScheme:
        """One Security Scheme Object. Source: Swagger 2.0, Security Scheme Object."""
        kind = node.get("type")
        description = self.text(node, "description", at)
        if kind == "basic":
            return AuthScheme("", AuthKind.HTTP_BASIC, key, description=description)
        if kind == "apiKey":
            name, location = node.get("name"), node.get("in")
            if type(name) is str and name and location in ("query", "header"):
                return AuthScheme(
                    "", AuthKind.API_KEY, key, placement=Placement(Location(str(location)), name), description=description
                )
            self.remarks.narrowed(
                Code.SCHEME_MALFORMED, f"the API key `{key}` does not say where it travels; nothing can satisfy it", at
            )
        elif kind == "oauth2":
            flow = node.get("flow")
            scopes = tuple(
                Scope(name, self.text({"text": text}, "text", ((at, "scopes"), name)))
                for name, text in (self.mapping(node, "scopes", at) or {}).items()
                if not name.startswith("x-")
            )
            authorization, token = node.get("authorizationUrl"), node.get("tokenUrl")
            flows: tuple[Flow, ...] = ()
            if type(flow) is str and flow in _FLOW_KINDS:
                flows = (
                    Flow(
                        _FLOW_KINDS[flow],
                        authorization_url=without_user_information(authorization) if type(authorization) is str else None,
                        token_url=without_user_information(token) if type(token) is str else None,
                        scopes=scopes,
                    ),
                )
            else:
                self.remarks.narrowed(Code.SCHEME_MALFORMED, f"the OAuth2 flow of `{key}` is none that could be read; left out", at)
            return AuthScheme("", AuthKind.OAUTH2, key, flows=flows, description=description)
        else:
            found = f", found {word_shown(kind)}" if type(kind) is str else ""
            self.remarks.narrowed(
                Code.SCHEME_UNKNOWN,
                f"the security scheme `{key}` is of no type that is known{found}; nothing can satisfy it",
                (at, "type"),
            )
        return AuthScheme("", AuthKind.UNKNOWN, key, description=description)

    def is_body(self, location: str) -> bool:
        """`body` and `formData` parameters make up the request body."""
        return location in ("body", "formData")

    def parameter(self, declared: Declared) -> ParameterView | Fault | None:
        """One parameter outside the body, or a form member. Source: Swagger 2.0, Parameter Object."""
        node, at = declared.node, declared.at
        name, place = str(node["name"]), str(node["in"])
        required = self.flag(node, "required", at)
        if place not in _PLACES:
            reason = f"`{name}` has to be in path, query, header, formData or body, found {word_shown(place)}"
            if required:
                return Fault(Code.PARAMETER_MALFORMED, reason, at)
            self.remarks.narrowed(Code.PARAMETER_MALFORMED, f"{reason}; left out", at)
            return None
        location = _PLACES[place]
        is_file = _takes_file(declared)
        if self._is_unsendable(node, location):
            return Fault(Code.PARAMETER_STYLE, f"nobody knows how the `collectionFormat` of `{name}` is sent in this place", at)
        style, explode, item_style = self._style(node, at, location, name)
        if "examples" in node:
            self.remarks.not_carried["examples"] += 1
        return ParameterView(
            name=name,
            location=location,
            required=required or location is Location.PATH,
            schema=self._schema(node, at),
            style=style,
            explode=explode,
            at=at,
            item_style=item_style,
            allow_empty=self.flag(node, "allowEmptyValue", at),
            description=self.text(node, "description", at),
            is_file=is_file,
        )

    def _schema(self, node: dict[str, Json], at: At) -> Schema:
        if "schema" in node and "type" not in node:
            # A parameter outside the body has no `schema` in Swagger 2.0, yet what it says can be read in one way only.
            self.remarks.noted(
                Code.PARAMETER_MALFORMED, "`schema` belongs to a body parameter; it is read as the parameter's own", (at, "schema")
            )
            return self.schemas.schema(node["schema"], (at, "schema"))
        return self.schemas.schema({key: value for key, value in node.items() if key in _SCHEMA_KEYS}, at)

    def _is_unsendable(self, node: dict[str, Json], location: Location) -> bool:
        """Whether a list is to be written in a way that Swagger 2.0 does not have here: commas would be another format than declared.

        `multi` is for query and form; in a header it is what commas are (RFC 9110 §5.6.1), in a path there is no such thing.
        """
        written = node.get("collectionFormat", "csv")
        if node.get("type") != "array" or written == "csv":
            return False
        if written == "multi":
            return location is Location.PATH
        return type(written) is not str or written not in _COLLECTION_STYLES

    def _style(self, node: dict[str, Json], at: At, location: Location, name: str) -> tuple[Style | None, bool, Style | None]:
        """Style, explode and the style of lists inside the list."""
        base = Style.SIMPLE if location in (Location.PATH, Location.HEADER) else Style.FORM
        if node.get("type") != "array":
            return base, base is Style.FORM, None
        written = node.get("collectionFormat", "csv")
        style, explode = base, False
        if written == "multi" and base is Style.FORM:
            explode = True
        elif type(written) is str and written in _COLLECTION_STYLES:
            style = _COLLECTION_STYLES[written]
        elif written != "csv":
            self.remarks.narrowed(
                Code.PARAMETER_STYLE,
                f"the `collectionFormat` of `{name}` is none for this place; commas are taken",
                (at, "collectionFormat"),
            )
        items = node.get("items")
        item_style: Style | None = None
        if type(items) is dict and items.get("type") == "array":
            inner = items.get("collectionFormat", "csv")
            item_style = _COLLECTION_STYLES.get(inner, base) if type(inner) is str else base
        return style, explode, item_style

    def body(
        self, node: dict[str, Json], at: At, parameters: tuple[Declared, ...], own: frozenset[tuple[str, str]]
    ) -> BodyView | Fault | None:
        """The body parameter, or the form fields, with the media types of `consumes`."""
        declared = [item for item in parameters if self.is_body(item.key[1])]
        own_kinds = {location for _, location in own if self.is_body(location)}
        if len(own_kinds) == 1 and any(item.key not in own for item in declared):
            # What the operation declares replaces a body of the other kind, and another body, that the path item declares.
            declared = [item for item in declared if item.key in own or (item.key[1] in own_kinds and item.key[1] == "formData")]
        bodies = [item for item in declared if item.key[1] == "body"]
        fields = [item for item in declared if item.key[1] == "formData"]
        if bodies and fields:
            return Fault(Code.BODY_AND_FORM, "a `body` parameter and `formData` parameters exclude each other", (at, "parameters"))
        if len(bodies) > 1:
            return Fault(Code.BODY_DUPLICATE, "there can be only one `body` parameter", (at, "parameters"))
        if fields:
            return self._form(node, at, fields)
        if not bodies:
            return None
        body = bodies[0]
        schema = self.schemas.schema(body.node["schema"], (body.at, "schema")) if "schema" in body.node else None
        if schema is None and ("type" in body.node or "items" in body.node):
            self.remarks.noted(
                Code.PARAMETER_MALFORMED,
                "a `body` parameter has its type in `schema`; what stands beside it is read as the schema",
                body.at,
            )
            schema = self._schema(body.node, body.at)
        if node.get("consumes") == []:
            # Operation Object: "An empty value MAY be used to clear the global definition." No type is left to send the body as.
            why = "`consumes` is empty, so that no media type is left for the body"
            if self.flag(body.node, "required", body.at):
                return Fault(Code.BODY_WITHOUT_MEDIA_TYPE, why, (at, "consumes"))
            self.remarks.narrowed(Code.BODY_WITHOUT_MEDIA_TYPE, f"{why}; left out", (at, "consumes"))
            return None
        media = self._media("consumes", node, at)
        contents: tuple[ContentView, ...]
        if not media:
            contents = (ContentView(None, schema, body.at),)
        else:
            named = self._named("consumes", node, at)
            contents = tuple(ContentView(name, schema, body.at, named=named.get(name)) for name in media)
        return BodyView(self.flag(body.node, "required", body.at), contents, body.at, self.text(body.node, "description", body.at))

    def _form(self, node: dict[str, Json], at: At, fields: list[Declared]) -> BodyView | Fault:
        members: list[ParameterView] = []
        for item in fields:
            member = self.parameter_once(item)
            if isinstance(member, Fault):
                return member
            if member is not None:
                members.append(member)
        media = self._media("consumes", node, at) or []
        if node.get("consumes") == []:
            # Parameter Object: form fields travel as one of two types, so that clearing `consumes` leaves the plainer of them.
            self.remarks.noted(
                Code.BODY_MEDIA_TYPE,
                f"`consumes` is empty; `{MULTIPART if any(map(_takes_file, fields)) else FORM}` is taken, which form fields need",
                (at, "consumes"),
            )
        fitting = [name for name in media if name.partition(";")[0].strip().lower() in (FORM, MULTIPART)]
        has_file = any(member.is_file for member in members)
        if has_file:
            # Swagger 2.0: with a file, `consumes` has to be multipart/form-data, or both; a file fits no urlencoded body.
            multipart = [name for name in fitting if name.partition(";")[0].strip().lower() == MULTIPART]
            if not multipart and media:
                self.remarks.noted(
                    Code.BODY_MEDIA_TYPE, f"`consumes` does not admit a file; `{MULTIPART}` is taken, the only type that does", at
                )
            fitting = multipart or [MULTIPART]
        elif not fitting:
            if media:
                self.remarks.noted(
                    Code.BODY_MEDIA_TYPE, f"`consumes` admits no form fields; `{FORM}` is taken, the default for them", at
                )
            fitting = [FORM]
        place = fields[0].at
        required = any(member.required for member in members)
        named = self._named("consumes", node, at)
        contents = tuple(ContentView(name, None, place, members=tuple(members), named=named.get(name)) for name in fitting)
        return BodyView(required, contents, place)

    def _media(self, key: str, operation: dict[str, Json], at: At) -> list[str] | None:
        """The media types of `consumes` or `produces`: the operation's own, else the description's; None where neither names any."""
        for node, where in ((operation, at), (self.tree, self.root)):
            if node.get(key) is not None:
                return list(dict.fromkeys(item for item in self.sequence(node, key, where) if type(item) is str and item.strip()))
        return None

    def _named(self, key: str, operation: dict[str, Json], at: At) -> dict[str, At]:
        """Where `consumes` or `produces` names each media type; empty where types are only taken by default."""
        for node, where in ((operation, at), (self.tree, self.root)):
            listed = node.get(key)
            if listed is not None:
                # From the last to the first, so that the first place of a type that is listed twice counts.
                numbered = enumerate(reversed(listed), 1 - len(listed)) if type(listed) is list else ()
                return {name: ((where, key), -index) for index, name in numbered if type(name) is str}
        return {}

    def contents(self, response: dict[str, Json], at: At, operation: dict[str, Json], around: At) -> tuple[ContentView, ...]:
        """The schema of an answer under each media type of `produces`."""
        examples = response.get("examples")
        if type(examples) is dict and self.is_new(examples):
            self.remarks.not_carried["examples"] += len(examples)
        if "schema" not in response:
            return ()
        schema = self.schemas.schema(response["schema"], (at, "schema"))
        media = self._media("produces", operation, at)
        if not media:
            return (ContentView(None, schema, at),)
        named = self._named("produces", operation, around)
        return tuple(ContentView(name, schema, at, named=named.get(name)) for name in media)

    def header(self, name: str, node: dict[str, Json], at: At) -> HeaderView:
        """One Header Object of an answer. Source: Swagger 2.0, Header Object."""
        style, _, _ = self._style(node, at, Location.HEADER, name)
        return HeaderView(
            name=name,
            required=False,
            schema=self._schema(node, at),
            style=style or Style.SIMPLE,
            explode=False,
            content_type=None,
            deprecated=False,
            description=self.text(node, "description", at),
        )


def _takes_file(declared: Declared) -> bool:
    """Whether a form field is a file, or a list of files, which Swagger 2.0 does not have but descriptions do."""
    items = declared.node.get("items")
    return declared.node.get("type") == "file" or (type(items) is dict and items.get("type") == "file")
