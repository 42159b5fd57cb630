"""cgt examples: what comes with the program to try it on."""

from __future__ import annotations

import re

import click

from cgt.cli.support import options
from cgt.cli.support.show import echo, show_json, show_text

_END_OF_SENTENCE = re.compile(r"(?<!\b[A-Z])\. ")  # not the full stop of an initial


@click.command()
@click.argument("name", required=False, metavar="[NAME]")
@options.as_json
@options.example("cgt examples", "cgt examples midgame", "cgt examples --json")
def examples(name: str | None, as_json: bool) -> None:
    """List the boards, replays, strategies, patterns and proofs that come with the program, or
    print one.

    Wherever a file is read, example:NAME names one of them, as in cgt analyse example:midgame.
    """
    from cgt.common.examples import Example, example
    from cgt.common.examples import examples as all_examples

    def data(one: Example) -> dict[str, str]:
        return {"name": one.name, "kind": one.kind, "description": one.description}

    chosen = all_examples() if name is None else (example(name),)
    if as_json:
        texts = [{} if name is None else {"text": one.text()} for one in chosen]
        show_json({"examples": [data(one) | text for one, text in zip(chosen, texts, strict=True)]})
    elif name is not None:
        echo(chosen[0].text().removesuffix("\n"))
    else:
        _show_table([data(one) for one in chosen])
        echo("\n'cgt examples NAME' prints one. Wherever a file is read, example:NAME names one.")


def _show_table(found: list[dict[str, str]]) -> None:
    from cgt.draw.terminal.tables import plain_table

    table = plain_table()
    for heading in ("name", "kind", "description"):
        table.add_column(heading, overflow="fold")
    for one in found:
        first_sentence = _END_OF_SENTENCE.split(one["description"])[0].removesuffix(".")
        table.add_row(one["name"], one["kind"], f"{first_sentence}.")
    show_text([table])
