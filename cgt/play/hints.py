"""What a hint says, on every screen that gives one."""

from __future__ import annotations

from cgt.placement.choice import Hint


def hint_text(given: Hint, seconds: float) -> str:
    """What kind of move a hint is, in words; `seconds` were for proving one."""
    if given.move is None:
        return "The game is over: no piece fits."
    move = f"{given.move.placement.piece.name}, marked <>"
    match given.kind:
        case "winning":
            return f"A winning move: {move}."
        case "hardest":
            return f"All moves lose against perfect play. The hardest to answer: {move}."
        case _:
            return f"Not known within {seconds:g} s. The likeliest to win: {move}."
