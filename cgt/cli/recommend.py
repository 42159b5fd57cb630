"""cgt recommend: the best placement for the coming pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cgt.cli.support import options, units
from cgt.cli.support.boards import size_option
from cgt.cli.support.moves import moves_option
from cgt.cli.support.names import BAD_PLAYER, letters
from cgt.cli.support.pictures import Pictures, picture_options
from cgt.cli.support.show import show_json, show_sentences
from cgt.common.alarm import ended_by
from cgt.common.limits import Limits

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cgt.board.grid import Cell
    from cgt.draw.describe.recommendations import Advice
    from cgt.duel.evaluate.recommend import Recommendation
    from cgt.duel.evaluate.weights import Weights
    from cgt.duel.rules import Rules
    from cgt.duel.well import Well


@click.command()
@click.argument("file", required=False, metavar="[BOARD]", type=click.Path(allow_dash=True))
@size_option(several=False, help_text="An empty well of this size.")
@click.option(
    "--next",
    "visible",
    metavar="PIECES",
    type=letters,
    help="The visible pieces by their letters: the one to place, then the coming ones. Not needed "
    "with --bad.",
)
@click.option(
    "--bad",
    metavar="PLAYER",
    type=BAD_PLAYER,
    help="Who chooses the pieces, without chance, such as hatetris, burgiel or minmax: all that "
    "come are computed. The game begins with this well.",
)
@click.option(
    "--weights",
    metavar="WEIGHTS",
    help="How wells and moves are judged: weights by name, or a weight file.",
    show_default="the best known for the well and the number of visible pieces: see docs/tetris.md",
)
@options.beam_of("wells the search keeps")
@options.ahead_of("count with --bad.")
@moves_option(said="spin; with --bad hatetris and hatetris-mild hatetris")
@click.option("--height", type=int, help="Rows of the well; by default the file's, at least 20.")
@click.option(
    "--top",
    metavar="N",
    type=click.IntRange(1),
    help="Show the N best placements and their values.",
)
@click.option(
    "--explain", is_flag=True, help="Show what each feature is, its weight, and what it adds."
)
@click.option(
    "--rate",
    metavar="CELLS",
    type=units.cells,
    help="Say how good this placement is: its cells by row and column, such as '0,3 0,4 1,3 1,4'.",
)
@options.bounded("1m")
@picture_options()
@options.as_json
@options.example(
    "cgt recommend example:tetris-tuck --next TLI",
    "cgt recommend example:tetris-tuck --next TLI --top 5",
    "cgt recommend example:tetris-tuck --next T --rate '2,5 2,6 2,7 3,6' --explain",
    "cgt recommend --size 10x20 --bad hatetris --top 3",
)
def recommend(
    file: str | None,
    size: tuple[int, int] | None,
    visible: str | None,
    bad: str | None,
    weights: str | None,
    beam: int,
    ahead: int,
    moves: str | None,
    height: int | None,
    top: int | None,
    explain: bool,
    rate: list[Cell] | None,
    limits: Limits,
    pictures: Pictures,
    as_json: bool,
) -> None:
    """Show the best placement of a piece in a well.

    BOARD is a board file, of which the first board counts, or a board itself, such as '....|..##'.
    The search covers all places that the piece can reach, also under overhangs, and all visible
    pieces; with --bad, so many pieces ahead as that player will send. Rows count from 0 at the
    floor, columns from 0 at the left.
    """
    from cgt.cli.support.load import load_well_or_size
    from cgt.draw.describe.recommendations import Advice, describe_no_room
    from cgt.draw.pictures.games import no_room_drawing, recommendation_drawing
    from cgt.duel.rules import Rules

    if visible is None and bad is None:
        raise click.UsageError("Missing option '--next', or '--bad'.")
    letters_given = "".join(letter for letter in visible or "" if letter not in ", ")
    well, usual_rows = load_well_or_size(file, size)
    rows = usual_rows if height is None else height
    usual_moves = "hatetris" if bad in ("hatetris", "hatetris-mild") else "spin"
    rules = Rules(width=well.width, height=rows, moves=moves or usual_moves)
    asked = _Asked(rules, well, letters_given, weights, beam)
    with ended_by(limits, "looking for a placement"):
        if bad is None:
            ranked, judged_by = _ranked(asked)
        else:
            ranked, judged_by, letters_given = _ranked_against(asked, bad, ahead, limits)
    advice = Advice(ranked, judged_by) if ranked else None
    wanted = _Wanted(top, explain, None if advice is None else _rated(advice, rate))
    if as_json:
        show_json(
            _data(advice, wanted),
            {
                "weights": judged_by.name,
                "width": rules.width,
                "height": rules.height,
                "moves": rules.moves,
                "next": letters_given,
                "ahead": None if bad is None else ahead,
            },
        )
    elif advice is None:
        show_sentences(describe_no_room(letters_given))
    else:
        _show(advice, wanted)
    pictures.write(
        lambda: (
            no_room_drawing(rules, well, letters_given)
            if advice is None
            else recommendation_drawing(advice.best)
        ),
        limits=limits,
    )


class _Asked(NamedTuple):
    """A well, the pieces that were named, and how to judge."""

    rules: Rules
    well: Well
    visible: str
    weights: str | None
    beam: int


def _ranked(asked: _Asked) -> tuple[list[Recommendation], Weights]:
    """All placements of the first visible piece, and what judged them."""
    from cgt.duel.evaluate.best import best_weights
    from cgt.duel.evaluate.recommend import rank_placements
    from cgt.duel.evaluate.weights import Weights

    rules, well, visible, weights, beam = asked
    if not visible:
        raise click.BadParameter("name the piece to place, such as T", param_hint="--next")
    chosen = Weights.named(weights) if weights else best_weights(rules, seen=len(visible))
    return rank_placements(rules, well, visible, chosen, beam), chosen


def _ranked_against(
    asked: _Asked, bad: str, ahead: int, limits: Limits
) -> tuple[list[Recommendation], Weights, str]:
    """All placements of the piece that Bad sends, what judged them, and that piece."""
    from cgt.duel.evaluate.best import BEST_FOR_HUNTS
    from cgt.duel.evaluate.weights import Weights
    from cgt.duel.foresight import first_piece, rank_foreseen
    from cgt.duel.setting import Setting

    rules, well, visible, weights, beam = asked
    if ahead < 1:
        raise click.BadParameter("at least one piece counts", param_hint="--ahead")
    setting = Setting(rules, bad=bad, start=well, ahead=ahead, memory=limits.bytes())
    piece = first_piece(setting)
    if visible not in ("", piece):
        raise click.BadParameter(
            f"{bad} begins with {piece} in this well; what comes then is computed",
            param_hint="--next",
        )
    chosen = Weights.named(weights or BEST_FOR_HUNTS)
    return rank_foreseen(setting, chosen, beam), chosen, piece


class _Wanted(NamedTuple):
    """What is to be shown beside the best placement."""

    top: int | None
    explain: bool
    rated: Recommendation | None


def _rated(advice: Advice, cells: list[Cell] | None) -> Recommendation | None:
    """The placement to rate, if there is one; raises click.BadParameter if it is none."""
    from cgt.common.errors import CgtError
    from cgt.duel.covering import placement_covering

    if cells is None:
        return None
    best = advice.best
    try:
        placement = placement_covering(best.rules, best.well, best.visible[0], cells)
    except CgtError as error:
        raise click.BadParameter(str(error), param_hint="--rate") from None
    return next(found for found in advice.ranked if found.placement == placement)


def _data(advice: Advice | None, wanted: _Wanted) -> dict[str, Any]:
    from cgt.draw.describe import recommendations as describe

    data = describe.recommendation_data(advice)
    if advice is None:
        return data
    if wanted.top is not None:
        best = advice.ranked[: wanted.top]
        data["placements"] = [describe.placement_data(found, advice) for found in best]
    if wanted.rated is not None:
        data["rated"] = describe.rated_data(wanted.rated, advice)
    if wanted.explain:
        data |= describe.explained_data(advice.best, advice)
    return data


def _show(advice: Advice, wanted: _Wanted) -> None:
    from cgt.draw.describe.recommendations import (
        describe_recommendation,
        judged_sentence,
        rated_sentence,
    )
    from cgt.draw.terminal.pictures import well_picture
    from cgt.draw.terminal.recommendations import features_parts, placements_parts

    best, rated = advice.best, wanted.rated
    parts: list[RenderableType] = [
        well_picture(best.well, best.rules.height, best.rules.cells(best.placement))
    ]
    if wanted.top is not None:
        in_full = f"; --top {len(advice.ranked)} shows all"
        parts += placements_parts(advice, wanted.top, in_full)
    if wanted.explain:
        shown = [("value", best)] if rated in (None, best) else [("best", best), ("rated", rated)]
        parts += features_parts(advice, shown)
    more = [] if rated is None else [rated_sentence(rated, advice)]
    judged = judged_sentence(advice)
    show_sentences(describe_recommendation(best, *more, judged), *parts)
