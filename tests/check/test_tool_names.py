"""What an operation is called where agents choose it."""

from checked import made, packaged, said

from connectors.check.tool_names import LONGEST, tool_name, tool_names
from connectors.model.operation import Operation


def called(id_: str, **facts: object) -> Operation:
    _, *resource, verb = id_.split(".")
    values = {"id": id_, "resource": ".".join(resource), "verb": verb, "identity": f"GET /{id_}", "path": f"/{id_}", **facts}
    return made(**{"curated": True, **values})


def test_dots_become_underscores() -> None:
    assert tool_name("forgejo.issue.create_comment") == "forgejo_issue_create_comment"


def test_a_name_of_one_character_too_many() -> None:
    id_ = "sample.item." + "g" * (LONGEST - 11)
    assert said(tool_names, packaged(called(id_))) == [("tool-name", "warning", "/operations/0/id")]


def test_a_name_that_just_fits_and_one_that_nobody_is_served() -> None:
    fits, long = "sample.item." + "g" * (LONGEST - 12), "sample.item." + "h" * LONGEST
    assert said(tool_names, packaged(called(fits), called(long, curated=False))) == []


def test_two_ids_that_become_one_name() -> None:
    package = packaged(called("sample.user.key_list"), called("sample.user_key.list"))
    [finding] = tool_names(package)
    assert finding.code.value == "tool-name"
    assert "`sample_user_key_list`" in finding.message


def test_two_of_which_one_is_served() -> None:
    assert said(tool_names, packaged(called("sample.user.key_list"), called("sample.user_key.list", curated=False))) == []
