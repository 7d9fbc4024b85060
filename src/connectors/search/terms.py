"""The words that a question and an operation have in common: split, without endings, and what a word for an effect also means."""

import re
from functools import lru_cache

from connectors.model.operation import Effect

__all__ = ["EFFECTS", "LISTS", "SHORT_FORMS", "stem", "terms", "wanted"]

_WORD = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


def _words(text: str) -> list[str]:
    return text.split()


# Words of a question that no operation is called by.
_FILLING = frozenset(
    _words(
        "a an and any are as at be by can do does for from give has have how i in into is it its me my of on one or our please some that the"
        " their them there these this those to us want was we what when where which who whose with you your"
    )
)

_WORDS_OF_EFFECTS = {
    Effect.READ: "get list show read fetch find search view look retrieve see download watch describe check query count",
    Effect.CREATE: "create add make new open post submit register start send upload invite generate insert put publish issue",
    Effect.UPDATE: "update edit change modify set rename patch replace put enable disable move scale configure adjust",
    Effect.DELETE: "delete remove drop destroy cancel erase clear unset revoke purge discard",
}
SHORT_FORMS = {
    "repo": "repository", "repositories": "repository", "org": "organization", "orgs": "organization", "organisation": "organization",
    "pr": "pull", "prs": "pull", "msg": "message", "config": "configuration", "env": "environment", "auth": "authorization",
    "authorisation": "authorization", "ns": "namespace", "doc": "document", "info": "information", "stat": "statistic", "admin": "administrator",
    "perm": "permission", "sub": "subscription", "logs": "log",
}  # fmt: skip
"""What people write for short, in the words that descriptions use; compared on both sides."""


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A word without the ending of its plural or tense, crudely and the same on both sides: `branches` and `branch`, `scaling` and `scale`."""
    word = SHORT_FORMS.get(word, word)
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    if len(word) > 5 and word.endswith("ing"):
        word = word[:-3]
        return word[:-1] if word[-1] == word[-2] and word[-1] not in "sl" else word.rstrip("e")
    if len(word) > 4 and word.endswith("ed"):
        word = word[:-2]
        return word[:-1] if word[-1] == word[-2] and word[-1] not in "sl" else word.rstrip("e")
    return word.rstrip("e") if len(word) > 4 else word


EFFECTS: dict[str, frozenset[Effect]] = {
    stem(word): frozenset(effect for effect, words in _WORDS_OF_EFFECTS.items() if word in words.split())
    for words in _WORDS_OF_EFFECTS.values()
    for word in words.split()
}
"""The effects that a word may ask for, by its stem."""

LISTS = frozenset(stem(word) for word in ("list", "all", "every", "search", "find"))
"""Words that ask for a collection."""


def terms(text: str) -> list[str]:
    """The stems of all words of a text, in order, repeated as they are: `userProfiles.get` is user, profil, get."""
    return [stem(word.lower()) for word in _WORD.findall(text)]


def wanted(question: str) -> list[str]:
    """The stems of a question that carry meaning, each once; all of them where none would be left."""
    words = [word.lower() for word in _WORD.findall(question)]
    kept = [word for word in words if word not in _FILLING] or words
    return list(dict.fromkeys(stem(word) for word in kept))
