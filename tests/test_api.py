"""What programs may rely on, used as a program would."""

from pathlib import Path

import pytest

import connectors

LIBRARY = Path(__file__).parents[1] / "fixtures" / "descriptions" / "library-3.1.yaml"


def test_a_program_derives_loads_and_builds(tmp_path):
    report = connectors.generate(LIBRARY, id="library", out=tmp_path / "library")
    package = connectors.load(tmp_path / "library")
    assert package.address == report.address
    request = connectors.request(package, "library.loans.create", {"barcode": "L-1", "card": "77"})
    assert (request.method, request.url) == ("POST", "https://api.library.example/v2/loans")
    assert request.body == b'{"barcode":"L-1","card":"77"}'


def test_a_program_loads_one_operation(tmp_path):
    connectors.generate(LIBRARY, id="library", out=tmp_path / "library")
    for name in ("library.loans.create", "loans.create", "POST /loans"):
        found = connectors.load_operation(tmp_path / "library", name)
        assert found.operation.id == "library.loans.create"
    arguments = {"barcode": "L-1", "card": "77"}
    request = connectors.request(found, "library.loans.create", arguments)
    assert request == connectors.request(connectors.load(tmp_path / "library"), "library.loans.create", arguments)
    with pytest.raises(KeyError):
        connectors.load_operation(tmp_path / "library", "loans.burn")
    with pytest.raises(KeyError):
        connectors.request(found, "library.loans.list", {})


def test_what_is_public_is_named():
    assert set(connectors.__all__) == {"__version__", "diff", "generate", "load", "load_operation", "request"}
    assert connectors.__version__
