"""Pagination that an extension declares is found without it: what the structure shows alone agrees with what the publisher says."""

import zipfile
from pathlib import Path

from connectors.model.operation import Basis, Pagination
from corpus_support import CORPUS, derived, needs_corpus, rows, unpack

EXTENSION = b"x-ms-pageable"
AGREEING = 0.95
LEAST = 150
"""Operations that have to be applied without the extension, for the share to say anything."""


def alike(one: Pagination, other: Pagination) -> bool:
    return (one.style, one.items, one.next) == (other.style, other.items, other.next)


@needs_corpus
def test_what_is_applied_without_the_extension_agrees_with_it(tmp_path: Path, record_property) -> None:
    with zipfile.ZipFile(CORPUS / "specs.zip") as archive:
        extended = [row for row in rows() if EXTENSION in archive.read(row.path)]
    applied, wrong = 0, []
    for row in extended:
        path = unpack(row, tmp_path)
        root = tmp_path / row.root
        declared = {operation.identity: operation.pagination for operation in derived(path, root).operations}
        path.write_bytes(path.read_bytes().replace(EXTENSION, b"x-hidden"))
        for operation in derived(path, root).operations:
            said = declared[operation.identity]
            if operation.pagination is None or said is None or said.basis is not Basis.DECLARED:
                continue
            applied += 1
            if not alike(said, operation.pagination):
                wrong.append(f"{row.path}: {operation.identity}")
    record_property("applied", applied)
    assert applied >= LEAST
    assert applied - len(wrong) >= AGREEING * applied, wrong
