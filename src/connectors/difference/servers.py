"""Where a call goes."""

from connectors.difference.change import At
from connectors.difference.codes import ChangeCode
from connectors.model.operation import Server

__all__ = ["compare_servers"]


def compare_servers(at: At, old: tuple[Server, ...], new: tuple[Server, ...]) -> None:
    """Compare addresses: a call that chooses none goes to the first."""
    olds, news = ({server.url: server for server in servers} for servers in (old, new))
    if (old[0].url if old else None) != (new[0].url if new else None):
        at.add(ChangeCode.SERVER_CHANGED, old[0].url if old else None, new[0].url if new else None)
    for url in olds.keys() | news.keys():
        before, after = olds.get(url), news.get(url)
        here = at.below(url)
        if after is None:
            here.add(ChangeCode.SERVER_REMOVED, url, None)
        elif before is None:
            here.add(ChangeCode.SERVER_ADDED, None, url)
        else:
            _compare_server(here, before, after)


def _compare_server(at: At, old: Server, new: Server) -> None:
    if old.operator_supplied != new.operator_supplied:
        words = tuple("the operator gives the origin" if each.operator_supplied else "complete" for each in (old, new))
        code = ChangeCode.SERVER_CHANGED if new.operator_supplied else ChangeCode.SERVER_ADDED
        at.add(code, *words, "operator_supplied")
    if old.description != new.description:
        at.add(ChangeCode.WORDS_CHANGED, None, None)
    olds, news = ({variable.name: variable for variable in server.variables} for server in (old, new))
    for name in olds.keys() & news.keys():
        before, after = olds[name], news[name]
        here = at.below("variables", name)
        if before.default != after.default:
            # One that had no default had to be given, and still may be.
            code = ChangeCode.SERVER_CHANGED if before.default is not None else ChangeCode.SERVER_CHOICE_ADDED
            here.add(code, before.default, after.default, "default")
        if before.enum != after.enum:
            # Without an enum any value may be given.
            gone = set(before.enum) - set(after.enum) if before.enum and after.enum else set()
            added = set(after.enum) - set(before.enum) if before.enum and after.enum else set()
            if gone or (after.enum and not before.enum):
                here.add(ChangeCode.SERVER_CHOICE_REMOVED, ", ".join(sorted(gone)) or "any", ", ".join(after.enum), "enum")
            if added or (before.enum and not after.enum):
                here.add(ChangeCode.SERVER_CHOICE_ADDED, ", ".join(before.enum), ", ".join(sorted(added)) or "any", "enum")
