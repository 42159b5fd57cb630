"""Games of the duel: a single game, many games, a replay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from math import inf, isfinite
from typing import TYPE_CHECKING, Any

from cgt.draw.describe.counting import ROWS_OF_WELL, counting
from cgt.draw.describe.names import player_words, players_words, well_words
from cgt.draw.describe.words import Description, MarkedRows, Sentence, counted, trust_sentences
from cgt.draw.tables import Table
from cgt.duel.many import Finished

if TYPE_CHECKING:
    from cgt.common.statistics import Estimated
    from cgt.duel.game import Game
    from cgt.duel.many import ManyGames
    from cgt.duel.rules import Rules
    from cgt.duel.setting import Setting
    from cgt.literature.hatetris import Replayed

# who plays whom


def players_title(good: str, bad: str) -> str:
    """The players by name."""
    return f"{good} against {bad}"


def match_title(good: str, bad: str, rules: Rules) -> str:
    """The players by name, and the well that they play in."""
    return f"{players_title(good, bad)}, {rules.width}×{rules.height}"


def ahead_words(setting: Setting) -> str:
    """How a Good player looks ahead who computes the pieces that come."""
    own = getattr(setting.good, "keeps", None)  # of a player that is an object
    keeps = setting.keeps if own is None else own
    kept = f"{keeps:,} games kept" if keeps else "all games kept"
    pieces = counted(setting.ahead, "piece")
    return f"Good computes {pieces} ahead, each as {setting.bad_name} sends it, {kept}"


# one game


def describe_game(
    game: Game, seconds: float | None = None, *, interrupted: bool = False
) -> Description:
    """What was played, how it ended, and how long it took if that is known."""
    setting, rules = game.setting, game.setting.rules
    match = match_title(setting.good_name, setting.bad_name, rules)
    heading = f"{match}, {rules.pieces.name}, {rules.moves}"
    title = f"{players_words(setting.good_name, setting.bad_name)}: {well_words(rules)}"
    if not rules.only_drops:
        title += f", moves: {rules.moves}"
    return Description(heading, tuple(_game_sentences(game, seconds, interrupted)), title)


def _game_sentences(game: Game, seconds: float | None, interrupted: bool) -> Iterator[Sentence]:
    setting, cycle = game.setting, game.cycle
    if cycle is not None:
        yield Sentence(
            "verdict",
            f"cycle: from piece {cycle.start:,} on, every {cycle.length:,} pieces",
            MarkedRows(*cycle.rows),
            ": Good goes on for ever",
        )
        yield counting(ROWS_OF_WELL)
    elif game.result == "topped-out":
        yield Sentence("verdict", "topped out: Good has lost")
    else:
        why = " (interrupted)" if interrupted else f" after {game.placed:,} pieces"
        yield Sentence("verdict", f"not decided{why}")
    if game.false_claims:
        yield Sentence("note", f"{game.false_claims:,} claims of a cycle were false")
    if setting.cycles != "none" and game.why_no_cycle:
        yield Sentence("note", game.why_no_cycle)
    if setting.looks_ahead:
        yield Sentence("note", ahead_words(setting))
    score = f", score {game.score:,}" if setting.scoring != "lines" else ""
    cost = f"{game.placed:,} pieces, {game.lines:,} lines{score}"
    if seconds is not None:
        speed = game.placed / seconds if seconds > 0 else 0
        cost += f", {seconds:.3f} s, {speed:,.0f} pieces/s"
    yield Sentence("cost", cost)


def game_data(game: Game, seconds: float, *, interrupted: bool = False) -> dict[str, Any]:
    """The same for scripts."""
    cycle = game.cycle
    return {
        "result": game.result,
        "placed": game.placed,
        "lines": game.lines,
        "score": game.score,
        "cycle_start": None if cycle is None else cycle.start,
        "cycle_length": None if cycle is None else cycle.length,
        "cycle_rows": None if cycle is None else cycle.rows,
        "false_claims": game.false_claims,
        "interrupted": interrupted,
        "well": game.well.grid().rows(),
        "seconds": round(seconds, 3),
    }


# many games


def describe_games(
    games: ManyGames, seconds: float, *, interrupted: bool = False, trusts: str | None = None
) -> Description:
    """The statistics of many games; `trusts` is a checkpoint that they rest on, not made here."""
    setting, finished, lines = games.setting, games.finished, games.lines
    sentences = []
    if finished:
        low, high = lines.interval
        spread = (
            f" ± {lines.standard_error:,.1f} ({low:,.1f} to {high:,.1f} with 95 % confidence, "
            f"deviation {lines.deviation:,.1f})"
        )
        found = f"lines {lines.mean:,.1f}{spread if len(finished) > 1 else ''}"
        sentences.append(Sentence("verdict", found))
        if setting.scoring != "lines":
            score = games.score
            told = f"score {score.mean:,.1f} ± {score.standard_error:,.1f}"
            sentences.append(Sentence("verdict", told))
        placed = sum(game.placed for game in finished)
        sentences.append(Sentence("note", f"pieces {games.placed.mean:,.1f}, {placed:,} in all"))
        results = ", ".join(f"{result}: {n:,}" for result, n in games.results.items())
        sentences.append(Sentence("note", results))
        sentences += _whole_games(games)
    sentences.append(Sentence("cost", f"{seconds:.3f} s{', interrupted' if interrupted else ''}"))
    if setting.looks_ahead:
        sentences.insert(len(sentences) - 1, Sentence("note", ahead_words(setting)))
    sentences += trust_sentences(trusts)
    players = players_title(setting.good_name, setting.bad_name)
    heading = f"{players}: {len(finished):,} games"
    return Description(heading, tuple(sentences))


def _whole_games(games: ManyGames) -> Iterator[Sentence]:
    """What games would come to that are played to their end, if some of them were and some not."""
    whole = games.whole_lines
    if whole is not None and whole.high < inf and len(games.finished) > 1:
        told = f"lines {whole.mean:,.0f} ({whole.low:,.0f} to {whole.high:,.0f})"
        yield Sentence("note", f"played to their end, if their lengths are exponential: {told}")


def setting_data(setting: Setting) -> dict[str, Any]:
    """What the players and the rules of a setting are, for scripts."""
    rules = setting.rules
    return {
        "good": setting.good_name,
        "bad": setting.bad_name,
        "pieces": rules.pieces.name,
        "width": rules.width,
        "height": rules.height,
        "moves": rules.moves,
        "ending": rules.ending,
        "preview": setting.preview,
        "beam": setting.keeps,
        "ahead": setting.ahead if setting.looks_ahead else None,
        "scoring": setting.scoring,
        "start": None if setting.start is None else setting.start.grid().rows(),
    }


def games_data(
    games: ManyGames, seconds: float, *, interrupted: bool = False, trusts: str | None = None
) -> dict[str, Any]:
    """The same for scripts."""
    lines, score, whole = games.lines, games.score, games.whole_lines
    return {
        "games": [dict(vars(game)) for game in games.finished],
        "results": games.results,
        "mean_lines": _number(lines.mean),
        "mean_score": _number(score.mean),
        "score_standard_error": _number(score.standard_error),
        "mean_placed": _number(games.placed.mean),
        "deviation": _number(lines.deviation),
        "standard_error": _number(lines.standard_error),
        "interval": [_number(end) for end in lines.interval],
        "whole_lines": None if whole is None else estimated_data(whole),
        "interrupted": interrupted,
        "trusts": trusts,
        "seconds": round(seconds, 3),
    }


def estimated_data(estimated: Estimated) -> dict[str, float | None]:
    """An estimate for scripts; None for what is infinite."""
    return {name: _number(value) for name, value in estimated._asdict().items()}


def games_table(games: ManyGames) -> Table:
    """A row for each game."""
    rows = [dict(vars(game)) for game in games.finished]
    headings = [field.name for field in fields(Finished)]
    return Table(headings, [tuple(row.values()) for row in rows])


def _number(value: float) -> float | None:
    """A number for JSON, which has no infinity and no NaN: None for these."""
    return round(value, 4) if isfinite(value) else None


# replays


_FOUND_BY = {
    "score": "found: {} reaches the expected score",
    "end": "found: against {} the game ends where the moves end",
    "guess": "a guess: neither score nor end tell; {} fits best",
}


def describe_replay(
    played: Replayed,
    tried: Sequence[str] = (),
    found_by: str = "said",
    others: Sequence[str] = (),
) -> Description:
    """What a replay is, and the score it reaches; which encodings were `tried` for it, and what
    told its enemy, with the others that fit."""
    over = "the game is over" if played.over else "the game is not over"
    if played.ignored:
        after = "1 move" if played.ignored == 1 else f"{played.ignored:,} moves"
        over += f"; {after} after its end {'is' if played.ignored == 1 else 'are'} ignored"
    notes = [over]
    if found_by in _FOUND_BY:
        also = f" ({', '.join(others)} would do, too)" if others else ""
        notes.append(f"enemy {_FOUND_BY[found_by].format(played.enemy)}{also}")
    if len(tried) > 1:
        notes.append(f"encodings tried: {', '.join(tried[:-1])}, then {tried[-1]}")
    score = f"score {played.score}, {played.pieces} pieces, {played.moves} moves"
    return Description(
        f"{played.encoding}, against {played.enemy}",
        (Sentence("verdict", score), *(Sentence("note", note) for note in notes)),
        f"A replay against {player_words(played.enemy)}",
    )


def replay_data(
    played: Replayed,
    tried: Sequence[str] = (),
    found_by: str = "said",
    others: Sequence[str] = (),
) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "enemy": played.enemy,
        "enemy_found_by": None if found_by == "said" else found_by,
        "other_enemies": list(others),
        "encoding": played.encoding,
        "encodings_tried": list(tried),
        "score": played.score,
        "pieces": played.pieces,
        "moves": played.moves,
        "ignored": played.ignored,
        "over": played.over,
        "well": played.well.grid().rows(),
    }
