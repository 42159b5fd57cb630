"""Bad players that are held to a bag, against plain versions of what they do."""

import math
from collections import Counter
from dataclasses import replace

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.common.errors import CgtError
from cgt.duel.cycles import CycleSearch
from cgt.duel.game import Game
from cgt.duel.players import Bag, Bastet, Hatetris, MinMax, Uniform, bad_player
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.well import Well

WEIGHTS = (30, 20, 30, 25, 12.5)  # kravec-2
ROWS = 30
NAMES = ("bag", "bag:uniform", "bag:minmax", "bag:bastet", "bag:hatetris", "bag:hatetris-mild")
TESTED = settings(max_examples=25, deadline=None)

Left = frozenset[str]


def pieces_of(setting: Setting) -> list[str]:
    game = Game(setting, keeps_trace=True)
    game.advance()
    return [placement.piece for placement in game.trace().placements]


def worth(rules: Rules, well: Well, known: tuple[str, ...], left: Left, depth: int) -> float:
    """What a well is worth `depth` pieces later, where Bad chooses from a bag after those known."""
    if depth == 0:
        return oracles.kravec_value(rows_of_well(well, ROWS), WEIGHTS)
    full = frozenset(rules.names)
    values = []
    for piece in known[:1] or sorted(left):
        after = left if known else left - {piece} or full
        placed = [rules.place(well, placement) for placement in rules.placements(well, piece)]
        values.append(
            min(
                (
                    math.inf if one.over else worth(rules, one.well, known[1:], after, depth - 1)
                    for one in placed
                ),
                default=math.inf,
            )
        )
    return max(values)


def lowest_top(rules: Rules, well: Well, piece: str) -> int:
    """The height of the lowest stack that a piece can leave; no place is worse than any."""
    placed = [rules.place(well, placement) for placement in rules.placements(well, piece)]
    return min((one.well.stack_height for one in placed), default=ROWS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("preview", [0, 1, 3])
def test_every_bag_has_each_piece_once(name: str, preview: int) -> None:
    rules = Rules("LJOTI", width=6, height=12)
    pieces = pieces_of(Setting(rules, "greedy", name, preview=preview, max_pieces=200))
    assert len(pieces) > 20
    whole = len(pieces) - len(pieces) % 5
    for begin in range(0, whole, 5):
        assert sorted(pieces[begin : begin + 5]) == sorted("LJOTI")
    assert max(Counter(pieces[whole:]).values(), default=1) == 1


@pytest.mark.parametrize("name", ["minmax:kravec-1", "bastet:kravec-1", "hatetris-mild"])
def test_an_order_is_chosen_and_not_fixed(name: str) -> None:
    rules = Rules("tetromino", width=8, height=12)
    pieces = pieces_of(Setting(rules, "greedy:kravec-1", f"bag:{name}", max_pieces=70))
    bags = {tuple(pieces[i : i + 7]) for i in range(0, len(pieces) - 6, 7)}
    assert len(bags) > 1


def test_uniform_in_bags_is_what_a_bag_has_always_been() -> None:
    rules = Rules("tetromino", width=8, height=12)
    games = [pieces_of(Setting(rules, "greedy", bad, max_pieces=60)) for bad in NAMES[:2]]
    games.append(pieces_of(Setting(rules, "greedy", Bag(of=Uniform()), max_pieces=60)))
    assert games[0] == games[1] == games[2]
    seeded = [Bag(seed=7), Bag(of=Uniform(seed=7)), Bag(seed=7, of=Uniform())]
    others = [pieces_of(Setting(rules, "greedy", bad, max_pieces=60)) for bad in seeded]
    assert others[0] == others[1] == others[2] != games[0]


@TESTED
@given(
    wells(max_width=4, max_height=5),
    st.sampled_from(["SZT", "LJ", "IOS"]),
    st.integers(1, 3),
    st.sampled_from([0, 1]),
)
def test_minmax_in_bags_takes_the_worst_piece_that_is_left(
    well: Well, pieces: str, depth: int, preview: int
) -> None:
    rules = Rules(pieces, width=well.width, height=8)
    setting = Setting(
        rules, "greedy:kravec-1", "bag:minmax:kravec-2", depth=depth, preview=preview,
        start=well, max_pieces=4,
    )  # fmt: skip
    full = frozenset(rules.names)
    left, queue, now = full, (), well
    game = Game(setting, keeps_trace=True)
    game.advance()
    trace = game.trace().placements
    for number, placement in enumerate(trace):
        sent = trace[number : number + preview + 1]
        while len(queue) <= preview and len(queue) < len(sent):
            ahead = max(depth, len(queue) + 1)
            worths = {
                piece: round(worth(rules, now, (*queue, piece), left - {piece} or full, ahead), 6)
                for piece in rules.names
                if piece in left
            }
            worst = max(worths.values())
            expected = next(piece for piece, value in worths.items() if value == worst)
            assert sent[len(queue)].piece == expected
            left = left - {expected} or full
            queue = (*queue, expected)
        now, queue = rules.place(now, placement).well, queue[1:]


@TESTED
@given(wells(max_width=5, max_height=5), st.sampled_from(["SZT", "LJOI"]))
def test_hatetris_in_bags_takes_the_piece_left_whose_stack_is_highest(
    well: Well, pieces: str
) -> None:
    rules = Rules(pieces, width=well.width, height=9)
    order = [name for name in "SZOILJT" if name in pieces]
    setting = Setting(rules, "greedy:kravec-1", "bag:hatetris-mild", start=well, max_pieces=8)
    game = Game(setting, keeps_trace=True)
    game.advance()
    left = list(order)
    now = well
    for placement in game.trace().placements:
        tops = [lowest_top(rules, now, piece) for piece in left]
        assert placement.piece == left[tops.index(max(tops))]
        left = [piece for piece in left if piece != placement.piece] or list(order)
        now = rules.place(now, placement).well


@TESTED
@given(wells(max_width=5, max_height=4), st.integers(0, 9))
def test_bastet_in_bags_sends_the_last_piece_of_a_bag_whatever_it_is(well: Well, seed: int) -> None:
    rules = Rules("LJ", width=well.width, height=12)
    setting = Setting(rules, "greedy:kravec-1", "bag:bastet", start=well, seed=seed, max_pieces=9)
    pieces = pieces_of(setting)
    assert all(pieces[i] != pieces[i + 1] for i in range(0, len(pieces) - 1, 2))


def placements_of(setting: Setting) -> list[WellPlacement]:
    game = Game(setting, keeps_trace=True)
    game.advance()
    return game.trace().placements


def first_return(rules: Rules, trace: list[WellPlacement]) -> tuple[int, int] | None:
    """When the same piece comes into the same well for the first time again, whatever is left in
    the bag: at which pieces."""
    seen: dict[tuple[Well, str], int] = {}
    well = Well.empty(rules.width)
    for number, placement in enumerate(trace):
        before = seen.setdefault((well, placement.piece), number)
        if before < number:
            return before, number
        well = rules.place(well, placement).well
    return None


@pytest.mark.parametrize("cycles", ["all", "checkpoints", "values"])
@pytest.mark.parametrize(
    ("pieces", "width", "bad", "returned", "result"),
    [
        # The last piece of a bag and the first of the next are I, and the well is the same.
        ("OI", 4, "bag:hatetris-mild", (1, 2), "cycle"),
        ("OI", 4, "bag:minmax:kravec-2", (1, 2), "cycle"),
        # Four pieces later all looks as before, but Good loses.
        ("OIL", 4, "bag:minmax:kravec-2", (7, 11), "topped-out"),
        ("LJO", 6, "bag:hatetris-mild", (12, 15), "cycle"),
    ],
)
def test_the_bag_is_part_of_what_a_player_remembers(
    pieces: str, width: int, bad: str, returned: tuple[int, int], result: str, cycles: CycleSearch
) -> None:
    rules = Rules(pieces, width=width, height=16)
    setting = Setting(rules, "greedy:kravec-2", bad, cycles=cycles, max_pieces=2000)
    trace = placements_of(replace(setting, cycles="none"))
    assert first_return(rules, trace) == returned
    game = Game(setting)
    game.advance()
    assert game.result == result
    if game.cycle is not None:
        begin, length = game.cycle.start, game.cycle.length
        assert length % len(pieces) == 0
        assert trace[begin:-length] == trace[begin + length :]


def test_hatetris_in_bags_still_remembers_every_well() -> None:
    game = Game(Setting(Rules("tetromino"), "greedy", "bag:hatetris", max_pieces=20))
    assert not game.may_repeat
    assert "bag:hatetris remembers every well" in game.why_no_cycle


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("bag", Bag()),
        ("bag:uniform", Bag(of=Uniform())),
        ("bag:minmax:kravec-1", Bag(of=MinMax("kravec-1"))),
        ("bag:bastet", Bag(of=Bastet())),
        ("bag:hatetris", Bag(of=Hatetris())),
        ("bag:hatetris-mild", Bag(of=Hatetris(remembers=False))),
    ],
)
def test_players_in_bags_have_names(text: str, player: Bag) -> None:
    assert bad_player(text) == player
    assert str(player) == text


def test_a_game_names_the_weights_that_a_player_in_bags_took() -> None:
    name = Setting(Rules("tetromino"), bad="bag:minmax").bad_name
    assert name.startswith("bag:minmax:")
    assert Setting(Rules("tetromino"), bad="bag:minmax:kravec-1").bad_name == "bag:minmax:kravec-1"
    assert Setting(Rules("tetromino"), bad="bag").bad_name == "bag"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bag:brzustowski", "'brzustowski' cannot be restricted to a bag; minmax, uniform, bastet"),
        ("bag:bag", "'bag' cannot be restricted to a bag"),
        ("bag:hatetri", r"there is no Bad player 'hatetri' \(did you mean hatetris\?\)"),
        ("bag:mine:Own", "'mine' cannot be restricted to a bag"),
        ("bag:constant:S", "'constant' cannot be restricted to a bag"),
        ("bag:uniform:1", "takes nothing after its name"),
    ],
)
def test_players_that_cannot_be_held_to_a_bag_are_refused(text: str, message: str) -> None:
    with pytest.raises(CgtError, match=message):
        bad_player(text)


def test_no_other_object_is_held_to_a_bag() -> None:
    with pytest.raises(CgtError, match="Bag cannot be restricted to a bag"):
        Bag(of=Bag())  # type: ignore[arg-type]


def test_a_bag_of_very_many_pieces_is_refused() -> None:
    with pytest.raises(CgtError, match="up to 64 pieces"):
        Game(Setting(Rules("omino:7", width=10, height=20), bad="bag:hatetris"))
