"""An OpenAPI Overlay document edits a description before anything reads it: what the standard says, and where this is stricter."""

import copy
import json
import time

import jsonpath_rfc9535
import pytest
import yaml
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from connectors.description.json_path import Budget, JsonPath, PathRefusedError, shown
from connectors.description.overlaid import GivenOverlay, overlaid
from connectors.description.reading import read_document
from connectors.limits import Limits
from connectors.problems import Code, OverlayError, PackageError, Severity

ZOO = """
openapi: 3.1.0
info: {title: Zoo, version: '1', contact: {name: Keeper}}
servers: [{url: https://zoo.example}]
tags: [{name: cats}]
paths:
  /cats:
    summary: Cats
    get:
      tags: [cats, felines]
      parameters:
        - {name: page, in: query}
        - {name: debug, in: query}
      responses: {'200': {description: d}, default: {description: d}}
    post: {tags: [cats], responses: {'201': {description: d}}}
  /cats/{id}:
    parameters: [{name: id, in: path, required: true}]
    get: {x-traits: [paged], responses: {'200': {description: d}, default: {description: d}}}
  /dogs: {$ref: '#/components/pathItems/Dogs'}
components:
  pathItems: {Dogs: {get: {responses: {'200': {description: d}}}}}
  schemas:
    Cat: {type: object, properties: {name: {type: string}, age: {type: integer}, owner: {type: object, properties: {name: {type: string}}}}}
"""


def entry(text=ZOO):
    return read_document(text.encode(), shown_as="zoo.yaml")


def overlay(*actions, version="1.1.0", **more):
    document = {"overlay": version, "info": {"title": "t", "version": "1"}, "actions": list(actions), **more}
    return yaml.safe_dump(document, sort_keys=False).encode()


def given(data, other=False, name="o.yaml"):
    return GivenOverlay(data if isinstance(data, bytes) else data.encode(), name, lambda _: other)


def applied(*actions, version="1.1.0", text=ZOO):
    """The description after these actions, as plain data."""
    return overlaid(entry(text), [given(overlay(*actions, version=version))], Limits())[0].tree


def faults(data, limits=None, text=ZOO):
    with pytest.raises(OverlayError) as raised:
        overlaid(entry(text), [given(data)], limits or Limits())
    return [(problem.code.value.removeprefix("description-overlay-"), problem.where.pointer) for problem in raised.value.problems]


def at(tree, *keys):
    for key in keys:
        tree = tree[key]
    return tree


# -- what the standard says ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ["1.0.0", "1.0.7", "1.1.0", "1.1.3"])
def test_the_root_takes_an_update_shaped_like_the_description(version):
    tree = applied(
        {"target": "$", "update": {"info": {"x-seen": True}, "paths": {"/cats": {"get": {"summary": "s"}}}}}, version=version
    )
    assert tree["info"] == {"title": "Zoo", "version": "1", "contact": {"name": "Keeper"}, "x-seen": True}
    assert at(tree, "paths", "/cats", "get", "summary") == "s"
    assert set(tree["paths"]) == {"/cats", "/cats/{id}", "/dogs"}


def test_objects_merge_through_all_levels_and_primitives_replace():
    tree = applied({"target": "$.info", "update": {"title": "Ark", "contact": {"email": "a@zoo.example"}}})
    assert tree["info"] == {"title": "Ark", "version": "1", "contact": {"name": "Keeper", "email": "a@zoo.example"}}


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0"])
def test_an_entry_is_appended_to_a_list(version):
    tree = applied({"target": "$.paths.*.get.parameters", "update": {"name": "size", "in": "query"}}, version=version)
    assert [item["name"] for item in at(tree, "paths", "/cats", "get", "parameters")] == ["page", "debug", "size"]


def test_lists_are_joined():
    tree = applied(
        {"target": "$.tags", "update": [{"name": "dogs"}, {"name": "fish"}]},
        {"target": "$.paths['/cats'].get", "update": {"tags": ["pets"]}},
        {"target": "$.paths['/cats'].get.tags", "update": "wild"},
    )
    assert [tag["name"] for tag in tree["tags"]] == ["cats", "dogs", "fish"]
    assert at(tree, "paths", "/cats", "get", "tags") == ["cats", "felines", "pets", "wild"]


def test_lists_inside_an_update_are_joined_in_10_too():
    tree = applied({"target": "$.paths.*.get", "update": {"tags": ["all"]}}, version="1.0.0")
    assert at(tree, "paths", "/cats", "get", "tags") == ["cats", "felines", "all"]
    assert at(tree, "paths", "/cats/{id}", "get", "tags") == ["all"]


def test_a_wildcard_updates_every_node():
    tree = applied({"target": "$.paths.*.get", "update": {"x-safe": True}})
    assert [path for path, item in tree["paths"].items() if item.get("get", {}).get("x-safe")] == ["/cats", "/cats/{id}"]


@pytest.mark.parametrize(
    ("target", "count"),
    [
        pytest.param("$.paths.*.get.parameters[?@.name=='page' && @.in=='query']", 1, id="two-conditions"),
        pytest.param("$.paths[?@.get['x-traits'][?@ == 'paged']].get", 1, id="a-trait-that-the-vendor-set"),
        pytest.param("$.paths.*[?@.responses.default]", 2, id="existence"),
        pytest.param("$.paths[?!@.post]", 2, id="absence"),
        pytest.param("$..parameters[?match(@.name, 'p.*|i.')]", 2, id="the-whole-text-matches"),
        pytest.param("$..parameters[?search(@.name, 'e')]", 2, id="a-part-matches"),
        pytest.param("$.paths[?count(@.*) > 1]", 2, id="how-many-members"),
        pytest.param("$.paths.*[?length(@.tags) >= 2]", 1, id="how-long"),
        pytest.param("$.paths.*.get.parameters[-1:]", 1, id="a-slice"),
        pytest.param("$..[?@.type=='string']", 2, id="recursive-descent"),
    ],
)
def test_a_target_selects_as_rfc_9535_says(target, count):
    tree = applied({"target": target, "update": {"x-hit": True}})
    assert json.dumps(tree).count("x-hit") == count


def test_what_is_removed_is_gone():
    tree = applied(
        {"target": "$.paths..responses['default']", "remove": True},
        {"target": "$.paths['/cats'].get.parameters[?@.name=='debug']", "remove": True},
        {"target": "$.components.schemas..properties[?@.type=='string']", "remove": True},
        version="1.0.0",
    )
    assert "default" not in json.dumps(tree)
    assert at(tree, "paths", "/cats", "get", "parameters") == [{"name": "page", "in": "query"}]
    assert set(at(tree, "components", "schemas", "Cat", "properties")) == {"age", "owner"}


def test_many_items_of_one_list_are_removed_and_what_is_in_them_goes_with_them():
    tree = applied({"target": "$..[?@.in=='query', ?@=='query']", "remove": True})
    assert at(tree, "paths", "/cats", "get", "parameters") == []
    assert at(tree, "paths", "/cats/{id}", "parameters") != []


def test_a_primitive_member_is_removed_in_10_as_the_published_examples_do():
    assert "summary" not in applied({"target": "$.paths['/cats'].summary", "remove": True}, version="1.0.0")["paths"]["/cats"]


def test_actions_are_taken_in_order_so_a_list_is_replaced_by_removing_it_first():
    tree = applied({"target": "$.servers", "remove": True}, {"target": "$", "update": {"servers": [{"url": "http://local"}]}})
    assert tree["servers"] == [{"url": "http://local"}]


def test_a_primitive_is_a_target_since_11():
    tree = applied(
        {"target": "$.paths['/cats'].summary", "update": "All cats"},
        {"target": "$.paths.*.get.tags[?@ == 'felines']", "remove": True},
    )
    assert (at(tree, "paths", "/cats", "summary"), at(tree, "paths", "/cats", "get", "tags")) == ("All cats", ["cats"])


def test_a_copy_merges_another_node_of_the_description():
    tree = applied({"target": "$.paths['/cats/{id}']", "copy": "$.paths['/cats']"})
    item = tree["paths"]["/cats/{id}"]
    assert item["summary"] == "Cats"
    assert item["get"]["x-traits"] == ["paged"]
    assert [one["name"] for one in item["get"]["parameters"]] == ["page", "debug"]


def test_a_path_is_renamed_by_making_copying_and_removing():
    tree = applied(
        {"target": "$.paths", "update": {"/felines": {}}},
        {"target": "$.paths['/felines']", "copy": "$.paths['/cats']"},
        {"target": "$.paths['/cats']", "remove": True},
    )
    assert tree["paths"]["/felines"] == entry().tree["paths"]["/cats"]
    assert "/cats" not in tree["paths"]


# -- nothing is shared, and what was read stays as it was ---------------------------------------------------------------------------


def test_an_update_of_several_nodes_is_not_one_node_in_several_places():
    tree = applied(
        {"target": "$.paths.*.get", "update": {"x-a": {"b": []}}}, {"target": "$.paths['/cats'].get['x-a'].b", "update": "one"}
    )
    assert at(tree, "paths", "/cats", "get", "x-a", "b") == ["one"]
    assert at(tree, "paths", "/cats/{id}", "get", "x-a", "b") == []


def test_a_copy_is_a_node_of_its_own():
    tree = applied(
        {"target": "$.paths['/cats/{id}']", "copy": "$.paths['/cats']"},
        {"target": "$.paths['/cats'].post", "update": {"x-late": 1}},
    )
    assert "x-late" not in tree["paths"]["/cats/{id}"]["post"]


def test_what_an_alias_puts_in_two_places_is_edited_in_one():
    text = "openapi: 3.1.0\npaths: {/a: &a {get: {tags: [x]}}, /b: *a}\n"
    tree = applied({"target": "$.paths['/a'].get", "update": {"tags": ["y"]}}, text=text)
    assert tree["paths"] == {"/a": {"get": {"tags": ["x", "y"]}}, "/b": {"get": {"tags": ["x"]}}}


def test_the_document_that_was_read_stays_as_it_is():
    read = entry()
    before = copy.deepcopy(read.tree)
    data = overlay({"target": "$..[?@.description]", "remove": True}, {"target": "$.info", "update": {"contact": {"url": "u"}}})
    edited, _ = overlaid(read, [given(data)], Limits())
    assert read.tree == before
    assert edited.tree != before
    assert (edited.data, edited.text) == (read.data, read.text)


def test_overlays_are_applied_one_after_the_other_in_json_too():
    first = overlay({"target": "$.info", "update": {"x-a": {}}})
    second = json.dumps(yaml.safe_load(overlay({"target": "$.info['x-a']", "update": {"b": 1}}))).encode()
    tree = overlaid(entry(), [given(first), given(second)], Limits())[0].tree
    assert tree["info"]["x-a"] == {"b": 1}


# -- where this is stricter ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "remedy"),
    [
        pytest.param("$.paths['/cat'].get", "$['paths']['/cats']", id="a-name-that-is-nearly-there"),
        pytest.param("$.paths['/dogs'].get", "#/components/pathItems/Dogs", id="through-a-reference"),
        pytest.param(
            "$.paths['/cats'].get.parameters[?@.name=='zzz']", "$['paths']['/cats']['get']['parameters']", id="no-such-item"
        ),
        pytest.param("$.wholly.different", "correct the path", id="nothing-like-it"),
    ],
)
def test_an_action_that_selects_nothing_is_an_error_and_says_what_is_there(target, remedy):
    with pytest.raises(OverlayError) as raised:
        applied({"target": target, "update": {}})
    (problem,) = raised.value.problems
    assert (problem.code, problem.where.pointer, problem.severity) == (
        Code.DESCRIPTION_OVERLAY_UNMATCHED,
        "/actions/0/target",
        Severity.ERROR,
    )
    assert remedy in problem.remedy
    assert (problem.where.file, problem.where.line, problem.where.column) == ("o.yaml", 6, 3)


def test_every_mistake_is_reported_in_one_run():
    data = """overlay: 1.1.0
info: {title: 5, versoin: '1'}
extra: 1
x-mine: 1
actions:
  - {target: $.info, updates: {}}
  - {target: $.nothing, remove: true}
  - {target: '$.paths./cats', remove: true}
  - {target: $.info, update: {title: []}}
  - {target: $.info, update: {a: 1}, remove: true}
  - {target: $.info}
  - {remove: true}
  - {target: '$.info', remove: 'yes'}
  - {target: $.tags, copy: '$.paths.*'}
  - {target: $.tags, copy: '$.paths.*'}
  - 7
"""
    assert sorted(faults(data)) == sorted(
        [
            ("malformed", "/info/title"),
            ("malformed", "/info/versoin"),
            ("malformed", "/info"),
            ("malformed", "/extra"),
            ("malformed", "/actions/0/updates"),
            ("unmatched", "/actions/1/target"),
            ("path", "/actions/2/target"),
            ("incompatible", "/actions/3/update/title"),
            ("malformed", "/actions/4"),
            ("malformed", "/actions/5"),
            ("malformed", "/actions/6"),
            ("malformed", "/actions/7/remove"),
            ("incompatible", "/actions/8/copy"),
            ("malformed", "/actions/9"),
            ("malformed", "/actions/10"),
        ]
    )


@pytest.mark.parametrize(
    ("data", "found"),
    [
        pytest.param("", ("malformed", ""), id="nothing"),
        pytest.param("hello: world", ("malformed", ""), id="something-else"),
        pytest.param("schema_version: 1\nconnector: zoo\n", ("malformed", ""), id="the-other-kind-of-overlay"),
        pytest.param("overlay: 1.1\n", ("version", "/overlay"), id="a-number"),
        pytest.param("overlay: 0.9.0\n", ("version", "/overlay"), id="an-older-version"),
        pytest.param("overlay: 1.0.0\ninfo: {title: t, version: '1'}\n", ("malformed", ""), id="no-actions"),
        pytest.param(
            "overlay: 1.0.0\ninfo: {title: t, version: '1'}\nactions: []\n", ("malformed", "/actions"), id="empty-actions"
        ),
        pytest.param(
            overlay({"target": "$.tags", "copy": "$.info"}, version="1.0.0"), ("malformed", "/actions/0/copy"), id="copy-in-10"
        ),
    ],
)
def test_a_document_that_is_none(data, found):
    assert found in faults(data)


def test_a_text_that_can_not_be_read_is_a_finding_in_what_people_wrote():
    with pytest.raises(OverlayError) as raised:
        overlaid(entry(), [given("overlay: 1.1.0\nactions: [\n")], Limits())
    assert (raised.value.exit_status, raised.value.problems[0].code) == (1, Code.YAML_SYNTAX)


@pytest.mark.parametrize("version", ["1.2.0", "2.0.0", "10.0.0"])
def test_a_newer_version_is_said_to_be_newer(version):
    with pytest.raises(PackageError) as raised:
        overlaid(entry(), [given(overlay({"target": "$", "future": 1}, version=version))], Limits())
    assert raised.value.exit_status == 2
    assert [(problem.code, problem.where.line) for problem in raised.value.problems] == [(Code.DESCRIPTION_OVERLAY_VERSION, 1)]


@pytest.mark.parametrize(
    ("action", "pointer"),
    [
        pytest.param({"target": "$.info.title", "update": "x"}, "/target", id="a-primitive-is-updated"),
        pytest.param({"target": "$..tags[?@=='cats']", "remove": True}, "/target", id="a-primitive-item-is-removed"),
        pytest.param({"target": "$.tags", "update": [{"name": "x"}]}, "/update", id="a-list-may-be-one-entry-or-several"),
    ],
)
def test_what_only_11_says_is_no_part_of_10(action, pointer):
    assert faults(overlay(action, version="1.0.0")) == [("incompatible", f"/actions/0{pointer}")]
    applied(action)


@pytest.mark.parametrize(
    ("action", "pointer"),
    [
        pytest.param({"target": "$", "remove": True}, "/target", id="everything"),
        pytest.param({"target": "$.info", "update": "x"}, "/update", id="an-object-and-a-primitive"),
        pytest.param({"target": "$.info.title", "update": {"a": 1}}, "/update", id="a-primitive-and-an-object"),
        pytest.param({"target": "$.info", "update": {"contact": None}}, "/update/contact", id="nothing-for-an-object"),
        pytest.param(
            {"target": "$.info", "update": {"contact": {"name": ["x"]}}}, "/update/contact/name", id="a-list-for-a-primitive"
        ),
        pytest.param({"target": "$['info', 'tags']", "update": {"a": 1}}, "/target", id="nodes-of-two-kinds"),
        pytest.param({"target": "$.info", "copy": "$.paths.*.*"}, "/copy", id="several-to-copy"),
    ],
)
def test_what_can_not_be_carried_out(action, pointer):
    assert faults(overlay(action)) == [("incompatible", f"/actions/0{pointer}")]


def test_an_action_that_changes_nothing_is_a_warning():
    data = overlay({"target": "$.info", "update": {"title": "Zoo", "contact": {}}})
    document, problems = overlaid(entry(), [given(data)], Limits())
    assert document.tree == entry().tree
    assert [(problem.code, problem.severity) for problem in problems] == [(Code.DESCRIPTION_OVERLAY_IDLE, Severity.WARNING)]


def test_a_document_that_extends_another_description_is_applied_with_a_warning():
    data = overlay({"target": "$.info", "update": {"title": "Ark"}}, extends="other.yaml")
    document, problems = overlaid(entry(), [given(data, other=True)], Limits())
    assert document.tree["info"]["title"] == "Ark"
    assert [(problem.code, problem.where.pointer) for problem in problems] == [(Code.DESCRIPTION_OVERLAY_EXTENDS, "/extends")]
    assert overlaid(entry(), [given(data, other=False)], Limits())[1] == []


def test_mistakes_of_several_documents_come_together():
    one, two = overlay({"target": "$.a", "remove": True}), overlay({"target": "$.b", "remove": True}, more=1)
    with pytest.raises(OverlayError) as raised:
        overlaid(entry(), [given(one, name="a.yaml"), given(two, name="b.yaml"), given("", name="c.yaml")], Limits())
    assert [problem.where.file for problem in raised.value.problems] == ["a.yaml", "b.yaml", "b.yaml", "c.yaml"]


def test_lists_that_lost_items_are_known():
    read, _ = overlaid(entry(), [given(overlay({"target": "$.paths['/cats'].get.parameters[0]", "remove": True}))], Limits())
    assert read.shifted == ("/paths/~1cats/get/parameters",)
    assert entry().shifted is None


# -- numbers, names, and what hostile documents ask for -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "selected"),
    [
        pytest.param("@.n == 1.1", True, id="a-fraction-however-it-is-spelled"),
        pytest.param("@.n > 1 && @.n < 2", True, id="an-order"),
        pytest.param("@.b == 1", False, id="truth-is-no-number"),
        pytest.param("@.s < 'c'", True, id="texts-have-an-order"),
        pytest.param("@.s < 3", False, id="a-text-and-a-number-have-none"),
        pytest.param("@.z == @.y", True, id="nothing-equals-nothing"),
        pytest.param("@.e == $.e", True, id="lists-by-their-items"),
        pytest.param("@.e[?@ == 0]", True, id="an-item-that-is-false-exists"),
        pytest.param("value(@..deep) == 7", True, id="the-only-one"),
    ],
)
def test_filters_compare_values(condition, selected):
    text = "e: [0, 1]\nl: [{n: 1.10, b: true, s: b, e: [0, 1], d: {deep: 7}}]\n"
    found = JsonPath(f"$.l[?{condition}]").locations(entry(text).tree, Budget(1000))
    assert bool(found) is selected


NAMES_AND_INDEXES = [".a", ".*", "..a", "..*", "[0]", "[-1]", "[1:]", "[::-1]", "['a','b']", "[*,0]"]
FILTERS = ["?@.a", "?!@.a", "?@.a==1", "?@.a==$.a", "?@.a<2||@.b", "?(@.a&&!@.b)||@.c", "?@[?@.a]", "?count(@.*)>1"]
FILTERS += ["?length(@.a)>=1", "?match(@.a,'x.*')", "?search(@.a,'y')", "?value(@..a)==1"]
SEGMENTS = st.sampled_from([*NAMES_AND_INDEXES, *(f"[{one}]" for one in FILTERS), "..[?@.b<=1]"])
TREES = st.recursive(
    st.sampled_from([1, 2, "a", "x", "xy", 1.5, ""]),
    lambda below: st.lists(below, max_size=3) | st.dictionaries(st.sampled_from("abc"), below, max_size=3),
)


@settings(max_examples=200, deadline=None)
@drawn(st.lists(SEGMENTS, min_size=1, max_size=3).map("".join), TREES)
def test_what_is_selected_is_what_the_library_selects(path, tree):
    """The library reads the expressions, and evaluates them, too, without a bound: where it ends, it ends with the same nodes."""
    theirs = dict.fromkeys(node.location for node in jsonpath_rfc9535.find(f"${path}", tree))
    assert JsonPath(f"${path}").locations(tree, Budget(10**7)) == list(theirs)


def test_a_location_is_shown_so_that_it_can_be_copied():
    assert shown(("paths", "/it's", 3)) == "$['paths']['/it\\'s'][3]"
    assert JsonPath(shown(("a", "it's"))).locations({"a": {"it's": 1}}, Budget(99)) == [("a", "it's")]


REFUSED = [
    *(
        "",
        "paths",
        "$.",
        "$.paths./items",
        "$[?@.a",
        "$.a b",
        "$[?foo(@)]",
        "$[?@..a == 1]",
        "$[?search(@.a, '\\\\d')]",
        "$[0",
        "$[01]",
    ),
    *("$" + ".a" * 1_500, "$[?match(@, '(a{999}){999}')]", "$[?@.a==1e999999]", "$[" * 600, "$[?" + "(" * 900),
]


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:20])
def test_a_path_that_is_none_is_refused(text):
    with pytest.raises(PathRefusedError):
        JsonPath(text)


def test_a_pattern_takes_no_longer_than_the_text_is_long():
    text = json.dumps({"openapi": "3.1.0", "a": ["a" * 20_000] * 50})
    started = time.monotonic()
    assert faults(overlay({"target": "$.a[?match(@, '(a+)+b')]", "remove": True}), text=text) == [
        ("unmatched", "/actions/0/target")
    ]
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    "target",
    [
        pytest.param("$..*..*..*..*..*", id="descent-in-descent"),
        pytest.param("$" + "..[?@..[?@..x]]" * 3, id="filters-that-descend"),
        pytest.param("$.a[" + ",".join(["*"] * 400) + "]" + "[*]" * 4, id="one-node-many-times"),
    ],
)
def test_a_path_that_visits_everything_again_and_again_ends(target, monkeypatch):
    monkeypatch.setattr("connectors.description.overlaid._STEPS", 300_000)
    tree = {"openapi": "3.1.0"}
    tree["a"] = [[[[[{"b": 1}] * 3] * 3] * 3] * 4] * 60
    tree["deep"] = json.loads("[" * 150 + "]" * 150)
    with pytest.raises(OverlayError) as raised:
        overlaid(entry(json.dumps(tree)), [given(overlay({"target": target, "remove": True}))], Limits())
    assert [problem.code for problem in raised.value.problems] == [Code.DESCRIPTION_OVERLAY_LIMIT]


def test_copies_of_copies_end():
    doubling = [{"target": "$.tags", "copy": "$.tags", "description": str(index)} for index in range(60)]
    assert faults(overlay(*doubling)) == [("limit", "/actions/19")]
    deeper = [{"target": "$.info", "update": {"x": {}}}]
    deeper += [{"target": "$.info" + ".x" * depth, "update": {"x": {}}} for depth in range(1, 60)]
    assert faults(overlay(*deeper), Limits(nesting=50)) == [("limit", "/actions/48")]
