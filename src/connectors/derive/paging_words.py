"""What the names of paging members have in common, whatever their spelling: `pageToken`, `page_token`, `page[token]`, `$PageToken`.

A name finds a candidate and never decides: type, counterpart and collection do.
"""

import re
from enum import StrEnum
from functools import lru_cache

__all__ = [
    "Role",
    "is_inverse_flag",
    "is_more_flag",
    "is_page_total",
    "is_paging_container",
    "is_size",
    "is_total",
    "is_total_of",
    "is_weak_total",
    "joined",
    "leads_on",
    "may_advance",
    "names_a_position",
    "names_an_address",
    "names_what_is_next",
    "role_of",
    "same_name",
    "singular",
    "words_of",
]

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


class Role(StrEnum):
    """What a request member might advance. `WEAK_` names mean something else as often, and need more around them."""

    PAGE = "page"
    WEAK_PAGE = "weak_page"
    OFFSET = "offset"
    WEAK_OFFSET = "weak_offset"
    CURSOR = "cursor"
    AFTER = "after"
    """Goes on behind a value: one that was handed out, or one of the last item."""
    BEFORE = "before"
    """The same in the other direction."""
    WEAK_CURSOR = "weak_cursor"
    """A bare `token`: as often a credential."""


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PAGE = _set(
    "page pagenumber pagenum pageno pageindex pageidx currentpage curpage curpagenumber pagecurrent currentpagenumber startpage pagenr"
    " pnum requestedpage resultpage resultspage"
)
_WEAK_PAGE = _set("p pg number")
_OFFSET = _set(
    "offset skip startindex startat startrow startrecord firstresult firstrow recordoffset itemoffset resultoffset startposition"
    " startoffset offsetindex resultstart rowoffset skipcount recordstart startresult startitem startnumber startnum listoffset"
)
_WEAK_OFFSET = _set("start from begin first index position startfrom")
_CURSOR = _set(
    "cursor nextcursor pagetoken nexttoken nextpagetoken continuationtoken continuation continue continuetoken marker nextmarker"
    " startingtoken scrollid bookmark pagecursor startcursor cursortoken searchafter nextpagecursor paginationtoken iterator skiptoken"
    " batchtoken xnexttoken pagemarker exclusivestartkey resumetoken starttoken pagingtoken next nextkey nextpage nextpageid"
    " continuationkey continuationid cursormark startkey cursorid keymarker positiontoken paginationcursor pagingcursor listtoken"
    " pagekey nextpagekey pageid nextpagestart"
)
_AFTER = _set(
    "after afterid startingafter startafter startafterid lastid sinceid aftercursor pageafter idafter startingafterid lastkey lastseenid"
)
_BEFORE = _set("before beforeid endingbefore endbefore maxid beforecursor pagebefore idbefore until untilid")
_SIZE = _set(
    "limit pagesize perpage size count maxresults top take rows pagelimit num n results resultsperpage itemsperpage maxitems max"
    " maxpagesize pagelen batchsize hitsperpage numresults numrows maxrecords pagelength recordsperpage maxkeys maxcount resultsize"
    " pageitems itemcount rowsperpage maxrows resultlimit itemlimit listlimit fetchsize length numitems limitcount maxresultcount"
    " pagecount perpagecount maxlimit maxnumresults countperpage numberofresults"
)
_CURSOR_WORDS = frozenset({"cursor", "token", "marker", "continuation", "continue", "iterator", "scroll", "bookmark"})
_NOT_CURSOR_WORDS = frozenset(
    {"access", "auth", "csrf", "id", "refresh", "session", "api", "client", "device", "bearer", "security", "user"}
)
_FILTERS = frozenset({"filter", "filters", "where", "query", "range"})
_PREFIXES = ("page", "paging", "pagination", "list", "x")
_CONTAINER_WORDS = frozenset(
    {"meta", "metadata", "paging", "pagination", "pager", "page", "pages", "links", "link", "cursor", "cursors", "next", "info"}
)
_TOTAL = _set("numfound found matches totalhits hitcount recordcount recordstotal itemstotal recordsfiltered estimatedtotal")
_COUNTED = _set("count results items entries elements records hits recordcount rows rowcount itemcount resultcount number size")
_WEAK_TOTAL = _set(
    "count size results resultcount itemcount length hits numberofresults num numresults nummatches paginationitemcount"
)
_PAGES = _set(
    "totalpages pages pagecount lastpage numpages pagestotal maxpage numberofpages totalpagecount pagetotal numofpages totalpage"
    " totalnumberofpages lastpagenumber paginationpagecount pagestotalcount xpages"
)
# What may stand beside `total` in the name of a number that counts all items, whatever they are.
_OF_A_TOTAL = _set(
    "total count counts number num no nr of x all overall result results item items record records entry entries element elements hit hits"
    " row rows object objects match matches document documents doc docs size list data found rest content pagination available"
)
_MORE = _set(
    "hasmore more hasnext hasnextpage hasmoreresults hasmoreitems hasmorepages hasmorerecords istruncated truncated moreresults"
    " moreavailable nextpageexists morepages moreitems moredata hasmoredata moreresultsavailable thereismore hasmorerows hasadditional"
    " nextpageavailable hasnextitems nextpage"
)
_INVERSE = _set(
    "islast islastpage last lastpage done end isend endofstream finished eof reachedend exhausted islastbatch allreturned nomore"
    " isfinished isdone endofresults endoflist"
)
_ADDRESS_WORDS = frozenset({"url", "uri", "link", "href", "links"})
# What a name has to end in, for a value that nobody calls a cursor to be one: `last_timestamp`, `next_offset_key`.
_POSITION_WORDS = frozenset(
    {"id", "key", "timestamp", "ms", "token", "value", "offset", "cursor", "position", "sequence", "marker"}
)


@lru_cache(maxsize=65536)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name in lower case: `nextPageURL` is next, page, url."""
    return tuple(word.lower() for word in _WORD.findall(name))


@lru_cache(maxsize=65536)
def joined(name: str) -> str:
    """A name without case and signs, and without a leading `x` of a header: how two spellings are compared."""
    words = words_of(name)
    if len(words) > 1 and words[0] == "x":
        words = words[1:]
    return "".join(words)


@lru_cache(maxsize=65536)
def role_of(name: str) -> Role | None:
    """What a request member of this name might advance; None for most names."""
    text = joined(name)
    for role, names in (
        (Role.PAGE, _PAGE),
        (Role.OFFSET, _OFFSET),
        (Role.CURSOR, _CURSOR),
        (Role.AFTER, _AFTER),
        (Role.BEFORE, _BEFORE),
        (Role.WEAK_PAGE, _WEAK_PAGE),
        (Role.WEAK_OFFSET, _WEAK_OFFSET),
    ):
        if text in names:
            return role
    words = words_of(name)
    if words == ("token",):
        return Role.WEAK_CURSOR
    inside = _inside(name)
    if inside is not None:
        return role_of(inside)
    if len(words) > 1 and words[0] in _PREFIXES:
        rest = role_of("".join(words[1:]))
        if rest is not None:
            return {Role.WEAK_OFFSET: Role.OFFSET, Role.WEAK_PAGE: Role.PAGE}.get(rest, rest)
    if words and words[-1] in _CURSOR_WORDS and not _NOT_CURSOR_WORDS.intersection(words):
        return Role.CURSOR
    if words[:2] in (("start", "after"), ("starting", "after")):
        return Role.AFTER
    if len(words) > 2 and words[-1] == "id":
        return {"after": Role.AFTER, "since": Role.AFTER, "last": Role.AFTER, "max": Role.BEFORE, "before": Role.BEFORE}.get(
            words[0]
        )
    return None


@lru_cache(maxsize=65536)
def names_a_position(name: str) -> bool:
    """Whether a name that no role has may be that of a position which the answer repeats: `last_timestamp`, `next_offset_key`."""
    words = words_of(name)
    return bool(words) and words[0] in ("next", "last") and words[-1] in _POSITION_WORDS


@lru_cache(maxsize=65536)
def may_advance(name: str) -> bool:
    """Whether a request member of this name could advance at all, whatever its type and the answer are."""
    return role_of(name) is not None or names_a_position(name)


@lru_cache(maxsize=65536)
def names_what_is_next(name: str) -> bool:
    """Whether a member or a header of this name may hold the address of the next part, or be an object that holds it."""
    return name.lower() == "link" or "next" in words_of(name)


def leads_on(name: str) -> bool:
    """Whether a name that `role_of` takes for a cursor says so by itself: many a token is a credential, as that of a clone."""
    words = words_of(name)
    return joined(name) in _CURSOR or not (_CURSOR_WORDS - {"token"} | {"next", *_PREFIXES[:3]}).isdisjoint(words)


def _inside(name: str) -> str | None:
    """What stands in the last brackets of a name that is spelled as a member of something: `criteria[currentPage]`.

    None where the thing itself speaks of pages, and has a say in what the name means: `page[number]`; and where it holds filters.
    """
    head, bracket, rest = name.rpartition("[")
    words = words_of(head)
    if not bracket or not rest.endswith("]") or not rest[:-1] or not words:
        return None
    return None if words[-1] in _PREFIXES or _FILTERS.intersection(words) else rest[:-1]


@lru_cache(maxsize=65536)
def is_size(name: str) -> bool:
    """Whether a request member of this name may set how many items a part has."""
    words = words_of(name)
    inside = _inside(name)
    if inside is not None:
        return is_size(inside)
    return joined(name) in _SIZE or (len(words) > 1 and words[0] in _PREFIXES and "".join(words[1:]) in _SIZE)


@lru_cache(maxsize=65536)
def is_paging_container(name: str) -> bool:
    """Whether an object of this name may hold facts about the part: `meta`, `response_metadata`, `pageInfo`, `_links`."""
    return not _CONTAINER_WORDS.isdisjoint(words_of(name))


@lru_cache(maxsize=65536)
def is_total(name: str) -> bool:
    """Whether a number of this name may count the items of the whole collection."""
    words = words_of(name)
    if len(words) == 1 and words[0].startswith("total") and len(words[0]) > 5:
        return words[0][5:] in _COUNTED
    return joined(name) in _TOTAL or ("total" in words and _OF_A_TOTAL.issuperset(words))


@lru_cache(maxsize=65536)
def is_total_of(name: str, thing: str) -> bool:
    """Whether a number of this name counts things of that name: `total_isins` beside `isins`. `total_active_count` counts some of them."""
    words = words_of(name)
    if "total" not in words:
        return False
    things = {singular(word) for word in words_of(thing)}
    rest = [word for word in words if word not in _OF_A_TOTAL]
    return all(singular(word) in things for word in rest)


@lru_cache(maxsize=65536)
def is_weak_total(name: str) -> bool:
    """Whether a number of this name may count the whole collection, or no more than this part."""
    return joined(name) in _WEAK_TOTAL


@lru_cache(maxsize=65536)
def is_page_total(name: str) -> bool:
    """Whether a number of this name may count the parts of the collection."""
    return joined(name) in _PAGES


@lru_cache(maxsize=65536)
def is_more_flag(name: str) -> bool:
    """Whether a flag of this name may say that more follows."""
    words = words_of(name)
    return (
        joined(name) in _MORE or (words[:1] == ("has",) and not {"more", "next"}.isdisjoint(words)) or words[-2:] == ("has", "more")
    )


@lru_cache(maxsize=65536)
def is_inverse_flag(name: str) -> bool:
    """Whether a flag of this name may say that nothing follows."""
    return joined(name) in _INVERSE


@lru_cache(maxsize=65536)
def names_an_address(name: str) -> bool:
    """Whether a value of this name is an address rather than a token: `nextLink`, `next_page_url`, `_links`."""
    words = words_of(name)
    return not _ADDRESS_WORDS.isdisjoint(words) or words[-1:] == ("api",)


@lru_cache(maxsize=65536)
def same_name(one: str, other: str) -> bool:
    """Whether a request member and a member of the answer are named after one another: `cursor` and `next_cursor`."""
    a, b = joined(one), joined(other)
    if a == b or b in (f"next{a}", f"{a}next") or a == f"next{b}":
        return True
    # `page[cursor]` and `cursors.next`, `start_after_item_id` and `last_item_id`: what is left without the words of direction.
    core = _core(one)
    return bool(core) and core == _core(other)


def _core(name: str) -> tuple[str, ...]:
    drop = {"next", "start", "starting", "after", "last", "x", "page", "end", "exclusive"}
    return tuple(word for word in words_of(name) if word not in drop)


def singular(word: str) -> str:
    """A word without the ending of its plural, good enough to compare two words."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
