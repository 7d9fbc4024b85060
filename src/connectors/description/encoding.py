"""Bytes become text, and an offset in the text becomes a line and a column."""

import codecs

from connectors.problems import Code, DescriptionError, Problem, Severity, SourceLocation

__all__ = ["as_utf8", "decode", "line_and_column", "refusal"]

_MARKS = (
    # UTF-32 little endian opens with the mark of UTF-16 little endian: the longer marks come first.
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Which of the first four bytes are zero, where the text opens with ASCII: a brace, a letter, a `#`.
_ZEROS = {
    (True, True, True, False): "utf-32-be",
    (False, True, True, True): "utf-32-le",
    (True, False, True, False): "utf-16-be",
    (False, True, False, True): "utf-16-le",
}

_ARCHIVES = (
    (b"\x1f\x8b", "a gzip archive"),
    (b"PK\x03\x04", "a zip archive"),
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
)


def refusal(
    shown_as: str,
    code: Code,
    message: str,
    remedy: str,
    *,
    line: int | None = None,
    column: int | None = None,
    pointer: str = "",
) -> DescriptionError:
    """One mistake that ends the reading of the document people call `shown_as`, ready to be raised."""
    where = SourceLocation(shown_as, line, column, pointer)
    return DescriptionError([Problem(where, Severity.ERROR, code, message, remedy)])


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Where the code point at `offset` stands: line and column, both from 1, the column in code points.

    A line ends with LF or CRLF; with CR alone only where the text has no LF at all.
    """
    line_break = "\n" if "\n" in text else "\r"
    return text.count(line_break, 0, offset) + 1, offset - text.rfind(line_break, 0, offset)


def decode(data: bytes, *, shown_as: str) -> str:
    """Decode UTF-8, UTF-16 or UTF-32, with or without its byte-order mark; the mark is no part of the text.

    Raises DescriptionError with the place of the first bad byte. The locale is never asked.
    Source: RFC 8259 §8.1, YAML 1.2.2 §5.2.
    """
    encoding, start = _encoding(data)
    try:
        text = data[start:].decode(encoding) if start else data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _undecodable(data, start, error, encoding, shown_as) from error
    # Two tools that each put a mark before the text leave two of them, and the second would open the first key.
    return text.lstrip("\ufeff") if text.startswith("\ufeff") else text


def as_utf8(data: bytes, *, shown_as: str) -> bytes:
    """The text of a file in UTF-8; the bytes themselves where they are that already. Raises DescriptionError as `decode` does."""
    return data if _encoding(data) == ("utf-8", 0) else decode(data, shown_as=shown_as).encode()


def _encoding(data: bytes) -> tuple[str, int]:
    """The name of the encoding, and how many bytes its mark takes."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, len(mark)
    first = tuple(byte == 0 for byte in data[:4])
    if len(first) == 4:
        return _ZEROS.get((first[0], first[1], first[2], first[3]), "utf-8"), 0
    return "utf-8", 0


def _undecodable(data: bytes, start: int, error: UnicodeDecodeError, encoding: str, shown_as: str) -> DescriptionError:
    before = data[start : start + error.start].decode(encoding, "replace")
    line, column = line_and_column(before, len(before))
    for opening, kind in _ARCHIVES:
        if data.startswith(opening):
            message = f"expected text, found {kind}"
            return refusal(shown_as, Code.ENCODING, message, "unpack or export it as JSON or YAML", line=line, column=column)
    position = start + error.start
    return refusal(
        shown_as,
        Code.ENCODING,
        f"expected text in the encoding {encoding.upper()}, found the byte `0x{data[position]:02X}`, which it does not allow here, "
        f"as byte {position + 1} of the file (line {line}, column {column})",
        "save the file as UTF-8",
        line=line,
        column=column,
    )
