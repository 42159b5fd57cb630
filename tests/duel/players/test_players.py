"""Players against plain versions of what they do."""

import itertools
import math

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import rows_of_well, wells

from cgt.common.errors import CgtError
from cgt.duel.evaluate.weights import Weights
from cgt.duel.game import Game
from cgt.duel.players.named import BAD_PLAYERS, GOOD_PLAYERS
from cgt.duel.rules import Rules, WellPlacement
from cgt.duel.setting import Setting
from cgt.duel.well import Well

WEIGHTS = (30, 20, 30, 25, 12.5)
ROWS = 30  # more than any stack here reaches
TESTED = settings(max_examples=60)


def value(well: Well) -> float:
    return oracles.kravec_value(rows_of_well(well, ROWS), WEIGHTS)


def after_depth(rules: Rules, well: Well, known: tuple[str, ...], depth: int) -> float:
    """What a well is worth `depth` pieces later, by a search without pruning."""
    if depth == 0:
        return value(well)
    pieces = known[:1] or rules.names
    return max(
        min(
            (
                math.inf if placed.over else after_depth(rules, placed.well, known[1:], depth - 1)
                for placement in rules.placements(well, piece)
                for placed in [rules.place(well, placement)]
            ),
            default=math.inf,
        )
        for piece in pieces
    )


def choice(
    rules: Rules, well: Well, known: tuple[str, ...], depth: int, *, last: bool = False
) -> WellPlacement:
    """Where minmax places the piece: the first or the last of the best placements in the list."""
    listed = rules.placements(well, known[0])
    values = []
    for placement in listed:
        placed = rules.place(well, placement)
        over = math.inf if placed.over else after_depth(rules, placed.well, known[1:], depth - 1)
        values.append(round(over, 6))
    best = [p for p, v in zip(listed, values, strict=True) if v == min(values)]
    return best[-1 if last else 0]


def first_placed(setting: Setting) -> WellPlacement:
    game = Game(setting, keeps_trace=True)
    game.advance(1)
    return game.trace().placements[0]


@given(wells(max_width=6, max_height=4), st.sampled_from(["OL", "SZ", "T", "IJT"]), st.booleans())
@TESTED
def test_greedy_takes_the_best_well(well: Well, pieces: str, last: bool) -> None:
    rules = Rules(pieces, width=well.width, height=8)
    placed = first_placed(
        Setting(
            rules,
            "greedy:kravec-2",
            f"constant:{pieces[-1]}",
            start=well,
            ties="last" if last else "first",
        )
    )
    assert placed == choice(rules, well, (pieces[-1],), 1, last=last)


@given(
    wells(max_width=4, max_height=3),
    st.sampled_from(["OL", "SZ"]),
    st.sampled_from(["drop", "slide", "spin"]),
    st.integers(0, 2),
)
@settings(max_examples=25)
def test_minmax_chooses_as_a_search_without_pruning_does(
    well: Well, pieces: str, moves: str, preview: int
) -> None:
    rules = Rules(pieces, width=well.width, height=5, moves=moves)  # type: ignore[arg-type]
    sequence = pieces[0] + pieces[1] + pieces[0]
    setting = Setting(
        rules, "minmax:kravec-2", f"sequence:{sequence}", depth=2, preview=preview, start=well
    )
    expected = choice(rules, well, tuple(sequence[: preview + 1]), 2)
    assert first_placed(setting) == expected


@given(
    wells(max_width=4, max_height=3),
    st.sampled_from(["OL", "SZ", "ITJ", "LJ"]),
    st.integers(1, 2),
    st.booleans(),
)
@settings(max_examples=40)
def test_bad_minmax_sends_the_first_or_last_of_the_worst(
    well: Well, pieces: str, depth: int, last: bool
) -> None:
    rules = Rules(pieces, width=well.width, height=5)
    ties = "last" if last else "first"
    sent = first_placed(
        Setting(rules, "random", "minmax:kravec-2", depth=depth, start=well, ties=ties)
    ).piece  # type: ignore[arg-type]
    values = [round(after_depth(rules, well, (piece,), depth), 6) for piece in pieces]
    worst = [piece for piece, v in zip(pieces, values, strict=True) if v == max(values)]
    assert sent == worst[-1 if last else 0]


@given(wells(max_width=4, max_height=2), st.sampled_from(["OL", "LJ"]))
@settings(max_examples=10)
def test_bad_minmax_knows_what_good_can_see(well: Well, pieces: str) -> None:
    """With a preview, Bad chooses the piece that comes after the visible ones."""
    rules = Rules(pieces, width=well.width, height=5)
    setting = Setting(rules, "random", "minmax:kravec-2", preview=1, start=well)
    game = Game(setting, keeps_trace=True)
    game.advance(2)
    sent = [placement.piece for placement in game.trace().placements]
    if len(sent) < 2:
        return
    first = [round(after_depth(rules, well, (piece,), 1), 6) for piece in pieces]
    assert sent[0] == pieces[first.index(max(first))]
    second = [round(after_depth(rules, well, (sent[0], piece), 2), 6) for piece in pieces]
    assert sent[1] == pieces[second.index(max(second))]


def pieces_sent(bad: str, count: int, rules: Rules, **settings: object) -> str:
    setting = Setting(rules, "greedy", bad, max_pieces=count, cycles="none", **settings)  # type: ignore[arg-type]
    game = Game(setting, keeps_trace=True)
    game.advance()
    return "".join(placement.piece for placement in game.trace().placements)


def test_pieces_in_a_fixed_order() -> None:
    rules = Rules(width=10, height=40)
    assert pieces_sent("constant:T", 4, rules) == "TTTT"
    assert pieces_sent("sequence:SLO", 5, rules) == "SLOSL"
    assert pieces_sent("burgiel", 4, rules) == "SZSZ"
    assert pieces_sent("lovetris", 3, rules) == "III"


def test_a_bag_has_every_piece_once() -> None:
    sent = pieces_sent("bag", 70, Rules(height=40))
    bags = [sent[i : i + 7] for i in range(0, len(sent), 7)]
    assert len(bags) > 3
    assert all(sorted(bag) == sorted("IJLOSTZ") for bag in bags if len(bag) == 7)
    assert len(set(bags)) > 1


def test_chance_depends_on_the_seed_alone() -> None:
    rules = Rules(height=40)
    for bad in ("uniform", "bag", "bastet"):
        sent = [pieces_sent(bad, 40, rules, seed=seed) for seed in (1, 1, 2)]
        assert sent[0] == sent[1] != sent[2]
    ties = [
        Game(
            Setting(rules, "greedy:kravec-2", "constant:O", ties="random", seed=seed, max_pieces=30)
        )
        for seed in (1, 1, 2, 3)
    ]
    for game in ties:
        game.advance()
    found = [game.well for game in ties]
    assert found[0] == found[1]
    assert len(set(found)) > 1


def test_uniform_pieces_are_equally_likely() -> None:
    setting = Setting(
        Rules("OI", width=4, height=40), "greedy", "uniform", max_pieces=4000, cycles="none"
    )
    game = Game(setting, keeps_trace=True)
    game.advance()
    sent = [placement.piece for placement in game.trace().placements]
    assert abs(sent.count("O") / len(sent) - 0.5) < 0.04  # five deviations


def test_bastet_mostly_sends_the_piece_whose_best_placement_is_worst() -> None:
    rules = Rules(width=4, height=6)
    well = Well("##..|##..|##.#")
    evaluation = Weights.named("kravec-2")
    best = {
        piece: min(
            math.inf if placed.over else evaluation.value(placed.well)
            for placement in rules.placements(well, piece)
            for placed in [rules.place(well, placement)]
        )
        for piece in rules.names
    }
    order = sorted(rules.names, key=lambda piece: -best[piece])
    sent = [
        first_placed(Setting(rules, "random", "bastet:kravec-2", seed=seed, start=well)).piece
        for seed in range(1000)
    ]
    shares = [sent.count(piece) / len(sent) for piece in order]
    for share, expected in zip(shares, (0.8, 0.12, 0.06, 0.02, 0, 0, 0), strict=True):
        assert abs(share - expected) <= 5 * math.sqrt(expected * (1 - expected) / len(sent))


def brzustowski_plain(wells_seen: list[Well]) -> str:
    """What is sent for a sequence of wells, by the published rule."""
    step, shown, seen, sent = 1, "S", [], ""  # type: ignore[var-annotated]
    for well in wells_seen:
        sent += shown
        if step in (1, 3):
            if well in seen:
                step, shown = (2, "Z") if step == 1 else (4, "S")
            else:
                seen.append(well)
        elif step == 2:
            step, shown, seen = 3, "Z", []
        else:
            step, shown, seen = 1, "S", []
    return sent


def wells_before(game: Game) -> list[Well]:
    trace = game.trace()
    return [trace.start, *(placed.well for placed in trace.play())][: len(trace.placements)]


@pytest.mark.parametrize("width", [4, 6, 10])
@pytest.mark.parametrize("good", ["greedy", "random", "minmax"])
def test_brzustowski_sends_the_pieces_of_the_published_strategy(width: int, good: str) -> None:
    rules = Rules("SZ", width=width, height=12)
    game = Game(Setting(rules, good, "brzustowski", depth=2), keeps_trace=True)
    game.advance()
    sent = "".join(placement.piece for placement in game.trace().placements)
    assert sent == brzustowski_plain(wells_before(game))
    assert game.result == "topped-out"


def test_brzustowski_starts_over_several_times() -> None:
    rules = Rules("SZ", width=6, height=40)
    game = Game(Setting(rules, "minmax", "brzustowski", depth=2), keeps_trace=True)
    game.advance()
    sent = "".join(placement.piece for placement in game.trace().placements)
    assert sent == brzustowski_plain(wells_before(game))
    assert sent.count("SZ") >= 3  # rounds


def test_brzustowski_with_a_preview_shows_each_change() -> None:
    """The same pieces for the same wells, one step later: Good sees each piece before it comes."""
    rules = Rules("SZ", width=4, height=12)
    game = Game(Setting(rules, "greedy", "brzustowski", preview=1), keeps_trace=True)
    game.advance()
    sent = "".join(placement.piece for placement in game.trace().placements)
    assert sent == brzustowski_plain(wells_before(game))


def hatetris_plain(rules: Rules, wells_seen: list[Well], *, remembers: bool) -> str:
    """What is sent for a sequence of wells, by the published rule."""
    counts: dict[Well, int] = {}
    sent = ""
    for well in wells_seen:
        counts[well] = counts.get(well, 0) + 1
        ranks = []
        for order, piece in enumerate("SZOILJT"):
            futures = []
            for placement in rules.placements(well, piece):
                cells = frozenset((19 - r, c) for r, c in rules.cells(placement))
                plain, _ = oracles.locked(rows_of_well(well, 20), cells)
                futures.append(plain)
            count = max(counts.get(well_of(plain), 0) for plain in futures) if remembers else 0
            top = max(next((row for row in range(20) if any(plain[row])), 20) for plain in futures)
            ranks.append((count, top, order, piece))
        sent += min(ranks)[3]
    return sent


def well_of(rows: list[list[bool]]) -> Well:
    return Well("|".join("".join(".#"[cell] for cell in row) for row in rows))


@pytest.mark.parametrize("remembers", [True, False])
@pytest.mark.parametrize("seed", [1, 2])
def test_hatetris_sends_the_pieces_of_the_published_program(remembers: bool, seed: int) -> None:
    rules = Rules("SZOILJT", moves="hatetris")
    bad = "hatetris" if remembers else "hatetris-mild"
    game = Game(Setting(rules, "random", bad, seed=seed), keeps_trace=True)
    game.advance()
    sent = "".join(placement.piece for placement in game.trace().placements)
    assert sent == hatetris_plain(rules, wells_before(game), remembers=remembers)


@pytest.mark.parametrize(
    ("good", "bad", "message"),
    [
        ("nobody", "uniform", "no Good player 'nobody'; there are best, minmax"),
        ("greedy", "nobody", "no Bad player 'nobody'; there are minmax"),
        ("greedy:nothing", "uniform", "no weights 'nothing'"),
        ("random:3", "uniform", "takes nothing after its name"),
        ("greedy", "uniform:3", "takes nothing after its name"),
        ("greedy", "bag:3", "no Bad player '3'; in a bag there are minmax, uniform"),
        ("greedy", "constant:X", "no piece 'X'"),
        ("greedy", "constant", "constant needs a piece"),
        ("greedy", "sequence:", "sequence needs the letters"),
        ("greedy", "sequence:SX", "no piece 'X'"),
        ("replay", "uniform", "needs a trace file"),
    ],
)
def test_players_that_do_not_exist_are_refused(good: str, bad: str, message: str) -> None:
    with pytest.raises(CgtError, match=message):
        Game(Setting(good=good, bad=bad))


@pytest.mark.parametrize("bad", ["burgiel", "brzustowski", "lovetris"])
def test_players_who_need_a_piece_say_which(bad: str) -> None:
    with pytest.raises(CgtError, match="needs the piece"):
        Game(Setting(Rules("LJ"), bad=bad))


def test_every_player_says_what_it_does() -> None:
    for name, player in itertools.chain(GOOD_PLAYERS.items(), BAD_PLAYERS.items()):
        assert (player.__doc__ or "").startswith(name)
