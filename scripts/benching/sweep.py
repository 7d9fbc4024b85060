"""Many descriptions: each by the library in one process, and all of them by `gen --all`."""

import json
import os
from functools import partial
from pathlib import Path

from benching.measure import Command, said

FLOOR = """
import hashlib, pathlib, sys
import msgspec, yaml
copies = pathlib.Path(sys.argv[2])
copies.mkdir()
for number, line in enumerate(open(sys.argv[1])):
    spec, size = line.rstrip("\\n").split("\\t")
    data = open(spec, "rb").read()
    if data.lstrip()[:1] in (b"{", b"["):
        msgspec.json.decode(data)
    else:
        for event in yaml.parse(data.decode(), yaml.CLoader):
            pass
    hashlib.sha256(data).hexdigest()
    (copies / str(number)).write_bytes(b"\\0" * int(size))
"""

EACH = """
import inspect, pathlib, sys
from connectors.limits import Limits
from connectors.pipeline import gen
from connectors.pipeline_types import GenOptions
from connectors.problems import ConnectorsError
neutral = {Limits: Limits(), bool: False}
# Versions of before `gen --all` ask for options that have a default today.
asked = {
    name: neutral.get(parameter.annotation, () if "tuple" in str(parameter.annotation) else None)
    for name, parameter in inspect.signature(GenOptions).parameters.items()
    if parameter.default is parameter.empty
}
packages = pathlib.Path(sys.argv[2])
for number, line in enumerate(open(sys.argv[1])):
    spec, root = line.rstrip("\\n").split("\\t")
    given = {"spec": spec, "id": "bench", "out": packages / str(number), "root": pathlib.Path(root) if root else None}
    try:
        gen(GenOptions(**asked | given))
    except ConnectorsError as error:
        print(error)
"""

_ANY_RESULT = (0, 1, 2)
"""One description that cannot be read is no reason to stop, and `gen --all` says so in its exit status."""


class Sweep:
    """Descriptions, each with the folder that its references may lead to, and the commands over all of them.

    What a run has written is put aside, not removed: a file system may charge new files for those that were removed a moment ago.
    """

    def __init__(self, descriptions: list[tuple[Path, Path | None]], scratch: Path) -> None:
        self._descriptions = descriptions
        self._top = scratch
        self._scratch = scratch / "sweep"
        self._scratch.mkdir()
        self._list = self._scratch / "list.tsv"
        self._list.write_text("".join(f"{spec}\t{root or ''}\n" for spec, root in descriptions))
        self._put_aside = 0

    def commands(self, python: str, label: str = "") -> dict[str, Command]:
        """Everything once: by the library, by `gen --all` in one process and in two, and again when nothing has changed."""
        packages = self._scratch / f"packages{label}"
        each = Command([python, "-c", EACH, str(self._list), str(packages)], before=lambda: self._make_room(packages))
        found = {f"each by the library{label}": each}
        if "--all" not in said([python, "-m", "connectors", "gen", "--help"]):
            return found
        # Of two processes only the wall counts: they are reaped by a third one, and their CPU time with it.
        for jobs, name in ((1, "gen --all --jobs 1"), (2, "gen --all --jobs 2 (wall)")):
            recipes = self._scratch / f"recipes {jobs}{label}"
            options = ["--root", str(self._top), "--jobs", str(jobs), "--quiet"]
            every = [python, "-m", "connectors", "gen", "--all", str(recipes), *options]
            fill = partial(self._write_recipes, recipes)
            found[name + label] = Command(every, before=fill, accepted=_ANY_RESULT)
            if jobs == 1:
                found[f"{name}, up to date{label}"] = Command(every, accepted=_ANY_RESULT)
        return found

    def floor(self, python: str) -> Command:
        """One process that reads, parses with the fastest safe parser, hashes, and writes one file of as many bytes for each package."""
        sizes, copies = self._scratch / "sizes.tsv", self._scratch / "copies"

        def prepare() -> None:
            self._make_room(copies)
            packages = ((spec, self._scratch / "packages" / str(number)) for number, (spec, _) in enumerate(self._descriptions))
            sizes.write_text("".join(f"{spec}\t{_size(package)}\n" for spec, package in packages if package.is_dir()))

        return Command([python, "-c", FLOOR, str(sizes), str(copies)], before=prepare)

    def _make_room(self, folder: Path) -> None:
        if folder.exists():
            self._put_aside += 1
            folder.rename(self._scratch / f"aside {self._put_aside}")

    def _write_recipes(self, folder: Path) -> None:
        self._make_room(folder)
        for number, (spec, _) in enumerate(self._descriptions):
            recipe = folder / f"d{number:04}"
            recipe.mkdir(parents=True)
            description = json.dumps(os.path.relpath(spec, recipe))
            (recipe / "source.yaml").write_text(f"schema_version: 1\nconnector: d{number:04}\ndescription: {description}\n")


def _size(package: Path) -> int:
    return sum(path.stat().st_size for path in package.rglob("*") if path.is_file())
