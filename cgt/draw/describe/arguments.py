"""Arguments by which Bad wins without instructions, in words: in full for a page, and in short
beside a drawing of the columns' weights.

`cgt.duel.exact.arguments` has the arguments and checks them.
"""

from __future__ import annotations

from cgt.duel.exact.arguments import Argument
from cgt.duel.exact.certificate import Report
from cgt.duel.rules import Rules


def does_not_hold(report: Report) -> str:
    """The sentence about an argument that the checker rejects."""
    return f"The argument does not hold: {report.reason}."


def argument_text(argument: Argument) -> list[str]:
    """Why Bad wins by an argument that holds, as paragraphs."""
    pieces = " or ".join(argument.pieces)
    if argument.kind == "sums":
        return [
            f"Bad sends {pieces}, over and over.",
            "Give the columns the weights +1, −1, +1, … and add them up over all filled cells. "
            f"{pieces} always covers as many cells of the one kind as of the other, so it leaves "
            "the sum as it was. A full row has one cell more of weight +1: each cleared row takes "
            "1 from the sum, which cannot fall below a certain value in a well of this height.",
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
        "the other: every phase adds a row that is never cleared.",
        f"So at most {argument.most_pieces:,} pieces fit, whatever Good does and however far Good "
        "sees.",
    ]


def weights_text(rules: Rules, argument: Argument) -> list[str]:
    """The same beside a drawing of the weights."""
    by_sums = argument.kind == "sums"
    return _weights_by_sums(rules, argument) if by_sums else _weights_by_lanes(argument)


def _weights_by_sums(rules: Rules, argument: Argument) -> list[str]:
    return [
        "The numbers are the weights of the columns. Wherever these pieces go, they cover as many "
        "+1 as −1, so the sum of the weights of all filled cells does not change. A full row has "
        "the sum 1, so every cleared row takes 1 from it.",
        f"So in a well with {rules.height} rows no more than {argument.most_lines:,} rows are "
        f"cleared, and no more than {argument.most_pieces:,} pieces placed.",
    ]


def _weights_by_lanes(argument: Argument) -> list[str]:
    one, two = argument.pieces
    return [
        f"The numbers are the weights of the columns, lane by lane. Inside a lane, {one} and {two} "
        "leave the sum of the weights of all filled cells as it is; elsewhere they raise it by at "
        f"least 1. A full row has the sum 0. So no more than {argument.most_across:,} pieces are "
        "put across lanes.",
        f"While all pieces stay inside lanes, every phase of {argument.times:,} pieces leaves a "
        f"row that is never cleared. So no more than {argument.most_pieces:,} pieces are placed.",
    ]
