import sys
from pathlib import Path

import pytest

# What tests share stands beside this folder; under `importlib` no folder of tests is on the path.
sys.path.insert(0, str(Path(__file__).parent.parent))

from connectors.store.write import write
from sample_package import rendered


@pytest.fixture
def package(tmp_path):
    directory = tmp_path / "sample"
    assert write(directory, rendered())
    return directory
