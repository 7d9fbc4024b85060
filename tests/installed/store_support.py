"""A store of the tests' own: versions of a small connector, and what is in the store."""

import tempfile
from pathlib import Path

from connectors import generate
from connectors.catalog.tiers import Tiers
from connectors.installed.places import Places
from connectors.installing.install import Installed, InstallOptions, install

DESCRIPTION = """
openapi: 3.1.0
info: {{title: Sample, version: '{version}', license: {{name: MIT}}}}
servers: [{{url: 'https://sample.example'}}]
paths:
  /books:
    get: {{tags: [book], responses: {{'200': {{description: '{version}'}}}}}}
    post: {{tags: [book], responses: {{'201': {{description: made}}}}}}
  /readers/{{id}}:
    parameters: [{{name: id, in: path, required: true, schema: {{type: string}}}}]
    delete: {{tags: [{tag}], responses: {{'204': {{description: gone}}}}}}
"""


def describe(path: Path, version: str = "1", tag: str = "reader") -> Path:
    """Write a description; two versions differ in a sentence, two tags in a resource."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(DESCRIPTION.format(version=version, tag=tag))
    return path


def package_files(version: str = "1") -> dict[str, bytes]:
    """The files of a package of the connector, as `gen` writes them."""
    with tempfile.TemporaryDirectory() as folder:
        file = describe(Path(folder) / "sample.yaml", version)
        generate(file, id="sample", out=Path(folder) / "sample")
        return everything(Path(folder) / "sample")


def tiers(root: Path, **kept: object) -> Tiers:
    """The tiers of a user whose store is below `root`; nothing ships with the program, and no project is granted."""
    return Tiers(**{"project": root / "no-project", "places": Places(root / "store"), "baked": None, **kept})  # type: ignore[arg-type]


def put(root: Path, version: str = "1", *, id: str = "sample", tag: str = "reader", **options: object) -> Installed:
    """Install a version of a connector from its description."""
    file = describe(root / "descriptions" / f"{version}-{tag}.yaml", version, tag)
    return install(InstallOptions(str(file), id, **options), tiers(root))  # type: ignore[arg-type]


def everything(folder: Path) -> dict[str, bytes]:
    """All files below a folder, lock files apart."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.parent.name not in ("locks", "work")
    }
