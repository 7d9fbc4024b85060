"""`connectors explain`: what a code means and how to mend it."""

from typing import Annotated

import typer

from connectors.cli.report import reported

__all__ = ["explain"]


def _complete_code(incomplete: str) -> list[str]:
    from connectors.problems import Code

    return [code for code in Code if code.startswith(incomplete)]


def explain(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE",
            help="A code of a problem, a gap or a note, such as body-media-type. Without it, all are listed.",
            show_default=False,
            autocompletion=_complete_code,
        ),
    ] = None,
    json_output: Annotated[bool, typer.Option("--json", help="Write JSON.")] = False,
) -> None:
    """Say what a code means and how to mend it.

    Codes stand in brackets in front of every problem, gap and note. A code never changes its meaning.
    """
    with reported(json_output):
        from connectors.cli.explain_text import list_text, page_text
        from connectors.cli.explanations import find, pages
        from connectors.cli.terminal import put

        shown = pages() if code is None else {(known := find(code)): pages()[known]}
        if json_output:
            from connectors.cli.explain_text import page_json
            from connectors.cli.json_output import put_json

            objects = [page_json(name, page) for name, page in shown.items()]
            put_json(objects if code is None else objects[0])
            return
        put(list_text(shown) if code is None else "".join(page_text(name, page) for name, page in shown.items()))
