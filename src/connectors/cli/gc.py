"""`connectors gc`: remove the versions that nothing names any more."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from connectors.cli.report import reported

if TYPE_CHECKING:
    from connectors.installed.collect import Collected
    from connectors.installing.copies import Cleaned

__all__ = ["gc"]

_KEEP = "What is kept"
_DAYS = 30
"""As `connectors.installing.copies.DAYS`, which takes a while to import; a test holds them together."""


def gc(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be removed, and remove nothing.")] = False,
    pin: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Keep a stored version until it is unpinned. May be repeated.",
            rich_help_panel=_KEEP,
            show_default=False,
        ),
    ] = None,
    unpin: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="Keep it no longer. May be repeated.", rich_help_panel=_KEEP, show_default=False),
    ] = None,
    lock_file: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Keep every address that the text of a file names, now and in later runs. May be repeated.",
            rich_help_panel=_KEEP,
            show_default=False,
        ),
    ] = None,
    forget: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Honour a lock file no longer. May be repeated.", rich_help_panel=_KEEP, show_default=False
        ),
    ] = None,
    copies_older_than: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="DAYS",
            help="Remove copies of fetched documents that were not used for so long and that nothing installed came from.",
        ),
    ] = _DAYS,
    json_output: Annotated[bool, typer.Option("--json", help="Write what was done as JSON.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")] = False,
) -> None:
    """Remove the versions that nothing names any more, the descriptions that only they came from, and what killed runs left.

    Kept is what is active, what is pinned, and what a lock file of a project names. What a running install is making is left alone. Copies of
    fetched documents go when they are old; losing one costs a download.
    """
    with reported(json_output):
        from connectors.cli.report import usage_error
        from connectors.installed import collect
        from connectors.installed.places import Places
        from connectors.installing.copies import Caches, clean
        from connectors.installing.keeping import keep_versions, let_versions_go

        if dry_run and (pin or unpin or lock_file or forget):
            raise usage_error("`--dry-run` changes nothing, and what is kept was to be changed", "leave one of them out")
        places = Places.of_user()
        let_versions_go(places, unpin or ())
        if forget:
            collect.forget(places, forget)
        keep_versions(places, pin or ())
        if lock_file:
            collect.remember(places, lock_file)
        done = collect.collect(places, dry_run=dry_run)
        going = {version.address for version in done.versions}
        cleaned = clean(Caches.of_user(), places, days=copies_older_than, going=going, dry_run=dry_run)
        if json_output:
            from connectors.cli.json_output import put_json

            put_json(
                {
                    "removed": [{"connector": item.connector, "address": item.address} for item in done.versions],
                    "descriptions": done.documents,
                    "leftovers": done.leftovers,
                    "copies": cleaned.copies,
                    "unfinished": cleaned.unfinished,
                    "bytes": done.freed + cleaned.freed,
                    "kept": [{"address": address, "because": why} for address, why in sorted(done.kept.items())],
                }
            )
        elif not quiet:
            from connectors.cli.terminal import put

            put(_text(done, cleaned, dry_run=dry_run))


def _text(done: "Collected", cleaned: "Cleaned", *, dry_run: bool) -> str:
    from connectors.cli.words import plural

    lines = [f"  {item.connector}@{item.address}" for item in done.versions]
    parts = [plural(len(done.versions), "version")]
    if done.documents:
        parts.append(plural(done.documents, "stored document"))
    if done.leftovers:
        parts.append(f"what {plural(done.leftovers, 'run')} left")
    if cleaned.copies:
        parts.append(_copies(cleaned.copies, "fetched"))
    if cleaned.unfinished:
        parts.append(_copies(cleaned.unfinished, "unfinished"))
    verb = "Would remove" if dry_run else "Removed"
    freed = f"{(done.freed + cleaned.freed + 1023) // 1024:,} kB"
    head = f"{verb} {', '.join(parts)} ({freed}); {plural(len(done.kept), 'version')} stay{'s' if len(done.kept) == 1 else ''}"
    return "\n".join([head, *lines]) + "\n"


def _copies(count: int, which: str) -> str:
    return f"{count:,} {which} {'copy' if count == 1 else 'copies'}"
