"""What the answers and arguments of operations point to: failures inside a success, repeatable writes, work that goes on, searches."""

from collections.abc import Iterable, Iterator

from connectors import pointer
from connectors.derive.answer_shape import Member, Shape
from connectors.derive.paging_words import joined, words_of
from connectors.model.operation import Effect, Idempotency, Operation, Response
from connectors.signs import error_member, success_flag
from connectors.suggest.package_facts import Schemas, facts_of
from connectors.suggest.paging import place
from connectors.suggest.proposals import EVERYWHERE, REASON_WANTED, Kind, Proposal, Value

__all__ = ["idempotency_members", "outcomes", "pending_answers", "reads_behind_post"]

_KEYS = frozenset(
    {
        "idempotencykey",
        "clienttoken",
        "clientrequesttoken",
        "idempotencytoken",
        "clientrequestid",
        "idempotentkey",
        "deduplicationid",
    }
)
_SURE_KEYS = frozenset({"idempotencykey", "idempotencytoken", "idempotentkey", "clienttoken", "clientrequesttoken"})
_SEARCHES = frozenset({"search", "query", "find", "lookup"})
# These are things as well: `POST …/time_estimate` sets one.
_FIRST_WORDS = _SEARCHES | {"list", "filter", "count", "aggregate", "preview", "validate", "estimate"}
_SIGNS = ("operation-location", "location", "content-location")


def outcomes(operations: Iterable[Operation], schemas: Schemas) -> Iterator[Proposal]:
    """A flag inside a 2XX answer, where a failure would read as a success; one proposal for all where most answers have the same."""
    answered = 0
    found: dict[str, list[tuple[Operation, Member, Shape]]] = {}
    for operation in operations:
        answer = facts_of(operation, schemas).answer if operation.outcome is None else None
        if answer is None:
            continue
        answered += 1
        shape = schemas.shapes.shape(answer)
        flag = _flag(shape)
        if flag is not None:
            found.setdefault(flag.pointer, []).append((operation, flag, shape))
    for users in found.values():
        if 2 * len(users) > answered and len(users) > 1:
            wrong = next((name for _, _, shape in users if (name := error_member(shape.top)) is not None), None)
            reason = f"{len(users)} of {answered} answers of a success hold the flag `{users[0][1].name}`"
            yield _outcome(EVERYWHERE, reason, users[0][1], wrong, tuple(place(flag.node.at) for _, flag, _ in users[:3]))
            continue
        for operation, flag, shape in users:
            reason = f"the answer of a success holds the flag `{flag.name}`"
            yield _outcome(operation.identity, reason, flag, error_member(shape.top), (place(flag.node.at),))


def _outcome(target: str, reason: str, flag: Member, wrong: str | None, evidence: tuple[str, ...]) -> Proposal:
    entry: dict[str, Value] = {"success_when": {"at": flag.pointer, "equals": True}}
    if wrong is not None:
        entry["error_message"] = pointer.join((wrong,))
    missing = ("whether a failure is answered with a 2XX and this flag false", *(() if wrong else ("where the error is then",)))
    return Proposal(Kind.OUTCOME, target, reason, {"outcome": entry}, evidence, missing)


def _flag(shape: Shape) -> Member | None:
    booleans: dict[str, Member] = {}
    for member in shape.scalars:
        if len(member.path) == 1 and member.kind == "boolean":
            booleans.setdefault(member.name, member)
    name = success_flag(booleans)
    return booleans[name] if name is not None else None


def idempotency_members(operations: Iterable[Operation]) -> Iterator[Proposal]:
    """Members that make a write repeatable, other than the `Idempotency-Key` header, which needs no proposal."""
    for operation in operations:
        if operation.effect is Effect.READ or operation.idempotency is not Idempotency.UNSAFE:
            continue
        fields = operation.body.fields or () if operation.body is not None else ()
        for parameter in (*operation.parameters, *fields):
            name = joined(parameter.name)
            if name not in _KEYS:
                continue
            missing = ["that the vendor answers a repeated call with the first one's result, and for how long"]
            if name not in _SURE_KEYS:
                missing.insert(0, "whether it makes a call repeatable, or only names it in logs")
            yield Proposal(
                Kind.IDEMPOTENCY_KEY,
                operation.identity,
                f"`{parameter.name}` in {parameter.location.value} is named as a key against sending twice",
                {"idempotency": "keyed", "idempotency_key": parameter.key},
                (
                    f"{operation.identity}#{pointer.join(('parameters' if parameter in operation.parameters else 'body', parameter.key))}",
                ),
                tuple(missing),
            )
            break


def pending_answers(operations: Iterable[Operation]) -> Iterator[Proposal]:
    """202 answers with a header that leads to the state of the work; and those that say 200 beside one."""
    for operation in operations:
        for response in operation.responses:
            header = _status_link(response)
            if header is None or (response.status != "202" and header.lower() == "location") or not response.status.startswith("2"):
                continue
            yield Proposal(
                Kind.PENDING,
                operation.identity,
                f"the answer {response.status} names the state of the work in its header `{header}`",
                {} if response.pending else {"responses": {response.status: {"pending": True}}},
                (f"{operation.identity}#{pointer.join(('responses', response.status, 'headers', header))}",),
                ("which operation reads that address, and how it says that the work is done",),
            )
            break


def _status_link(response: Response) -> str | None:
    names = {header.name.lower(): header.name for header in response.headers}
    return next((names[sign] for sign in _SIGNS if sign in names), None)


def reads_behind_post(operations: Iterable[Operation]) -> Iterator[Proposal]:
    """POSTs that may change nothing: an answer that is walked, or a path that ends in a word for asking. Only a person can say so."""
    for operation in operations:
        if operation.method != "POST" or operation.effect is Effect.READ:
            continue
        last = operation.path.rstrip("/").rpartition("/")[2]
        words = () if "{" in last else words_of(last)
        asks = not _SEARCHES.isdisjoint(words) or (bool(words) and words[0] in _FIRST_WORDS)
        if not asks and operation.pagination is None:
            continue
        reason = f"its path ends in `{last}`" if asks else "its answer is a part of a collection that can be walked"
        yield Proposal(
            Kind.READ_BEHIND_POST,
            operation.identity,
            reason,
            {"effect": "read", "because": REASON_WANTED},
            (f"{operation.identity}#/path",) if asks else (f"{operation.identity}#/pagination",),
            ("that a call changes nothing, in the words of somebody who knows",),
        )
