"""Pagination, decided from the facts of a connector's operations.

Applied only when one request member advances and no other could, one array of the success answer is the collection, and a declared
signal says when it ends; or when an extension says all of it; or when the connector's own overwhelming pattern supplies the end that is
missing. What is weaker is proposed. Names find what to look at; types and counterparts decide. Prose never leads to more than a proposal.
"""

from collections import Counter
from collections.abc import Iterable

import msgspec

from connectors import pointer
from connectors.canonical import Json
from connectors.derive.answer_shape import Node, Shape, Shapes
from connectors.derive.paging_candidates import NUMERIC, Candidate, Candidates, bounds_of, candidates_of
from connectors.derive.paging_collection import Ambiguous, Collection, collection_of
from connectors.derive.paging_extensions import Declared, OnePage, declared_by, is_flagged
from connectors.derive.paging_facts import READS, Argument, Facts
from connectors.derive.paging_signals import Next, NextKind, Signal, Signals, signals_of
from connectors.derive.paging_verdicts import Applied, Proposed, Refused, Verdict
from connectors.derive.paging_words import Role, joined, leads_on, names_a_position, role_of, same_name, words_of
from connectors.description.at import At, document_of, pointer_of
from connectors.model.operation import Basis, Pagination, PaginationEnd, PaginationStyle

__all__ = ["paginated"]

# Searches are often a POST. Other methods change something, whatever they declare.
_WALKABLE = READS | {"POST"}
_TAKES_VALUE = frozenset({Role.CURSOR, Role.AFTER, Role.WEAK_CURSOR})
_FILTERS = "the arguments that could advance bound or filter a list as often"
_PATTERN_LEAST = 8
_PATTERN_SHARE = 0.9


class _Way(msgspec.Struct, frozen=True):
    """One way to the next part that the description shows."""

    style: PaginationStyle
    position: Argument | None
    next: Signal | None
    how: str
    cursor_item: str | None = None


class _Case(msgspec.Struct, frozen=True):
    """One operation, taken apart."""

    facts: Facts
    candidates: Candidates
    shape: Shape | None
    collection: Collection | Ambiguous | None
    signals: Signals
    ways: tuple[_Way, ...]
    doubt: str | None
    """Why no position was chosen although there are candidates."""


def paginated(operations: Iterable[Facts], shapes: Shapes) -> dict[str, Verdict]:
    """The verdict on each operation, by identity; operations that have nothing to do with pagination are left out."""
    cases = [case for facts in operations if (case := _case(facts, shapes)) is not None]
    verdicts: dict[str, Verdict] = {case.facts.identity: _alone(case, shapes) for case in cases}
    _refuse_leaks(cases, verdicts)
    _complete_by_pattern(cases, verdicts, shapes)
    _propose_by_pattern(cases, verdicts)
    return {identity: verdict for identity, verdict in verdicts.items() if verdict is not None}


# -- taking apart ---------------------------------------------------------------------------------------------------------------


def _case(facts: Facts, shapes: Shapes) -> _Case | None:
    candidates = candidates_of(facts.arguments, shapes)
    if not candidates.positions and not facts.extensions:
        if facts.method not in READS and (facts.method != "POST" or not candidates.others or facts.answer is None):
            return None
    shape = shapes.shape(facts.answer) if facts.answer is not None else None
    if not candidates.positions and not facts.extensions and shape is not None and not facts.headers:
        if shape.kind == "array" or not shape.arrays:  # nothing in it, and nothing beside it, could lead on
            return _Case(facts, candidates, shape, None, Signals(), (), None)
    collection = collection_of(shape, facts.path, shapes) if shape is not None else None
    around = collection.path if isinstance(collection, Collection) else collection.members[0].path if collection else None
    signals = signals_of(shape, facts.headers, around, shapes)
    ways, doubt = _ways(facts, candidates, collection, signals, shapes)
    return _Case(facts, candidates, shape, collection, signals, ways, doubt)


def _ways(
    facts: Facts,
    candidates: Candidates,
    collection: Collection | Ambiguous | None,
    signals: Signals,
    shapes: Shapes,
) -> tuple[tuple[_Way, ...], str | None]:
    """Every way that is complete but for its collection, the safest first; and why there is none by an argument, if that is so."""
    ways: list[_Way] = []
    doubts: list[str] = []
    echoed = _echoed(candidates, signals, shapes, reads=facts.method in READS)
    if len(echoed) == 1 and _may_be_address(echoed[0][0], echoed[0][1]):
        doubts.append(f"whether `{echoed[0][1].pointer}` is a value for `{echoed[0][0].name}` or an address")
    elif len(echoed) == 1:
        candidate, following = echoed[0]
        ways.append(_Way(PaginationStyle.CURSOR, candidate, following, "the answer hands out the value that the argument takes"))
    elif len({argument.key for argument, _ in echoed}) == 1:
        doubts.append(f"which value of the answer `{echoed[0][0].name}` takes")
    elif echoed:
        doubts.append(_several([argument for argument, _ in echoed]))
    number, doubt = _by_number(candidates, signals)
    address = _address(candidates, signals)
    known = number[1] if number else (echoed[0][0] if len(echoed) == 1 else _sole(candidates))
    if address is not None:
        ways.append(_Way(PaginationStyle.NEXT_URL, known, address, "the answer holds the address of the next part"))
    header = _header_address(candidates, signals)
    if header is not None:
        ways.append(_Way(PaginationStyle.LINK_HEADER, known, header, "a header of the answer holds the address of the next part"))
    behind, doubt_behind = _behind(candidates, collection, signals, shapes)
    if behind is not None:
        ways.append(behind)
    if number is not None:
        ways.append(_Way(number[0], number[1], number[2], "the position is a number, and the answer says where it ends"))
    doubts += [text for text in (doubt, doubt_behind) if text]
    if facts.method == "POST":
        # An address says nothing of the body that has to go with it: an argument is the safer way.
        ways.sort(key=lambda way: way.style in (PaginationStyle.NEXT_URL, PaginationStyle.LINK_HEADER))
    return tuple(ways), doubts[0] if doubts else None


def _several(arguments: Iterable[Argument]) -> str:
    return "several arguments could advance: " + ", ".join(f"`{argument.name}`" for argument in arguments)


def _echoed(candidates: Candidates, signals: Signals, shapes: Shapes, *, reads: bool) -> list[tuple[Argument, Signal]]:
    """Arguments that take a value which the answer hands out."""
    handed = [item for item in signals.nexts if item.kind is not NextKind.ADDRESS]
    found: list[tuple[Argument, Signal]] = []
    loose: list[tuple[Candidate, Next]] = []
    for candidate in candidates.positions:
        if candidate.role is Role.BEFORE or (candidate.role in NUMERIC and candidate.numeric):
            continue
        fitting = [item for item in handed if _fits(candidate, item, shapes)]
        same = [item for item in fitting if same_name(candidate.argument.said, item.signal.name)]
        if same:
            found.append((candidate.argument, same[0].signal))
        elif candidate.role in (Role.CURSOR, Role.AFTER) and not candidate.dated:
            loose += [(candidate, item) for item in fitting if item.strong]
    if found:
        exact = [pair for pair in found if joined(pair[0].said) == joined(pair[1].name)]
        return exact if len(exact) == 1 else found
    # Names that differ: only where there is one of each.
    firm = [item for item in candidates.positions if item.role in (Role.CURSOR, Role.WEAK_CURSOR) and not item.numeric]
    if not loose and len(firm) == 1 and len(handed) == 1 and _fits(firm[0], handed[0], shapes):
        loose.append((firm[0], handed[0]))
    arguments = {id(candidate) for candidate, _ in loose}
    cursors = [pair for pair in loose if pair[0].role is Role.CURSOR] if len(arguments) > 1 else loose
    if cursors and len({id(candidate) for candidate, _ in cursors}) == 1:
        best = cursors[0]
        if len({item.signal.name for _, item in cursors}) == 1 or best[1].strong:
            return [(best[0].argument, best[1].signal)]
    if loose:
        return [(candidate.argument, item.signal) for candidate, item in loose]
    return _echoed_by_name(candidates, signals, shapes) if reads else []


def _may_be_address(argument: Argument, following: Signal) -> bool:
    """Whether a text called no more than `next` may as well be the address of the next part as a value for an argument of another name."""
    if following.header is not None or joined(following.name) not in ("next", "nextresults"):
        return False
    around = {word for name in pointer.parse(following.pointer or "")[:-1] for word in words_of(name)}
    return "next" not in words_of(argument.said) and around.isdisjoint(("cursor", "cursors"))


def _fits(candidate: Candidate, item: Next, shapes: Shapes) -> bool:
    """Whether the argument could take the value: both numbers, or neither; a `page` that is a text takes a text."""
    if candidate.dated and item.kind is NextKind.NUMBER:
        return False
    kind = shapes.kind(item.signal.node)
    if kind == "any" or shapes.kind(candidate.argument.node) == "any":
        return candidate.role not in NUMERIC or not candidate.numeric
    if kind in ("integer", "number"):
        return candidate.numeric
    return not candidate.numeric and (candidate.role in _TAKES_VALUE or _speaks_of_cursor(item))


def _speaks_of_cursor(item: Next) -> bool:
    # A page number that is declared as a text also comes back as one: only a text on both sides under related names is a cursor.
    return item.kind in (NextKind.VALUE, NextKind.OPEN)


def _echoed_by_name(candidates: Candidates, signals: Signals, shapes: Shapes) -> list[tuple[Argument, Signal]]:
    """Arguments whose name nobody knows, with a name that speaks of a position, repeated by the answer with the same type."""
    beside = {joined(signal.name): signal for signal in signals.others}
    beside.update({joined(item.signal.name): item.signal for item in signals.nexts if item.kind is not NextKind.ADDRESS})
    found: list[tuple[Argument, Signal]] = []
    for argument in candidates.others:
        signal = beside.get(joined(argument.said))
        if signal is None or not names_a_position(argument.said):
            continue
        if shapes.kind(argument.node) == shapes.kind(signal.node):
            found.append((argument, signal))
    return found


def _address(candidates: Candidates, signals: Signals) -> Signal | None:
    """The member that holds the next part's address. A text that may be one or a token counts where no argument could take a token."""
    for item in signals.nexts:
        if item.signal.pointer is None:
            continue
        if item.kind is NextKind.ADDRESS:
            return item.signal
        if (
            item.kind is NextKind.OPEN
            and item.strong
            and not any(candidate.role in (Role.CURSOR, Role.AFTER) or not candidate.numeric for candidate in candidates.positions)
        ):
            return item.signal
    return None


def _header_address(candidates: Candidates, signals: Signals) -> Signal | None:
    if signals.link is not None:
        return signals.link
    for item in signals.nexts:
        if item.signal.header is None:
            continue
        if item.kind is NextKind.ADDRESS or (item.kind is NextKind.OPEN and not candidates.positions):
            return item.signal
    return None


def _by_number(
    candidates: Candidates, signals: Signals
) -> tuple[tuple[PaginationStyle, Argument, Signal | None] | None, str | None]:
    """The argument that is a page number or an offset, where the answer says where it ends."""
    usable = [
        item
        for item in candidates.positions
        if item.role in NUMERIC and not item.dated and (item.numeric or _answers_number(item, signals))
    ]
    firm = [item for item in usable if item.role in (Role.PAGE, Role.OFFSET)]
    chosen = firm or [item for item in usable if _is_backed(item, candidates, signals)]
    if not chosen:
        return None, None
    # `next` alone is a filter as often ("what comes next"); a cursor of that name is one that the answer repeats.
    rivals = [
        item
        for item in candidates.positions
        if item.role is Role.CURSOR and not item.dated and not item.numeric and joined(item.argument.said) != "next"
    ]
    if len(chosen) > 1 or rivals:
        return None, _several(item.argument for item in (*chosen, *rivals))
    item = chosen[0]
    style = PaginationStyle.PAGE if item.role in (Role.PAGE, Role.WEAK_PAGE) else PaginationStyle.OFFSET
    following = next((found.signal for found in signals.nexts if found.kind is NextKind.NUMBER), None)
    if following is None and signals.more is None and signals.done is None and signals.total is None and signals.pages is None:
        return None, None
    return (style, item.argument, following), None


def _answers_number(item: Candidate, signals: Signals) -> bool:
    """Whether the answer repeats an argument that is declared as a text as a number: then the text is one, too."""
    if not isinstance(item.argument.node.schema, dict) or item.argument.node.schema.get("format"):
        return False
    if item.role is Role.PAGE and any(found.kind is NextKind.NUMBER for found in signals.nexts):
        return True
    for signal in signals.others:
        schema = signal.node.schema
        if (
            joined(signal.name) == joined(item.argument.said)
            and type(schema) is dict
            and schema.get("type") in ("integer", "number")
        ):
            return True
    return False


def _is_backed(item: Candidate, candidates: Candidates, signals: Signals) -> bool:
    """Whether a number with a name that means many things (`start`, `p`) stands beside a size, or beside a page in the answer."""
    if candidates.size is not None:
        return True
    names = {joined(signal.name) for signal in signals.others}
    return item.role is Role.WEAK_PAGE and "page" in names


def _behind(
    candidates: Candidates, collection: Collection | Ambiguous | None, signals: Signals, shapes: Shapes
) -> tuple[_Way | None, str | None]:
    """The argument that goes on behind a value of the last item, where a flag says whether more follows."""
    if signals.more is None or not isinstance(collection, Collection):
        return None, None
    ahead = [item for item in candidates.positions if item.role is Role.AFTER]
    back = [item for item in candidates.positions if item.role is Role.BEFORE]
    chosen = ahead or back
    if not chosen:
        return None, None
    if len(chosen) > 1:
        return None, _several(item.argument for item in chosen)
    if any(item.role in NUMERIC and item.numeric for item in candidates.positions):
        return None, _several(item.argument for item in candidates.positions)
    item = chosen[0]
    member = _member_of_items(item, collection, shapes)
    if member is None:
        return None, f"no member of the items is shown to be what `{item.argument.name}` takes"
    return (
        _Way(PaginationStyle.LAST_ID, item.argument, None, "the argument takes a value of the last item", cursor_item=member),
        None,
    )


def _member_of_items(item: Candidate, collection: Collection, shapes: Shapes) -> str | None:
    """The pointer inside an item to the value that the argument takes: its identifier, or for a time the one member that is a time."""
    items = shapes.items(collection.node)
    if items is None:
        return None
    members = shapes.members(items)
    if item.dated:
        # What a list is ordered by is in every item: a time that may be missing is not it.
        needed = shapes.required(items)
        times = [name for name, node in members.items() if _is_time(shapes.final(node).schema)]
        return pointer.join((times[0],)) if len(times) == 1 and times[0] in needed else None
    kind = shapes.kind(item.argument.node)
    wanted = [name for name in members if joined(name) == "id"] or [
        name
        for name in members
        if words_of(name)[-1:] == ("id",) and "".join(words_of(item.argument.said)).endswith("".join(words_of(name)))
    ]
    if len(wanted) != 1:
        return None
    found_kind = shapes.kind(members[wanted[0]])
    if found_kind == kind or "any" in (kind, found_kind):
        return pointer.join((wanted[0],))
    return None


def _is_time(schema: Json) -> bool:
    return type(schema) is dict and schema.get("format") in ("date-time", "date")


def _sole(candidates: Candidates) -> Argument | None:
    """The one argument that could advance; None where none could, or several."""
    firm = [item for item in candidates.positions if item.role in (Role.PAGE, Role.OFFSET, Role.CURSOR)]
    firm = firm or [item for item in candidates.positions if item.role is Role.AFTER]
    return firm[0].argument if len(firm) == 1 else None


# -- deciding -------------------------------------------------------------------------------------------------------------------


def _alone(case: _Case, shapes: Shapes) -> Verdict:
    """The verdict on one operation from its own facts."""
    facts = case.facts
    said = declared_by(facts.extensions)
    if isinstance(said, OnePage):
        return Refused(f"`{said.key}` says that one call answers everything", (_evidence((facts.at, said.key)),))
    if said is not None:
        return _declared(case, said, shapes)
    flagged = is_flagged(facts.extensions)
    if flagged is False:
        return Refused("`x-client-paginated` says that it is not paged", (_evidence((facts.at, "x-client-paginated")),))
    if facts.method not in _WALKABLE:
        if _could_advance(case.candidates) and facts.method not in ("HEAD", "OPTIONS", "TRACE"):
            return Refused(
                f"{facts.method} changes something; an argument that could advance does not make it a list", _shown(case)
            )
        return None
    if not case.ways:
        return _weaker(case)
    collection = case.collection
    way = case.ways[0]
    if collection is None:
        return _without_collection(case, way)
    if isinstance(collection, Ambiguous):
        names = ", ".join(f"`{member.pointer}`" for member in collection.members[:4])
        return _proposal(case, way, (f"which array is the collection: {names}",))
    if facts.method == "POST" and way.position is None:
        return _proposal(case, way, ("whether a POST that answers the address of a next part only searches",))
    by_header_alone = way.style is PaginationStyle.LINK_HEADER and way.position is None and case.candidates.size is None
    if by_header_alone and collection.path:
        missing = ("whether the answer is one object: a header for the next part comes with it, and no argument asks for a part",)
        return _proposal(case, way, missing)
    if way.style in (PaginationStyle.PAGE, PaginationStyle.OFFSET) and way.next is None and case.signals.more is None:
        assert case.shape is not None
        if facts.path.rstrip("/").endswith("}") and "id" in {joined(name) for name in case.shape.top}:
            return _proposal(case, way, ("whether the answer is one object, and its total a figure of that object",))
    basis = Basis.DECLARED if flagged else Basis.INFERRED
    return _applied(case, way, collection, basis, shapes, flag="x-client-paginated" if flagged else None)


def _applied(case: _Case, way: _Way, collection: Collection, basis: Basis, shapes: Shapes, *, flag: str | None = None) -> Applied:
    signals = case.signals
    ends = _ends(way, signals)
    evidence: list[str] = []
    if flag is not None:
        evidence.append(_evidence((case.facts.at, flag)))
    if way.position is not None:
        evidence.append(_evidence(way.position.node.at))
    evidence += [_evidence(signal.node.at) for signal in _used(way, signals)]
    evidence.append(_evidence(collection.node.at))
    pagination = _pagination(case, way, pointer.join(collection.path), ends, basis, tuple(dict.fromkeys(evidence)), shapes)
    also = tuple(dict.fromkeys(other.style for other in case.ways if other is not way and other.style is not way.style))
    return Applied(pagination, way.how, also)


def _ends(way: _Way, signals: Signals) -> tuple[PaginationEnd, ...]:
    """What ends a walk. An empty part ends one by numbers alone: with a cursor or an address, parts in the middle may be empty."""
    ends: list[PaginationEnd] = []
    if signals.more is not None and signals.more.pointer is not None:
        ends.append(PaginationEnd.HAS_MORE_FALSE)
    if signals.done is not None and signals.done.pointer is not None:
        ends.append(PaginationEnd.DONE_TRUE)
    if way.style in (PaginationStyle.PAGE, PaginationStyle.OFFSET):
        if signals.total is not None:
            ends.append(PaginationEnd.TOTAL_REACHED)
        if way.style is PaginationStyle.PAGE and signals.pages is not None and signals.pages.pointer is not None:
            ends.append(PaginationEnd.PAGES_REACHED)
        if not ends and way.next is not None:
            ends.append(PaginationEnd.NO_NEXT)
        if PaginationEnd.HAS_MORE_FALSE not in ends and PaginationEnd.DONE_TRUE not in ends:
            ends.append(PaginationEnd.EMPTY_PAGE)
    elif way.style is not PaginationStyle.LAST_ID:
        ends.insert(0, PaginationEnd.NO_NEXT)
    return tuple(ends)


def _used(way: _Way, signals: Signals) -> list[Signal]:
    found = [way.next, signals.more, signals.done]
    if way.style in (PaginationStyle.PAGE, PaginationStyle.OFFSET):
        found += [signals.total, signals.pages]
    return [signal for signal in found if signal is not None]


def _pagination(
    case: _Case,
    way: _Way,
    items: str,
    ends: tuple[PaginationEnd, ...],
    basis: Basis,
    evidence: tuple[str, ...],
    shapes: Shapes,
) -> Pagination:
    signals, size, position = case.signals, case.candidates.size, way.position
    slot = _slot(way, case.candidates)
    size_default, _, size_max = bounds_of(size, shapes) if size is not None else (None, None, None)
    first = None
    if position is not None and slot in ("page", "offset"):
        default, minimum, _ = bounds_of(position, shapes)
        first = next((value for value in (default, minimum) if value in (0, 1)), None)
    key = position.key if position is not None else None
    more = signals.more.pointer if signals.more is not None else None
    return Pagination(
        style=way.style,
        ends_when=ends,
        basis=basis,
        page=key if slot == "page" else None,
        offset=key if slot == "offset" else None,
        cursor=key if slot == "cursor" else None,
        size=size.key if size is not None else None,
        first=first,
        size_default=size_default,
        size_max=size_max,
        items=items,
        next=way.next.pointer if way.next is not None else None,
        next_header=way.next.header if way.next is not None else None,
        has_more=more,
        done=signals.done.pointer if signals.done is not None else None,
        pages=signals.pages.pointer if signals.pages is not None and slot == "page" else None,
        total=signals.total.pointer if signals.total is not None else None,
        total_header=signals.total.header if signals.total is not None else None,
        cursor_item=way.cursor_item,
        evidence=evidence,
    )


def _slot(way: _Way, candidates: Candidates) -> str:
    """Whether the argument that advances is a page, an offset or a cursor."""
    if way.style in (PaginationStyle.PAGE, PaginationStyle.OFFSET):
        return way.style.value
    for item in candidates.positions:
        if item.argument is way.position and item.numeric and way.style is not PaginationStyle.CURSOR:
            if item.role in (Role.PAGE, Role.WEAK_PAGE):
                return "page"
            if item.role in (Role.OFFSET, Role.WEAK_OFFSET):
                return "offset"
    return "cursor"


def _declared(case: _Case, said: Declared, shapes: Shapes) -> Verdict:
    """What an extension says, where the answer has the members that it names."""
    facts = case.facts
    evidence = [_evidence((facts.at, said.key))]
    arguments = {name: argument for argument in facts.arguments for name in (argument.name, argument.key.replace("/", "."))}
    position = arguments.get(said.position) if said.position else None
    size = arguments.get(said.size) if said.size else case.candidates.size
    items = _find(facts.answer, said.items, shapes) if said.items is not None else None
    if said.items is None and isinstance(case.collection, Collection):
        items, path = case.collection.node, case.collection.path
    else:
        path = said.items or ()
    following = _find(facts.answer, said.next, shapes) if said.next else None
    if said.next and not said.next_is_stated and following is None and facts.answer is not None and shapes.members(facts.answer):
        return Refused(f"`{said.key}` names no member for the next part, and the answer has none", tuple(evidence))
    missing: list[str] = []
    if items is None or shapes.kind(items) != "array":
        missing.append(
            "a schema of the answer that holds the items" if facts.answer is None else f"the array `{pointer.join(path)}`"
        )
    if said.position and position is None:
        missing.append(f"the argument `{said.position}`")
    next_pointer = pointer.join(said.next) if said.next else None
    draft: dict[str, str | int] = {"items": pointer.join(path)}
    if next_pointer is not None:
        draft["next"] = next_pointer
    if missing or items is None:
        return Proposed(said.style, draft, tuple(missing), tuple(evidence))
    evidence += [_evidence(node.at) for node in (position.node if position else None, following, items) if node is not None]
    signal = Signal(said.next[-1], following or items, path=said.next) if said.next else None
    way = _Way(said.style, position, signal, f"`{said.key}` says it")
    fitting = _Case(facts, Candidates(case.candidates.positions, size, ()), case.shape, case.collection, case.signals, (way,), None)
    ends = _ends(way, case.signals if said.style in (PaginationStyle.PAGE, PaginationStyle.OFFSET) else Signals())
    pagination = _pagination(fitting, way, pointer.join(path), ends, Basis.DECLARED, tuple(evidence), shapes)
    return Applied(pagination, way.how, tuple(dict.fromkeys(other.style for other in case.ways if other.style is not said.style)))


def _find(root: Node | None, path: tuple[str, ...], shapes: Shapes) -> Node | None:
    node = root
    for name in path:
        if node is None:
            return None
        node = shapes.members(node).get(name)
    return node


# -- what is weaker -------------------------------------------------------------------------------------------------------------


def _without_collection(case: _Case, way: _Way) -> Verdict:
    if case.facts.method == "POST" and (
        way.position is None or (case.shape is not None and way.style is not PaginationStyle.CURSOR)
    ):
        return Refused("the answer has no array", _shown(case))
    if case.shape is not None and case.candidates.positions:
        return Proposed(way.style, _draft(case, way), ("an array in the answer: its schema has none",), _shown(case))
    if case.shape is not None:
        return Refused("the answer has no array", _shown(case))
    return Proposed(way.style, _draft(case, way), ("a schema of the answer that holds the items",), _shown(case))


def _proposal(case: _Case, way: _Way, missing: tuple[str, ...]) -> Proposed:
    return Proposed(way.style, _draft(case, way), missing, _shown(case))


def _weaker(case: _Case) -> Verdict:
    """A proposal, or the reason why there is none, where no way is complete."""
    facts, candidates = case.facts, case.candidates
    way = _likely(case)
    if way is None:
        said = _from_answer(case) or _from_prose(case)
        return said or (Refused(_FILTERS, _shown(case)) if _could_advance(candidates) else None)
    missing: list[str] = []
    if case.doubt:
        missing.append(case.doubt)
    if case.collection is None:
        if facts.method == "POST" and case.shape is not None:
            return Refused("the answer has no array", _shown(case))
        missing.append("an array in the answer" if case.shape is not None else "a schema of the answer that holds the items")
    elif isinstance(case.collection, Ambiguous):
        missing.append("which array is the collection: " + ", ".join(f"`{item.pointer}`" for item in case.collection.members[:4]))
    signals = case.signals
    if way.style in (PaginationStyle.CURSOR, PaginationStyle.LAST_ID) and not case.doubt:
        missing.append(f"where the next value of `{way.position.name if way.position else ''}` comes from")
    if not (signals.nexts or signals.more or signals.done or signals.total or signals.pages or signals.link):
        missing.append("a sign of the end in the answer: a next position, a flag or a total")
    if facts.method == "POST":
        missing.append("whether the POST only searches")
    weak = all(
        item.role in (Role.WEAK_PAGE, Role.WEAK_OFFSET, Role.WEAK_CURSOR)
        or (item.role is Role.BEFORE and words_of(item.argument.said)[-1:] != ("id",))
        or item.dated
        for item in candidates.positions
    )
    if weak and candidates.size is None and not _speaks(facts):
        return Refused(_FILTERS, _shown(case))
    if not missing:
        missing.append(
            f"whether `{way.position.name if way.position else ''}` is what leads on: nothing joins it to what the answer shows"
        )
    return Proposed(way.style, _draft(case, way), tuple(missing), _shown(case))


def _could_advance(candidates: Candidates) -> bool:
    return any(item.role is not Role.WEAK_CURSOR for item in candidates.positions)


def _likely(case: _Case) -> _Way | None:
    """The way that the arguments suggest when the answer confirms none."""
    order = (Role.PAGE, Role.OFFSET, Role.CURSOR, Role.AFTER, Role.BEFORE, Role.WEAK_OFFSET, Role.WEAK_PAGE, Role.WEAK_CURSOR)
    # Of two ids that bound a list of the newest first, the upper one leads on.
    ranked = sorted(
        case.candidates.positions,
        key=lambda item: (item.dated, "since" in words_of(item.argument.said), order.index(item.role)),
    )
    for item in ranked:
        if item.role is Role.WEAK_CURSOR:
            continue
        style = {
            Role.PAGE: PaginationStyle.PAGE,
            Role.WEAK_PAGE: PaginationStyle.PAGE,
            Role.OFFSET: PaginationStyle.OFFSET,
            Role.WEAK_OFFSET: PaginationStyle.OFFSET,
            Role.CURSOR: PaginationStyle.CURSOR,
        }.get(item.role, PaginationStyle.LAST_ID)
        if style in (PaginationStyle.PAGE, PaginationStyle.OFFSET) and not item.numeric:
            string_page = item.argument.node.schema
            if type(string_page) is dict and string_page.get("format"):
                continue
        return _Way(style, item.argument, None, "")
    return None


def _speaks(facts: Facts) -> bool:
    text = " ".join(facts.texts).lower()
    return any(
        word in text for word in ("paginat", "next page", "page of results", "paged", "`link` header", "link header", "nextpage")
    )


def _from_answer(case: _Case) -> Verdict:
    """A proposal where the answer speaks of parts, and no argument could ask for one."""
    signals = case.signals
    if case.facts.method not in _WALKABLE or not (isinstance(case.collection, Collection) or case.shape is None):
        return None
    missing = ("an argument that advances: the description has none",)
    handed = next(
        (
            item
            for item in signals.nexts
            if item.kind is NextKind.OPEN or (item.strong and (item.kind is not NextKind.VALUE or leads_on(item.signal.name)))
        ),
        None,
    )
    echo = next((signal for signal in signals.others if role_of(signal.name) in (Role.PAGE, Role.OFFSET)), None)
    if handed is not None:
        style = {NextKind.NUMBER: PaginationStyle.PAGE, NextKind.VALUE: PaginationStyle.CURSOR}.get(
            handed.kind, PaginationStyle.NEXT_URL
        )
        return Proposed(style, _draft(case, _Way(style, None, handed.signal, "")), missing, _shown(case))
    in_header = signals.pages is not None and signals.pages.header is not None
    if case.facts.method not in READS or (case.facts.path.rstrip("/").endswith("}") and not in_header):
        return None
    if in_header or (signals.pages is not None and echo is not None):
        return Proposed(PaginationStyle.PAGE, _draft(case, None), missing, _shown(case))
    if echo is not None and (signals.total or signals.weak_total):
        style = PaginationStyle.PAGE if role_of(echo.name) is Role.PAGE else PaginationStyle.OFFSET
        return Proposed(style, _draft(case, None), missing, _shown(case))
    return None


def _from_prose(case: _Case) -> Verdict:
    """A proposal that rests on what the text says alone."""
    facts = case.facts
    if facts.method not in READS:
        return None
    text = " ".join(facts.texts).lower()
    if "link header" in text or "`link`" in text:
        return Proposed(
            PaginationStyle.LINK_HEADER, _draft(case, None), ("a `Link` header, which the text alone mentions",), _shown(case)
        )
    if "not paginated" in text or not _speaks(facts) or facts.path.rstrip("/").endswith("}"):
        return None
    if isinstance(case.collection, Collection) or case.shape is None:
        missing = ("an argument that advances, and a sign of the end: the text alone speaks of pages",)
        return Proposed(PaginationStyle.PAGE, _draft(case, None), missing, _shown(case))
    return None


def _draft(case: _Case, way: _Way | None) -> dict[str, str | int]:
    """What is known for an overlay entry."""
    draft: dict[str, str | int] = {}
    if way is not None and way.position is not None:
        draft[_slot(way, case.candidates)] = way.position.key
    if case.candidates.size is not None:
        draft["size"] = case.candidates.size.key
    if isinstance(case.collection, Collection):
        draft["items"] = pointer.join(case.collection.path)
    signals = case.signals
    following = way.next if way is not None else None
    if following is not None:
        if following.pointer is not None:
            draft["next"] = following.pointer
        elif following.header is not None:
            draft["next_header"] = following.header
    for name, signal in (("has_more", signals.more), ("done", signals.done), ("pages", signals.pages), ("total", signals.total)):
        if signal is not None and signal.pointer is not None:
            draft[name] = signal.pointer
    return draft


def _shown(case: _Case) -> tuple[str, ...]:
    signals = case.signals
    nodes = [item.argument.node for item in case.candidates.positions]
    nodes += [
        signal.node for signal in (signals.link, signals.more, signals.done, signals.total, signals.pages) if signal is not None
    ]
    nodes += [item.signal.node for item in signals.nexts]
    if isinstance(case.collection, Collection):
        nodes.append(case.collection.node)
    found = tuple(dict.fromkeys(_evidence(node.at) for node in nodes))
    return found or (_evidence(case.facts.at),)


def _evidence(at: At) -> str:
    """A place as text: the pointer, behind the name of its document where that is not the entry document."""
    document = document_of(at)
    return f"{document}#{pointer_of(at)}" if document else pointer_of(at)


# -- what the connector as a whole shows ----------------------------------------------------------------------------------------


def _refuse_leaks(cases: list[_Case], verdicts: dict[str, Verdict]) -> None:
    """A next address that a shared schema brings along: its other users take a position or a size, this one takes neither."""
    users: dict[At, list[_Case]] = {}
    for case in cases:
        if case.ways and case.ways[0].style is PaginationStyle.NEXT_URL and case.ways[0].next is not None:
            users.setdefault(case.ways[0].next.node.at, []).append(case)
    for group in users.values():
        # An `after` is a filter as often; it shows nothing about the others.
        firm = (Role.PAGE, Role.OFFSET, Role.CURSOR)
        taking = [case for case in group if any(item.role in firm for item in case.candidates.positions)]
        lists = {case.facts.path.rstrip("/") for case in taking}
        for case in group:
            verdict = verdicts[case.facts.identity]
            bare = not case.candidates.positions and case.candidates.size is None
            # A path that goes one placeholder beyond a list answers one of its items.
            alone = case.facts.path.rstrip("/").rpartition("/")
            of_list = alone[0] in lists and alone[2].startswith("{")
            bare = bare and (of_list or (len(taking) > 1 and case.signals.total is None and case.signals.weak_total is None))
            if bare and isinstance(verdict, Applied) and verdict.pagination.basis is Basis.INFERRED:
                missing = ("an argument that advances: other operations whose answer holds this address have one",)
                verdicts[case.facts.identity] = _proposal_from(case, missing)


def _proposal_from(case: _Case, missing: tuple[str, ...]) -> Proposed:
    return Proposed(case.ways[0].style, _draft(case, case.ways[0]), missing, _shown(case))


def _complete_by_pattern(cases: list[_Case], verdicts: dict[str, Verdict], shapes: Shapes) -> None:
    """Supply the end that is missing where the connector's other operations with the same arguments all have one."""
    complete: Counter[tuple[str, str]] = Counter()
    styles: dict[tuple[str, str], Counter[tuple[PaginationStyle, str | None]]] = {}
    lacking: dict[tuple[str, str], list[_Case]] = {}
    for case in cases:
        key = _pattern_key(case)
        if key is None or case.facts.method not in READS:
            continue
        verdict = verdicts[case.facts.identity]
        if isinstance(verdict, Applied):
            complete[key] += 1
            pagination = verdict.pagination
            styles.setdefault(key, Counter())[(pagination.style, pagination.next_header)] += 1
        elif isinstance(verdict, Proposed) and not case.ways and not case.doubt and isinstance(case.collection, Collection):
            lacking.setdefault(key, []).append(case)
    for key, group in lacking.items():
        done = complete[key]
        if done < _PATTERN_LEAST or done < _PATTERN_SHARE * (done + len(group)):
            continue
        (style, header), count = styles[key].most_common(1)[0]
        if style is not PaginationStyle.LINK_HEADER or header is None or count < _PATTERN_SHARE * done:
            continue
        for case in group:
            assert isinstance(case.collection, Collection)
            position = case.candidates.positions[0].argument
            signal = Signal(header, case.collection.node, header=header)
            way = _Way(style, position, signal, "the connector's other operations with these arguments declare the header")
            verdicts[case.facts.identity] = _applied(case, way, case.collection, Basis.INFERRED, shapes)


def _propose_by_pattern(cases: list[_Case], verdicts: dict[str, Verdict]) -> None:
    """Propose what the connector does elsewhere: for reads whose answer has no schema, and for those that answer the same signs."""
    usual: Counter[tuple[PaginationStyle, str | None, str | None]] = Counter()
    signs: dict[str, Pagination] = {}
    for case in cases:
        verdict = verdicts[case.facts.identity]
        if isinstance(verdict, Applied) and case.facts.method in READS:
            pagination = verdict.pagination
            usual[(pagination.style, pagination.items, pagination.next)] += 1
            for signal in (case.signals.pages, case.signals.more, case.signals.done, case.signals.total):
                if signal is not None and signal.pointer is not None:
                    signs.setdefault(signal.pointer, pagination)
    if not usual:
        return
    (style, items, following), count = usual.most_common(1)[0]
    for case in cases:
        if verdicts[case.facts.identity] is not None or case.facts.method not in READS:
            continue
        found = [signal.pointer for signal in (case.signals.pages, case.signals.more) if signal is not None]
        alike = next((signs[place] for place in found if place in signs), None)
        if alike is not None and isinstance(case.collection, Collection):
            draft = _draft(case, None)
            draft.update({slot: key for slot in ("page", "offset", "cursor") if (key := getattr(alike, slot)) is not None})
            missing = ("an argument that advances: other operations with these members in their answer have one",)
            verdicts[case.facts.identity] = Proposed(alike.style, draft, missing, _shown(case))
        elif case.facts.answers_unseen and count >= _PATTERN_LEAST and not case.facts.path.rstrip("/").endswith("}"):
            known = {"items": items, "next": following}
            draft = {name: value for name, value in known.items() if value is not None}
            missing = ("a schema of the answer: the other lists of this connector are walked in this way",)
            verdicts[case.facts.identity] = Proposed(style, draft, missing, _shown(case))


def _pattern_key(case: _Case) -> tuple[str, str] | None:
    positions = [item for item in case.candidates.positions if item.role in (Role.PAGE, Role.OFFSET, Role.CURSOR)]
    if len(positions) != 1 or case.candidates.size is None:
        return None
    return joined(positions[0].argument.said), joined(case.candidates.size.said)
