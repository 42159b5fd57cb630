"""Limits as options: for the whole command, or by default for each board."""

from collections.abc import Callable

import click
import pytest
from click.testing import CliRunner

from cgt.cli.support import options
from cgt.common.limits import Allowed

Add = Callable[[Callable[..., None]], Callable[..., None]]


def allowed_by(option: Add, *arguments: str) -> Allowed:
    got: list[Allowed] = []

    @click.command()
    @option
    def command(allowed: Allowed) -> None:
        got.append(allowed)

    ran = CliRunner().invoke(command, arguments)
    assert ran.exit_code == 0, ran.output
    return got[0]


def is_about(seconds: float | None, expected: float) -> bool:
    return seconds is not None and expected - 5 < seconds <= expected


def test_a_limit_that_is_given_is_for_the_whole_command() -> None:
    for option in (options.limits(), options.limits("90s"), options.limits("5s", per="board")):
        allowed = allowed_by(option, "--time-limit", "60s", "--memory", "2M")
        assert (allowed.seconds, allowed.memory) == (None, 2**21)
        assert is_about(allowed.whole.left(), 60)
        assert is_about(allowed.from_now(of=3).left(), 20)
        assert allowed.from_now().end == allowed.whole.end
        assert allowed.from_now().memory == 2**21


def test_a_default_is_for_the_whole_command_or_for_each_board() -> None:
    assert allowed_by(options.limits()).from_now(of=9).left() is None
    assert is_about(allowed_by(options.limits("90s")).whole.left(), 90)
    each = allowed_by(options.limits("50s", per="board"))
    assert each.whole.left() is None
    assert is_about(each.from_now(of=9).left(), 50)


@pytest.mark.parametrize(("arguments", "seconds"), [([], 8), (["--time-limit", "6s"], 6)])
def test_a_limit_may_be_for_each_thing(arguments: list[str], seconds: float) -> None:
    allowed = allowed_by(options.limits_of_each("move", default="8s"), *arguments)
    assert allowed.time == seconds
    assert is_about(allowed.from_now(of=9).left(), seconds)
    assert allowed.whole.left() is None
