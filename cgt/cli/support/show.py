"""Printing: JSON for scripts, text by rich for people, progress on a terminal.

All that a command prints goes through here, because text from files and arguments can hold what a
terminal obeys: such characters are shown as visible escapes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from cgt.cli.support.envelope import envelope
from cgt.common.errors import CgtError, LimitError
from cgt.common.shown import printable, printable_lines

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.status import Status

    from cgt.draw.describe.forms import Fact
    from cgt.draw.describe.words import Description


def echo(text: str, *, err: bool = False) -> None:
    """Prints lines of text, on standard error if `err`."""
    click.echo(printable_lines(text), err=err)


def warn(text: str) -> None:
    """Prints a line on standard error."""
    click.echo(f"cgt: {printable(text)}", err=True)


def show_data(data: bytes) -> None:
    """Prints a file that was asked for on standard output; it has no control characters."""
    click.echo(data, nl=False)


def json_text(value: Any) -> str:
    """JSON on one line, without control characters."""
    return _without_delete(json.dumps(value))


def _without_delete(text: str) -> str:
    """JSON with an escape for the one control character that json.dumps writes as it is."""
    return text.replace("\x7f", "\\u007f")


def show_json(result: dict[str, Any], setting: Mapping[str, Any] | None = None) -> None:
    """One JSON object, on one line: what every answer begins with, then the result. `setting` is
    what the options do not say of the setting."""
    click.echo(json_text({**envelope(setting), **result}))  # it may be long, and has no controls


class JsonBoards:
    """The JSON objects of a command's boards, kept as text until all are known: that takes a small
    part of the memory that lists and dictionaries take. Raises LimitError beyond `memory` bytes."""

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._boards: list[list[str]] = []

    def add(self, board: Iterable[str]) -> None:
        """Adds a board: the parts of the text of its object."""
        parts: list[str] = []
        for text in board:
            self._memory -= len(text)
            if self._memory < 0:
                raise LimitError("the memory allowed does not suffice for so long an answer")
            parts.append(_without_delete(text))
        self._boards.append(parts)

    @contextmanager
    def shown(self, setting: Mapping[str, Any] | None = None) -> Iterator[None]:
        """Surrounds the work on the boards, and shows them in the end. If the work ends early, by
        Ctrl-C or by an error, what is known is shown, with the key `stopped`."""
        try:
            yield
        except (KeyboardInterrupt, CgtError):
            if self._boards:
                self.show(setting, stopped=True)
            raise
        self.show(setting)

    def show(self, setting: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Prints the one object that has them all, and `more`. The keys of the only board stand at
        the top as well. `setting` is what the options do not say of the setting."""
        click.echo(f'{json_text(envelope(setting) | more)[:-1]}, "boards": [', nl=False)
        for number, parts in enumerate(self._boards):
            click.echo(", " if number else "", nl=False)
            for text in parts:
                click.echo(text, nl=False)
        click.echo("]", nl=False)
        is_only = len(self._boards) == 1 and not more.get("stopped")
        if is_only and (first := "".join(self._boards[0][:1])[1:]) != "}":
            for text in (", ", first, *self._boards[0][1:]):
                click.echo(text, nl=False)
            click.echo()
        else:
            click.echo("}")


def _console(*, stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


class _Printable:
    """Something for rich to print, with visible escapes in its text."""

    def __init__(self, part: RenderableType) -> None:
        self._part = part

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.segment import Segment

        for text, style, control in console.render(self._part, options):
            yield Segment(text if control else printable_lines(text), style, control)


def screen_width() -> int:
    """The width of the terminal in columns; in a pipe 80, unless COLUMNS says otherwise."""
    return _console().width


def show_text(parts: Iterable[RenderableType]) -> None:
    """Prints one part below the other: in colour on a terminal; in a pipe as plain text without
    trailing spaces."""
    for part in parts:
        _show_part(_console(), part)


def _show_part(console: Console, part: RenderableType) -> None:
    if console.is_terminal:
        console.print(_Printable(part))
        return
    with console.capture() as capture:
        console.print(_Printable(part))
    for line in capture.get().splitlines():
        echo(line.rstrip())


def show_described(description: Description, *parts: RenderableType) -> None:
    """Prints the description of a result, and its picture if there is one."""
    from cgt.draw.terminal.words import description_text

    echo(description_text(description))
    show_text(parts)


def show_sentences(description: Description, *parts: RenderableType) -> None:
    """The same without the heading, which says what was asked."""
    from cgt.draw.terminal.words import sentences_text

    echo(sentences_text(description))
    show_text(parts)


def show_facts(facts: Sequence[Fact], *, is_first: bool) -> None:
    """Prints facts about a thing, below those about the one before."""
    from cgt.draw.terminal.words import facts_text

    echo(f"{'' if is_first else chr(10)}{facts_text(facts)}")


class Unfolding:
    """Prints what is said of one result as it becomes known, each line once and at once, in the
    context of `aside`, which may hide a line of progress. Results that are shown one after the
    other share `once`."""

    def __init__(
        self,
        aside: Callable[[], AbstractContextManager[None]] = nullcontext,
        once: Callable[[Description], Description] = lambda description: description,
    ) -> None:
        self._aside = aside
        self._once = once
        self._shown = 0

    def show(self, description: Description, *parts: RenderableType) -> None:
        """Prints the lines that have not been printed yet; those that have must be the first. Below
        come the parts."""
        from cgt.draw.terminal.words import description_text

        lines = description_text(self._once(description)).split("\n")
        with self._aside():
            for line in lines[self._shown :]:
                echo(line)
            show_text(parts)
        self._shown = len(lines)


class ProgressLine:
    """A line on standard error that shows how far a search is; none without a `status`."""

    def __init__(self, status: Status | None) -> None:
        self._status = status

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Hides the line while something is printed, which would otherwise go to standard error."""
        if self._status is None:
            yield
            return
        self._status.stop()
        try:
            yield
        finally:
            self._status.start()


class StatesProgress(ProgressLine):
    """The line for the solver of the duel."""

    @property
    def progress(self) -> Callable[[int, int, int], None] | None:
        """The function that the solver calls, if there is a line to show."""
        return None if self._status is None else self._tell

    def _tell(self, states: int, lost: int, used: int) -> None:
        assert self._status is not None
        said = f"{states:,} states, {lost:,} of them lost, {used / 2**20:,.0f} MiB"
        self._status.update(said)


class SearchProgress(ProgressLine):
    """The line for the solver of placement games."""

    def __init__(self, status: Status | None) -> None:
        super().__init__(status)
        self._work = ""
        self.asking: Callable[[], int | None] = lambda: None  # for which nimber, if for one
        self.begin_board(0, 1)

    def begin_board(self, number: int, boards: int) -> None:
        """Says which of so many boards is searched from now on, counted from 0."""
        from time import monotonic

        self._work = f"board {number + 1} of {boards}: " if boards > 1 else ""
        self._start = monotonic()

    def begin(self, work: str) -> None:
        """Says what is done from now on."""
        self._work = f"{work}: "
        if self._status is not None:
            self._status.update(work)

    def tell_share(self, done: int, of: int) -> None:
        """Says how many of so many things are done."""
        if self._status is not None:
            self._status.update(f"{self._work}{done:,} of {of:,}")

    def say(self, words: str) -> None:
        """Says how far the work is."""
        if self._status is not None:
            self._status.update(f"{self._work}{asking_words(self.asking())}{words}")

    @property
    def progress(self) -> Callable[[int, int, int], None] | None:
        """The function that a solver calls, if there is a line to show."""
        return None if self._status is None else self._tell

    def _tell(self, nodes: int, used: int, room: int) -> None:
        from time import monotonic

        rate = nodes / max(monotonic() - self._start, 0.001)
        self.say(f"{nodes:,} nodes, {rate:,.0f} a second, table {used / room:.0%} full")


def asking_words(asking: int | None) -> str:
    """How far a search for a nimber is, before the rest of a line: "not 0, not 1, asking 2: "."""
    if asking is None:
        return ""
    return "".join(f"not {number}, " for number in range(asking)) + f"asking {asking}: "


@contextmanager
def search_progress() -> Iterator[SearchProgress]:
    """A line that shows how far a search is, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield SearchProgress(None)
        return
    with _console(stderr=True).status("searching") as status:
        yield SearchProgress(status)


@contextmanager
def states_progress() -> Iterator[StatesProgress]:
    """The same for the solver of the duel."""
    if not sys.stderr.isatty():
        yield StatesProgress(None)
        return
    with _console(stderr=True).status("searching") as status:
        yield StatesProgress(status)


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """A line that shows what is going on, if standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with _console(stderr=True).status("starting") as status:
        yield lambda said: status.update(printable(said))
