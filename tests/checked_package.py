"""Small packages on disk, whole in themselves, for tests of the commands that check."""

from dataclasses import replace as changed
from pathlib import Path

import msgspec

from connectors.derive.lock import lock_of
from connectors.model.connector import Connector
from connectors.model.lock import EMPTY_LOCK
from connectors.store.render import render
from connectors.store.write import write
from sample_package import derived, rendered


def written(directory: Path, *operations: object, **edits: object) -> Path:
    """A package on disk whose lock knows every name."""
    value = changed(derived(*operations), **edits)
    card = load_card(value)
    files = render(
        value,
        provenance=card.provenance,
        rights=card.rights,
        lock=lock_of("sample", EMPTY_LOCK, value.operations, (), (), value.auth),
        source_yaml=b"schema_version: 1\nconnector: sample\n",
        overlay_yaml=None,
        license_texts={"MIT": "MIT\n"},
    )
    assert write(directory, files)
    return directory


def load_card(value: object) -> object:
    return msgspec.json.decode(rendered(value)["connector.json"], type=Connector)
