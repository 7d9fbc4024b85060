"""Credentials: a requirement is kept as it was declared, and never gets weaker. Source: OpenAPI, Security Requirement Object."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from connectors.model.lock import Lock
from support import EVERY, OPENAPI_30, OPENAPI_31, SWAGGER, derived, plain

SCHEMES = {"k": "{type: apiKey, in: header, name: K}", "b": "{type: basic}"}


def secured(version: str, own: str | None, default: str | None = None, schemes: str = ""):
    basic = "{type: basic}" if version == SWAGGER else "{type: http, scheme: basic}"
    declared = f"{{k: {SCHEMES['k']}, b: {basic}, odd: {{type: magic}}{schemes}}}"
    where = f"securityDefinitions: {declared}" if version == SWAGGER else f"components: {{securitySchemes: {declared}}}"
    top = f"security: {default}" if default is not None else ""
    mine = f"security: {own}, " if own is not None else ""
    return derived(version, f"{where}\n{top}\npaths: {{/x: {{get: {{{mine}responses: {{'200': {{description: d}}}}}}}}}}")


@pytest.mark.parametrize("version", EVERY)
@pytest.mark.parametrize(
    ("own", "expected", "callable_"),
    [
        pytest.param(None, {"kind": "undeclared"}, True, id="nothing-said"),
        pytest.param("", {"kind": "undeclared"}, True, id="nothing-behind-the-key"),
        pytest.param("[]", {"kind": "anonymous"}, True, id="explicitly-open"),
        pytest.param("[{}]", {"kind": "any_of", "alternatives": [[]]}, True, id="optional"),
        pytest.param(
            "[{k: []}, {}]", {"kind": "any_of", "alternatives": [[{"scheme": "key_header_k"}], []]}, True, id="one-or-none"
        ),
        pytest.param(
            "[{k: [], b: []}]",
            {"kind": "any_of", "alternatives": [[{"scheme": "key_header_k"}, {"scheme": "basic"}]]},
            True,
            id="both-together",
        ),
        pytest.param(
            "[{k: []}, {b: []}]",
            {"kind": "any_of", "alternatives": [[{"scheme": "key_header_k"}], [{"scheme": "basic"}]]},
            True,
            id="either",
        ),
        pytest.param(
            "[{k: [], ghost: []}]",
            {"kind": "any_of", "alternatives": [[{"scheme": "key_header_k"}, {"scheme": "ghost", "satisfiable": False}]]},
            False,
            id="an-undeclared-scheme-stays-in-its-conjunction",
        ),
        pytest.param(
            "[{odd: []}]",
            {"kind": "any_of", "alternatives": [[{"scheme": "unknown", "satisfiable": False}]]},
            False,
            id="an-unknown-type",
        ),
        pytest.param(
            "[{k: yes}]",
            {"kind": "any_of", "alternatives": [[{"scheme": "key_header_k", "satisfiable": False}]]},
            False,
            id="no-scopes",
        ),
        pytest.param("[{k: }]", {"kind": "any_of", "alternatives": [[{"scheme": "key_header_k"}]]}, True, id="scopes-left-out"),
        pytest.param(
            "[k]",
            {"kind": "any_of", "alternatives": [[{"scheme": "key_header_k", "satisfiable": False}]]},
            False,
            id="a-name-alone",
        ),
        pytest.param(
            "{k: []}", {"kind": "any_of", "alternatives": [[{"scheme": "unreadable", "satisfiable": False}]]}, False, id="no-list"
        ),
    ],
)
def test_a_requirement_is_kept_as_it_stands(version, own, expected, callable_):
    found = secured(version, own).operations[0]
    assert plain(found)["security"] == expected
    assert found.callable is callable_


@pytest.mark.parametrize("version", EVERY)
def test_an_operation_that_says_nothing_takes_the_default_and_is_callable_when_that_can_be_met(version):
    assert secured(version, None, "[{k: []}]").operations[0].callable
    found = secured(version, None, "[{ghost: []}]")
    assert not found.operations[0].callable
    said = [(note.code.value, note.identity) for note in found.notes if note.code.value != "scheme-unknown"]
    assert said == [("not-callable", "GET /x"), ("scheme-undeclared", None)]
    assert secured(version, "[]", "[{ghost: []}]").operations[0].callable


@pytest.mark.parametrize("version", EVERY)
def test_scopes_stand_on_the_requirement(version):
    oauth = (
        "{type: oauth2, flow: application, tokenUrl: 'https://t.example', scopes: {r: R, w: W}}"
        if version == SWAGGER
        else "{type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://t.example', scopes: {r: R, w: W}}}}"
    )
    found = secured(version, "[{o: [w, r]}]", schemes=f", o: {oauth}")
    assert plain(found.operations[0])["security"]["alternatives"] == [[{"scheme": "oauth2", "scopes": ["w", "r"]}]]
    assert [scope.name for scope in found.auth[-1].flows[0].scopes] == ["r", "w"]


BEARERS = ", one: {type: http, scheme: bearer}, two: {type: http, scheme: bearer}"


@pytest.mark.parametrize("version", [OPENAPI_30, OPENAPI_31])
def test_schemes_of_one_shape_all_carry_their_own_name(version):
    assert [scheme.id for scheme in secured(version, None, schemes=BEARERS).auth][-2:] == ["bearer_one", "bearer_two"]


def test_a_lock_keeps_the_id_of_a_scheme():
    text = "components: {securitySchemes: {new: {type: http, scheme: bearer}}}\npaths: {}"
    lock = Lock(1, "x", auth={"bearer old": "bearer_old"})
    assert [scheme.id for scheme in derived(OPENAPI_31, text, lock=lock).auth] == ["bearer_old"]


# -- the law --------------------------------------------------------------------------------------------------------------------

names = st.sampled_from(["k", "b", "odd", "ghost"])
scopes = st.sampled_from(["[]", "[r]", "", "yes", "{a: b}"])
entry = st.dictionaries(names, scopes, max_size=3).map(
    lambda item: "{" + ", ".join(f"{name}: {value}" for name, value in item.items()) + "}"
) | st.sampled_from(["k", "5", "[k]"])
declared = (
    st.none() | st.lists(entry, max_size=3).map(lambda items: f"[{', '.join(items)}]") | st.sampled_from(["{k: []}", "k", "5"])
)


@given(own=declared, default=declared, version=st.sampled_from([SWAGGER, OPENAPI_31]))
@settings(max_examples=300, deadline=None)
def test_a_requirement_never_gets_weaker(own, default, version):
    found = secured(version, own, default)
    for written, security in ((own, found.operations[0].security), (default, found.default_security)):
        alternatives = plain(security).get("alternatives")
        if written is None:
            assert alternatives is None
            continue
        if written == "[]":
            assert plain(security)["kind"] == "anonymous"
            continue
        # Open only where the description says so; nothing of a conjunction is missing; what was not readable cannot be met.
        assert ([] in alternatives) == ("{}" in written)
        if written.startswith("["):
            for source, alternative in zip(_split(written), alternatives, strict=True):
                needed = [name for name in ("k", "b", "odd", "ghost") if f"{name}:" in source]
                if source.startswith("{"):
                    assert len(alternative) == len(needed)
                met = all(item.get("satisfiable", True) for item in alternative)
                beyond = any(flaw in source for flaw in ("odd", "ghost", "yes", "a: b"))
                assert met == (source.startswith("{") and not beyond)
        else:
            assert not any(all(item.get("satisfiable", True) for item in alternative) for alternative in alternatives)
    asked = found.default_security if own is None else found.operations[0].security
    alternatives = plain(asked).get("alternatives")
    assert found.operations[0].callable == (
        alternatives is None or any(all(item.get("satisfiable", True) for item in one) for one in alternatives)
    )


def _split(text: str) -> list[str]:
    """The entries of a list in YAML's short form."""
    found, depth, start = [], 0, 1
    for index, letter in enumerate(text[1:-1], 1):
        depth += (letter in "{[") - (letter in "}]")
        if letter == "," and not depth:
            found.append(text[start:index].strip())
            start = index + 1
    return [*found, text[start:-1].strip()]
