"""SPDX license expressions: checked, spelled one way, and never guessed."""

import re
from functools import cache
from typing import Any

import msgspec

from connectors.problems import Code, ConnectorsError, OverlayError, Problem, Severity, SourceLocation, UsageError, nearest
from connectors.rights.one_line import one_line
from connectors.rights.texts import CARRIED, NOT_STATED

__all__ = ["Expression", "candidate", "parse", "tree_of"]

_REFERENCE = re.compile(r"LicenseRef-[A-Za-z0-9.-]+")
_LONGEST = 1_000

# Free text that people write where an id belongs, without case, punctuation, "the", "license" and "version".
_WORDS = re.compile(r"[a-z]+|[0-9]+")
_VERSION = re.compile(r"v(?=[0-9])")
_LATER = re.compile(r"(?<=[0-9])\+")
_NOISE = {"the", "a", "license", "licence", "licensed", "under", "version", "software", "foundation"}
_SPOKEN = {
    "mit": "MIT",
    "apache": "Apache-2.0",
    "apache 2": "Apache-2.0",
    "expat": "MIT",
    "bsd 2 clause": "BSD-2-Clause",
    "2 clause bsd": "BSD-2-Clause",
    "simplified bsd": "BSD-2-Clause",
    "free bsd": "BSD-2-Clause",
    "bsd 2": "BSD-2-Clause",
    "bsd 3": "BSD-3-Clause",
    "bsd 3 clause": "BSD-3-Clause",
    "3 clause bsd": "BSD-3-Clause",
    "new bsd": "BSD-3-Clause",
    "modified bsd": "BSD-3-Clause",
    "cc 0": "CC0-1.0",
    "cc 0 1 0": "CC0-1.0",
    "cc 0 1 0 universal": "CC0-1.0",
    "creative commons zero": "CC0-1.0",
    "mozilla public 2": "MPL-2.0",
    "mozilla public 2 0": "MPL-2.0",
    "mpl 2": "MPL-2.0",
    "epl 2": "EPL-2.0",
    "eclipse public 2 0": "EPL-2.0",
    "eclipse public 2": "EPL-2.0",
    "european union public 1 2": "EUPL-1.2",
    "open database": "ODbL-1.0",
    "unlicense": "Unlicense",
    "isc": "ISC",
}
# The families whose names are made of parts. A GNU licence without "or later" is read as this version alone, the lesser grant.
_GNU = re.compile(
    r"(?:gnu )?(?:(?P<kind>affero|lesser|library)? ?(?:general public|gpl)|(?P<short>a|l)gpl)(?: [al]?gpl)?"
    r" (?P<major>[1-3])(?: (?P<minor>[0-3]))?(?P<later> (?:or|and) (?:later|newer|any later|greater))?(?: only)?"
)
_GNU_KINDS = {"affero": "AGPL", "a": "AGPL", "lesser": "LGPL", "library": "LGPL", "l": "LGPL", None: "GPL"}
_CREATIVE_COMMONS = re.compile(
    r"(?:cc|creative commons) (?:by|attribution)(?P<nc> (?:nc|noncommercial|non commercial))?(?P<nd> (?:nd|noderivs|no derivs|noderivatives"
    r"|no derivatives))?(?P<sa> (?:sa|sharealike|share alike))? (?P<major>[1-4])(?: (?P<minor>[05]))?"
    r"(?: (?:international|intl|unported|generic)| (?P<country>australia|au))?(?: public)?"
)
# A sentence that speaks of a licence and takes something of it back names none.
_QUALIFIED = {
    "not",
    "no",
    "non",
    "modified",
    "like",
    "style",
    "based",
    "similar",
    "except",
    "unless",
    "compatible",
    "or",
    "and",
    "dual",
}
_LONGEST_NAME = 9


class Expression(msgspec.Struct, frozen=True):
    """A valid license expression: `text` in its canonical spelling, `ids` every licence and exception it names, sorted.

    A trailing `+` belongs to the spelling, not to the id. Source: SPDX 3.0, annex "SPDX license expressions".
    """

    text: str
    ids: tuple[str, ...]

    def __str__(self) -> str:
        return self.text


def parse(text: str, *, where: SourceLocation | None = None) -> Expression:
    """Check an expression and spell it canonically: `mit or apache-2.0` becomes `MIT OR Apache-2.0`.

    Raises OverlayError for an expression that a person's file holds at `where`, UsageError for an option (None).
    """
    if text in CARRIED:
        return Expression(text, (text,))
    if not text.strip() or text.strip().upper() in {"NONE", "NOASSERTION"}:
        raise _fault(
            where, "a license expression names a licence, found `" + one_line(text) + "`", "leave it out where no licence is stated"
        )
    if len(text) > _LONGEST:
        raise _fault(
            where, f"a license expression has at most {_LONGEST} characters, found {len(text)}", "name the licences that apply"
        )

    from license_expression import ExpressionError  # type: ignore[import-untyped]

    licensing = _licensing()
    try:
        tree = licensing.parse(text, validate=False)
        if tree is None:
            raise ExpressionError("no licence in it")
        symbols = licensing.license_symbols(tree, unique=True, decompose=True)
        unknown = sorted({symbol.key for symbol in symbols if not _is_known(symbol.key, licensing)})
        if not unknown:
            tree = licensing.parse(text, validate=False, strict=True)
    except (ExpressionError, RecursionError) as error:
        raise _not_an_expression(text, str(error), where) from error
    if unknown:
        if any(" " in key for key in unknown):
            raise _not_an_expression(text, f"`{one_line(unknown[0])}` is no SPDX id", where)
        raise _unknown(unknown, licensing, where)
    ids = {symbol.key.removesuffix("+") for symbol in symbols}
    return Expression(str(tree.render()), tuple(sorted(ids)))


def candidate(text: str) -> str | None:
    """The SPDX id that free text such as `Apache 2.0` probably means, to be offered to a person; never a decision.

    Of a sentence, the one name in it. A name without its version, where several have been published, means none of them.
    """
    if len(text) > _LONGEST:
        return None
    words = [word for word in _words(text) if word not in _NOISE]
    if not words:
        return None
    if found := _named(words):
        return found
    return _known_spellings().get("".join(words)) or _within(text)


def tree_of(expression: Expression) -> Any:
    """The expression as the library's tree: `AND` and `OR` with their `args`, and symbols with their `key`."""
    return _licensing().parse(expression.text, validate=False)


def _words(text: str) -> list[str]:
    return _WORDS.findall(_LATER.sub(" or later ", _VERSION.sub(" ", text.lower())))


def _named(words: list[str]) -> str | None:
    """The licence that exactly these words name."""
    spoken = " ".join(words)
    # `BSD 2.0` is a version that nobody published, and not the number of its clauses.
    whole = spoken.removesuffix(" 0") if words[0] != "bsd" else spoken
    if found := _SPOKEN.get(spoken) or _SPOKEN.get(whole):
        return found
    name = None
    if gnu := _GNU.fullmatch(spoken):
        kind = _GNU_KINDS.get(gnu["kind"] or gnu["short"])
        later = "or-later" if gnu["later"] else "only"
        name = f"{kind}-{gnu['major']}.{gnu['minor'] or 0}-{later}"
    elif commons := _CREATIVE_COMMONS.fullmatch(spoken):
        parts = [key.upper() for key in ("nc", "nd", "sa") if commons[key]]
        country = "-AU" if commons["country"] else ""
        name = "-".join(["CC-BY", *parts, f"{commons['major']}.{commons['minor'] or 0}{country}"])
    return name if name is not None and (name in CARRIED or name in _licensing().known_symbols) else None


def _within(text: str) -> str | None:
    """The only licence that a sentence names; None where it names several, or says that it is not quite that one."""
    words = _words(text)
    # `mit` is a word of other languages; the licence is written in capitals.
    if _QUALIFIED.intersection(words) or len(words) > _LONGEST_NAME * 10:
        return None
    found: set[str] = set()
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + _LONGEST_NAME), at, -1):
            if end < len(words) and words[end].isdigit():
                continue  # a version that goes on is another version
            kept = [word for word in words[at:end] if word not in _NOISE]
            # `apache` alone is as often the server.
            if kept and kept not in (["apache"], ["isc"], ["expat"]) and (name := _named(kept)):
                if name != "MIT" or re.search(r"\bMIT\b", text):
                    found.add(name)
                at = end - 1
                break
        at += 1
    return found.pop() if len(found) == 1 else None


@cache
def _licensing() -> Any:
    # The library and its index of 2,400 ids cost 40 ms, so only an expression that needs them pays. It has no types.
    from license_expression import get_spdx_licensing

    return get_spdx_licensing()


@cache
def _known_spellings() -> dict[str, str]:
    """Every known id by its letters and digits alone."""
    return {"".join(_WORDS.findall(key.lower())): key for key in _licensing().known_symbols}


def _is_known(key: str, licensing: Any) -> bool:
    if key == NOT_STATED:
        return False
    return (
        key in licensing.known_symbols or key.removesuffix("+") in licensing.known_symbols or _REFERENCE.fullmatch(key) is not None
    )


def _not_an_expression(text: str, reason: str, where: SourceLocation | None) -> ConnectorsError:
    meant = candidate(text)
    remedy = (
        f"write `{meant}` if that is the licence meant"
        if meant
        else "write SPDX ids joined by `AND`, `OR` and `WITH`, such as `MIT`"
    )
    return _fault(where, f"an SPDX license expression is wanted, found `{one_line(text)}`: {one_line(reason)}", remedy)


def _unknown(keys: list[str], licensing: Any, where: SourceLocation | None) -> ConnectorsError:
    problems = []
    for key in keys:
        if key == NOT_STATED:
            remedy = "leave the licence out where none is stated"
        elif key.lower().startswith("licenseref-"):
            remedy = "write `LicenseRef-` and letters, digits, `.` or `-`"
        elif meant := candidate(key) or nearest(key, [*licensing.known_symbols, "LicenseRef-"]):
            remedy = f"write `{meant}` if that is the licence meant, or `LicenseRef-{_safe(key)}` with its text"
        else:
            remedy = f"write an id of https://spdx.org/licenses/, or `LicenseRef-{_safe(key)}` with its text"
        problems.append(_problem(where, f"no licence or exception has the SPDX id `{one_line(key)}`", remedy))
    return _error(where, problems)


def _safe(key: str) -> str:
    return re.sub(r"[^A-Za-z0-9.-]+", "-", key).strip("-") or "Terms"


def _problem(where: SourceLocation | None, message: str, remedy: str) -> Problem:
    return Problem(where, Severity.ERROR, Code.LICENSE_INVALID, message, remedy)


def _error(where: SourceLocation | None, problems: list[Problem]) -> ConnectorsError:
    return UsageError(problems) if where is None else OverlayError(problems)


def _fault(where: SourceLocation | None, message: str, remedy: str) -> ConnectorsError:
    return _error(where, [_problem(where, message, remedy)])
