"""A vendor's next release: whatever it does to a description, no id moves and no key moves, and each event is said in words."""

import json
import random
import re
import shutil
import tempfile
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import corpus_support
from connectors.description.reading import read_document
from connectors.limits import Limits
from connectors.model.identity import identity_of, placeholders
from connectors.pipeline import gen, seal
from connectors.pipeline_types import GenOptions
from connectors.pointer import token
from connectors.problems import Code, ConnectorsError, PackageError, UsageError
from corpus_support import needs_corpus

DESCRIPTIONS = Path(__file__).parents[2] / "fixtures" / "descriptions"
METHODS = ("get", "put", "post", "delete", "patch", "head", "options", "trace")
EVENTS = {
    Code.OPERATION_ADDED,
    Code.OPERATION_REMOVED,
    Code.OPERATION_RETURNED,
    Code.OPERATION_MOVED,
    Code.OPERATION_RESPELLED,
    Code.SCHEME_RENAMED,
}
CORPUS = [
    "ably.io/platform/1.1.1/openapi.json",
    "api.video/main/oad-1.3.17/openapi.json",
    "apache.org/airflow/2.10.5/openapi.json",
    "ato.gov.au/main/0.0.6/swagger.yaml",
    "authentiq.io/main/1.0/swagger.yaml",
]


def options(folder: Path, **more) -> GenOptions:
    asked = {
        "spec": str(folder / "openapi.json"), "id": "x", "out": folder / "package", "root": None, "license": None, "license_texts": (),
        "copyright": (), "source_url": None, "self_hosted": False, "prose": None, "include": (), "exclude": (), "strict": False,
        "check": False, "limits": Limits(),
    }  # fmt: skip
    return GenOptions(**{**asked, **more})


def identity(method: str, path: str) -> str:
    return identity_of(method.upper(), path)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@contextmanager
def scratch():
    folder = Path(tempfile.mkdtemp(prefix="regeneration-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def names(package: Path) -> dict[str, tuple[str, dict[str, str]]]:
    """Of each operation in a package its id and the keys of its arguments, by place and name; a path argument by its position."""
    found: dict[str, tuple[str, dict[str, str]]] = {}
    for path in (package / "operations").glob("*.json"):
        resource = json.loads(path.read_bytes())
        shared = resource["shared"].get("parameters", {})
        for operation in resource["operations"]:
            body = operation.get("body") or {}
            members = [*(body.get("fields") or ()), *([body["whole"]] if body.get("whole") else ())]
            order = list(dict.fromkeys(name for one in placeholders(operation["path"]) for name in one.names))
            keys = {}
            for item in [*operation.get("parameters", ()), *members]:
                argument = shared[item] if isinstance(item, str) else item
                name = order.index(argument["name"]) if argument["in"] == "path" else argument["name"]
                keys[f"{argument['in']} {name}"] = argument["key"]
            found[operation["identity"]] = (operation["id"], keys)
    return found


# -- a vendor -----------------------------------------------------------------------------------------------------------------------


@dataclass
class Vendor:
    """A description, what its vendor does to it, and what a release then has to report."""

    tree: dict
    dice: random.Random
    expected: Counter = field(default_factory=Counter)
    moves: dict[str, str] = field(default_factory=dict)
    """Identities, new to old, that a person has to accept."""
    stash: list[tuple[str, str, dict]] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    serial: int = 0
    shared: set[str] = field(default_factory=set)
    """Paths that are left alone: whose operations stand under other paths, too, or whose identities keep the names of placeholders."""

    def __post_init__(self) -> None:
        text = json.dumps(self.tree, default=float)
        alike = Counter(identity("get", path) for path in self.tree["paths"])
        self.shared = {path for path in self.tree["paths"] if f'"#/paths/{token(path)}' in text or alike[identity("get", path)] > 1}

    def release(self) -> None:
        self.expected, self.moves, self.touched = Counter(), {}, set()

    def operations(self) -> list[tuple[str, str, dict]]:
        """Path, method and operation of all that nobody has touched in this release."""
        return [
            (path, method, item[method])
            for path, item in self.tree["paths"].items()
            if isinstance(item, dict) and "$ref" not in item and not path.startswith("x-") and path not in self.shared
            for method in METHODS
            if isinstance(item.get(method), dict) and "$ref" not in item[method] and identity(method, path) not in self.touched
        ]

    def pick(self) -> tuple[str, str, dict] | None:
        found = self.operations()
        if not found:
            return None
        path, method, operation = self.dice.choice(found)
        self.touched.add(identity(method, path))
        return path, method, operation

    def fresh(self, word: str) -> str:
        self.serial += 1
        return f"{word}{self.serial}"

    def operation_ids(self) -> Counter:
        return Counter(
            item[method].get("operationId")
            for item in self.tree["paths"].values()
            if isinstance(item, dict)
            for method in METHODS
            if isinstance(item.get(method), dict)
        )

    # -- what a vendor does

    def shuffle_paths(self) -> None:
        paths = list(self.tree["paths"].items())
        self.dice.shuffle(paths)
        self.tree["paths"] = dict(paths)

    def rename_placeholders(self) -> None:
        candidates = [
            path for path, item in self.tree["paths"].items() if "{" in path and "$ref" not in item and path not in self.shared
        ]
        if not candidates:
            return
        path = self.dice.choice(candidates)
        item = self.tree["paths"].pop(path)
        renamed = path
        for name in {name for one in placeholders(path) for name in one.names}:
            other = self.fresh("renamed")
            renamed = renamed.replace(f"{{{name}}}", f"{{{other}}}")
            for node in [item, *(item[method] for method in METHODS if isinstance(item.get(method), dict))]:
                node["parameters"] = [
                    {**one, "name": other} if one.get("in") == "path" and one.get("name") == name else one
                    for one in map(self.followed, node.get("parameters", ()))
                ]
        self.tree["paths"][renamed] = item

    def followed(self, parameter: dict) -> dict:
        if "$ref" not in parameter:
            return parameter
        node = self.tree
        for step in parameter["$ref"].removeprefix("#/").split("/"):
            node = node[step.replace("~1", "/").replace("~0", "~")]
        return node

    def add_a_namesake_that_sorts_first(self) -> None:
        picked = self.pick()
        if picked is None:
            return
        _, _, operation = picked
        path = "/" + self.fresh("0")
        added = {key: operation[key] for key in ("operationId", "tags") if key in operation}
        self.tree["paths"] = {path: {"get": {**added, "responses": {"200": {"description": "d"}}}}, **self.tree["paths"]}
        self.touched.add(identity("get", path))
        self.expected[(Code.OPERATION_ADDED, identity("get", path))] += 1

    def remove(self) -> None:
        picked = self.pick()
        if picked is None or len(self.operations()) < 2:
            return
        path, method, operation = picked
        del self.tree["paths"][path][method]
        self.stash.append((path, method, operation))
        self.expected[(Code.OPERATION_REMOVED, identity(method, path))] += 1

    def put_back(self) -> None:
        waiting = [one for one in self.stash if identity(one[1], one[0]) not in self.touched and one[0] in self.tree["paths"]]
        if not waiting:
            return
        one = self.dice.choice(waiting)
        self.stash.remove(one)
        path, method, operation = one
        self.tree["paths"][path][method] = operation
        self.touched.add(identity(method, path))
        self.expected[(Code.OPERATION_RETURNED, identity(method, path))] += 1

    def move(self) -> None:
        counts = self.operation_ids()
        stashed = {operation.get("operationId") for _, _, operation in self.stash}
        found = [
            one
            for one in self.operations()
            if one[2].get("operationId") and counts[one[2]["operationId"]] == 1 and one[2]["operationId"] not in stashed
        ]
        if not found:
            return
        path, method, operation = self.dice.choice(found)
        item = self.tree["paths"][path]
        moved = "/" + self.fresh("moved") + path
        del item[method]
        self.tree["paths"][moved] = {**({"parameters": item["parameters"]} if "parameters" in item else {}), method: operation}
        old, new = identity(method, path), identity(method, moved)
        self.touched |= {old, new}
        self.moves[new] = old
        self.expected[(Code.OPERATION_MOVED, new)] += 1

    def reorder_parameters(self) -> None:
        for _, _, operation in self.operations():
            if isinstance(operation.get("parameters"), list):
                self.dice.shuffle(operation["parameters"])

    def rename_tags(self) -> None:
        for _, _, operation in self.operations():
            if self.dice.random() < 0.3:
                operation["tags"] = [self.fresh("tag")]

    def rename_operation_ids(self) -> None:
        for _ in range(3):
            picked = self.pick()
            if picked is not None:
                picked[2]["operationId"] = self.fresh("spelledAnew")

    def swap_operation_ids(self) -> None:
        first, second = self.pick(), self.pick()
        if first and second and "operationId" in first[2] and "operationId" in second[2]:
            first[2]["operationId"], second[2]["operationId"] = second[2]["operationId"], first[2]["operationId"]

    def rename_a_scheme(self) -> None:
        schemes = self.tree.get("securityDefinitions") or self.tree.get("components", {}).get("securitySchemes") or {}
        usual = {"basic", "http", "apiKey", "oauth2", "openIdConnect"}
        known = [key for key, one in schemes.items() if one.get("type") in usual and not key.startswith("anew")]
        if not known:
            return
        old, new = self.dice.choice(known), self.fresh("anew")
        renamed = {new if key == old else key: one for key, one in schemes.items()}
        schemes.clear()
        schemes.update(renamed)
        for node in [self.tree, *(operation for _, _, operation in self.every_operation())]:
            if isinstance(node.get("security"), list):
                node["security"] = [renamed_in(one, old, new) for one in node["security"]]
        self.expected[(Code.SCHEME_RENAMED, new)] += 1

    def every_operation(self) -> list[tuple[str, str, dict]]:
        touched, self.touched = self.touched, set()
        found = self.operations()
        self.touched = touched
        return found


def renamed_in(requirement: object, old: str, new: str) -> object:
    if not isinstance(requirement, dict):
        return requirement
    return {new if key == old else key: scopes for key, scopes in requirement.items()}


EDITS = (
    Vendor.shuffle_paths,
    Vendor.rename_placeholders,
    Vendor.add_a_namesake_that_sorts_first,
    Vendor.remove,
    Vendor.put_back,
    Vendor.move,
    Vendor.reorder_parameters,
    Vendor.rename_tags,
    Vendor.rename_operation_ids,
    Vendor.swap_operation_ids,
    Vendor.rename_a_scheme,
)
RELEASES = st.lists(st.lists(st.sampled_from(EDITS), min_size=1, max_size=4, unique=True), min_size=2, max_size=4)


def after(decision: str) -> str:
    """The new identity of `OLD=NEW`; a path may hold `=`, and a method none."""
    found = re.search(r"=([^\s=]+ /.*)", decision)
    return found[1] if found else decision


def generated(folder: Path, vendor: Vendor, emitted: set[str] | None = None):
    """The report of one release, with the decisions that a person makes of what looks moved."""
    (folder / "openapi.json").write_text(json.dumps(vendor.tree, default=float), "utf-8")
    waiting = ()
    try:
        report = gen(options(folder))
    except PackageError as error:
        waiting = error.problems
    accepted, new = [], []
    for problem in waiting:
        assert problem.code in (Code.OPERATION_MOVED, Code.SCHEME_RENAMED), problem
        decision = problem.remedy.partition("`--accept-move '")[2].partition("'")[0]
        now = after(decision)
        if problem.code is Code.SCHEME_RENAMED or now in vendor.moves:
            accepted.append(decision)
        else:
            # What an edit put under an operationId that another one took away only looks moved.
            new.append(now)
    if emitted is not None:
        assert {after(one) for one in accepted if " /" in one} == {new for new, old in vendor.moves.items() if old in emitted}
    return report if not waiting else gen(options(folder, accept_moves=tuple(accepted), new=tuple(new)))


def told(report, vendor: Vendor) -> Counter:
    """The events of a report as the vendor counts them: a scheme is named by its new key."""
    found: Counter = Counter()
    for problem in report.problems:
        if problem.code in EVENTS:
            subject = problem.message.split("`")[1::2]
            last = subject[-1] if problem.code in (Code.OPERATION_MOVED, Code.SCHEME_RENAMED) else subject[0]
            found[(problem.code, last.partition(" ")[2] if problem.code is Code.SCHEME_RENAMED else last)] += 1
    return found


def live_through(tree: dict, releases: list, dice: random.Random) -> None:
    """Regenerate release after release, and hold every name against the first that was given."""
    vendor = Vendor(tree, dice)
    with scratch() as folder:
        generated(folder, vendor)
        known = names(folder / "package")
        emitted = set(known)
        for edits in releases:
            vendor.release()
            for edit in edits:
                edit(vendor)
            report = generated(folder, vendor, emitted)
            now = names(folder / "package")
            for new, old in vendor.moves.items():
                if old in known:
                    known[new] = known.pop(old)
            # Of what was never emitted, a gap, nothing is told.
            expected = Counter(
                {
                    (code, subject): count
                    for (code, subject), count in vendor.expected.items()
                    if code is Code.SCHEME_RENAMED or subject in now or subject in emitted
                }
            )
            assert told(report, vendor) == expected
            emitted |= set(now)
            taken: dict[str, str] = {id_: identity for identity, (id_, _) in known.items()}
            for identity, (id_, keys) in now.items():
                was = known.setdefault(identity, (id_, dict(keys)))
                assert id_ == was[0], f"the id of `{identity}` moved"
                assert taken.setdefault(id_, identity) == identity, f"`{id_}` was handed to another operation"
                for place, key in keys.items():
                    assert was[1].setdefault(place, key) == key, f"the key of `{place}` of `{identity}` moved"
            before = files(folder / "package")
            assert gen(options(folder)).changed is False
            assert seal(folder / "package").changed is False
            assert files(folder / "package") == before


def plain(path: Path) -> dict:
    tree = read_document(path.read_bytes(), shown_as=path.name).tree
    assert isinstance(tree, dict)
    # What aliases share would be edited in two places.
    return json.loads(json.dumps(tree, default=float))


LIVES = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])


@settings(LIVES, max_examples=15)
@given(RELEASES, st.randoms(use_true_random=False))
def test_no_name_of_the_library_ever_moves(releases, dice):
    live_through(plain(DESCRIPTIONS / "library-3.1.yaml"), releases, dice)


@settings(LIVES, max_examples=3)
@given(RELEASES, st.randoms(use_true_random=False))
def test_no_name_of_the_warehouse_ever_moves(releases, dice):
    live_through(plain(DESCRIPTIONS / "warehouse-3.0.yaml"), releases, dice)


@needs_corpus
@pytest.mark.parametrize("name", CORPUS, ids=lambda name: name.split("/")[0])
def test_no_name_of_a_real_description_ever_moves(name, tmp_path):
    row = next(row for row in corpus_support.rows() if row.path == name)
    path = corpus_support.unpack(row, tmp_path)

    @settings(LIVES, max_examples=3)
    @given(RELEASES, st.randoms(use_true_random=False))
    def lives(releases, dice):
        live_through(plain(path), releases, dice)

    lives()


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_each_edit_alone_and_twice(edit):
    live_through(plain(DESCRIPTIONS / "library-3.1.yaml"), [[Vendor.remove], [edit], [edit]], random.Random(7))


# -- one thing at a time ------------------------------------------------------------------------------------------------------------

OK = {"responses": {"200": {"description": "d"}}}
SHOP = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "servers": [{"url": "https://shop.example"}],
    "paths": {
        "/items": {
            "get": {"operationId": "listItems", "tags": ["item"], **OK, "parameters": [{"name": "q", "in": "query", "schema": {}}]},
            "post": {"operationId": "addItem", "tags": ["item"], **OK},
        },
        "/items/{id}": {
            "get": {
                "operationId": "getItem", "tags": ["item"], **OK,
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {}}],
            }
        },
        "/gap": {"get": {"parameters": [{"$ref": "#/gone"}], **OK}},
    },
}  # fmt: skip


@pytest.fixture
def shop(tmp_path):
    (tmp_path / "openapi.json").write_text(json.dumps(SHOP))
    gen(options(tmp_path))
    return tmp_path


def release(folder: Path, tree: dict) -> None:
    (folder / "openapi.json").write_text(json.dumps(tree))


def edited(**paths) -> dict:
    return {**SHOP, "paths": {**SHOP["paths"], **paths}}


def events(report) -> list[tuple[str, str]]:
    return [(problem.code.value, problem.message) for problem in report.problems if problem.code in EVENTS]


def test_what_is_not_in_the_package_is_not_new_at_every_run(shop):
    assert events(gen(options(shop))) == []
    few = options(shop, out=shop / "few", include=("/items",))
    gen(few)
    assert events(gen(few)) == []


def test_a_gap_that_was_mended_is_new(shop):
    release(shop, edited(**{"/gap": {"get": {"operationId": "mend", "tags": ["gap"], **OK}}}))
    assert events(gen(options(shop))) == [("operation-added", "`GET /gap` is new")]


def test_two_paths_that_differ_in_names_alone_are_respelled_and_keep_their_names(shop):
    before = names(shop / "package")
    twin = {
        "delete": {"operationId": "dropItem", "tags": ["item"], **OK},
        "get": {"operationId": "findItem", "tags": ["item"], **OK},
    }
    release(shop, edited(**{"/items/{name}": twin}))
    assert events(gen(options(shop))) == [
        ("operation-added", "`DELETE /items/{1}` is new"),
        ("operation-added", "`GET /items/{name}` is new"),
        ("operation-respelled", "`GET /items/{1}` is spelled `GET /items/{id}` now, and keeps its names"),
    ]
    after = names(shop / "package")
    assert after["GET /items/{id}"] == before["GET /items/{1}"]
    release(shop, SHOP)
    gen(options(shop))
    assert names(shop / "package") == before


def test_a_lost_lock_is_rebuilt_from_the_package(shop):
    before = files(shop / "package")
    (shop / "package" / "identity.lock.json").unlink()
    tree = json.loads(json.dumps(SHOP).replace("listItems", "everything").replace("getItem", "one"))
    first = {"/0": {"get": {"operationId": "getItem", "tags": ["item"], **OK}}}
    release(shop, {**tree, "paths": {**first, **tree["paths"]}})
    was = {identity: id_ for identity, (id_, _) in names(shop / "package").items()}
    gen(options(shop))
    now = {identity: id_ for identity, (id_, _) in names(shop / "package").items()}
    assert was.items() <= now.items()
    # The same description gives the same lock back.
    release(shop, SHOP)
    shutil.rmtree(shop / "package")
    gen(options(shop))
    (shop / "package" / "identity.lock.json").unlink()
    gen(options(shop))
    assert files(shop / "package") == before


def test_a_lock_that_a_merge_left_unsorted_is_read_and_sorted(shop):
    lock = shop / "package" / "identity.lock.json"
    before = lock.read_bytes()
    tree = json.loads(before)
    tree["operations"] = dict(reversed(tree["operations"].items()))
    lock.write_text(json.dumps(tree, indent=1))
    assert gen(options(shop)).changed
    assert lock.read_bytes() == before


def test_a_lock_with_conflict_marks_is_refused_and_nothing_is_written(shop):
    lock = shop / "package" / "identity.lock.json"
    lock.write_bytes(b"<<<<<<< ours\n" + lock.read_bytes())
    before = files(shop / "package")
    with pytest.raises(PackageError) as raised:
        gen(options(shop))
    assert "conflict marks" in raised.value.problems[0].message
    assert files(shop / "package") == before


def overlaid(folder: Path, text: str) -> Path:
    path = folder / "overlay.yaml"
    path.write_text(f"schema_version: 1\nconnector: x\n{text}")
    return path


def without(tree: dict, path: str, method: str) -> dict:
    item = {key: value for key, value in tree["paths"][path].items() if key != method}
    return {**tree, "paths": {**tree["paths"], path: item}}


def test_an_overlay_whose_target_moved_is_told_where(shop):
    overlay = overlaid(shop, "operations: {GET /items: {curated: true}}\n")
    gen(options(shop, overlay=overlay))
    moved = without(edited(**{"/v2/items": {"get": SHOP["paths"]["/items"]["get"]}}), "/items", "get")
    release(shop, moved)
    before = files(shop / "package")
    with pytest.raises(PackageError):
        gen(options(shop))
    report = gen(options(shop, accept_moves=("GET /items=GET /v2/items",)))
    (problem,) = [problem for problem in report.problems if problem.code is Code.OVERLAY_UNMATCHED]
    assert report.exit_status == 1
    assert problem.message == "no operation is `GET /items` any more: it has moved to `GET /v2/items`"
    assert (problem.remedy, problem.where.line) == ("write `GET /v2/items`", 3)
    assert files(shop / "package") == before
    mended = overlaid(shop, "operations: {GET /v2/items: {curated: true}}\n")
    report = gen(options(shop, overlay=mended, replace_overlay=True, accept_moves=("GET /items=GET /v2/items",)))
    assert report.exit_status == 0
    assert names(shop / "package")["GET /v2/items"][0] == "x.item.list"


def test_a_path_that_holds_an_equals_sign_moves_like_any_other(shop):
    release(shop, edited(**{"/find&by={name}": {"get": {"operationId": "find", **OK}}}))
    gen(options(shop))
    before = names(shop / "package")["GET /find&by={1}"]
    release(shop, edited(**{"/v2/find&by={name}": {"get": {"operationId": "find", **OK}}}))
    report = gen(options(shop, accept_moves=("GET /find&by={1}=GET /v2/find&by={1}",)))
    assert events(report) == [("operation-moved", "`GET /find&by={1}` has moved to `GET /v2/find&by={1}`, and keeps its names")]
    assert names(shop / "package")["GET /v2/find&by={1}"] == before


def test_an_overlay_whose_target_was_removed_is_told_so(shop):
    gen(options(shop, overlay=overlaid(shop, "operations: {POST /items: {curated: true}}\n")))
    release(shop, without(SHOP, "/items", "post"))
    (problem,) = [problem for problem in gen(options(shop)).problems if problem.code is Code.OVERLAY_UNMATCHED]
    assert "the vendor removed it" in problem.message
    assert "x.item.add" in problem.message


# -- gen and seal -------------------------------------------------------------------------------------------------------------------

IDS = ["x.pinned.one", "x.pinned.two", "x.pinned.three"]


@st.composite
def overlays(draw, operations: dict) -> str:
    """A valid overlay of the operations of a package, as YAML (which JSON is)."""
    chosen = draw(st.lists(st.sampled_from(sorted(operations)), min_size=1, max_size=4, unique=True))
    entries = {}
    ids = iter(IDS)
    for target in chosen:
        entry = draw(
            st.fixed_dictionaries(
                {},
                optional={
                    "curated": st.booleans(),
                    "summary": st.text("abc é", min_size=1, max_size=8),
                    "deterministic": st.just(False),
                    "description": st.sampled_from(["One.", "Two."]),
                },
            )
        )
        if draw(st.booleans()) and (id_ := next(ids, None)):
            entry["id"] = id_
        keys = [key for place, key in operations[target][1].items() if not place.startswith("body")]
        if keys and draw(st.booleans()):
            key = draw(st.sampled_from(keys))
            entry["parameters"] = {key: draw(st.sampled_from([{"secret": True}, {"description": "D."}, {"key": f"{key}_renamed"}]))}
        dropped = draw(st.booleans()) and draw(st.booleans())
        entries[target] = {"drop": True, "because": "not offered"} if dropped else entry or {"curated": True}
    document = {"schema_version": 1, "connector": "x", "operations": entries}
    if draw(st.booleans()):
        document["selectors"] = [{"method": ["GET"], "set": {"deterministic": False}}]
    if draw(st.booleans()):
        document["title"] = "Another"
    return json.dumps(document, indent=draw(st.sampled_from([None, 2])))


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("library")
    (folder / "openapi.json").write_text(json.dumps(plain(DESCRIPTIONS / "library-3.1.yaml")))
    gen(options(folder))
    return folder


@settings(LIVES, max_examples=15)
@given(st.data())
def test_gen_with_an_overlay_and_seal_with_it_give_the_same_bytes(library, data):
    overlay = data.draw(overlays(names(library / "package")))
    with scratch() as folder:
        shutil.copy(library / "openapi.json", folder)
        (folder / "new.yaml").write_text(overlay, "utf-8")
        assert gen(options(folder, overlay=folder / "new.yaml")).exit_status == 0
        shutil.copytree(library / "package", folder / "sealed")
        (folder / "sealed" / "overlay.yaml").write_text(overlay, "utf-8")
        assert seal(folder / "sealed").exit_status == 0
        expected = files(folder / "package")
        assert files(folder / "sealed") == expected
        for again in (
            lambda: seal(folder / "package"),
            lambda: gen(options(folder)),
            lambda: gen(options(folder, out=folder / "sealed")),
        ):
            assert again().changed is False
        assert files(folder / "package") == files(folder / "sealed") == expected


# -- an OpenAPI Overlay is a part of the description --------------------------------------------------------------------------------

TITLE = "overlay: 1.1.0\ninfo: {title: t, version: '1'}\nactions: [{target: $.info, update: {title: Bazaar}}]\n"


@pytest.fixture
def edits(tmp_path):
    path = tmp_path / "edits" / "title.overlay.yaml"
    path.parent.mkdir()
    path.write_text(TITLE)
    return path


def test_the_first_run_writes_down_which_overlays_it_took(shop, edits):
    package = shop / "new"
    assert gen(options(shop, out=package, description_overlays=(edits,))).exit_status == 0
    card = json.loads((package / "connector.json").read_bytes())
    assert card["title"] == "Bazaar"
    assert [entry["path"] for entry in card["provenance"]["overlays"]] == ["../edits/title.overlay.yaml"]
    assert card["provenance"]["overlays"][0]["size"] == len(TITLE)
    assert b"description_overlays:\n  - ../edits/title.overlay.yaml\n" in (package / "source.yaml").read_bytes().replace(b'"', b"")
    before = files(package)
    assert gen(options(shop, out=package)).changed is False
    assert seal(package).changed is False
    assert files(package) == before


def test_an_edited_overlay_is_another_package(shop, edits):
    first = gen(options(shop, out=shop / "new", description_overlays=(edits,)))
    edits.write_text(TITLE + "# The same actions, and another text.\n")
    assert gen(options(shop, out=shop / "new")).address != first.address


def test_an_option_that_names_another_overlay_contradicts_the_file(shop, edits):
    gen(options(shop, out=shop / "new", description_overlays=(edits,)))
    other = edits.with_name("other.yaml")
    other.write_text(TITLE)
    assert gen(options(shop, out=shop / "new", description_overlays=(edits.parent / ".." / "edits" / edits.name,))).exit_status == 0
    with pytest.raises(UsageError) as raised:
        gen(options(shop, out=shop / "new", description_overlays=(edits, other)))
    assert raised.value.problems[0].code is Code.SOURCE_CONTRADICTION


def test_seal_refuses_another_list_of_overlays(shop, edits):
    gen(options(shop, out=shop / "new", description_overlays=(edits,)))
    source = shop / "new" / "source.yaml"
    source.write_text(source.read_text().replace("title.overlay", "other.overlay"))
    with pytest.raises(PackageError) as raised:
        seal(shop / "new")
    assert "description_overlays" in raised.value.problems[0].message


def test_what_an_overlay_adds_has_no_line_and_what_it_shifts_has_none_either(shop, edits):
    edits.write_text(
        "overlay: 1.1.0\ninfo: {title: t, version: '1'}\nactions:\n"
        "  - {target: $.paths, update: {/more: {get: {parameters: [{$ref: '#/gone'}], responses: {}}}}}\n"
        "  - {target: '$.paths[\"/items\"].get.parameters[0]', remove: true}\n"
        "  - {target: '$.paths[\"/items\"].get.parameters', update: {$ref: '#/gone'}}\n"
    )
    report = gen(options(shop, out=shop / "new", description_overlays=(edits,)))
    lines = {located.gap.identity: located.at.line for located in report.gaps}
    assert lines == {"GET /gap": 1, "GET /more": None, "GET /items": None}


def test_mistakes_of_an_overlay_leave_the_package_as_it_was(shop, edits):
    gen(options(shop, out=shop / "new", description_overlays=(edits,)))
    before = files(shop / "new")
    edits.write_text(TITLE.replace("$.info", "$.inof"))
    with pytest.raises(ConnectorsError) as raised:
        gen(options(shop, out=shop / "new"))
    (problem,) = raised.value.problems
    assert (problem.code, problem.where.line, raised.value.exit_status) == (Code.DESCRIPTION_OVERLAY_UNMATCHED, 3, 1)
    assert files(shop / "new") == before
    edits.unlink()
    with pytest.raises(ConnectorsError) as raised:
        gen(options(shop, out=shop / "new"))
    assert (raised.value.problems[0].code, raised.value.exit_status) == (Code.FILE_NOT_FOUND, 2)


@pytest.mark.parametrize(
    ("extends", "url", "warned"),
    [
        pytest.param("../openapi.json", None, False, id="the-file-itself"),
        pytest.param("../other.json", None, True, id="another-file"),
        pytest.param("https://shop.example/openapi.json", "https://shop.example/openapi.json", False, id="its-address"),
        pytest.param("https://other.example/openapi.json", "https://shop.example/openapi.json", True, id="another-address"),
        pytest.param("https://shop.example/openapi.json", None, False, id="an-address-where-none-is-known"),
        pytest.param("http://[", None, True, id="no-address-at-all"),
        pytest.param("%00", None, True, id="no-name-of-a-file"),
    ],
)
def test_extends_is_held_against_the_description(shop, edits, extends, url, warned):
    edits.write_text(TITLE + f"extends: '{extends}'\n")
    report = gen(options(shop, out=shop / "new", description_overlays=(edits,), source_url=url))
    assert [problem.code for problem in report.problems] == ([Code.DESCRIPTION_OVERLAY_EXTENDS] if warned else [])


def test_a_named_anchor_that_an_overlay_adds_is_found(shop, edits):
    edits.write_text(
        "overlay: 1.1.0\ninfo: {title: t, version: '1'}\nactions:\n"
        "  - {target: $, update: {components: {schemas: {A: {$anchor: here, type: integer}}}}}\n"
        "  - {target: '$.paths[\"/items\"].get.parameters[0].schema', update: {$ref: '#here'}}\n"
    )
    gen(options(shop, out=shop / "new", description_overlays=(edits,)))
    assert json.loads((shop / "new" / "schemas.json").read_bytes())["$defs"]["A"] == {"type": "integer"}
