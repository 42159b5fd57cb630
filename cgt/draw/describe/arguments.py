"""Arguments by which Bad wins without instructions, in words: in full for a page, and in short
beside a drawing of the columns' weights.

`cgt.duel.exact.arguments` has the arguments and checks them.
"""

from __future__ import annotations

from cgt.draw.describe.names import listed
from cgt.duel.exact.arguments import Argument
from cgt.duel.exact.certificate import Report
from cgt.duel.rules import Rules


def does_not_hold(report: Report) -> str:
    """The sentence about an argument that the checker rejects."""
    return f"The argument does not hold: {report.reason}."


def argument_text(argument: Argument) -> list[str]:
    """Why Bad wins by an argument that holds, as paragraphs."""
    if argument.kind == "sums":
        return _by_sums(argument)
    return _by_lanes(argument) if argument.kind == "lanes" else _by_floors(argument)


def _by_sums(argument: Argument) -> list[str]:
    return [
        f"Bad sends {', '.join(argument.pieces)}, over and over.",
        f"Give the columns the weights {_listed(argument)} and add them up over all filled cells, "
        "less the mean weight for each cell. Then a full row has the sum 0, and wherever Good puts "
        "these pieces, they raise the sum each time round. In a well of this height it cannot grow "
        "for ever.",
        f"So at most {argument.most_lines:,} rows can be cleared, and at most "
        f"{argument.most_pieces:,} pieces fit, whatever Good does and however far Good sees.",
    ]


def _by_lanes(argument: Argument) -> list[str]:
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


def _by_floors(argument: Argument) -> list[str]:
    return [
        f"Bad follows {len(argument.instructions):,} instructions with {listed(argument.pieces)}, "
        "which are the same for every height.",
        "A row with empty cells that are all covered from above is out of reach, and as good as a "
        "floor. The instructions look only at what is above the floor. Whatever Good does, sooner "
        "or later there is a new floor above the old one, or else the stack keeps growing.",
        f"So at most {argument.most_pieces:,} pieces fit in a well of this height.",
    ]


def _listed(argument: Argument) -> str:
    return ", ".join(f"{weight:+d}".replace("-", "−") for weight in argument.weights)


def weights_text(rules: Rules, argument: Argument) -> list[str]:
    """The same beside a drawing of the weights."""
    by_sums = argument.kind == "sums"
    return _weights_by_sums(rules, argument) if by_sums else _weights_by_lanes(argument)


def _weights_by_sums(rules: Rules, argument: Argument) -> list[str]:
    return [
        "The numbers are the weights of the columns. Take the mean of them from each: then a full "
        "row has the sum 0, so that cleared rows do not change the sum of the weights of all "
        "filled cells. Wherever these pieces go, each time round they raise it.",
        f"So in a well with {rules.height} rows no more than {argument.most_pieces:,} pieces are "
        f"placed, and no more than {argument.most_lines:,} rows cleared.",
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
