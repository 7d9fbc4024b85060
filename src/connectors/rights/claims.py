"""What is said of a licence, by whom: each claim as it was found, what it probably means, and where two of them disagree."""

import re
from collections.abc import Iterable

from connectors.model.connector import Claim
from connectors.problems import Code, Problem, Severity, SourceLocation, UsageError
from connectors.rights.expression import Expression, candidate, parse
from connectors.rights.one_line import one_line

__all__ = ["OPERATOR", "claims_of", "judge_claims", "meant_by"]

OPERATOR = "source.yaml"
"""Where the operator's own word is found."""

_NO_LICENSE = ("info.contact", "info.termsOfService")
"""Claims about somebody or something else: evidence for a reader, and no name of a licence."""

_LONGEST_SHOWN = 80

_CREATIVE_COMMONS = re.compile(
    r"creativecommons\.org/licenses/(by(?:-nc)?(?:-nd|-sa)?)/([1-4]\.[05])(?:/([a-z]{2}))?(?:/.*)?", re.IGNORECASE
)
_PUBLISHED = (
    re.compile(r"opensource\.org/licenses?/([a-z0-9.+-]+?)(?:\.php|\.html)?/?", re.IGNORECASE),
    re.compile(r"spdx\.org/licenses/([a-z0-9.+-]+?)(?:\.html|\.txt)?/?", re.IGNORECASE),
    re.compile(r"choosealicense\.com/licenses/([a-z0-9.+-]+?)/?", re.IGNORECASE),
    re.compile(r"apache\.org/licenses/(?:license-)?(2\.0)(?:\.html|\.txt)?/?", re.IGNORECASE),
    re.compile(r"mozilla\.org/(?:en-us/)?mpl/(2\.0)/?", re.IGNORECASE),
    re.compile(r"gnu\.org/licenses/(?:old-licenses/)?([al]?gpl-[0-9.]+?)(?:\.[a-z]{2})?(?:\.html|\.txt)?", re.IGNORECASE),
    re.compile(r"creativecommons\.org/publicdomain/zero/(1\.0)(?:/.*)?", re.IGNORECASE),
)
_OF_ONE_LICENSE = {3: "Apache-2.0", 4: "MPL-2.0", 6: "CC0-1.0"}
_ADDRESS = re.compile(r"https?://(?:[^/@]*@)?(?:www\.)?([^?#]+)(?:[?#].*)?", re.IGNORECASE | re.DOTALL)


def claims_of(found: Iterable[tuple[str, str]], stated: Expression | None) -> tuple[Claim, ...]:
    """Every claim: those `found` in the description (place, value), then what the operator states."""
    claims = [Claim(place, value) for place, value in found]
    if stated is not None:
        claims.append(Claim(OPERATOR, stated.text))
    return tuple(claims)


def meant_by(claim: Claim) -> Expression | None:
    """The expression that a claim probably means: an SPDX expression, the page of a licence, or its name. To be offered, never taken."""
    if claim.found_in.startswith(_NO_LICENSE):
        return None
    address = _ADDRESS.fullmatch(claim.value)
    name = _of_page(address[1]) if address else candidate(claim.value)
    try:
        return parse(name or claim.value) if not address or name else None
    except UsageError:
        return None


def judge_claims(claims: tuple[Claim, ...], stated: Expression | None, shown_as: str) -> list[Problem]:
    """Warn of a licence that the description names and nobody has stated, and of a stated one that it contradicts."""
    found = [claim for claim in claims if claim.found_in != OPERATOR and not claim.found_in.startswith(_NO_LICENSE)]
    if not found:
        return []
    means = [(claim, meant) for claim in found if (meant := meant_by(claim)) is not None]
    if stated is not None:
        return [_disagreement(claim, meant, stated, shown_as) for claim, meant in means if not _agree(meant, stated)]
    if not means:
        claim = found[0]
        message = f"no licence is stated, and `{claim.found_in}` of the description is no name of one: `{_shown(claim.value)}`"
        remedy = "read what it leads to, and state the licence with `--license`, or as `license` in `source.yaml`"
        return [Problem(_place(claim, shown_as), Severity.WARNING, Code.LICENSE_NOT_STATED, message, remedy)]
    names = list(dict.fromkeys(meant.text for _, meant in means))
    claim = means[0][0]
    if len(names) == 1:
        message = f"no licence is stated; the description says `{_shown(claim.value)}` (`{claim.found_in}`), which probably means `{names[0]}`"
        remedy = f"read it, and state it with `--license {_quoted(names[0])}`, or as `license` in `source.yaml`"
    else:
        said = " and ".join(f"`{meant.text}` (`{item.found_in}`)" for item, meant in means)
        message = f"no licence is stated, and the description names several: {said}"
        remedy = "find out which holds, and state it with `--license`, or as `license` in `source.yaml`"
    return [Problem(_place(claim, shown_as), Severity.WARNING, Code.LICENSE_CANDIDATE, message, remedy)]


def _disagreement(claim: Claim, meant: Expression, stated: Expression, shown_as: str) -> Problem:
    message = (
        f"the licence stated is `{stated.text}`, and the description says `{_shown(claim.value)}` (`{claim.found_in}`),"
        f" which probably means `{meant.text}`"
    )
    remedy = "ask the publisher which holds, or correct `license`; both are recorded"
    return Problem(_place(claim, shown_as), Severity.WARNING, Code.LICENSE_DISAGREES, message, remedy)


def _agree(meant: Expression, stated: Expression) -> bool:
    """Whether one names a part of the other: who is offered `MIT OR Apache-2.0` may state one. "Only" and "or later" are one licence."""
    claimed, known = _versions(meant), _versions(stated)
    return claimed <= known or known <= claimed


def _versions(expression: Expression) -> set[str]:
    return {license_id.removesuffix("-only").removesuffix("-or-later") for license_id in expression.ids}


def _of_page(address: str) -> str | None:
    """The licence that a well-known page is about."""
    if commons := _CREATIVE_COMMONS.fullmatch(address):
        country = f"-{commons[3].upper()}" if commons[3] else ""
        return f"CC-{commons[1].upper()}-{commons[2]}{country}"
    for index, pattern in enumerate(_PUBLISHED):
        if page := pattern.fullmatch(address):
            return _OF_ONE_LICENSE.get(index) or page[1]
    return None


def _place(claim: Claim, shown_as: str) -> SourceLocation:
    return SourceLocation(shown_as, pointer="/" + claim.found_in.replace(".", "/"))


def _shown(value: str) -> str:
    line = one_line(value)
    return line if len(line) <= _LONGEST_SHOWN else line[: _LONGEST_SHOWN - 1] + "…"


def _quoted(expression: str) -> str:
    return f'"{expression}"' if " " in expression else expression
