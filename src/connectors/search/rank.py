"""Which operations answer a question best: rare words count more, and all words of the question count more than one of them twice."""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from connectors.model.operation import Effect
from connectors.search.index import Entry, Index
from connectors.search.terms import EFFECTS, LISTS, wanted

__all__ = ["Hit", "search"]

# What a word is worth where it stands. A name is chosen to tell an operation from others; a text mentions much.
_NAMED, _IN_PATH, _IN_TEXT, _IN_ARGUMENTS = 3.0, 2.6, 1.6, 0.6
_BEGINNING = 0.6
"""What a word that is only the beginning of one counts, of what the whole counts."""
_SHORTEST_BEGINNING = 3
_EFFECT = 2.2
_COLLECTION = 0.8
_CURATED = 1.15
_DEPRECATED = 0.6
_NOT_CALLABLE = 0.8
_SAME_SUMMARY = 0.25
_COMPARED = 50
_EXTRA_WORD = 0.06
"""What each further word of an operation's name and path takes away: of two that fit, the plainer one is meant."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One operation that fits. `score` orders hits of one search, and means nothing besides; `matched` are the stems that were found."""

    connector: str
    entry: Entry
    score: float
    matched: tuple[str, ...]


def search(indexes: Iterable[Index], question: str, *, limit: int = 10) -> list[Hit]:
    """The operations that fit, the best first, at most `limit`; empty where no word of the question names anything."""
    asked = wanted(question)
    known = list(indexes)
    words = [word for word in asked if word not in EFFECTS or _names_something(word, known)]
    effects = frozenset[Effect]().union(*(EFFECTS[word] for word in asked if word in EFFECTS))
    if not words:
        words = asked
    weights = _weights(words, known)
    lists = not LISTS.isdisjoint(asked)
    hits: list[Hit] = []
    for index in known:
        for entry in index.entries:
            found = _hit(index.connector, entry, words, weights, effects, lists=lists)
            if found is not None:
                hits.append(found)
    hits.sort(key=_order)
    # A summary is compared word by word only where it can still matter.
    ahead = max(limit, _COMPARED)
    best = [replace(hit, score=hit.score * (1 + _SAME_SUMMARY * _alike(hit.entry.summary, asked))) for hit in hits[:ahead]]
    return sorted(best, key=_order)[:limit]


def _order(hit: Hit) -> tuple[float, str]:
    return -hit.score, hit.entry.id


def _alike(summary: str, asked: Sequence[str]) -> float:
    """How much of a summary the question says, from 0 to 1."""
    words = wanted(summary)
    return sum(word in asked for word in words) / len(words) if words else 0.0


def _names_something(word: str, indexes: Sequence[Index]) -> bool:
    return any(word in entry.named or word in entry.paths or word in entry.texts for index in indexes for entry in index.entries)


def _weights(words: Sequence[str], indexes: Sequence[Index]) -> dict[str, float]:
    """How much each word tells operations apart: the inverse of how many have it. A word for an effect tells little else."""
    counts: Counter[str] = Counter()
    total = 0
    for index in indexes:
        total += len(index.entries)
        for entry in index.entries:
            for word in words:
                if _where(entry, word) > 0:
                    counts[word] += 1
    return {
        word: math.log(1 + (total - counts[word] + 0.5) / (counts[word] + 0.5)) * (0.5 if word in EFFECTS else 1.0)
        for word in words
    }


def _where(entry: Entry, word: str) -> float:
    """What a word is worth in an operation: the best place counts whole, the next one as a confirmation."""
    places = [
        worth
        for terms, worth in (
            (entry.named, _NAMED), (entry.paths, _IN_PATH), (entry.texts, _IN_TEXT), (entry.arguments, _IN_ARGUMENTS),
        )
        if word in terms
    ]  # fmt: skip
    if places:
        return places[0] + 0.25 * sum(places[1:])
    if len(word) >= _SHORTEST_BEGINNING and any(
        term.startswith(word) or _joined(term, word) for term in (*entry.named, *entry.paths)
    ):
        return _BEGINNING * _IN_PATH
    return 0.0


def _joined(term: str, word: str) -> bool:
    """Whether a word is one half of a term that others write as two: `map` of `configmap`."""
    return len(word) > _SHORTEST_BEGINNING - 1 and len(term) > len(word) + 2 and term.endswith(word)


def _hit(
    connector: str, entry: Entry, words: Sequence[str], weights: dict[str, float], effects: frozenset[Effect], *, lists: bool
) -> Hit | None:
    matched = {word: worth for word in words if (worth := _where(entry, word)) > 0}
    if not matched:
        return None
    score = sum(weights[word] * worth for word, worth in matched.items())
    asked = sum(weights.values()) or 1.0
    score *= (sum(weights[word] for word in matched) / asked) ** 1.5
    if effects:
        score += _EFFECT if entry.effect in effects else -_EFFECT
    if lists and entry.effect is Effect.READ:
        score += _COLLECTION if entry.collection else -_COLLECTION
    extra = len({*entry.named, *entry.paths}.difference(matched))
    score *= 1 - min(_EXTRA_WORD * extra, 0.5)
    if entry.curated:
        score *= _CURATED
    if entry.deprecated:
        score *= _DEPRECATED
    if not entry.callable:
        score *= _NOT_CALLABLE
    return Hit(connector, entry, score, tuple(matched)) if score > 0 else None
