"""The exact solver, against a fixpoint over all wells, and its certificates."""

import itertools
import random
from functools import cache
from pathlib import Path

import oracles
import pytest

from cgt.board.piecesets import TETROMINOES
from cgt.common.errors import CgtError, FileError
from cgt.common.limits import Limits
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.solve import DuelAnswer, GoodPlays, least_height, solve_duel
from cgt.duel.exact.strategy import Strategy
from cgt.duel.game import Game
from cgt.duel.players.named import BAD_PLAYERS
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.well import Well
from cgt.literature.brzustowski import built_in

LETTERS = "IJLOSTZ"
SETS = ["".join(s) for n in range(1, 8) for s in itertools.combinations(LETTERS, n)]
SHAPES = {
    name: oracles.filled_cells([[c == "#" for c in row] for row in text.split("|")])
    for name, text in TETROMINOES.items()
}
FLAT = {
    **SHAPES,
    **{name: oracles.moved_to_corner((-r, -c) for r, c in SHAPES[name]) for name in "JLT"},
}


@cache
def table(width: int, height: int, moves: str) -> oracles.DuelTable:
    return oracles.duel_table(width, height, [FLAT[name] for name in LETTERS], moves)


def disagreements(width: int, height: int, moves: str, preview: int, sets: list[str]) -> list[str]:
    """The sets for which the winner is not that of the fixpoint, or is not proven."""
    found = []
    for pieces in sets:
        expected = oracles.good_wins_duel(
            table(width, height, moves), [LETTERS.index(p) for p in pieces], preview
        )
        rules = Rules(pieces, width=width, height=height, moves=moves)  # type: ignore[arg-type]
        answer = solve_duel(rules, preview=preview)
        proven = answer.report is not None and answer.report.valid
        if answer.winner != ("good" if expected else "bad") or not proven:
            found.append(pieces)
    return found


QUICK = [(2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1)]
SLOW = [(2, 4), (3, 3), (3, 4), (4, 2), (4, 3)]


@pytest.mark.parametrize(("width", "height"), QUICK)
@pytest.mark.parametrize("moves", ["drop", "slide", "spin"])
@pytest.mark.parametrize("preview", [0, 1])
def test_winners_are_those_of_the_fixpoint(
    width: int, height: int, moves: str, preview: int
) -> None:
    sets = SETS if preview == 0 else SETS[:63]
    assert disagreements(width, height, moves, preview, sets) == []


@pytest.mark.parametrize(("width", "height"), [(2, 4), (3, 3), (4, 2)])
def test_winners_of_higher_wells_are_those_of_the_fixpoint(width: int, height: int) -> None:
    assert disagreements(width, height, "drop", 0, SETS) == []


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), SLOW)
@pytest.mark.parametrize("moves", ["drop", "slide", "spin"])
@pytest.mark.parametrize("preview", [0, 1])
def test_all_winners_are_those_of_the_fixpoint(
    width: int, height: int, moves: str, preview: int
) -> None:
    assert disagreements(width, height, moves, preview, SETS) == []


# published and known heights


@pytest.mark.parametrize(
    ("pieces", "width", "preview", "expected"),
    [
        ("O", 10, 0, 2), ("S", 10, 0, 4), ("L", 10, 0, 2), ("T", 10, 0, 2), ("I", 10, 0, 4),
        ("O", 4, 0, 2), ("I", 4, 0, 0), ("S", 4, 0, 4), ("L", 4, 0, 2), ("T", 4, 0, 2),
        ("OI", 4, 0, 2), ("OL", 4, 0, 5), ("OT", 4, 0, 5), ("LJ", 4, 1, 4), ("O", 2, 0, 0),
    ],
)  # fmt: skip
def test_known_least_heights_are_found(
    pieces: str, width: int, preview: int, expected: int
) -> None:
    """This project's own earlier search, and Kravec's thesis for width 2 and I on width 4."""
    found = list(least_height(Rules(pieces, width=width), preview=preview))
    assert [answer.winner for answer in found] == ["bad"] * expected + ["good"]
    assert all(answer.report is not None and answer.report.valid for answer in found)


@pytest.mark.parametrize("pieces", ["O", "S", "Z"])
@pytest.mark.parametrize("width", [3, 5])
def test_bad_wins_on_odd_widths(pieces: str, width: int) -> None:
    """Seed 003, theorems 2.2 and 2.3, for one height."""
    assert solve_duel(Rules(pieces, width=width, height=4)).winner == "bad"


@pytest.mark.parametrize(
    ("pieces", "width", "height"),
    [
        ("SZ", 16, 5),
        ("SZ", 8, 13),
        ("I", 8, 4),
        ("I", 4, 12),
        ("O", 8, 6),
        ("O", 16, 6),
        ("O", 32, 2),
    ],
)
def test_wells_that_just_fill_a_number(pieces: str, width: int, height: int) -> None:
    """Columns with room for a piece take 64 or 128 bits here."""
    rules = Rules(pieces, width=width, height=height)
    answer = solve_duel(rules, ways=(GoodPlays.ANYWHERE,), limits=Limits.of(seconds=2))
    assert answer.winner in (("bad", "unknown") if pieces == "SZ" else ("good",))


def test_questions_that_the_solver_refuses() -> None:
    for rules in (Rules("omino:6", width=4, height=2), Rules("O", width=40, height=40)):
        with pytest.raises(CgtError, match=r"up to 32 pieces|too large"):
            solve_duel(rules)


# limits and starts


def test_no_answer_is_given_when_the_memory_or_the_time_is_up() -> None:
    rules = Rules("IJLOT", width=10, height=8)
    assert solve_duel(rules, limits=Limits.of(memory=2**20)).winner == "unknown"
    assert solve_duel(rules, limits=Limits.of(seconds=0.2)).winner == "unknown"


def test_any_well_can_be_the_start() -> None:
    rules = Rules("O", width=4, height=2)
    assert solve_duel(rules, start=Well("##..|##..")).winner == "good"
    assert solve_duel(rules, start=Well(".##.|.##.")).winner == "bad"
    with pytest.raises(CgtError, match="does not fit"):
        solve_duel(rules, start=Well("#...|#...|#..."))
    with pytest.raises(CgtError, match="preview of 0 to 3"):
        solve_duel(rules, preview=4)


def test_inside_lanes_alone_bads_wins_are_not_found() -> None:
    rules = Rules("L", width=10, height=2)
    assert solve_duel(rules, ways=(GoodPlays.IN_LANES,)).winner == "unknown"
    assert solve_duel(rules).winner == "good"


def test_few_instructions_are_enough() -> None:
    for pieces, width, height, preview in [("OT", 4, 5, 0), ("LJ", 4, 5, 1), ("LJ", 6, 4, 1)]:
        rules = Rules(pieces, width=width, height=height)
        ways = (GoodPlays.ANYWHERE,)
        all_of_them = solve_duel(rules, preview=preview, ways=ways)
        fewer = solve_duel(rules, preview=preview, ways=ways, fewest=True)
        assert fewer.report is not None
        assert all_of_them.report is not None
        assert fewer.report.instructions <= all_of_them.report.instructions


def test_a_search_is_gone_on_with(tmp_path: Path) -> None:
    """Interrupted again and again, with a new solver each time: the answer is the same."""
    rules, ways = Rules("OL", width=6, height=5), (GoodPlays.ANYWHERE,)
    file = tmp_path / "checkpoint"
    states = []
    for _ in range(200):
        answer = solve_duel(rules, ways=ways, limits=Limits.of(seconds=0.01), checkpoint=file)
        states.append(answer.states)
        if answer.winner != "unknown":
            break
    assert len(states) > 1
    assert states == sorted(states)
    assert answer.winner == "good"
    assert answer.report is not None
    assert answer.report.valid
    again = solve_duel(rules, ways=ways, checkpoint=file)  # from a search that is done
    assert (again.winner, again.states) == ("good", answer.states)


@pytest.mark.parametrize(("preview", "height"), [(0, 6), (1, 4)])
def test_bads_wins_are_gone_on_with(preview: int, height: int, tmp_path: Path) -> None:
    rules, file = Rules("LJT", width=4, height=height), tmp_path / "checkpoint"
    for _ in range(300):
        answer = solve_duel(rules, preview=preview, limits=Limits.of(seconds=0.04), checkpoint=file)
        if answer.winner != "unknown":
            break
    assert answer.winner == solve_duel(rules, preview=preview).winner
    assert answer.report is None or answer.report.valid


def test_damaged_and_foreign_checkpoints_are_refused(tmp_path: Path) -> None:
    rules, ways = Rules("LJ", width=4, height=5), (GoodPlays.ANYWHERE,)
    file = tmp_path / "checkpoint"
    solve_duel(rules, ways=ways, checkpoint=file)
    whole = file.read_bytes()
    for other in (Rules("LJ", width=4, height=6), Rules("LT", width=4, height=5)):
        with pytest.raises(CgtError, match="of another question"):
            solve_duel(other, ways=ways, checkpoint=file)
    with pytest.raises(CgtError, match="of another question"):
        solve_duel(rules, ways=ways, preview=1, checkpoint=file)
    for damaged, message in (
        (whole[:-8], "damaged|too soon"),
        (whole + b"x", "damaged"),
        (whole[:100] + bytes([whole[100] ^ 1]) + whole[101:], "damaged|too soon"),
        (b"", "too soon"),
        (b"something else altogether", "no checkpoint of cgt duel"),
    ):
        file.write_bytes(damaged)
        with pytest.raises(CgtError, match=message):
            solve_duel(rules, ways=ways, checkpoint=file)
        assert file.read_bytes() == damaged


# strategies against all players


def solved() -> list[DuelAnswer]:
    cases = [("OT", 4, 5, 0), ("L", 6, 2, 0), ("LJ", 4, 4, 1), ("OL", 4, 4, 0), ("SZ", 4, 6, 0),
             ("O", 5, 6, 0), ("IT", 4, 3, 0), ("LJ", 4, 3, 1), ("OI", 10, 6, 0)]  # fmt: skip
    return [solve_duel(Rules(p, width=w, height=h), preview=k) for p, w, h, k in cases]


@pytest.mark.parametrize("answer", solved(), ids=lambda a: f"{a.winner}")
def test_a_certificate_wins_against_all_players(answer: DuelAnswer, tmp_path: Path) -> None:
    strategy = answer.strategy
    assert strategy is not None
    strategy.write(tmp_path / "strategy")
    player = f"exact:{tmp_path / 'strategy'}"
    names = strategy.rules.names
    if answer.winner == "good":
        others = ["minmax", "uniform", "bag", "bastet", f"sequence:{''.join(names)}"]
        others += [f"constant:{name}" for name in names]
        others += ["hatetris", "hatetris-mild"]
        others += ["brzustowski", "burgiel"] if {"S", "Z"} <= set(names) else []
        assert {other.partition(":")[0] for other in others} <= set(BAD_PLAYERS)
    else:
        others = ["minmax", "greedy", "random"]
    for other in others:
        setting = Setting(
            strategy.rules,
            player if answer.winner == "good" else other,
            other if answer.winner == "good" else player,
            depth=2,
            preview=strategy.preview,
            max_pieces=10_000,
        )
        game = Game(setting)
        game.advance()
        assert (game.result == "topped-out") == (answer.winner == "bad"), other


# the checker, against an oracle


def holds(strategy: Strategy) -> bool:
    """The same as the checker, by the plain well and without lanes."""
    rules, good = strategy.rules, strategy.player == "good"
    room = 10

    def rows_of(well: Well) -> oracles.Rows:
        height = rules.height + room
        return [[well[height - 1 - r, c] for c in range(rules.width)] for r in range(height)]

    def leaves(well: Well, piece: str, place: WellPlacement | None) -> list[Well | None]:
        """What placements leave; None where the game is over."""
        rows = rows_of(well)
        found: list[Well | None] = []
        for cells in oracles._all_placements(rows, FLAT[piece], rules.moves):
            if place is not None:
                shape = rules.pieces[piece].rotations[place.rotation]
                wanted = frozenset(
                    (len(rows) - place.row - shape.height + r, place.column + c)
                    for r, c in shape.cells
                )
                if wanted != cells:
                    continue
            after, _ = oracles.locked(rows, cells)
            text = "|".join("".join(".#"[cell] for cell in row) for row in after)
            found.append(None if any(any(row) for row in after[:room]) else Well(text))
        return found

    instructions = {}
    for one in strategy.instructions:
        key = (one.well, one.visible if good else one.visible[:-1])
        if key in instructions:
            return False
        instructions[key] = one
    if not instructions:
        return False
    queues = list(itertools.product(rules.names, repeat=strategy.preview))
    if not good:
        queues = [strategy.instructions[0].visible[:-1]]
    waiting = [(strategy.first_well, queue) for queue in queues]
    seen = set(waiting)
    while waiting:
        well, queue = waiting.pop()
        following: list[tuple[Well, tuple[str, ...]]] = []
        if good:
            for piece in rules.names:
                found = instructions.get((well, (*queue, piece)))
                if found is None or found.placement is None:
                    return False
                if found.placement.rotation >= len(rules.pieces[found.visible[0]].rotations):
                    return False
                left = leaves(well, found.visible[0], found.placement)
                if left != [found.after]:
                    return False
                assert left[0] is not None
                following.append((left[0], found.visible[1:]))
        else:
            found = instructions.get((well, queue))
            if found is None:
                return False
            for after in leaves(well, found.visible[0], None):
                if after is None:
                    continue
                then = instructions.get((after, found.visible[1:]))
                if then is None or then.rank >= found.rank:
                    return False
                following.append((after, found.visible[1:]))
        for state in following:
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return True


def small_strategies() -> list[Strategy]:
    cases = [("OI", 4, 2, 0), ("L", 4, 2, 0), ("SZ", 4, 3, 0), ("O", 3, 3, 0), ("I", 4, 1, 1)]
    found = []
    for pieces, width, height, preview in cases:
        rules = Rules(pieces, width=width, height=height)
        answer = solve_duel(rules, preview=preview, ways=(GoodPlays.ANYWHERE,))
        assert answer.strategy is not None
        found.append(answer.strategy)
    return found


@pytest.mark.parametrize("strategy", small_strategies(), ids=lambda s: f"{s.player}")
def test_any_change_that_breaks_a_strategy_is_found(strategy: Strategy) -> None:
    """A character of the file is changed at random; the checker and the oracle must agree."""
    text = str(strategy)
    begin = text.index("\n\n")  # the instructions; the game itself stays
    chance = random.Random(1)
    verdicts = []
    assert holds(strategy)
    for _ in range(150):
        at = chance.randrange(begin, len(text))
        changed = text[:at] + chance.choice("#.OILS0123456789 \n") + text[at + 1 :]
        try:
            other = Strategy.parse(changed)
        except FileError:
            continue
        verdicts.append(verify(other).valid)
        assert verdicts[-1] == holds(other), changed
    assert False in verdicts


def test_the_checker_says_what_is_wrong() -> None:
    strategy = solve_duel(Rules("L", width=4, height=2), ways=(GoodPlays.ANYWHERE,)).strategy
    assert strategy is not None
    first = strategy.instructions[0]
    placement = first.placement
    assert placement is not None

    def reason(*instructions: object, **changes: object) -> str:
        listed = [*instructions, *strategy.instructions[1:]]
        report = verify(Strategy(strategy.rules, "good", listed, **changes))  # type: ignore[arg-type]
        assert not report.valid
        return report.reason

    assert "no instruction for .... with L" in reason()
    assert "two instructions" in reason(first, first)
    wrong = first._replace(placement=placement._replace(row=7))
    assert "cannot land there" in reason(wrong)
    assert "not what is left" in reason(first._replace(after=Well("####|#...")))
    assert "another width" in reason(first, start=Well.empty(5))
    assert "higher than the well" in reason(first, start=Well("#...|#...|#..."))
    lanes = solve_duel(Rules("OI", width=4, height=6), ways=(GoodPlays.IN_LANES,)).strategy
    assert lanes is not None
    assert verify(lanes).valid
    swapped = [
        one._replace(well=Well.of(one.well.columns[2:] + one.well.columns[:2]))
        for one in lanes.instructions
    ]
    report = verify(Strategy(lanes.rules, "good", swapped, lanes_in_any_order=True))
    assert "lanes are not in order" in report.reason


def test_a_piece_that_leaves_its_lane_is_found() -> None:
    strategy = solve_duel(Rules("I", width=8, height=1)).strategy
    assert strategy is not None
    lanes = Strategy(strategy.rules, "good", strategy.instructions, lanes_in_any_order=True)
    assert "leaves its lane" in verify(lanes).reason


def test_too_low_a_height_is_found() -> None:
    strategy = solve_duel(Rules("L", width=4, height=2), ways=(GoodPlays.ANYWHERE,)).strategy
    assert strategy is not None
    lower = Strategy(Rules("L", width=4, height=1), "good", strategy.instructions)
    assert "over after" in verify(lower).reason


# strategies for every width


@pytest.mark.parametrize("width", range(2, 13))
def test_built_in_strategies_hold_and_are_as_published(width: int) -> None:
    for one in built_in(width):
        report = verify(one.build())
        assert report.valid, one.name
        if one.published.height is not None:
            assert report.height <= one.published.height
            if not one.preview:
                assert report.height == one.published.height
        if one.published.instructions is not None:
            assert report.instructions == one.published.instructions


@pytest.mark.parametrize("width", [25, 38, 40])
def test_strategies_for_wide_wells_hold(width: int) -> None:
    for one in built_in(width):
        if one.pieces not in ("IL", "IJ"):  # these take half a minute
            assert verify(one.build()).valid, one.name


@pytest.mark.parametrize("width", [4, 6])
def test_strategies_in_lanes_win_real_games(width: int, tmp_path: Path) -> None:
    """In any order of lanes: what the checker takes for granted is tried."""
    for one in built_in(width):
        strategy = one.build()
        strategy.write(tmp_path / "strategy")
        for seed in range(3):
            setting = Setting(
                strategy.rules,
                f"strategy:{tmp_path / 'strategy'}",
                "uniform",
                preview=one.preview,
                seed=seed,
                max_pieces=3000,
                cycles="none",
            )
            game = Game(setting)
            game.advance()
            assert game.result == "limit", one.name


# text and graphs


def test_a_strategy_reads_what_it_writes() -> None:
    for answer in solved():
        strategy = answer.strategy
        assert strategy is not None
        again = Strategy.parse(str(strategy))
        assert again.instructions == strategy.instructions
        assert str(again) == str(strategy)
        assert verify(again) == verify(strategy)


def test_a_graph_and_back() -> None:
    strategy = solve_duel(Rules("OT", width=4, height=5)).strategy
    assert strategy is not None
    graph = strategy.graph()
    assert graph.number_of_edges() == len(strategy.instructions)
    for pieces, start in (("OI", None), ("OT", Well("##..|##.."))):
        other = solve_duel(Rules(pieces, width=4, height=6), start=start).strategy
        assert other is not None
        assert verify(Strategy.from_graph(other.graph(), other.rules)).valid
    again = Strategy.from_graph(graph, strategy.rules)
    assert set(again.instructions) == set(strategy.instructions)
    assert verify(again).valid
    dot = strategy.dot()
    assert dot.startswith("digraph strategy {")
    assert dot.count("->") == len(strategy.instructions)
    bad = solve_duel(Rules("SZ", width=4, height=3), preview=1).strategy
    assert bad is not None
    assert set(Strategy.from_graph(bad.graph(), bad.rules).instructions) == set(bad.instructions)
    graph.add_edge("....", "....", visible="O")
    with pytest.raises(CgtError, match="is no instruction"):
        Strategy.from_graph(graph, strategy.rules)


def test_lanes_in_any_order_are_one_node_of_a_graph() -> None:
    strategy = solve_duel(Rules("OI", width=6, height=8), ways=(GoodPlays.IN_LANES,)).strategy
    assert strategy is not None
    assert strategy.lanes_in_any_order
    graph = strategy.graph()
    assert set(graph) == {"|".join(i.well.grid().rows()) for i in strategy.instructions}
    again = Strategy.from_graph(graph, strategy.rules)
    assert set(again.instructions) == set(strategy.instructions)
    assert verify(again).valid


HEAD = (
    "cgt strategy 1\nplayer: good\npieces: O\nwidth: 4\nheight: 2\npreview: 0\n"
    "moves: drop\nending: height\n\n"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: a strategy begins"),
        ("cgt strategy 1\nplayer good\n", "2:1: here comes 'key: value'"),
        ("cgt strategy 1\nplayer: good\nplayer: bad\n", "3:1: 'player' is given twice"),
        ("cgt strategy 1\nplayer: good\n", "no line 'pieces: …'"),
        (HEAD.replace("preview: 0", "preview: 20"), "6:10: preview is a number from 0 to 3"),
        (HEAD.replace("ending: height", "ending: height\nstert: ##.."), "9:1: unknown key 'stert'"),
        (HEAD.replace("good", "ugly"), "2:9: player is 'good' or 'bad', not 'ugly'"),
        (HEAD.replace("width: 4", "width: four"), "4:8: width is a number"),
        (HEAD.replace("drop", "fly"), "7:8: moves is 'drop'"),
        (HEAD.replace("width: 4", "width: 1"), "4:8: .*2 to 40 columns"),
        (
            HEAD.replace("ending: height", "ending: height\nlanes: sorted"),
            "9:8: lanes is",
        ),
        (HEAD.replace("ending: height", "ending: height\nstart: #"), "9:8: the start is no well"),
        (HEAD + "O O: rotation 0, column 0, row 0\n....   ....", "10:1: .*1 visible pieces"),
        (HEAD + "T: rotation 0, column 0, row 0\n....   ....", "10:1: there is no piece 'T'"),
        (HEAD + "O: rank 3\n....   ....", "10:3: here comes 'rotation"),
        (HEAD + "O: rotation 0, column 0, row 0\n", "10:1: there is no well"),
        (HEAD + "O: rotation 0, column 0, row 0\n....", "11:1: here comes a row of 2 wells"),
        (HEAD + "O: rotation 0, column 0, row 0\n....   ...", "11:8: a row has 4 cells, not 3"),
        (HEAD + "O: rotation 0, column 0, row 0\n....   ..?.", "11:10: '\\?' is no cell"),
    ],
)
def test_bad_strategy_files_are_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(FileError, match=message):
        Strategy.parse(text)


def test_players_refuse_strategies_of_other_games(tmp_path: Path) -> None:
    strategy = solve_duel(Rules("O", width=4, height=2)).strategy
    assert strategy is not None
    strategy.write(tmp_path / "good")
    rules = Rules("O", width=4, height=2)
    with pytest.raises(CgtError, match="this is a strategy for good"):
        Game(Setting(rules, bad=f"strategy:{tmp_path / 'good'}"))
    with pytest.raises(CgtError, match="a strategy with width 4, but this is 6"):
        Game(Setting(Rules("O", width=6), good=f"strategy:{tmp_path / 'good'}"))
    with pytest.raises(CgtError, match="needs a strategy file"):
        Game(Setting(rules, good="strategy"))
    Strategy(rules, "good", strategy.instructions[:1]).write(tmp_path / "part")
    with pytest.raises(CgtError, match="the strategy does not hold: no instruction"):
        Game(Setting(rules, good=f"exact:{tmp_path / 'part'}"))
    game = Game(Setting(rules, f"strategy:{tmp_path / 'part'}", "constant:O"))
    with pytest.raises(CgtError, match="no instruction for this well"):
        game.advance()
    exact = f"exact:{tmp_path / 'good'}"
    for other, what in (
        (Setting(Rules("O", width=4, height=1), exact), "height"),
        (Setting(Rules("OT", width=4, height=5), exact), "pieces"),
        (Setting(rules, exact, preview=1), "preview"),
        (Setting(rules, exact, start=Well("##..|##..")), "start"),
        (Setting(Rules("O", width=4, height=4, ending="spawn"), exact), "ending"),
    ):
        with pytest.raises(CgtError, match=f"proves nothing here: another {what}"):
            Game(other)
