"""How a collection is walked."""

from connectors.difference.change import At, shown
from connectors.difference.codes import ChangeCode
from connectors.model.operation import Operation, Pagination

__all__ = ["compare_paging"]

_NOT_WALKED_BY = frozenset({"basis", "evidence", "size_default", "size_max"})


def compare_paging(at: At, old: Operation, new: Operation) -> None:
    """Compare the paging of an operation. Where there was none, its arguments show whether an answer was a part before."""
    at = at.below("pagination")
    before, after = old.pagination, new.pagination
    if before is None and after is None:
        return
    if before is None and after is not None:
        known = _knows_all(old, after)
        at.add(ChangeCode.PAGING_DESCRIBED if known else ChangeCode.PAGING_INTRODUCED, None, after.style)
    elif after is None and before is not None:
        at.add(ChangeCode.PAGING_REMOVED, before.style, None)
    elif before is not None and after is not None:
        for name in Pagination.__struct_fields__:
            was, now = getattr(before, name), getattr(after, name)
            if was != now and name not in _NOT_WALKED_BY:
                at.add(ChangeCode.PAGING_CHANGED, _text(was), _text(now), name)
        _compare_sizes(at, before, after)


def _knows_all(old: Operation, paging: Pagination) -> bool:
    """Whether every argument that pages was one of the old operation's. A `Link` or an address in the answer needs none."""
    keys = {key.partition("/")[0] for key in (paging.page, paging.offset, paging.cursor) if key is not None}
    return keys <= _keys(old)


def _keys(operation: Operation) -> set[str]:
    body = operation.body
    members = () if body is None else (body.whole,) if body.whole is not None else body.fields or ()
    return {parameter.key for parameter in (*operation.parameters, *members)}


def _compare_sizes(at: At, old: Pagination, new: Pagination) -> None:
    if old.size_default != new.size_default:
        at.add(ChangeCode.DEFAULT_CHANGED, _text(old.size_default), _text(new.size_default), "size_default")
    if old.size_max != new.size_max:
        lowered = new.size_max is not None and (old.size_max is None or new.size_max < old.size_max)
        at.below("size_max").either(
            lowered, ChangeCode.PAGING_SIZE_LOWERED, ChangeCode.PAGING_SIZE_RAISED, _text(old.size_max), _text(new.size_max)
        )


def _text(value: object) -> str | None:
    return None if value is None else shown(value)
