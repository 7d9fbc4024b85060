import pytest
from sample_package import rendered

from connectors.store.write import write


@pytest.fixture
def package(tmp_path):
    directory = tmp_path / "sample"
    assert write(directory, rendered())
    return directory
