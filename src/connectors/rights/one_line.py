"""Text of strangers, made harmless for a line of a notice."""

import re

__all__ = ["one_line"]

# Control characters, line and paragraph separators, bidirectional and other invisible format characters, tags, halves of surrogate
# pairs. Written out instead of asked of `unicodedata`, whose answer changes with the version of Python.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff0-\ufffb\ufffe\uffff\ud800-\udfff\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def one_line(text: str) -> str:
    """Show a value on one line: what cannot be seen, or would move the text around it, is spelled `\\u202e`."""
    return _HIDDEN.sub(_spelled, text)


def _spelled(match: re.Match[str]) -> str:
    code = ord(match.group())
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
