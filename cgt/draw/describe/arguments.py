"""Arguments by which Bad wins without instructions, in words: whole for a page, and in short beside
a drawing of the weights of columns.

What the arguments are stands in `cgt.duel.exact.arguments`, which checks them as well.
"""

from __future__ import annotations

from cgt.duel.exact.arguments import Argument
from cgt.duel.exact.certificate import Report
from cgt.duel.rules import Rules


def does_not_hold(report: Report) -> str:
    """What is said of an argument that the checker does not accept."""
    return f"The argument does not hold: {report.reason}."


def argument_text(argument: Argument) -> list[str]:
    """Why Bad wins by an argument that holds, as paragraphs."""
    pieces = " or ".join(argument.pieces)
    if argument.kind == "sums":
        return [
            f"Bad sends {pieces}, over and over.",
            "Give the columns the weights +1, −1, +1, … and look at the sum over all filled cells. "
            f"{pieces} always covers as much of the one kind as of the other, so it leaves the sum "
            "as it was. A full row has one cell more of weight +1: each row that is cleared takes "
            "1 from the sum, which has a least value in a well so high.",
            f"So at most {argument.most_lines:,} rows can be cleared, and at most "
            f"{argument.most_pieces:,} pieces fit, whatever Good does and however far Good sees.",
        ]
    first, second = argument.pieces
    return [
        f"Bad sends {argument.times:,} times {first}, then {argument.times:,} times {second}, over "
        "and over.",
        f"In a pair of columns, a lane, {first} and {second} leave a certain sum over the filled "
        f"cells as it was, and raise it everywhere else: at most {argument.most_across:,} pieces "
        "can be put across lanes.",
        "All others stay inside lanes. After enough of the one piece there is a row in which every "
        "lane has one side filled and one lane the other side empty; the other piece never fills "
        "that cell, and after enough of it the same holds for the other side, above. Each covers "
        "the other: every phase adds a row that never goes.",
        f"So at most {argument.most_pieces:,} pieces fit, whatever Good does and however far Good "
        "sees.",
    ]


def weights_text(rules: Rules, argument: Argument) -> list[str]:
    """The same beside a drawing of the weights."""
    by_sums = argument.kind == "sums"
    return _weights_by_sums(rules, argument) if by_sums else _weights_by_lanes(argument)


def _weights_by_sums(rules: Rules, argument: Argument) -> list[str]:
    return [
        "In the columns are their weights. Wherever these pieces are put, they cover as much of +1 "
        "as of −1, so the sum of the weights of all filled cells stays as it is. A full row has "
        "the sum 1, so every row that is cleared takes 1 from it.",
        f"So in a well with {rules.height} rows no more than {argument.most_lines:,} rows are "
        f"cleared, and no more than {argument.most_pieces:,} pieces placed.",
    ]


def _weights_by_lanes(argument: Argument) -> list[str]:
    one, two = argument.pieces
    return [
        f"In the columns are their weights, lane by lane. Inside a lane {one} and {two} leave the "
        "sum of the weights of all filled cells as it is, elsewhere they raise it by 1 at least; "
        f"a full row has the sum 0. So no more than {argument.most_across:,} are put across lanes.",
        f"While all stay inside lanes, every phase of {argument.times:,} pieces leaves a row that "
        f"never goes. So no more than {argument.most_pieces:,} pieces are placed.",
    ]
