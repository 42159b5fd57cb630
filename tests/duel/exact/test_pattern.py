"""Patterns: strategies for every width, as text, checked, and on one width."""

import random
from dataclasses import replace

import pytest
from duel.exact import pattern_oracle as oracle
from hypothesis import given, settings
from hypothesis import strategies as st

from cgt.common.errors import CgtError, FileError, LimitError
from cgt.common.limits import Limits
from cgt.duel.exact.certificate import verify
from cgt.duel.exact.pattern import Pattern, known_pattern, known_patterns
from cgt.duel.exact.pattern_check import verify_pattern
from cgt.duel.exact.pattern_text import PatternInstruction, is_pattern
from cgt.duel.exact.pattern_width import strategy_on
from cgt.duel.game import Game
from cgt.duel.players.strategies import FollowStrategy
from cgt.duel.rules import Rules
from cgt.duel.setting import Setting

KNOWN = known_patterns()
SMALL = [one for one in KNOWN if len(one.instructions) <= 110 and one.lane == 2]
EVEN_S = Pattern.read("example:every-even-s")


def name_of(pattern: Pattern) -> str:
    lanes = "+".join(map(str, (pattern.lane, *pattern.beside)))
    return f"{pattern.pieces.name}-{pattern.preview}-{lanes}"


# text


@pytest.mark.parametrize("pattern", KNOWN, ids=name_of)
def test_what_is_written_is_read_back(pattern: Pattern) -> None:
    text = str(pattern)
    assert is_pattern(text)
    assert is_pattern(f"; a comment\n\n{text}")
    assert str(Pattern.parse(text)) == text
    assert Pattern.parse(text).instructions == pattern.instructions


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("cgt pattern 1", "cgt pattern 2", "1:1: this is a pattern of version 2"),
        ("lanes: many of 2", "lanes: two", "5:8: lanes are 'many of 2'"),
        ("lanes: many of 2", "lanes: many of 2, one of 2", "5:8: lanes of one width"),
        ("lanes: many of 2", "lanes: many of 9", "5:8: lanes are 1 to 8 wide"),
        ("lanes: many of 2", "lanes: many of 3", "11:1: a lane of another width"),
        ("many: 2", "many: 0", "6:7: many is a number from 1 to 9"),
        ("from: 1", "from: 0", "7:7: from is a number"),
        ("S: rotation 1", "Z: rotation 1", "9:1: there is no piece 'Z'"),
        ("S: rotation 1", "S S: rotation 1", "9:1: an instruction begins with 1 visible"),
        ("column 0, row 0, lane 0", "column 0, row 0", "9:3: 'rotation R, column C"),
        ("lane 0", "lane 1", "9:38: there is no lane 1"),
        ("many  then", "3  then", "10:1: lanes are counted 1 to 1, or 'many', not '3'"),
        ("many  then", "many", "10:1: counts of lanes and 'then'"),
        ("..    #.", "..    #. ..", "11:1: 2 lanes"),
        ("..    #.", "..    ##.", "11:1: a lane of another width"),
    ],
)
def test_a_bad_text_is_refused_with_its_place(old: str, new: str, where: str) -> None:
    text = str(EVEN_S)
    assert old in text
    with pytest.raises(FileError) as error:
        Pattern.parse(text.replace(old, new, 1), "s.txt")
    assert str(error.value).startswith(f"s.txt:{where}")


def test_limits_hold_for_reading_and_checking() -> None:
    with pytest.raises(LimitError):
        Pattern.parse(str(EVEN_S), limits=Limits.of(memory=3000))
    with pytest.raises(LimitError):
        Pattern.parse(str(EVEN_S), limits=Limits.of(seconds=0))
    with pytest.raises(LimitError):
        verify_pattern(EVEN_S, Limits.of(seconds=0))


@pytest.mark.parametrize(
    ("lane", "beside", "fewest", "words", "some"),
    [
        (1, (), 1, "every width", {2, 3, 40}),
        (1, (), 3, "every width from 3 on", {3, 4}),
        (2, (), 1, "every even width", {2, 4, 40}),
        (2, (), 3, "every even width from 6 on", {6, 8}),
        (2, (3,), 1, "every odd width from 5 on", {5, 7}),
        (3, (), 1, "every width that is a multiple of 3", {3, 9}),
        (4, (), 2, "every width that is a multiple of 4 from 8 on", {8, 12}),
        (4, (2,), 1, "the widths 6, 10, 14 and so on", {6, 10, 14}),
    ],
)
def test_widths_are_told(
    lane: int, beside: tuple[int, ...], fewest: int, words: str, some: set[int]
) -> None:
    pattern = Pattern(EVEN_S.pieces, 0, 4, lane, beside, 2, fewest, [])
    assert pattern.widths == words
    assert some <= {width for width in range(2, 50) if pattern.holds_for(width)}
    assert min(some) == min(width for width in range(2, 50) if pattern.holds_for(width))


# checking


@pytest.mark.parametrize("pattern", KNOWN, ids=name_of)
def test_every_known_pattern_holds(pattern: Pattern) -> None:
    report = verify_pattern(pattern)
    assert (report.valid, report.reason) == (True, "")
    assert report.height == pattern.height
    assert report.instructions == len(pattern.instructions)


@pytest.mark.parametrize("pattern", KNOWN, ids=name_of)
def test_the_ordinary_checker_agrees_on_small_widths(pattern: Pattern) -> None:
    first = pattern.first_width
    for width in range(first, first + 4 * pattern.lane, pattern.lane):
        report = verify(strategy_on(pattern, width))
        assert (report.valid, report.reason) == (True, "")
        assert report.height <= pattern.height


@pytest.mark.long
@pytest.mark.parametrize("pattern", KNOWN, ids=name_of)
def test_the_ordinary_checker_agrees_on_all_widths(pattern: Pattern) -> None:
    widest = 40 if pattern.lane == 2 else 16
    for width in range(pattern.first_width, widest + 1, pattern.lane):
        report = verify(strategy_on(pattern, width))
        assert (report.valid, report.reason) == (True, "")
        assert report.height <= pattern.height


def changed(pattern: Pattern, draw: st.DrawFn) -> Pattern:
    """A pattern with one thing changed, which may or may not matter."""
    instructions = list(pattern.instructions)
    i = draw(st.integers(0, len(instructions) - 1))
    one = instructions[i]
    what = draw(st.sampled_from(["drop", "lane", "place", "count", "after", "copy", "head"]))
    small = st.integers(0, 3)
    if what == "drop":
        del instructions[i]
    elif what == "lane":
        lane = draw(st.integers(0, len(one.lanes) - 1))
        instructions[i] = one._replace(lane=lane)
    elif what == "place":
        place = (draw(small), draw(st.integers(0, 1)), draw(small))
        instructions[i] = one._replace(place=place)
    elif what == "count":
        counts = [(lane, draw(st.integers(1, pattern.many))) for lane, _ in one.lanes]
        instructions[i] = one._replace(lanes=tuple(counts))
    elif what == "after":
        column = draw(st.integers(0, pattern.lane - 1))
        after = list(one.after)
        after[column] ^= 1 << draw(small)
        instructions[i] = one._replace(after=tuple(after))
    elif what == "copy":
        instructions.append(draw(st.sampled_from(instructions)))
    else:
        height = pattern.height + draw(st.integers(-1, 1))
        fewest = draw(st.integers(1, 4))
        return replace(pattern, height=height, fewest=fewest)
    return replace(pattern, instructions=instructions)


@settings(max_examples=60)
@given(st.data())
def test_a_changed_pattern_is_refused_exactly_when_it_does_not_hold(data: st.DataObject) -> None:
    pattern = changed(data.draw(st.sampled_from(SMALL)), data.draw)
    report = verify_pattern(pattern)
    assert report.valid == oracle.holds(pattern)
    assert bool(report.reason) != report.valid
    if report.valid:
        assert verify(strategy_on(pattern, pattern.first_width + 3 * pattern.lane)).valid


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda p: replace(p, instructions=p.instructions[1:]), "no instruction for"),
        (lambda p: replace(p, instructions=p.instructions * 2), "two instructions for"),
        (lambda p: replace(p, height=p.height - 1), "the stack is too high"),
        (lambda p: _with_first(p, place=(1, 0, 1)), "the piece cannot land there"),
        (lambda p: _with_first(p, place=(1, 1, 0)), "the piece cannot land there"),
        (lambda p: _with_first(p, place=(7, 0, 0)), "the piece cannot land there"),
        (lambda p: _with_first(p, after=(1, 1)), "that is not what is left"),
        (
            lambda p: _with_first(p, lanes=p.instructions[0].lanes * 2),
            "lanes that look alike are counted twice",
        ),
    ],
)
def test_the_reason_is_told(change, reason: str) -> None:  # type: ignore[no-untyped-def]
    report = verify_pattern(change(EVEN_S))
    assert not report.valid
    assert report.reason.startswith(reason)


def _with_first(pattern: Pattern, **what: object) -> Pattern:
    first, *others = pattern.instructions
    changed: PatternInstruction = first._replace(**what)  # type: ignore[arg-type]
    return replace(pattern, instructions=[changed, *others])


def test_one_fewer_than_many_must_be_covered() -> None:
    """A pattern that never thinks of the last of many lanes holds nowhere."""
    full = Pattern.read("example:every-even-o")
    told = [one for one in full.instructions if 1 not in dict(one.lanes).values()]
    assert not verify_pattern(replace(full, instructions=told)).valid


# widths and play


def test_with_more_preview_the_other_pieces_are_not_looked_at() -> None:
    pattern = Pattern.read("example:every-even-il")
    strategy = strategy_on(pattern, 8, preview=2)
    report = verify(strategy)
    assert (strategy.preview, report.valid, report.height) == (2, True, 7)
    advised = {(one.well, one.visible[0]): one.placement for one in strategy.instructions}
    assert all(advised[one.well, one.visible[0]] == one.placement for one in strategy.instructions)
    with pytest.raises(CgtError, match="for a preview of 1, not of 0"):
        strategy_on(Pattern.read("example:every-even-lj-preview-1"), 8, preview=0)


def test_a_pattern_is_no_strategy_for_other_widths() -> None:
    with pytest.raises(CgtError, match="the pattern is for every even width, not for 7"):
        strategy_on(EVEN_S, 7)
    with pytest.raises(LimitError):
        strategy_on(EVEN_S, 10, Limits.of(seconds=0))
    with pytest.raises(CgtError, match="says nothing"):
        strategy_on(replace(EVEN_S, instructions=EVEN_S.instructions[1:]), 10)


def played(pattern: Pattern, width: int, bad: str, pieces: int) -> tuple[int, str]:
    """How many pieces are placed on this width, and how the game ended."""
    rules = Rules(pattern.pieces, width=width, height=pattern.height)
    good = FollowStrategy(strategy_on(pattern, width), checked=True)
    game = Game(Setting(rules, good=good, bad=bad, preview=pattern.preview, cycles="none"))
    game.advance(pieces)
    return game.placed, game.result


def test_players_follow_the_files_of_patterns() -> None:
    rules = Rules("OL", width=26, height=5)
    game = Game(Setting(rules, good="exact:example:every-even-ol", bad="uniform"))
    game.advance(1000)
    assert (game.placed, game.result) == (1000, "limit")
    wrong = Setting(Rules("OL", width=25), good="exact:example:every-even-ol", bad="uniform")
    with pytest.raises(CgtError, match="every-even-ol: the pattern is for every even width"):
        Game(wrong).advance(1)


@pytest.mark.long
@pytest.mark.parametrize("bad", ["uniform", "minmax", "bastet"])
@pytest.mark.parametrize("pattern", KNOWN, ids=name_of)
def test_a_million_pieces_on_a_random_width(pattern: Pattern, bad: str) -> None:
    """Against each of three, on a width of its own."""
    chance = random.Random(f"{name_of(pattern)} {bad}")
    widths = list(range(2, 41 if pattern.lane == 2 else 13))
    width = chance.choice([width for width in widths if pattern.holds_for(width)])
    assert played(pattern, width, bad, 1_000_000) == (1_000_000, "limit")


def test_known_patterns_are_found_by_pieces_preview_and_width() -> None:
    ol = known_pattern("OL")
    assert ol is not None
    assert (ol.height, ol.lane, ol.preview) == (5, 2, 0)
    assert known_pattern("LO", width=10) == ol
    assert known_pattern("L", 1, 10) is not None
    il = known_pattern("IL", 1, 10)
    assert il is not None
    assert (il.height, il.preview) == (7, 0)
    lj = known_pattern("LJ", 1, 12)
    assert lj is not None
    assert lj.height == 7
    assert known_pattern("LJ", 0, 12) is None
    assert known_pattern("SZ", 1) is None
    assert known_pattern("pentomino:X") is None
