"""What one operation would be called if it stood alone: the words of its resource and of its verb.

Nothing here looks at another operation, so that no operation can change the name of another.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

import msgspec

from connectors.derive.words import is_plural, same_word, singular, word_set, words
from connectors.model.identity import placeholders

__all__ = ["LEVELS", "Name", "Named", "additions_of", "name_of"]

LEVELS = 6
"""How many additions a name can have."""


class Named(msgspec.Struct, frozen=True):
    """What an operation is named after."""

    method: str
    path: str
    operation_id: str | None
    tags: tuple[str, ...]
    identity: str


class Step(msgspec.Struct, frozen=True):
    """A literal part of a path (its words), or a placeholder (its name's words)."""

    words: tuple[str, ...]
    variable: bool
    base: bool = False
    """Whether it can be a part of the beginning that all paths of an API share: see `_is_base`."""


class Path(msgspec.Struct, frozen=True):
    """A path by its words."""

    steps: tuple[Step, ...]
    """Without a leading base path or version."""
    base: tuple[str, ...]
    """The words of the leading base path and version."""
    variant: tuple[str, ...]
    """Words of a query string or fragment that is written into the path; `slash` for one that ends it."""

    @property
    def ends_in_item(self) -> bool:
        """Whether a placeholder is the last step."""
        return bool(self.steps) and self.steps[-1].variable


class Name(msgspec.Struct, frozen=True):
    """The words of an operation's name. `path` is what `additions_of` looks for more words in."""

    resource: tuple[str, ...]
    verb: tuple[str, ...]
    path: Path
    method_action: tuple[str, ...]
    """What the method alone would call it."""
    tag: str | None = None
    """The tag that the resource is named after; None where a segment of the path names it."""
    by_operation_id: bool = False
    """Whether the verb is the operationId's; otherwise method and path say it."""


# Words that open the name of an action. The second set is of words that name a thing as often.
_ACTIONS = word_set(
    "accept acknowledge activate add allow append apply approve archive assign attach authenticate authorize ban begin"
    " browse bulk calculate cancel capture change check claim clear clone close collect compare compile complete compute confirm"
    " connect convert copy create deactivate decline delete deny deploy describe detach detect disable disconnect dismiss do download"
    " duplicate edit enable ensure evaluate execute exists expire extract fetch finalize find finish flush follow force generate get"
    " grant handle hide ignore import init initialize initiate insert install invalidate invite invoke join kick kill launch leave"
    " list login logout lookup make mark merge modify move mute notify obtain open parse patch pause perform pin post prepare"
    " prune publish purge push put query read rebuild receive recover redeem refresh regenerate register reject reload remove rename"
    " render renew reopen reorder replace rerun resend reset resize resolve restart restore resume retrieve retry return revert"
    " revoke rotate run save search send set share show sign simulate skip split start stop store submit subscribe suspend sync"
    " synchronize terminate transform trigger unarchive unassign unban unblock undelete unfollow uninstall unlink unlock unmute unpin"
    " unpublish unregister unsubscribe update upgrade upload upsert validate verify void wait watch withdraw"
)
_ACTIONS_OR_THINGS = word_set(
    "access assign audit backup block book bookmark build charge comment commit count cover debug dispute draft email event exchange"
    " exit export filter fork group head hook index invoice issue label layout link lock log message monitor note offer order park"
    " pay permit plan play preview price process quote rate record refund report request review route scan schedule score snapshot"
    " sort stage star test trace trade transfer translate use view visit vote"
)
# Actions that open an action even before a plural; `merge requests` and `search results` are things.
_IMPERATIVES = word_set(
    "add approve assign cancel clear create delete disable download enable fetch find generate get list mark move query reject remove"
    " reset retrieve send set update upload upsert validate verify"
)
_THING_ENDINGS = ("tion", "sion", "ment", "ship", "ity", "ness", "ance", "ence", "age", "ure")
_PREPOSITIONS = word_set("and as at by for from in into of on or per to using via with within without")
_ARTICLES = frozenset({"a", "an", "the"})
_QUANTITIES = word_set("all batch bulk current existing latest many multiple my new one recent single")
_READING = frozenset({"fetch", "get", "read", "retrieve", "show", "view"})

_NO_TAG = frozenset({"nan", "nil", "none", "null", "undefined"})
_TAG_ENDINGS = frozenset({"api", "apis", "controller"})
_BASE_WORDS = frozenset({"api", "apis", "rest", "latest"})
_VERSION = re.compile(r"(?:v(?:er|ersion)?)?[0-9]+(?:(?:alpha|beta|rc|a|b|p)[0-9]*)?")
_SUFFIX = re.compile(r"\.(?:aspx?|atom|csv|do|gz|html?|ics|jpe?g|json|jsonp|jsp|pdf|php|png|rss|svg|svc|txt|xlsx?|xml|ya?ml|zip)$")
_MOST_WORDS = 40
"""How many words of one text are looked at; more than fit in a segment, and few enough for any description."""
_TOOL_COUNTER = re.compile(r"(?<=[A-Za-z0-9])_[0-9]{1,2}$")


def name_of(operation: Named) -> Name:
    """Derive resource and verb of one operation.

    The resource is the first usable tag, else the first literal path segment that is no base path or version, else `api`. The verb is
    the operationId without the resource at its ends; where the operationId is missing or repeats method and path, method and
    path say it: GET of a collection lists, GET of an item gets, POST creates, PUT and PATCH update, DELETE deletes, and a path
    that ends in an action is that action.
    """
    path = _read_path(operation.path)
    tagged = _from_tags(operation.tags)
    resource = tagged[0] if tagged is not None else _from_segments(path)
    said = _from_operation_id(operation, resource, path)
    verb = said if said is not None else _from_path(operation.method.upper(), resource, path)
    return Name(
        resource=resource,
        verb=verb,
        path=path,
        method_action=_action(operation.method.upper()),
        tag=tagged[1] if tagged is not None else None,
        by_operation_id=said is not None,
    )


# --- The path ---------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)  # The operations of a path come one after the other.
def _read_path(path: str) -> Path:
    steps: list[Step] = []
    variant: list[str] = []
    at = 0
    in_variant = False

    def literal(text: str) -> None:
        nonlocal in_variant
        if not in_variant:
            text, mark, rest = _cut_at_query(text)
            for segment in text.replace(":", "/").split("/"):
                steps.extend(_literal_steps(segment))
            in_variant = bool(mark)
            text = rest
        if in_variant:
            variant.extend(words(text))

    for placeholder in placeholders(path):
        literal(path[at : placeholder.start])
        at = placeholder.end
        if placeholder.in_query:
            continue
        if in_variant:
            variant.extend(words(placeholder.name))
        else:
            steps.append(Step(words(placeholder.name), variable=True))
    literal(path[at:])

    first = 0
    while first < len(steps) and steps[first].base:
        first += 1
    base = tuple(word for step in steps[:first] for word in step.words)
    if not in_variant and len(path) > 1 and path.endswith("/"):
        variant.append("slash")
    return Path(tuple(steps[first:]), base, tuple(variant))


def _cut_at_query(text: str) -> tuple[str, str, str]:
    if "?" not in text and "#" not in text:
        return text, "", ""
    before, mark, behind = text.partition("#")
    path, query, rest = before.partition("?")
    return (path, query, rest + mark + behind) if query else (before, mark, behind)


@lru_cache(maxsize=4096)
def _literal_steps(segment: str) -> tuple[Step, ...]:
    """The step that a literal segment is; none where it has no words, two for a dotted name."""
    stem = _SUFFIX.sub("", segment) if "." in segment else segment
    segment_words = words(stem)
    head, dot, tail = stem.rpartition(".")
    if dot and words(head) and words(tail) and segment_words[0] not in _BASE_WORDS and not _is_version(segment_words):
        # A dotted name is a group of operations and one of them: /chat.postMessage
        return _literal(words(head)), _literal(words(tail))
    return (_literal(segment_words),) if segment_words else ()


def _literal(parts: tuple[str, ...]) -> Step:
    return Step(parts, variable=False, base=_is_base(parts))


def _is_base(parts: Sequence[str]) -> bool:
    """Whether a segment is the beginning that all paths of an API share: `api`, `rest`, `v1`, `2.0`."""
    return all(word in _BASE_WORDS or _VERSION.fullmatch(word) for word in parts)


def _is_version(parts: Sequence[str]) -> bool:
    return all(_VERSION.fullmatch(word) for word in parts)


def _around(resource: tuple[str, ...], path: Path) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """The steps behind and before the one or several that are the resource; all are behind it where the path does not name it."""
    for first in range(len(path.steps)):
        named: tuple[str, ...] = ()
        for last in range(first, len(path.steps)):
            if path.steps[last].variable or len(named) >= len(resource):
                break
            named += path.steps[last].words
            if len(named) == len(resource) and all(map(same_word, named, resource)):
                return path.steps[last + 1 :], path.steps[:first]
    return path.steps, ()


# --- The resource -----------------------------------------------------------------------------------------------------


def _from_tags(tags: Iterable[str]) -> tuple[tuple[str, ...], str] | None:
    """The words of the first usable tag, and the tag."""
    for tag in tags:
        if parts := _tag_words(tag):
            return parts, tag
    return None


@lru_cache(maxsize=1024)
def _tag_words(tag: str) -> tuple[str, ...]:
    """The words of a tag that can name a resource; none where it cannot."""
    parts = words(tag)[:_MOST_WORDS]
    while len(parts) > 1 and parts[-1] in _TAG_ENDINGS:
        parts = parts[:-1]
    usable = parts and not _is_base(parts) and parts[0] not in _NO_TAG and any(not word.isdigit() for word in parts)
    return parts if usable else ()


def _from_segments(path: Path) -> tuple[str, ...]:
    for step in path.steps:
        if not step.variable:
            # A segment that is an action on something: /getFeeds
            if len(step.words) > 1 and step.words[0] in _IMPERATIVES and step.words[1] not in _PREPOSITIONS:
                return step.words[1:_MOST_WORDS]
            return step.words[:_MOST_WORDS]
    return ("api",)


def _stands_for(part: str, word: str) -> bool:
    """Whether `part` is `word`, its other number, or an abbreviation: repo of repository, notify of notification."""
    if same_word(part, word):
        return True
    one, other = singular(part), singular(word)
    if one.endswith("ify") and other == one[:-1] + "ication":
        return True
    return 3 <= len(one) <= len(other) - 3 and other.startswith(one) and one not in _ACTIONS


def _spellings(resource: tuple[str, ...], parts: Sequence[str]) -> int:
    """How many words at the beginning of `parts` spell the resource, or 0."""
    # Numbers and abbreviations change how a word ends, never how it begins.
    if not parts or parts[0][0] != resource[0][0]:
        return 0
    count = len(resource)
    if len(parts) >= count and all(map(_stands_for, parts[:count], resource)):
        return count
    # Written in other pieces: user_list and userlist, git_hub and github.
    whole = "".join(resource)
    text = ""
    for number, word in enumerate(parts, start=1):
        text += word
        if same_word(text, whole):
            return number
        if len(text) > len(whole) + 2:
            break
    return 0


# --- The verb, from the operationId -----------------------------------------------------------------------------------


def _from_operation_id(operation: Named, resource: tuple[str, ...], path: Path) -> tuple[str, ...] | None:
    """The verb that the operationId gives, or None where method and path say more."""
    text = (operation.operation_id or "").strip()
    if text[-1:].isdigit():
        text = _TOOL_COUNTER.sub("", text)
    parts = _without_machine_words(words(text)[:_MOST_WORDS], operation.method.lower(), path)
    if not parts:
        return None
    if not _ARTICLES.isdisjoint(parts):
        parts = (*(word for word in parts[:-1] if word not in _ARTICLES), parts[-1])
    verb, plural = _without_resource(parts, resource)
    if not verb:
        return None
    if len(verb) == 1 and verb[0] in _READING and operation.method.upper() == "GET" and plural and not path.ends_in_item:
        return ("list",)
    return verb


def _without_machine_words(parts: tuple[str, ...], method: str, path: Path) -> tuple[str, ...]:
    """Take away the method and the whole path where a tool wrote them before or behind a name, or as the name."""
    if len(parts) < 2:
        return parts
    first, last = parts[0] == method, parts[-1] == method
    if not (first or last):
        return parts
    backwards = tuple(word[::-1] for word in reversed(parts[:-1])) if last else ()
    for text in _spelled(path):
        if first:
            rest = _behind(parts[1:], text)
            if rest is not None and (not rest or rest[0] in _ACTIONS):
                return rest
        if last:
            rest = _behind(backwards, text[::-1])
            if rest is not None:
                return tuple(word[::-1] for word in reversed(rest))
    return parts


def _spelled(path: Path) -> Iterable[str]:
    """All letters of the path: with its placeholders first, then without; each with its base first, then without."""
    base = "".join(path.base)
    every = "".join([word for step in path.steps for word in step.words])
    literal = "".join([word for step in path.steps if not step.variable for word in step.words])
    variant = "".join(path.variant)
    texts = (f"{front}{middle}{variant}".removesuffix("slash") for middle in (every, literal) for front in (base, ""))
    return dict.fromkeys(text for text in texts if text)


def _behind(parts: tuple[str, ...], text: str) -> tuple[str, ...] | None:
    """What follows the words that spell `text`, in whatever pieces; None where they do not. `by` before a name is no word."""
    spelled = ""
    for number, word in enumerate(parts, start=1):
        if word not in ("by", "yb") or text.startswith(spelled + word):
            spelled += word
        if spelled == text:
            return parts[number:]
        if not text.startswith(spelled):
            return None
    return None


def _without_resource(parts: tuple[str, ...], resource: tuple[str, ...]) -> tuple[tuple[str, ...], bool]:
    """Take the resource from both ends of a name; also say whether it stood at the end in the plural."""
    plural = False
    count = _spellings(resource, parts)
    rest = parts[count:]
    if count and not rest:
        # `search` of search: the whole name is the resource, and an action all the same.
        return (parts, False) if parts[0] in _ACTIONS and len(parts) == 1 else ((), is_plural(parts[-1]))
    if count and rest[0] not in _PREPOSITIONS and _may_drop(parts[:count], rest):
        parts = rest
    # `list_issues`: an action, and nothing else but the resource.
    for first in range(1, len(parts)):
        if _spellings(resource, parts[first:]) == len(parts) - first:
            if all(word in _QUANTITIES for word in parts[1:first]) and parts[0] not in _PREPOSITIONS:
                plural = is_plural(parts[-1])
                parts = parts[:first]
            return parts, plural
    # `find_pets_by_status`: an action, the resource, and how. A resource of several words says nothing a second time.
    if len(parts) > 2 and (parts[0] in _ACTIONS or len(resource) > 1):
        count = _spellings(resource, parts[1:])
        if count and len(parts) > count + 1 and (count > 1 or parts[1 + count] in _PREPOSITIONS):
            return (parts[0], *parts[1 + count :]), False
    return parts, plural


def _may_drop(front: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether the words in front are the resource, and not an action that is spelled like it: transfer of transferFunds."""
    if rest[0] in _ACTIONS or rest[0] in _ACTIONS_OR_THINGS:
        return True
    first = singular(front[0])
    return len(front) > 1 or not (first in _ACTIONS or first in _ACTIONS_OR_THINGS) or is_plural(front[0])


# --- The verb, from method and path -----------------------------------------------------------------------------------

_STANDARD = {
    "GET": "get", "HEAD": "head", "OPTIONS": "options", "TRACE": "trace", "QUERY": "query",
    "POST": "create", "PUT": "update", "PATCH": "update", "DELETE": "delete",
}  # fmt: skip


def _action(method: str) -> tuple[str, ...]:
    """What a method does, in a word; a method without a rule of its own is its own word."""
    return (_STANDARD[method],) if method in _STANDARD else words(method) or ("call",)


def _from_path(method: str, resource: tuple[str, ...], path: Path) -> tuple[str, ...]:
    after, _ = _around(resource, path)
    literals = [index for index, step in enumerate(after) if not step.variable]
    on_item = path.ends_in_item
    if not literals:
        last = _last_literal(path)
        if method == "GET" and not on_item and (is_plural(resource[-1]) or is_plural(last)):
            return ("list",)
        if method == "GET" and not on_item and last in _ACTIONS and last != resource[-1]:
            return (last,)
        return ("update",) if method == "POST" and on_item else _action(method)
    things = [_thing(after, index) for index in literals]
    last_index = literals[-1]
    last_words = after[last_index].words
    if last_index == len(after) - 1 and _is_action(method, after, last_index):
        return _joined([last_words, *(tuple(map(singular, thing)) if thing else thing for thing in things[:-1])])
    if method == "GET" and last_index == len(after) - 1 and is_plural(last_words[-1]):
        return _joined([("list",), *things[:-1], last_words])
    action = ("update",) if method == "POST" and on_item else _action(method)
    tail = last_words if last_index == len(after) - 1 and method != "POST" else (*last_words[:-1], singular(last_words[-1]))
    return _joined([action, *things[:-1], tail])


def _is_action(method: str, after: Sequence[Step], index: int) -> bool:
    """Whether the last literal of a path is what is done, and not what it is done to."""
    parts = after[index].words
    plural = is_plural(parts[-1])
    if parts[0] in (_ACTIONS if not plural else _IMPERATIVES if len(parts) > 1 else ()):
        return method in ("GET", "POST", "PUT") or len(parts) > 1
    if method != "POST" or plural:
        return False
    behind_item = index > 0 and after[index - 1].variable
    return parts[0] in _ACTIONS_OR_THINGS or (behind_item and not parts[-1].endswith(_THING_ENDINGS))


def _thing(after: Sequence[Step], index: int) -> tuple[str, ...]:
    """The words of a literal, in the singular where a placeholder picks one of them."""
    parts = after[index].words
    if index + 1 < len(after) and after[index + 1].variable:
        return (*parts[:-1], singular(parts[-1]))
    return parts


def _last_literal(path: Path) -> str:
    return next((step.words[-1] for step in reversed(path.steps) if not step.variable), "")


def _joined(parts: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """One list of words, without a word that follows itself in either number."""
    found: list[str] = []
    for word in (word for part in parts for word in part):
        if not found or not same_word(found[-1], word):
            found.append(word)
    return tuple(found)


# --- What tells namesakes apart ---------------------------------------------------------------------------------------


def additions_of(name: Name, method: str) -> tuple[tuple[str, ...], ...]:
    """What else tells an operation from its namesakes, the most telling first; always `LEVELS` entries, empty where there is nothing."""
    resource, verb, path = name.resource, name.verb, name.path
    behind, before = _around(resource, path)
    said = {singular(word) for word in (*resource, *verb)}

    def new(steps: Sequence[Step]) -> list[str]:
        things = (_thing(steps, index) for index, step in enumerate(steps) if not step.variable)
        return [word for thing in things for word in thing if singular(word) not in said]

    context = new(before)
    written = [word for step in path.steps if not step.variable for word in step.words if word not in verb]
    variables = [step.words for step in path.steps if step.variable and step.words]
    return (
        # Other things on the path: those behind the resource as they come, those before it as its context.
        (*new(behind), *(word for word in path.variant if singular(word) not in said), *(("for", *context) if context else ())),
        tuple(word for word in path.base if word not in said),
        # The item and its collection, where both have one name.
        ("by", *variables[-1]) if variables and path.ends_in_item else (),
        ("at", *written) if written else (),
        ("via", *(words(method) or ("other",))),
        ("by", *(word for words_ in variables for word in words_)) if variables else (),
    )
