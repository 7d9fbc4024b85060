"""What a licence asks of whoever passes a work on, as far as its SPDX id says: limits, and share-alike."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from connectors.rights.expression import Expression, tree_of
from connectors.rights.texts import NOT_STATED

__all__ = ["NEEDS_NO_NOTICE", "Restriction", "restriction", "share_alike"]

NEEDS_NO_NOTICE = frozenset({"0BSD", "CC0-1.0", "MIT-0", "PDDL-1.0", "Unlicense"})
"""Licences that ask for no notice of a holder."""

_Known = TypeVar("_Known")

# Source: the SPDX license list. Creative Commons' ids say it themselves; of the others, those that limit what a work is used for.
_CREATIVE_COMMONS = re.compile(r"CC-BY(?:-NC)?(?:-ND|-SA)?-[0-9].*")
_LIMITED = frozenset(
    {"Aladdin", "BUSL-1.1", "Elastic-2.0", "NCGL-UK-2.0", "PolyForm-Noncommercial-1.0.0", "PolyForm-Small-Business-1.0.0"}
)
# Copyleft of any strength: a package is made from the description, which is no mere use of it.
_SHARE_ALIKE = re.compile(
    r"(?:[AL]?GPL|MPL|EPL|CPL|IPL|CDDL|EUPL|OSL|ODbL|CECILL|APSL|MS-RL|SSPL|CPAL|QPL|RPL|RPSL|GFDL|CDLA-Sharing|CC-BY-SA|CC-BY-NC-SA|Parity"
    r"|LiLiQ-R|LiLiQ-Rplus|copyleft-next|CAL|NPOSL)-[0-9].*|MS-RL|Sleepycat|CECILL-C"
)


class Restriction(msgspec.Struct, frozen=True):
    """Why a right to pass a work on cannot simply be asserted: the licence, and what is known of it, as the end of a sentence."""

    license_id: str
    reason: str


def restriction(expression: Expression | None) -> Restriction | None:
    """What stands against passing a work on under this expression; None where nothing does.

    Of alternatives (`OR`) one without a limit is enough; of licences that hold together (`AND`) each has to be without. An exception
    (`WITH`) only ever permits more. A licence without an SPDX id is known by its text alone, which a program does not read.
    """
    if expression is None:
        return Restriction(NOT_STATED, "is no licence: none was stated")
    return _fold(expression, _restriction, together=_first_limit, either=_first_limit_where_all_have_one)


def share_alike(expression: Expression | None) -> bool:
    """Whether every way of using the work asks that what is made from it travels under the same licence."""
    return expression is not None and _fold(expression, _is_share_alike, together=any, either=all)


def _first_limit(found: list[Restriction | None]) -> Restriction | None:
    return next((item for item in found if item is not None), None)


def _first_limit_where_all_have_one(found: list[Restriction | None]) -> Restriction | None:
    return None if None in found else found[0]


def _restriction(license_id: str) -> Restriction | None:
    if license_id.startswith("LicenseRef-"):
        return Restriction(license_id, "has no SPDX id, so that nobody but a reader of its text knows what it permits")
    if _CREATIVE_COMMONS.fullmatch(license_id):
        parts = license_id.split("-")
        if "NC" in parts:
            return Restriction(license_id, "is NonCommercial")
        if "ND" in parts:
            return Restriction(license_id, "is NoDerivatives, and a package is derived")
    if license_id in _LIMITED:
        return Restriction(license_id, "limits what the work may be used for")
    return None


def _is_share_alike(license_id: str) -> bool:
    return _SHARE_ALIKE.fullmatch(license_id) is not None


def _fold(
    expression: Expression,
    leaf: Callable[[str], _Known],
    *,
    together: Callable[[list[_Known]], _Known],
    either: Callable[[list[_Known]], _Known],
) -> _Known:
    """Bring what is known of each licence together along the tree of the expression."""
    if expression.ids == (expression.text,):
        return leaf(expression.text)

    def walk(node: Any) -> _Known:
        if arguments := getattr(node, "args", ()):
            found = [walk(argument) for argument in arguments]
            return together(found) if type(node).__name__ == "AND" else either(found)
        # `A WITH B` is one symbol that holds two.
        symbol = getattr(node, "license_symbol", node)
        return leaf(str(symbol.key).removesuffix("+"))

    return walk(tree_of(expression))
