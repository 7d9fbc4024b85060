"""Proposals: each has its evidence, and says what the package does not show."""

import json
from pathlib import Path

import msgspec
import pytest

from connectors.model.connector import AuthKind, AuthScheme, Placement
from connectors.model.operation import (
    Body,
    Consequence,
    Effect,
    Encoding,
    Header,
    Idempotency,
    Location,
    MediaType,
    Operation,
    Parameter,
    Response,
)
from connectors.suggest.credentials import credential_parameters, no_identities, value_prefixes
from connectors.suggest.curated import curated_candidates
from connectors.suggest.operations import idempotency_members, outcomes, pending_answers, reads_behind_post
from connectors.suggest.package_facts import Schemas
from connectors.suggest.paging import paging_proposals
from connectors.suggest.proposals import EVERYWHERE


def raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(json.dumps(value).encode())


def made(
    method: str,
    path: str,
    *parameters: Parameter,
    answer: object = None,
    status: str = "200",
    headers: tuple[Header, ...] = (),
    fields: tuple[Parameter, ...] = (),
    **more: object,
) -> Operation:
    effect = {"GET": Effect.READ, "POST": Effect.CREATE, "DELETE": Effect.DELETE}.get(method, Effect.UPDATE)
    content = (MediaType("application/json", raw(answer)),) if answer is not None else ()
    resource = path.split("/")[1] or "api"
    return Operation(
        id=f"c.{resource}.{method.lower()}",
        identity=f"{method} {path}",
        method=method,
        path=path,
        resource=resource,
        verb=method.lower(),
        effect=effect,
        idempotency=Idempotency.SAFE if effect is Effect.READ else Idempotency.UNSAFE,
        consequence=Consequence.READ if effect is Effect.READ else Consequence.UNSTATED,
        parameters=parameters,
        body=Body("application/json", Encoding.JSON, fields=fields) if fields else None,
        responses=(Response(status, content, headers=headers, pending=status == "202"),),
        **more,  # type: ignore[arg-type]
    )


def argument(name: str, location: Location = Location.QUERY, kind: str = "string", *, required: bool = False) -> Parameter:
    return Parameter(name, name, location, required, raw({"type": kind}))


def key(description: str, name: str = "Authorization", vendor_key: str = "Key") -> AuthScheme:
    return AuthScheme("key", AuthKind.API_KEY, vendor_key, Placement(Location.HEADER, name), description=description)


OK = {"type": "object", "properties": {"ok": {"type": "boolean"}, "error": {"type": "string"}}}


def test_a_list_without_an_end_is_proposed_with_what_is_known() -> None:
    listed = made(
        "GET", "/a", argument("page", kind="integer"), argument("limit", kind="integer"), answer={"type": "array", "items": {}}
    )
    (found,) = paging_proposals([listed], {})
    assert (found.style, found.draft) == ("page", {"page": "page", "size": "limit", "items": ""})
    assert found.missing
    assert found.evidence == ("GET /a#/parameters/page", "GET /a#/responses/200/content/application~1json")


def test_evidence_in_a_shared_schema_stands_in_its_file() -> None:
    texts = {"Page": raw({"type": "object", "properties": {"rows": {"type": "array", "items": {}}}})}
    listed = made("GET", "/a", argument("cursor"), answer={"$ref": "#/$defs/Page"})
    (found,) = paging_proposals([listed], texts)
    assert "schemas.json#/$defs/Page/properties/rows" in found.evidence


@pytest.mark.parametrize(("name", "required", "expected"), [
    pytest.param("api_key", False, True, id="a-key-by-its-name"),
    pytest.param("token", True, True, id="a-token-that-every-call-needs"),
    pytest.param("token", False, False, id="a-token-that-none-needs-may-be-anything"),
    pytest.param("page_token", False, False, id="a-cursor"),
])  # fmt: skip
def test_a_credential_among_ordinary_parameters(name: str, required: bool, expected: bool) -> None:
    found = list(
        credential_parameters([made("GET", "/a", argument(name, required=required)), *(made("GET", f"/{i}") for i in range(9))])
    )
    assert [proposal.entry for proposal in found] == ([{"parameters": {name: {"secret": True}}}] if expected else [])


def test_a_credential_that_many_operations_take_is_one_proposal() -> None:
    found = list(credential_parameters(made("GET", f"/{index}", argument("api_key")) for index in range(8)))
    assert [proposal.target for proposal in found] == [EVERYWHERE]


@pytest.mark.parametrize(("text", "prefix"), [
    pytest.param("API tokens must be prepended with \"token\" followed by a space.", "token ", id="prepended-with"),
    pytest.param("Send `Authorization: Bearer <token>`.", "Bearer ", id="as-the-header-is-written"),
    pytest.param("Prefix the value with `Key`.", None, id="no-rule-is-stretched"),
    pytest.param("Your key.", None, id="nothing-said"),
])  # fmt: skip
def test_a_word_before_the_value_that_prose_mentions(text: str, prefix: str | None) -> None:
    assert [proposal.entry["value_prefix"] for proposal in value_prefixes([key(text)])] == ([prefix] if prefix else [])


@pytest.mark.parametrize(("name", "found"), [("X-OTP", True), ("Sudo", True), ("X-Api-Key", False)])
def test_a_scheme_that_is_no_identity(name: str, found: bool) -> None:
    assert bool(list(no_identities([key("", name)]))) is found


def test_a_flag_in_one_answer_is_that_operations_outcome() -> None:
    others = [made("GET", f"/{index}", answer={"type": "object", "properties": {}}) for index in range(3)]
    (found,) = outcomes([made("POST", "/a", answer=OK), *others], Schemas({}))
    assert found.target == "POST /a"
    assert found.entry == {"outcome": {"success_when": {"at": "/ok", "equals": True}, "error_message": "/error"}}


def test_a_flag_in_most_answers_is_the_connectors_outcome() -> None:
    (found,) = outcomes([made("POST", f"/{index}", answer=OK) for index in range(3)], Schemas({}))
    assert found.target == EVERYWHERE


def test_a_member_against_sending_twice() -> None:
    (found,) = idempotency_members([made("POST", "/pay", fields=(argument("idempotency_key", Location.BODY),))])
    assert found.entry == {"idempotency": "keyed", "idempotency_key": "idempotency_key"}
    assert not list(idempotency_members([made("GET", "/pay", argument("idempotency_key"))]))


def test_a_202_that_leads_to_the_state_of_the_work() -> None:
    (found,) = pending_answers([made("POST", "/jobs", status="202", headers=(Header("Location"),))])
    assert found.evidence == ("POST /jobs#/responses/202/headers/Location",)
    assert not list(pending_answers([made("POST", "/jobs", status="201", headers=(Header("Location"),))]))


def test_a_post_that_may_only_read_needs_somebodys_word() -> None:
    (found,) = reads_behind_post([made("POST", "/things/search"), made("POST", "/things"), made("GET", "/things/search")])
    assert found.target == "POST /things/search"
    assert found.entry["effect"] == "read"
    assert found.missing


@pytest.mark.parametrize(("last", "expected"), [
    ("search", True), ("advanced_search", True), ("estimate", True), ("time_estimate", False), ("reset_time_estimate", False),
])  # fmt: skip
def test_a_word_for_asking_is_no_part_of_a_thing(last: str, expected: bool) -> None:
    assert [item.target for item in reads_behind_post([made("POST", f"/issues/{last}")])] == [f"POST /issues/{last}"] * expected


def test_the_candidates_cover_the_resources() -> None:
    operations = [made(method, path) for path in ("/a", "/b", "/a/{id}", "/b/{id}") for method in ("GET", "POST", "DELETE")]
    found = list(curated_candidates(operations))
    assert {proposal.target for proposal in found[:2]} == {"GET /a", "GET /b"}
    assert all(proposal.reason for proposal in found)
    assert not [proposal for proposal in found if proposal.target.startswith("DELETE")]


def test_nothing_is_chosen_where_somebody_has_chosen() -> None:
    assert not list(curated_candidates([made("GET", "/a", curated=True), made("GET", "/b")]))


def test_the_command_writes_nothing(tmp_path: Path) -> None:
    import subprocess
    import sys

    description = Path(__file__).parents[2] / "fixtures" / "descriptions" / "library-3.1.yaml"
    package = tmp_path / "library"
    command = [sys.executable, "-m", "connectors"]
    subprocess.run([*command, "gen", description, "--id", "library", "--out", package], check=True, capture_output=True)
    before = {path: path.read_bytes() for path in package.rglob("*") if path.is_file()}
    done = subprocess.run([*command, "suggest", package, "--json"], check=True, capture_output=True)
    found = json.loads(done.stdout)
    assert found.keys() == {"connector", "address", "proposals"}
    assert all(proposal.keys() == {"kind", "target", "reason", "entry", "evidence", "missing"} for proposal in found["proposals"])
    assert {path: path.read_bytes() for path in package.rglob("*") if path.is_file()} == before
    told = subprocess.run([*command, "suggest", package], check=True, capture_output=True, text=True)
    assert "`--write`" in told.stdout
