"""The terminal game against a proof."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from patience import until
from textual.pilot import Pilot

from cgt.common.limits import Allowed
from cgt.placement.proof.player import ProofPlayer
from cgt.play.nim.app import NimApp, NimScreen
from cgt.play.nim.game import game_against
from cgt.play.nim.view import board_picture, panel_text

HEAD = "cgt proof 1\npieces: domino\nplay: {}\nboard: {}\nclaim: {}\npositions: {}\n"
LOST = HEAD.format("misere", "....|....|....|....", "P", 1) + "....|....|....|....\n"
WON = HEAD.format("misere", "..|..", "N", 0)
NIMBER = HEAD.format("normal", "....", "nimber 2", 0)
ZERO = HEAD.format("normal", "..|..", "nimber 0", 0)

Script = Callable[[Pilot[None], NimScreen], Awaitable[None]]


def play(script: Script, text: str, folder: Path) -> None:
    """Plays against a proof on an invisible screen."""
    (folder / "proof.txt").write_text(text)
    proof = ProofPlayer(folder / "proof.txt")
    allowed = Allowed(5.0, memory=2**26)
    app = NimApp(game_against(proof), allowed=allowed, shows_rules=False, proof=proof)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await script(pilot, app.table)

    asyncio.run(run())


async def persons_turn(pilot: Pilot[None], table: NimScreen) -> None:
    await until(pilot, lambda: not table.is_thinking)


async def play_on(pilot: Pilot[None], table: NimScreen, number: int) -> None:
    """Lets the person place wherever there is room, until the game is over."""
    await persons_turn(pilot, table)
    while not table.view.game.is_over:
        fitting = table.view.game.placements
        table.view.cursor = table.view.cursor and table.view.cursor.nearest(
            [fitting[number % len(fitting)]]
        )
        await pilot.press("enter")
        await persons_turn(pilot, table)


def shown(table: NimScreen) -> str:
    text = board_picture(table.view).plain + "\n" + panel_text(table.view).plain
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "begins", "said"),
    [
        (LOST, "person", "P is proved: whoever begins loses. You begin."),
        (WON, "program", "N is proved: whoever begins wins. The proof begins."),
        (
            NIMBER,
            "program",
            "nimber 2 is proved: whoever begins wins. The proof begins.",
        ),
        (ZERO, "person", "nimber 0 is proved: whoever begins loses. You begin."),
    ],
    ids=["lost", "won", "nimber", "zero"],
)
@pytest.mark.parametrize("number", [0, 5])
def test_the_proof_says_who_begins_and_wins(
    tmp_path: Path, text: str, begins: str, said: str, number: int
) -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        assert table.view.game.first == begins
        assert "domino · against a proof" in shown(table)
        assert said in shown(table)
        await play_on(pilot, table, number)
        assert table.view.game.winner == "program"
        assert "The proof wins." in shown(table)

    play(script, text, tmp_path)


def test_a_game_against_a_proof_begins_anew_and_has_no_levels(tmp_path: Path) -> None:
    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("enter")
        await persons_turn(pilot, table)
        assert len(table.view.game.moves) == 2
        await pilot.press("w")
        await pilot.pause()
        assert "perfect play: the proof wins" in shown(table)
        await pilot.press("v")
        assert table.view.notice == "A proof has no levels."
        await pilot.press("u")
        assert table.view.game.moves == ()
        await pilot.press("n")
        await pilot.pause()
        assert table.view.notice == "A new game."
        await play_on(pilot, table, 3)
        assert table.view.game.winner == "program"

    play(script, LOST, tmp_path)


def test_a_saved_game_is_resumed_against_a_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def script(pilot: Pilot[None], table: NimScreen) -> None:
        await pilot.press("enter")
        await persons_turn(pilot, table)
        await pilot.press("s", "enter")
        await pilot.pause()
        assert table.view.notice == (
            "Saved as nim-game.txt. Loaded again, it is against level perfect."
        )
        await pilot.press("o", "enter")
        await until(pilot, lambda: table.view.notice.startswith("Loaded"))
        assert table.view.notice == "Loaded nim-game.txt."
        assert "level perfect" in shown(table)
        assert "proof" not in shown(table)
        assert len(table.view.game.moves) == 2

    play(script, LOST, tmp_path)
