"""How a vendor's text becomes words."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.derive.words import is_plural, same_word, singular, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("issueCreateIssue", "issue create issue", id="camel-case"),
        pytest.param("ListIssues", "list issues", id="pascal-case"),
        pytest.param("list_pull-requests", "list pull requests", id="snake-and-kebab"),
        pytest.param("users/list.followers now", "users list followers now", id="slashes-dots-spaces"),
        pytest.param("GPGKey", "gpg key", id="an-acronym-ends-before-a-word"),
        pytest.param("HTTPServer", "http server", id="an-acronym-of-four"),
        pytest.param("XMLHttpRequest", "xml http request", id="an-acronym-in-front"),
        pytest.param("getURLsByID", "get urls by id", id="an-acronym-in-the-plural"),
        pytest.param("userIDs", "user ids", id="an-acronym-in-the-plural-at-the-end"),
        pytest.param("OAuth2Token", "oauth2 token", id="one-capital-belongs-to-its-word"),
        pytest.param("eMailAddress", "email address", id="one-small-letter-belongs-to-its-word"),
        pytest.param("createAUser", "create a user", id="the-article-is-a-word"),
        pytest.param("getIPv6Address", "get ipv6 address", id="a-version-of-an-acronym"),
        pytest.param("v2", "v2", id="a-version"),
        pytest.param("AutoscalingV2beta2Pod", "autoscaling v2beta2 pod", id="a-version-between-words"),
        pytest.param("SHA256Sum", "sha256 sum", id="digits-belong-to-the-word-before"),
        pytest.param("2fa.check", "2fa check", id="digits-in-front-belong-to-what-follows"),
        pytest.param("users-1-day", "users 1 day", id="digits-alone"),
        pytest.param("Café", "cafe", id="an-accent-falls"),
        pytest.param("Cafe\u0301", "cafe", id="an-accent-falls-however-written"),
        pytest.param("Straße Łódź", "strasse lodz", id="letters-without-decomposition"),
        pytest.param("the user's key", "the users key", id="an-apostrophe-is-no-boundary"),
        pytest.param("取得 кириллица", "", id="another-script-has-no-words"),
        pytest.param("取得List", "list", id="the-latin-part-remains"),
        pytest.param("--- ../.. []", "", id="signs-have-no-words"),
    ],
)
def test_words(text: str, expected: str) -> None:
    assert words(text) == tuple(expected.split())


@pytest.mark.parametrize(
    ("plural", "expected"),
    [
        ("issues", "issue"), ("repositories", "repository"), ("addresses", "address"), ("boxes", "box"), ("branches", "branch"),
        ("statuses", "status"), ("releases", "release"), ("people", "person"), ("keys", "key"),
    ],
)  # fmt: skip
def test_a_plural_has_a_singular(plural: str, expected: str) -> None:
    assert singular(plural) == expected
    assert is_plural(plural)
    assert same_word(plural, expected)


@pytest.mark.parametrize("word", ["status", "address", "news", "sms", "analysis", "user", "as", ""])
def test_a_singular_stays(word: str) -> None:
    assert singular(word) == word
    assert not is_plural(word)


@given(st.text())
def test_words_are_lower_case_ascii(text: str) -> None:
    assert all(word.isascii() and word.isalnum() and word == word.lower() for word in words(text))


@given(st.text(st.sampled_from("aBcD12sv_-./ é")))
def test_splitting_loses_no_letter(text: str) -> None:
    assert "".join(words(text)) == "".join(letter for letter in text.lower().replace("é", "e") if letter.isalnum())


@given(st.text())
def test_words_split_into_themselves(text: str) -> None:
    assert all(words(word) == (word,) for word in words(text) if not word[0].isdigit())


@pytest.mark.parametrize(
    "text", ["A" * 200_000, "aB" * 100_000, "A1" * 100_000, "a'" * 100_000, "é" * 200_000, "Av" * 100_000 + "!"]
)
def test_a_long_text_takes_no_long_time(text: str) -> None:
    start = time.perf_counter()
    words(text)
    assert time.perf_counter() - start < 2
