"""OpenAPI 3.0, 3.1 and 3.2, as answers to the questions of the view."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import ClassVar

from connectors.description.at import At
from connectors.description.dialect import METHODS, Declared, Dialect
from connectors.description.prose import word_shown
from connectors.description.resolve import Target, Unfollowed
from connectors.description.schemas import OPENAPI_3_0, OPENAPI_3_1, Schema, SchemaDialect, is_known_dialect
from connectors.description.servers import server, without_user_information
from connectors.description.tree import Json
from connectors.description.view import BodyView, ContentView, Fault, HeaderView, MemberEncoding, ParameterView, View
from connectors.model.connector import AuthKind, AuthScheme, Flow, Placement, Scope, SourceFormat
from connectors.model.coverage import Event, EventKind
from connectors.model.operation import Location, Server, ServerVariable, Style
from connectors.problems import Code

__all__ = ["OpenApi30", "OpenApi31", "OpenApi32"]

# OpenAPI 3.2, Parameter Object: "If in is header and the name field is Accept, Content-Type or Authorization, the parameter
# definition shall be ignored."
_IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})
_DEFAULT_STYLE = {
    Location.PATH: Style.SIMPLE,
    Location.QUERY: Style.FORM,
    Location.HEADER: Style.SIMPLE,
    Location.COOKIE: Style.FORM,
}
_LOCATIONS = {location.value: location for location in Location}
_STYLES = {style.value: style for style in Style if style is not Style.TAB_DELIMITED}
_ENCODING_KEYS = frozenset({"encoding", "prefixEncoding", "itemEncoding"})
_FLOWS = ("implicit", "password", "clientCredentials", "authorizationCode", "deviceAuthorization")


class OpenApi30(Dialect):
    """OpenAPI 3.0."""

    format: ClassVar[SourceFormat] = SourceFormat.OPENAPI_3_0
    name: ClassVar[str] = "OpenAPI 3.0"
    schemes_at: ClassVar[tuple[str, ...]] = ("components", "securitySchemes")
    ignored_answer_headers: ClassVar[frozenset[str]] = frozenset({"content-type"})  # Response Object, `headers`
    reserved_locations: ClassVar[frozenset[Location]] = frozenset({Location.QUERY})
    styles: ClassVar[Mapping[Location, frozenset[str]]] = {
        Location.PATH: frozenset({"matrix", "label", "simple"}),
        Location.QUERY: frozenset({"form", "spaceDelimited", "pipeDelimited", "deepObject"}),
        Location.HEADER: frozenset({"simple"}),
        Location.COOKIE: frozenset({"form"}),
    }
    schema_dialect: ClassVar[SchemaDialect] = OPENAPI_3_0
    locations: ClassVar[frozenset[str]] = frozenset({"path", "query", "header", "cookie"})
    styled_media_types: ClassVar[frozenset[str]] = frozenset({"application/x-www-form-urlencoded"})
    """Where `style`, `explode` and `allowReserved` of an Encoding Object mean something."""

    def servers(self, node: dict[str, Json], at: At) -> tuple[Server, ...]:
        """Servers of the description, of a path item or of an operation. Source: OpenAPI 3.1, Server Object."""
        if "servers" not in node:
            return ()
        found: list[Server] = []
        for index, item in enumerate(self.sequence(node, "servers", at)):
            where: At = ((at, "servers"), index)
            if type(item) is not dict or type(item.get("url")) is not str:
                self.remarks.narrowed(Code.SERVER_MALFORMED, "expected an object with a `url`; left out", where)
                continue
            self.extensions(item)
            variables: list[ServerVariable] = []
            for name, variable in (self.mapping(item, "variables", where) or {}).items():
                place: At = ((where, "variables"), name)
                if type(variable) is not dict:
                    self.remarks.narrowed(Code.SERVER_MALFORMED, f"expected an object that describes the variable `{name}`", place)
                    variables.append(ServerVariable(name))
                    continue
                default = variable.get("default")
                if default is None:
                    self.remarks.noted(Code.SERVER_MALFORMED, f"the variable `{name}` has no default, which it has to have", place)
                values = tuple(text for value in self.sequence(variable, "enum", place) if (text := _text(value)) is not None)
                variables.append(
                    ServerVariable(
                        name,
                        default=_text(default),
                        enum=values,
                        description=self.text(variable, "description", place),
                    )
                )
            url = item["url"]
            assert type(url) is str
            description = self.text(item, "description", where)
            fetched_from = self.resolver.address_of(where)
            found.append(server(url, tuple(variables), description, self.remarks, where, fetched_from=fetched_from))
        return tuple(found)

    def scheme(self, key: str, node: dict[str, Json], at: At) -> AuthScheme:
        """One Security Scheme Object. Source: OpenAPI 3.2, Security Scheme Object."""
        kind = node.get("type")
        description = self.text(node, "description", at)
        deprecated = self.flag(node, "deprecated", at)
        if kind == "apiKey":
            name, location = node.get("name"), node.get("in")
            if type(name) is str and name and location in ("query", "header", "cookie"):
                placement = Placement(Location(str(location)), name)
                return AuthScheme("", AuthKind.API_KEY, key, placement=placement, description=description, deprecated=deprecated)
            self.remarks.narrowed(
                Code.SCHEME_MALFORMED, f"the API key `{key}` does not say where it travels; nothing can satisfy it", at
            )
        elif kind == "http":
            scheme = node.get("scheme")
            bearer_format = node.get("bearerFormat")
            if type(scheme) is str and scheme:
                lower = scheme.lower()  # RFC 9110 §11.1: compared without case
                kinds = {"basic": AuthKind.HTTP_BASIC, "bearer": AuthKind.HTTP_BEARER}
                return AuthScheme(
                    "",
                    kinds.get(lower, AuthKind.HTTP_OTHER),
                    key,
                    scheme=None if lower in kinds else scheme,
                    bearer_format=bearer_format if type(bearer_format) is str and lower == "bearer" else None,
                    description=description,
                    deprecated=deprecated,
                )
            self.remarks.narrowed(Code.SCHEME_MALFORMED, f"the HTTP scheme of `{key}` is not named; nothing can satisfy it", at)
        elif kind == "oauth2":
            flows = tuple(self._flows(self.mapping(node, "flows", at) or {}, (at, "flows")))
            return AuthScheme("", AuthKind.OAUTH2, key, flows=flows, description=description, deprecated=deprecated)
        elif kind == "openIdConnect":
            url = node.get("openIdConnectUrl")
            return AuthScheme(
                "",
                AuthKind.OPENID_CONNECT,
                key,
                openid_connect_url=url if type(url) is str else None,
                description=description,
                deprecated=deprecated,
            )
        elif kind == "mutualTLS":
            return AuthScheme("", AuthKind.MUTUAL_TLS, key, description=description, deprecated=deprecated)
        else:
            found = f", found {word_shown(kind)}" if type(kind) is str else ""
            self.remarks.narrowed(
                Code.SCHEME_UNKNOWN,
                f"the security scheme `{key}` is of no type that is known{found}; nothing can satisfy it",
                (at, "type"),
            )
        return AuthScheme("", AuthKind.UNKNOWN, key, description=description, deprecated=deprecated)

    def _flows(self, node: dict[str, Json], at: At) -> Iterator[Flow]:
        for kind, flow in node.items():
            where: At = (at, kind)
            if kind.startswith("x-"):
                self.remarks.not_carried["x-"] += 1
                continue
            if kind not in _FLOWS or type(flow) is not dict:
                self.remarks.narrowed(Code.SCHEME_MALFORMED, f"`{kind}` is no OAuth2 flow that could be read; left out", where)
                continue
            self.extensions(flow)
            scopes = tuple(
                Scope(name, _described(text) if self.prose else None)
                for name, text in (self.mapping(flow, "scopes", where) or {}).items()
                if not name.startswith("x-")
            )
            yield Flow(
                kind,
                authorization_url=_address(flow, "authorizationUrl"),
                token_url=_address(flow, "tokenUrl"),
                refresh_url=_address(flow, "refreshUrl"),
                device_authorization_url=_address(flow, "deviceAuthorizationUrl"),
                scopes=scopes,
            )

    def is_body(self, location: str) -> bool:
        """No parameter is part of the body since OpenAPI 3.0."""
        return False

    def parameter(self, declared: Declared) -> ParameterView | Fault | None:
        """One Parameter Object. Source: OpenAPI 3.2, Parameter Object."""
        node, at = declared.node, declared.at
        name, place = str(node["name"]), str(node["in"])
        required = self.flag(node, "required", at)
        if place not in self.locations:
            reason = f"`{name}` has to be in path, query, header or cookie, found {word_shown(place)}"
            if required:
                return Fault(Code.PARAMETER_MALFORMED, reason, at)
            self.remarks.narrowed(Code.PARAMETER_MALFORMED, f"{reason}; left out", at)
            return None
        location = _LOCATIONS[place]
        if location is Location.HEADER and name.lower() in _IGNORED_HEADERS:
            self.remarks.noted(Code.PARAMETER_IGNORED, f"the header parameter `{name}` is ignored, as {self.name} says", at)
            return None
        schema, content_type, content_node = self._parameter_schema(node, at, name)
        style, explode = self._style(node, at, location, content_type)
        example = node.get("example", content_node.get("example") if content_node else None)
        has_example = "example" in node or (content_node is not None and "example" in content_node)
        if "examples" in node:
            examples = node["examples"]
            self.remarks.not_carried["examples"] += len(examples) if isinstance(examples, dict | list) else 1
        return ParameterView(
            name=name,
            location=location,
            required=required or location is Location.PATH,
            schema=schema,
            style=style,
            explode=explode,
            at=at,
            allow_reserved=self._allow_reserved(node, at, location, name),
            allow_empty=self.flag(node, "allowEmptyValue", at),
            content_type=content_type,
            deprecated=self.flag(node, "deprecated", at),
            description=self.text(node, "description", at),
            example=example,
            has_example=has_example and self.prose,
        )

    def _parameter_schema(self, node: dict[str, Json], at: At, name: str) -> tuple[Schema, str | None, dict[str, Json] | None]:
        content = node.get("content")
        if "schema" in node:
            if content is not None:
                self.remarks.noted(
                    Code.PARAMETER_MALFORMED, f"`{name}` has both `schema` and `content`; `schema` counts", (at, "content")
                )
            return self.schemas.schema(node["schema"], (at, "schema")), None, None
        if type(content) is dict and content:
            # "The map MUST only contain one entry." Where it has more, the order in which they stand has no say.
            media_type = min(content, key=lambda name: (name != "application/json", name))
            if len(content) > 1:
                self.remarks.narrowed(
                    Code.PARAMETER_MALFORMED,
                    f"the content of `{name}` has {len(content)} media types where one may be; `{media_type}` is taken",
                    (at, "content"),
                )
            value = content[media_type]
            where: At = ((at, "content"), media_type)
            target = self.resolver.follow(value, where)
            if not isinstance(target, Unfollowed) and type(target.value) is dict:
                if "schema" in target.value:
                    return self.schemas.schema(target.value["schema"], (target.at, "schema")), media_type, target.value
                return self.nothing, media_type, target.value
            self.remarks.narrowed(
                Code.PARAMETER_MALFORMED, f"the content of `{name}` could not be read; its value is left open", where
            )
            return self.nothing, media_type, None
        self.remarks.narrowed(Code.PARAMETER_MALFORMED, f"`{name}` has neither `schema` nor `content`; its value is left open", at)
        return self.nothing, None, None

    def _allow_reserved(self, node: dict[str, Json], at: At, location: Location, name: str) -> bool:
        allowed = self.flag(node, "allowReserved", at)
        if allowed and location not in self.reserved_locations:
            # OpenAPI 3.1, Parameter Object: "This property only applies to parameters with an in value of query."
            self.remarks.noted(
                Code.PARAMETER_STYLE,
                f"`allowReserved` of `{name}` has no meaning in this place and has no effect",
                (at, "allowReserved"),
            )
            return False
        return allowed

    def _style(self, node: dict[str, Json], at: At, location: Location, content_type: str | None) -> tuple[Style | None, bool]:
        if content_type is not None or location is Location.QUERYSTRING:
            return None, False
        style = _DEFAULT_STYLE[location]
        written = node.get("style")
        if type(written) is str and written in self.styles[location]:
            style = _STYLES[written]
        elif written is not None:
            self.remarks.narrowed(
                Code.PARAMETER_STYLE,
                f"the style is none that {self.name} has in a {location.value}; `{style}` is taken",
                (at, "style"),
            )
        explode = node.get("explode")
        if type(explode) is bool:
            return style, explode
        return style, style in (Style.FORM, Style.COOKIE)

    def body(
        self, node: dict[str, Json], at: At, parameters: tuple[Declared, ...], own: frozenset[tuple[str, str]]
    ) -> BodyView | Fault | None:
        """The Request Body Object of an operation."""
        if node.get("requestBody") is None:
            return None
        where: At = (at, "requestBody")
        target = self.resolver.follow(node["requestBody"], where)
        if isinstance(target, Unfollowed):
            return Fault(target.code, target.reason, where)
        if type(target.value) is not dict:
            return Fault(Code.MALFORMED_NODE, "expected an object that describes the request body", where)
        value, where = target.value, target.at
        self.extensions(value)
        required = self.flag(value, "required", where)
        contents = self.media_types(value, where, request=True)
        if not contents:
            if required:
                return Fault(Code.BODY_WITHOUT_MEDIA_TYPE, "a required request body names no media type", where)
            self.remarks.narrowed(Code.BODY_WITHOUT_MEDIA_TYPE, "the request body names no media type; left out", where)
            return None
        description = self.described_anew(node["requestBody"]) or self.text(value, "description", where)
        return BodyView(required, contents, where, description)

    def media_types(self, node: dict[str, Json], at: At, *, request: bool) -> tuple[ContentView, ...]:
        """The Media Type Objects of a request body or an answer, in the description's order."""
        found: list[ContentView] = []
        for media_type, item in (self.mapping(node, "content", at) or {}).items():
            where: At = ((at, "content"), media_type)
            target = self.resolver.follow(item, where)
            if type(target) is Unfollowed:
                self.remarks.narrowed(target.code, f"{target.reason}: nothing is known of `{media_type}`", where)
                found.append(ContentView(media_type, None, where, named=where))
                continue
            if type(target.value) is not dict:
                if target.value is not None:
                    self.remarks.narrowed(Code.MALFORMED_NODE, f"expected an object that describes `{media_type}`", where)
                found.append(ContentView(media_type, None, where, named=where))
                continue
            value, place = target.value, target.at
            self.extensions(value)
            if ("example" in value or "examples" in value) and self.is_new(value):
                examples = value.get("examples", ())
                self.remarks.not_carried["examples"] += ("example" in value) + (
                    len(examples) if isinstance(examples, dict | list | tuple) else 1
                )
            schema = self.schemas.schema(value["schema"], (place, "schema")) if "schema" in value else None
            item_schema = self.schemas.schema(value["itemSchema"], (place, "itemSchema")) if "itemSchema" in value else None
            encoding = {} if not request or _ENCODING_KEYS.isdisjoint(value) else self._encoding(value, place, media_type)
            found.append(ContentView(media_type, schema, place, encoding, item_schema=item_schema, named=where))
        return tuple(found)

    def _encoding(self, node: dict[str, Json], at: At, media_type: str) -> dict[str, MemberEncoding]:
        """Encoding Objects. Those of its fields that the media type makes meaningless are left out, with a remark."""
        found: dict[str, MemberEncoding] = {}
        essence = media_type.partition(";")[0].strip().lower()
        multipart = essence.startswith("multipart/")
        styled = essence in self.styled_media_types
        for key in ("prefixEncoding", "itemEncoding"):
            if key in node:
                self.remarks.narrowed(Code.BODY_ENCODING, f"`{key}` is not carried", (at, key))
        for name, item in (self.mapping(node, "encoding", at) or {}).items():
            where: At = ((at, "encoding"), name)
            if type(item) is not dict:
                self.remarks.narrowed(Code.BODY_ENCODING, f"expected an object that describes the encoding of `{name}`", where)
                continue
            self.extensions(item)
            content_type, style, explode = item.get("contentType"), item.get("style"), item.get("explode")
            if style is not None and (type(style) is not str or style not in _STYLES):
                self.remarks.narrowed(Code.PARAMETER_STYLE, f"the style of `{name}` is none that {self.name} has; left out", where)
                style = None
            idle: list[str] = [key for key in ("style", "explode", "allowReserved") if key in item and not styled]
            idle += ["headers"] if "headers" in item and not multipart else []
            if idle:
                names = ", ".join(f"`{key}`" for key in idle)
                self.remarks.noted(
                    Code.BODY_ENCODING,
                    f"{names} in the encoding of `{name}` has no meaning for `{media_type}` in {self.name}",
                    where,
                )
                if not styled:
                    style, explode = None, None
            found[name] = MemberEncoding(
                content_type=content_type if type(content_type) is str and content_type else None,
                style=_STYLES[style] if type(style) is str else None,
                explode=explode if type(explode) is bool else None,
                allow_reserved=styled and self.flag(item, "allowReserved", where),
                headers=tuple(header for header in self.headers(item, where) if header.name.lower() != "content-type")
                if multipart
                else (),
            )
        return found

    def contents(self, response: dict[str, Json], at: At, operation: dict[str, Json], around: At) -> tuple[ContentView, ...]:
        """The media types of an answer."""
        if response.get("content") is not None and type(response["content"]) is not dict:
            self.mapping(response, "content", at)
            return (ContentView(None, None, at),)  # something is answered, and nobody can read what
        return self.media_types(response, at, request=False)

    def header(self, name: str, node: dict[str, Json], at: At) -> HeaderView:
        """One Header Object. Source: OpenAPI 3.2, Header Object."""
        schema, content_type = self.nothing, None
        if "schema" in node:
            schema = self.schemas.schema(node["schema"], (at, "schema"))
        elif type(content := node.get("content")) is dict and content:
            content_type = min(content, key=lambda name: (name != "application/json", name))
            target = self.resolver.follow(content[content_type], ((at, "content"), content_type))
            if isinstance(target, Target) and type(target.value) is dict and "schema" in target.value:
                schema = self.schemas.schema(target.value["schema"], (target.at, "schema"))
        explode = node.get("explode")
        return HeaderView(
            name=name,
            required=self.flag(node, "required", at),
            schema=schema,
            explode=explode if type(explode) is bool else False,
            content_type=content_type,
            deprecated=self.flag(node, "deprecated", at),
            description=self.text(node, "description", at),
        )


class OpenApi31(OpenApi30):
    """OpenAPI 3.1: JSON Schema 2020-12, webhooks."""

    format: ClassVar[SourceFormat] = SourceFormat.OPENAPI_3_1
    name: ClassVar[str] = "OpenAPI 3.1"
    schema_dialect: ClassVar[SchemaDialect] = OPENAPI_3_1
    references_describe: ClassVar[bool] = True
    styled_media_types: ClassVar[frozenset[str]] = OpenApi30.styled_media_types | {"multipart/form-data"}

    def view(self) -> View:
        """Read the whole description."""
        named = self.tree.get("jsonSchemaDialect")
        if type(named) is str and not is_known_dialect(named):
            self.remarks.noted(
                Code.SCHEMA_DIALECT,
                "`jsonSchemaDialect` names another dialect; keywords are read as JSON Schema 2020-12",
                (self.root, "jsonSchemaDialect"),
            )
        return super().view()

    def webhooks(self) -> tuple[Event, ...]:
        """The requests that the vendor sends by itself."""
        found: list[Event] = []
        webhooks, at = self.component_map("webhooks")
        for name, item in webhooks.items():
            if not name.startswith("x-"):
                found.extend(self.events(EventKind.WEBHOOK, name, item, (at, name)))
        return tuple(found)


class OpenApi32(OpenApi31):
    """OpenAPI 3.2: the QUERY method, additional operations, the whole query string as one parameter, the cookie style."""

    format: ClassVar[SourceFormat] = SourceFormat.OPENAPI_3_2
    name: ClassVar[str] = "OpenAPI 3.2"
    methods: ClassVar[tuple[str, ...]] = (*METHODS, "query")
    locations: ClassVar[frozenset[str]] = OpenApi30.locations | {"querystring"}
    reserved_locations: ClassVar[frozenset[Location]] = frozenset({Location.PATH, Location.QUERY, Location.COOKIE})
    styles: ClassVar[Mapping[Location, frozenset[str]]] = {**OpenApi30.styles, Location.COOKIE: frozenset({"form", "cookie"})}

    def known_path_item_key(self, key: str) -> bool:
        """OpenAPI 3.2 has a map for methods without a key of their own."""
        return key == "additionalOperations"

    def extra_operations(self, item: dict[str, Json], at: At) -> Iterator[tuple[str, Json, At]]:
        """The operations of `additionalOperations`, whose keys are methods spelled as they are sent."""
        for method, node in (self.mapping(item, "additionalOperations", at) or {}).items():
            yield method, node, ((at, "additionalOperations"), method)


def _text(value: Json) -> str | None:
    """A text, or a number or truth value where YAML makes one of a text; None for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | float | Decimal) else None


def _address(node: dict[str, Json], key: str) -> str | None:
    value = node.get(key)
    return without_user_information(value) if type(value) is str and value else None


def _described(value: Json) -> str | None:
    from connectors.description.prose import clean

    return clean(value) or None if type(value) is str else None
