import pytest

from connectors.store.write import write
from sample_package import rendered


@pytest.fixture
def package(tmp_path):
    directory = tmp_path / "sample"
    assert write(directory, rendered())
    return directory
