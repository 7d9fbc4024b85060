"""What programs may rely on, used as a program would."""

from pathlib import Path

import connectors

LIBRARY = Path(__file__).parents[1] / "fixtures" / "descriptions" / "library-3.1.yaml"


def test_a_program_derives_loads_and_builds(tmp_path):
    report = connectors.generate(LIBRARY, id="library", out=tmp_path / "library")
    package = connectors.load(tmp_path / "library")
    assert package.address == report.address
    request = connectors.request(package, "library.loans.create", {"barcode": "L-1", "card": "77"})
    assert (request.method, request.url) == ("POST", "https://api.library.example/v2/loans")
    assert request.body == b'{"barcode":"L-1","card":"77"}'


def test_what_is_public_is_named():
    assert set(connectors.__all__) == {"__version__", "generate", "load", "request"}
    assert connectors.__version__
