"""How operations get their ids: readable ones, from what each of them is, and never from how many there are."""

import re
import time
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.derive.naming import Named, duplicate_operation_ids, fold, operation_ids
from connectors.model.identity import identities


def operations(*rows: tuple[str, str | None, tuple[str, ...]]) -> tuple[Named, ...]:
    """Operations from `("GET /path", operationId, tags)`."""
    pairs = [(row[0].split(" ", 1)[0], row[0].split(" ", 1)[1]) for row in rows]
    return tuple(
        Named(method, path, row[1], row[2], identity)
        for (method, path), row, identity in zip(pairs, rows, identities(pairs), strict=True)
    )


def ids(*rows: tuple[str, str | None, tuple[str, ...]], known: Mapping[str, str] | None = None) -> list[str]:
    """The ids of such operations in the order given, without the connector's own segment."""
    named = operations(*rows)
    found = operation_ids(named, "x", known)
    return [found[operation.identity].id.removeprefix("x.") for operation in named]


@pytest.mark.parametrize(
    ("operation_id", "tag", "expected"),
    [
        pytest.param("issueCreateIssue", "issue", "issue.create", id="the-resource-at-both-ends"),
        pytest.param("listIssues", "issues", "issues.list", id="the-resource-at-the-end"),
        pytest.param("repoListPullRequests", "repository", "repository.list_pull_requests", id="an-abbreviation-in-front"),
        pytest.param("notifyGetList", "notification", "notification.get_list", id="the-verb-of-the-noun-in-front"),
        pytest.param("users/list-followers", "users", "users.list_followers", id="a-slash-in-the-operation-id"),
        pytest.param("chat.postMessage", "chat", "chat.post_message", id="a-dot-in-the-operation-id"),
        pytest.param("admin_teams_owners_list", "admin.teams.owners", "admin_teams_owners.list", id="a-tag-of-several-words"),
        pytest.param("ContainerChanges", "Container", "container.changes", id="what-remains-need-not-be-an-action"),
        pytest.param("usergroups_list", "userGroups", "user_groups.list", id="the-resource-in-other-pieces"),
        pytest.param("GPGKeyAdd", "user", "user.gpg_key_add", id="acronyms-are-words"),
        pytest.param("findPetsByStatus", "pet", "pet.find_by_status", id="the-resource-between-action-and-preposition"),
        pytest.param("readCoreV1Pod", "core_v1", "core_v1.read_pod", id="a-resource-of-several-words-behind-the-action"),
        pytest.param("createCurrentUserRepo", "repo", "repo.create_current_user_repo", id="the-end-of-a-longer-noun-stays"),
        pytest.param("addUserToGroup", "group", "group.add_user_to_group", id="a-preposition-keeps-its-noun"),
        pytest.param("transferFunds", "transfers", "transfers.transfer_funds", id="an-action-spelled-like-the-resource-stays"),
        pytest.param("setDefaults", "settings", "settings.set_defaults", id="an-action-is-no-abbreviation"),
        pytest.param("createAnIssue", "issue", "issue.create", id="articles-fall"),
        pytest.param("listAllUsers", "users", "users.list_all", id="quantities-stay"),
        pytest.param("getThing_1", "issue", "issue.get_thing", id="a-counter-some-tool-appended-falls"),
        pytest.param("2fa.check", "login", "login.get_2fa_check", id="a-digit-never-leads"),
        pytest.param("import", "repo", "repo.import_repo", id="a-keyword-is-no-segment"),
        pytest.param("con", "nul", "api_nul.con", id="a-device-is-no-resource"),
        pytest.param("getThing", "class", "api_class.get_thing", id="a-keyword-is-no-resource"),
        pytest.param("取得", "issue", "issue.get_a_thing", id="another-script-gives-way-to-the-path"),
    ],
)
def test_the_verb_is_the_operation_id_without_the_resource(operation_id: str, tag: str, expected: str) -> None:
    assert ids(("GET /a/thing", operation_id, (tag,))) == [expected]


@pytest.mark.parametrize(
    ("operation", "operation_id", "expected"),
    [
        pytest.param("GET /users", None, "users.list", id="get-of-a-collection-lists"),
        pytest.param("GET /users/{id}", None, "users.get", id="get-of-an-item-gets"),
        pytest.param("GET /status", None, "status.get", id="get-of-a-single-thing-gets"),
        pytest.param("POST /users", None, "users.create", id="post-creates"),
        pytest.param("POST /users/{id}", None, "users.update", id="post-to-an-item-updates"),
        pytest.param("PUT /users/{id}", None, "users.update", id="put-updates"),
        pytest.param("PATCH /users/{id}", None, "users.update", id="patch-updates"),
        pytest.param("DELETE /users/{id}", None, "users.delete", id="delete-deletes"),
        pytest.param("HEAD /users/{id}", None, "users.head", id="head-is-head"),
        pytest.param("COPY /users/{id}", None, "users.copy", id="another-method-is-its-own-word"),
        pytest.param("GET /users/{id}/keys", None, "users.list_keys", id="things-below"),
        pytest.param("GET /users/{id}/keys/{key}", None, "users.get_key", id="one-thing-below"),
        pytest.param("POST /users/{id}/keys", None, "users.create_key", id="one-thing-is-created"),
        pytest.param("GET /repos/{o}/issues/{n}/comments", None, "repos.list_issue_comments", id="things-below-things"),
        pytest.param("POST /charges/{id}/capture", None, "charges.capture", id="an-action-on-an-item"),
        pytest.param("POST /jobs/{id}:cancel", None, "jobs.cancel", id="an-action-behind-a-colon"),
        pytest.param("POST /issuing/disputes/{id}/submit", None, "issuing.submit_dispute", id="an-action-on-an-item-below"),
        pytest.param("POST /repos/{id}/merge_requests", None, "repos.create_merge_request", id="an-action-that-names-things"),
        pytest.param("POST /users/{id}/subscription", None, "users.create_subscription", id="a-noun-is-no-action"),
        pytest.param("GET /users/search", None, "users.search", id="a-reading-action"),
        pytest.param("GET /reports/{id}.json", None, "reports.get", id="a-file-suffix-says-nothing"),
        pytest.param("POST /chat.postMessage", None, "chat.post_message", id="a-dotted-path"),
        pytest.param("GET /getFeeds", "getFeeds", "feeds.list", id="an-action-as-a-path"),
        pytest.param("GET /api/v1/users", None, "users.list", id="base-and-version-are-skipped"),
        pytest.param("GET /rest/2.0/users", None, "users.list", id="a-version-with-a-dot-is-skipped"),
        pytest.param("GET /api/v1", None, "api.get", id="nothing-but-base-and-version"),
        pytest.param("GET /", None, "api.get", id="the-root"),
        pytest.param("GET /{tenant}/users", None, "users.list", id="a-placeholder-in-front-is-skipped"),
        pytest.param("GET /v1/accounts/{account}/persons", "GetAccountsAccountPersons", "accounts.list_persons", id="machine-made"),
        pytest.param("POST /v1/accounts/{account}", "PostAccountsAccount", "accounts.update", id="machine-made-of-an-item"),
        pytest.param("GET /v3/hooks", "getV3Hooks", "hooks.list", id="machine-made-with-the-version"),
        pytest.param("POST /keys/{id}/thing", "keys_id_thing_post", "keys.thing", id="machine-made-the-other-way-round"),
        pytest.param("GET /items/{item_id}", "read_item_items__item_id__get", "items.read", id="machine-made-behind-a-name"),
        pytest.param("POST /crm/tasks/batch", "post-/crm/tasks/batch_upsert", "crm.upsert", id="machine-made-before-a-name"),
        pytest.param("GET /users", "getUsers", "users.list", id="getting-the-plural-lists"),
        pytest.param("GET /users/{id}", "getUser", "users.get", id="getting-the-singular-gets"),
    ],
)
def test_without_tag_and_telling_operation_id_method_and_path_say_it(
    operation: str, operation_id: str | None, expected: str
) -> None:
    assert ids((operation, operation_id, ())) == [expected]


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        pytest.param(("---", "users"), "users", id="dashes-are-no-name"),
        pytest.param(("1", "2024"), "api", id="digits-are-no-name"),
        pytest.param(("用户",), "api", id="another-script-is-no-name"),
        pytest.param(("", "null"), "api", id="nothing-is-no-name"),
        pytest.param(("v1",), "api", id="a-version-is-no-name"),
        pytest.param(("../../etc",), "etc", id="a-tag-never-leaves-the-folder"),
        pytest.param(("2fa",), "api_2fa", id="a-digit-never-leads"),
        pytest.param(("user-controller",), "user", id="controller-says-nothing"),
        pytest.param(("ImageApi",), "image", id="api-says-nothing"),
        pytest.param(("Café",), "cafe", id="accents-fall"),
        pytest.param(("LPT1",), "api_lpt1", id="a-device-is-no-file-name"),
    ],
)
def test_the_resource_is_the_first_usable_tag(tags: tuple[str, ...], expected: str) -> None:
    (found,) = operation_ids(operations(("GET /", "doIt", tags)), "x").values()
    assert found.resource == expected


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(
            [("GET /books", "get", ("b",)), ("GET /films", "get", ("b",))], ["b.get_books", "b.get_films"], id="things-on-the-path"
        ),
        pytest.param(
            [("GET /issues", "list", ("issues",)), ("GET /orgs/{org}/issues", "list", ("issues",))],
            ["issues.list", "issues.list_for_org"],
            id="context-and-the-one-without-keeps-its-name",
        ),
        pytest.param([("GET /v1/a", None, ()), ("GET /v2/a", None, ())], ["a.get_v1", "a.get_v2"], id="versions"),
        pytest.param(
            [("PUT /a/{id}", None, ()), ("PATCH /a/{id}", None, ())], ["a.update_via_put", "a.update_via_patch"], id="methods"
        ),
        pytest.param([("GET /emoji", None, ()), ("GET /emoji/{id}", None, ())], ["emoji.get", "emoji.get_by_id"], id="items"),
        pytest.param(
            [("GET /users/{id}", None, ()), ("GET /users/{name}", None, ())],
            ["users.get_by_id", "users.get_by_name"],
            id="paths-that-differ-in-placeholder-names",
        ),
        pytest.param([("GET /a", None, ()), ("GET /a/", None, ())], ["a.get", "a.get_slash"], id="a-slash-at-the-end"),
        pytest.param([("GET /a", None, ()), ("GET /a?beta=true", None, ())], ["a.get", "a.get_beta_true"], id="a-query-string"),
        pytest.param(
            [("GET /persons", None, ("a",)), ("GET /people", None, ("a",))],
            ["a.list_persons", "a.list_people"],
            id="other-words-are-other-names",
        ),
    ],
)
def test_namesakes_are_told_apart_by_what_they_are(
    rows: list[tuple[str, str | None, tuple[str, ...]]], expected: list[str]
) -> None:
    assert ids(*rows) == expected


def test_a_digest_is_the_last_resort() -> None:
    found = ids(
        ("GET /a", "取", ("t",)), ("GET /a%20", "取", ("t",)), ("GET /{a}", "get_a", ("t",)), ("GET /{a}-", "get_a", ("t",))
    )
    assert len(set(found)) == 4
    assert sum(bool(re.search(r"_[0-9a-f]{6}$", id_)) for id_ in found) >= 2


def test_long_names_lose_their_middle_and_stay_apart() -> None:
    start = "restoreTheArchivedWorkspaceOfTheOrganisationForTheGivenAdministrator"
    now, never = ids(("POST /archives/{id}/restore", start + "Now", ()), ("DELETE /archives/{id}", start + "Never", ()))
    assert now != never
    assert now.endswith("_now")
    assert never.endswith("_never")
    assert len(f"x.{now}") < 128


def test_a_name_that_another_operation_derives_is_not_taken() -> None:
    rows = [("GET /books", "get", ("b",)), ("GET /films", "get", ("b",)), ("GET /other", "getBooks", ("b",))]
    found = ids(*rows)
    assert found[2] == "b.get_books"
    assert len(set(found)) == 3


def test_separators_alone_tell_no_ids_apart() -> None:
    found = ids(("GET /1", "list", ("user_admin",)), ("GET /2", "adminList", ("user-",)), ("GET /3", "list", ("user.admin",)))
    assert len({fold(id_) for id_ in found}) == 3


def test_the_second_namesake_renames_nobody() -> None:
    rows = [("GET /books", "get", ("b",)), ("GET /films", "get", ("b",)), ("GET /songs", None, ("b",))]
    more = [("GET /albums", "get", ("b",)), ("GET /cards", None, ("b",))]
    assert ids(*more, *rows)[2:] == ids(*rows)


def test_a_lock_wins_and_its_ids_belong_to_nobody_else() -> None:
    named = operations(("GET /a", "list", ("shop",)), ("GET /c", "getC", ("shop",)))
    found = operation_ids(named, "x", {"GET /c": "x.shop.list"}, reserved=["x.shop.list_a"])
    assert found["GET /c"].id == "x.shop.list"
    assert found["GET /a"].id not in {"x.shop.list", "x.shop.list_a"}


def test_an_id_of_four_segments_is_taken_apart() -> None:
    (found,) = operation_ids(operations(("GET /a", None, ())), "x", {"GET /a": "x.admin.users.list"}).values()
    assert (found.resource, found.verb) == ("admin_users", "list")


def test_operation_ids_that_are_written_twice_are_found() -> None:
    named = operations(
        ("GET /b", "list", ()), ("GET /a", "list", ()), ("GET /c", "LIST", ()), ("GET /d", None, ()), ("GET /e", "", ())
    )
    assert duplicate_operation_ids(named) == {"list": ("GET /a", "GET /b")}


# --- Laws -------------------------------------------------------------------------------------------------------------

_TEXTS = st.one_of(
    st.sampled_from(["list", "LIST", "List all, please", "2fa.check", "取得", "", "get", "getUser", "getuser", "con", "import", "x" * 90])
    , st.text(max_size=12)
)  # fmt: skip
_PATHS = st.lists(
    st.sampled_from(["a", "users", "user", "{id}", "{name}", "v1", "api", "chat.post", "{a}...{b}", "x?b=1", "", "y" * 70]),
    max_size=4,
).map(lambda parts: "/" + "/".join(parts))
_ROWS = st.lists(
    st.tuples(
        st.sampled_from(["GET", "POST", "PUT", "PATCH", "M-SEARCH"]),
        _PATHS,
        st.none() | _TEXTS,
        st.lists(
            st.sampled_from(["user/admin", "user.admin", "users", "---", "2024", "nul", "Café", "z" * 60]) | _TEXTS, max_size=2
        ),
    ),
    max_size=9,
    unique_by=lambda row: row[:2],
)


def named_rows(rows: Sequence[tuple[str, str, str | None, list[str]]]) -> list[Named]:
    found = identities([(row[0], row[1]) for row in rows])
    return [Named(row[0], row[1], row[2], tuple(row[3]), identity) for row, identity in zip(rows, found, strict=True)]


@given(_ROWS.flatmap(lambda rows: st.tuples(st.just(rows), st.permutations(rows))))
def test_the_order_is_irrelevant(
    two: tuple[list[tuple[str, str, str | None, list[str]]], list[tuple[str, str, str | None, list[str]]]],
) -> None:
    assert operation_ids(named_rows(two[0]), "x") == operation_ids(named_rows(two[1]), "x")


@given(_ROWS)
def test_every_id_is_unique_short_and_well_formed(rows: list[tuple[str, str, str | None, list[str]]]) -> None:
    found = operation_ids(named_rows(rows), "x" * 32)
    assert len(found) == len(rows)
    assert len({fold(one.id) for one in found.values()}) == len(rows)
    for one in found.values():
        assert re.fullmatch(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*", one.id)
        assert one.id == f"{'x' * 32}.{one.resource}.{one.verb}"
        assert len(one.id) < 128


@given(_ROWS, _ROWS)
def test_known_operations_keep_their_ids_whatever_comes_and_goes(
    rows: list[tuple[str, str, str | None, list[str]]], others: list[tuple[str, str, str | None, list[str]]]
) -> None:
    before = {identity: one.id for identity, one in operation_ids(named_rows(rows), "x").items()}
    after = operation_ids(named_rows(others), "x", before)
    assert {identity: after[identity].id for identity in after if identity in before} == {
        identity: id_ for identity, id_ in before.items() if identity in after
    }
    new = {fold(one.id) for identity, one in after.items() if identity not in before}
    assert len(new) == len(after.keys() - before.keys())
    assert not new & {fold(id_) for id_ in before.values()}


@given(_ROWS)
def test_every_operation_alone_is_called_what_it_is_called_where_nobody_meets_it(
    rows: list[tuple[str, str, str | None, list[str]]],
) -> None:
    named = named_rows(rows)
    together = operation_ids(named, "x")
    alone = {one.identity: operation_ids([one], "x")[one.identity] for one in named}
    names = [fold(one.id) for one in alone.values()]
    for identity, one in alone.items():
        if names.count(fold(one.id)) == 1:
            assert together[identity] == one


def test_many_and_long_names_take_no_long_time() -> None:
    rows = [("GET", f"/a/{{x}}/{number}", "same", ["t"]) for number in range(3000)]
    rows.append(("GET", "/" + "a/" * 50_000, "Word" * 50_000, ["Tag" * 50_000]))
    start = time.perf_counter()
    found = operation_ids(named_rows(rows), "x")
    assert len({fold(one.id) for one in found.values()}) == len(rows)
    assert time.perf_counter() - start < 5
