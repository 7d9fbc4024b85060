"""`connectors search`: find operations across installed packages."""

from typing import TYPE_CHECKING, Annotated

import typer

from connectors.cli.report import reported

if TYPE_CHECKING:
    from pathlib import Path

    from connectors.cli.page import Page
    from connectors.search.index import Index
    from connectors.search.rank import Hit

__all__ = ["search"]


def search(
    words: Annotated[list[str], typer.Argument(metavar="WORDS...", help="What the operation should do.", show_default=False)],
    packages: Annotated[
        list[str] | None,
        typer.Option("--package", "-p", metavar="PACKAGE", help="Only in this package; may be repeated.", show_default=False),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help="How many operations to show at most.")] = 10,
    json_output: Annotated[bool, typer.Option("--json", help="Write the operations as JSON.")] = False,
) -> None:
    """Find operations across the packages that ids mean, the best first.

    Looks at ids, paths, summaries, tags and the names of arguments. `list`, `add`, `change`, `cancel` and words like them stand for what
    an operation does.
    """
    with reported(json_output):
        from connectors.search.rank import search as find

        indexes = _indexes(packages)
        question = " ".join(words)
        hits = find(indexes, question, limit=limit)
        if json_output:
            from connectors.cli.json_output import put_json

            put_json({
                "question": question,
                "packages": [{"connector": index.connector, "address": index.address} for index in indexes],
                "operations": [
                    {"id": hit.entry.id, "connector": hit.connector, "method": hit.entry.method, "path": hit.entry.path,
                     "summary": hit.entry.summary or None, "effect": hit.entry.effect.value, "curated": hit.entry.curated,
                     "deprecated": hit.entry.deprecated, "callable": hit.entry.callable, "score": round(hit.score, 3)}
                    for hit in hits
                ],
            })  # fmt: skip
            return
        import sys

        from connectors.cli.page import Page
        from connectors.cli.terminal import Colours, columns, put, talk
        from connectors.cli.words import plural

        if not hits:
            talk(f"nothing here: no operation of {plural(len(indexes), 'package')} fits `{question}`")
            if not indexes:
                talk("install a connector with `connectors install`")
            return
        page = Page(columns(), Colours.of(sys.stdout))
        for hit in hits:
            _write(page, hit)
        put(str(page))


def _indexes(packages: list[str] | None) -> "list[Index]":
    """Those of the packages that are named, else of every package that an id means."""
    from connectors.catalog.lookup import passed_over_all
    from connectors.catalog.lookup import read as read_in
    from connectors.catalog.tiers import Tiers
    from connectors.cli.lookup import read
    from connectors.cli.report import print_problems
    from connectors.search.cache import cache_folder, indexed

    kept = cache_folder()

    def index(folder: "Path") -> "Index":
        return indexed(folder, kept)

    if packages:
        return [read(text, index) for text in dict.fromkeys(packages)]
    tiers = Tiers.of_user()
    if (note := passed_over_all(tiers)) is not None:
        print_problems([note])
    return [read_in(found.connector, tiers, index, lambda _: None) for found in tiers.packages()]


def _write(page: "Page", hit: "Hit") -> None:
    entry = hit.entry
    marks = [
        word
        for word, told in (("curated", entry.curated), ("deprecated", entry.deprecated), ("not callable", not entry.callable))
        if told
    ]
    page.line(entry.id + (f"  ({', '.join(marks)})" if marks else ""), "bold")
    page.line(f"{entry.method} {entry.path}", indent="  ")
    if entry.summary:
        page.line(entry.summary.splitlines()[0], "dim", indent="  ")
