"""`connectors explain`: what a code means and how to mend it."""

from typing import Annotated

import typer

from connectors.cli.report import reported

__all__ = ["explain"]


def _complete_code(incomplete: str) -> list[str]:
    from connectors.cli.explained import codes

    return [code for code in codes() if code.startswith(incomplete)]


def explain(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE",
            help="A code of a problem, a gap, a note or a change, such as body-media-type. Without it, all are listed.",
            show_default=False,
            autocompletion=_complete_code,
        ),
    ] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Say what a code means and how to mend it.

    Codes stand in brackets in front of every problem, gap and note, and behind every change that `diff` finds. A code never changes its
    meaning.
    """
    with reported(json_output):
        from connectors.cli.explained import all_pages, find
        from connectors.cli.terminal import put

        shown = tuple(all_pages()) if code is None else find(code)
        if json_output:
            from connectors.cli.explain_text import page_json, pages_json
            from connectors.cli.json_output import put_json

            put_json([page_json(*each) for each in shown] if code is None else pages_json(shown))
            return
        from connectors.cli.explain_text import list_text, page_text

        put(list_text(shown) if code is None else "\n".join(page_text(*each, one_of_several=len(shown) > 1) for each in shown))
