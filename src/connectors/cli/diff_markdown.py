"""The changes between two packages, as a comment on a pull request. A vendor's words stand in code spans, where they mean nothing."""

import re

from connectors.cli.diff_text import counts_words, groups, says, summary_words
from connectors.cli.terminal import printable
from connectors.difference.change import Difference
from connectors.difference.codes import Impact

__all__ = ["markdown"]

_TICKS = re.compile("`+")


def markdown(difference: Difference) -> str:
    """A heading, then the changes by impact; what is not breaking is folded."""
    lines = [f"### {_code(summary_words(difference.old))} → {_code(summary_words(difference.new))}", "", counts_words(difference)]
    for impact in Impact:
        changes = difference.of(impact)
        if not changes:
            continue
        title = f"{impact.capitalize()} ({len(changes):,})"
        folded = impact is not Impact.BREAKING
        lines += ["", f"<details><summary>{title}</summary>", ""] if folded else ["", f"#### {title}", ""]
        for heading, rows in groups(changes):
            lines.append(f"- {_code(heading)}")
            for tail, change in rows:
                words = " ".join(_code(part) for part in (tail, says(change)) if part)
                lines.append(f"  - {words}{' ' if words else ''}({change.code}: {change.reason})")
        lines += ["", "</details>"] if folded else []
    return "\n".join(lines) + "\n"


def _code(text: str) -> str:
    """Text as it is written. Source: CommonMark 0.31 §6.1: the fence is longer than any run of backticks inside."""
    text = printable(text)
    fence = "`" * (max((len(run) for run in _TICKS.findall(text)), default=0) + 1)
    padding = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{padding}{text}{padding}{fence}"
