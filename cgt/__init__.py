"""Exact analysis of polyomino placement games and of the Tetris duel, as one import.

>>> import cgt
>>> cgt.analyse(cgt.Grid("....|....")).outcome
'N'
>>> cgt.solve_duel(cgt.Rules("SZ", width=4, height=8)).winner
'bad'
>>> cgt.good_player("beam:dt-20")
Beam(weights='dt-20', keeps=None)

A name is loaded when it is first used, so that `cgt --help` need not wait for numpy. `docs/api.md`
describes each of them.

Contents:

Boards, pieces and regions
    Grid          An immutable rectangle of cells
    Symmetry      One of the eight ways to turn and mirror a board or a shape
    Board         A grid with what its file says about it
    read_boards   The boards of a file, or of standard input for `-`
    write_boards  Writes a board file, whole or not at all
    Polyomino     A connected set of cells, moved so that its least row and its least column are 0
    Piece         A named shape with its distinct rotations, clockwise from the one it was given
                  in
    PieceSet      The pieces of a game, in a fixed order and under the name that the user gave
    piece_set     The piece set of a name, or of a file of shapes
    Placement     A piece at a place: its rotation, and the top left corner of the box around it
    placements    Every placement on the empty cells: by piece, by rotation, in reading order
    Region        A maximal connected part of a board in which some placement still fits
    find_regions  The regions of a board, in reading order of their first cells
    label         Labels the 4-connected components of the nonzero cells of a two-dimensional
                  array
    label_boards  Labels many boards of up to 256 cells, packed by pack_boards
    pack_boards   Packs many boards for `label_boards`: one row of 64-bit words each

Placement games
    PlacementGame  A game: its pieces, and whether whoever places last loses (misère) or wins
                   (normal)
    Move           A placement, the board it leaves, and how many placements leave that board up
                   to symmetry
    Replies        How many moves there are on a board, and how many are known to win and to lose
    Solver         Answers questions about the positions of one placement game
    JobSolver      Answers questions about the positions of one game with the help of a crew
    job_crew       Workers for a `JobSolver`: so many processes of this machine, or those of the
                   Dask cluster with the scheduler at an address
    JobCounts      How far the work is: jobs that are done, are being done and were lost with
                   their worker
    analyse        Regions, values, who wins, and what every move of a board leaves
    Analysis       A board, its regions with their values, the value of the whole board, who wins
                   there, and what each move leaves, the best first
    RegionValue    A region with its forms and its outcome
    moves_worth    Every move with what it leaves, one for each board up to symmetry: those that
                   win first, then those that are not decided, then those that lose
    MoveWorth      A move, and what is known of the board that it leaves: its outcome, its nimber
                   in normal play, and its genus
    solve          Who wins a board, even a large one, and one best move
    Solved         A board, who wins there, and a best move: one that wins, or the hardest to
                   answer
    best_move      A winning move, if one is proven within the limits
    winning_moves  Every winning move, one for each board up to symmetry
    Forms          A store of forms and their products
    Form           A game as the set of forms that its moves lead to, kept in a store
    HeapGame       A game with heaps, by its octal code
    heap_table     The heaps from the first to the last one
    HeapTable      Heaps of an octal game with their values
    HeapValue      A heap with its values
    Period         From `start` on, a sequence repeats itself every `length` values, as far as it
                   was seen
    game_tree      The game tree of a board, level by level, with at most `most` positions
    write_proof    Writes the proof of a claim about a board: who wins, or in normal play its
                   nimber
    WrittenProof   A proof in a file: how many positions it has, and how many bytes
    verify_proof   Whether a file proves what it claims
    ProofReport    What a checker found
    ProofPlayer    The winner of a board, by a proof in a file: whoever begins if N is proved, or
                   a nimber other than 0, else the other player
    GameTree       The positions that a board can lead to

The duel, played
    Well           The board of the duel: which cells are filled
    Rules          The rules of a duel: pieces, the size of the well, how pieces move, and the
                   ending
    WellPlacement  A piece at a place in a well: its rotation, and the lower left corner of its
                   bounding box
    Placed         What a placement leaves: the well, the rows that were cleared (where they were
                   before), and whether the game is over
    MoveModel      How pieces move: the ways to turn them, where they come in, and the steps they
                   may make
    Setting        Everything that determines a game
    Game           A game in progress
    Cycle          How a game repeats: from piece `start` on, every `length` pieces
    Trace          A game: its rules, every placement, the well it began with, and what else its
                   file says
    read_trace     The trace in a file
    write_trace    Writes a trace file, whole or not at all
    play_many      Plays games that differ only in their seeds
    Finished       How one of many games ended
    RULE_SETS      The named rule sets of Tetris: `sogang`, `bag`, `simplified` and `hatetris`
    RuleSet        Rules, scoring and players that belong together, as others have played

Players of the duel
    BadPlayer       Chooses pieces and wants the game to end
    GoodPlayer      Places pieces and wants the game to go on for ever
    PlayerDefaults  A base class with the usual answers of the methods that a player need not have
    State           What a player sees of a game: the rules, the well and the visible pieces
    Best            The strongest player known for the game: `Beam` if Good sees coming pieces,
                    else `Greedy`, with the best known weights
    Greedy          Takes the placement that leaves the best well, and looks no further
    Beam            Looks ahead over all visible pieces, and keeps only the best `keeps` wells
                    after each one: the setting's `beam` if `keeps` is None, all wells if it is 0
    MinMax          As Good, takes the placement whose worst case is best
    FollowStrategy  Follows a strategy, and stops the game where the strategy has no instruction
    good_player     The Good player with this name
    bad_player      The Bad player with this name

The duel, solved
    solve_duel      Who wins a duel
    least_height    The answers for heights 0, 1, 2, … up to the first at which Good wins
    DuelAnswer      Who wins a duel, and the winner's strategy with the checker's report
    Strategy        What one player does, whatever the other one does: instructions, or an
                    argument
    Instruction     What to do in a well when these pieces are visible, of which Bad chose the
                    last
    verify          Whether a strategy, or the one in a file, holds whatever the other player does
    Report          What the checker found, with a reason if the strategy is not valid
    argue           The argument that Bad wins this game at every height
    Argument        An argument that Bad wins at every height
    Atlas           Who wins the duel, for every set of tetrominoes: a table in a file
    Pattern         A strategy of Good for every width that consists of at least `fewest` lanes of
                    width `lane`, and of one lane of each width in `beside`
    known_pattern   The lowest pattern that comes with the program and is a strategy for these
                    pieces, seen so far ahead, and for a well of this width
    find_pattern    Looks for a pattern in which the stack is never higher than `height`, with
                    lanes of width `lane`, single ones of the widths in `beside`, and counts up to
                    `many`
    FoundPattern    What a search found: a pattern, or None
    verify_pattern  Whether a pattern, or the one in a file, is a strategy for every width that it
                    names
    PatternReport   What the checker found, with a reason if the pattern is not valid
    strategy_on     The pattern as a strategy for a well of this width

Judging wells
    Weights          The weight of each feature that counts
    best_weights     The best known weights for a game, and for a player that looks at `seen`
                     visible pieces, or `depth` pieces ahead by min-max
    FEATURES         Every feature that can have a weight, by name, with what it counts
    hunt             The game with the highest score that a beam search finds, until its games are
                     over or the time is
    Hunted           The best game found: its score, and its placements up to the last that scored
    hunt_often       The best game of so many hunts, with seeds from the setting's on
    foreseen         Where to put the next piece, which Bad sends after these placements
    rank_foreseen    Every placement of the piece that Bad sends first, the best first
    recommend        The best placement of the first visible piece, the first of `rank_placements`
    Recommendation   Where to put the first visible piece in a well, and what that is worth
    rank_placements  Every placement of the first visible piece, the best first
    explain          Every feature that has a weight, with its value for this placement and the
                     well that it leaves
    SeenFeature      A feature of a placement or of the well that it leaves: its value, and its
                     weight

Pictures, games with a person, scores
    write_picture  Writes the picture of a value to a file: SVG or PNG, as the end of the file's
                   name says
    LiveGame       A game of Tetris that a person plays, step by step
    Ranking        The table of scores in a file, or in the user's data folder if no file is named

Limits and errors
    Limits         How long work may take, as a moment of `time.monotonic`, and how many bytes
    UNLIMITED      No limit of time, and as much memory as usual
    CgtError       Something the user asked for cannot be done
    FileError      A file that cannot be read or has wrong content, with the place of the mistake
    LimitError     Something is not known within the time or the memory allowed
    NotValidError  Something was checked and found false
    PieceError     A piece or a piece set that does not exist
    SizeError      A board of a size that the requested work cannot handle
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cgt.common.drawable import load_before_drawing

if TYPE_CHECKING:
    from cgt.board.boardfile import Board as Board
    from cgt.board.boardfile import read_boards as read_boards
    from cgt.board.boardfile import write_boards as write_boards
    from cgt.board.grid import Grid as Grid
    from cgt.board.labelling import label as label
    from cgt.board.labelling import label_boards as label_boards
    from cgt.board.labelling import pack_boards as pack_boards
    from cgt.board.piecesets import piece_set as piece_set
    from cgt.board.polyomino import Piece as Piece
    from cgt.board.polyomino import PieceSet as PieceSet
    from cgt.board.polyomino import Placement as Placement
    from cgt.board.polyomino import Polyomino as Polyomino
    from cgt.board.polyomino import placements as placements
    from cgt.board.regions import Region as Region
    from cgt.board.regions import find_regions as find_regions
    from cgt.board.symmetry import Symmetry as Symmetry
    from cgt.common.errors import CgtError as CgtError
    from cgt.common.errors import FileError as FileError
    from cgt.common.errors import LimitError as LimitError
    from cgt.common.errors import NotValidError as NotValidError
    from cgt.common.errors import PieceError as PieceError
    from cgt.common.errors import SizeError as SizeError
    from cgt.common.limits import UNLIMITED as UNLIMITED
    from cgt.common.limits import Limits as Limits
    from cgt.draw.values import write_picture as write_picture
    from cgt.duel.cycles import Cycle as Cycle
    from cgt.duel.evaluate.best import best_weights as best_weights
    from cgt.duel.evaluate.explain import SeenFeature as SeenFeature
    from cgt.duel.evaluate.explain import explain as explain
    from cgt.duel.evaluate.features import FEATURES as FEATURES
    from cgt.duel.evaluate.recommend import Recommendation as Recommendation
    from cgt.duel.evaluate.recommend import rank_placements as rank_placements
    from cgt.duel.evaluate.recommend import recommend as recommend
    from cgt.duel.evaluate.weights import Weights as Weights
    from cgt.duel.exact.arguments import Argument as Argument
    from cgt.duel.exact.arguments import argue as argue
    from cgt.duel.exact.atlas import Atlas as Atlas
    from cgt.duel.exact.certificate import Report as Report
    from cgt.duel.exact.certificate import verify as verify
    from cgt.duel.exact.instruction import Instruction as Instruction
    from cgt.duel.exact.pattern import Pattern as Pattern
    from cgt.duel.exact.pattern import known_pattern as known_pattern
    from cgt.duel.exact.pattern_check import PatternReport as PatternReport
    from cgt.duel.exact.pattern_check import verify_pattern as verify_pattern
    from cgt.duel.exact.pattern_find import FoundPattern as FoundPattern
    from cgt.duel.exact.pattern_find import find_pattern as find_pattern
    from cgt.duel.exact.pattern_width import strategy_on as strategy_on
    from cgt.duel.exact.solve import DuelAnswer as DuelAnswer
    from cgt.duel.exact.solve import least_height as least_height
    from cgt.duel.exact.solve import solve_duel as solve_duel
    from cgt.duel.exact.strategy import Strategy as Strategy
    from cgt.duel.foresight import foreseen as foreseen
    from cgt.duel.foresight import rank_foreseen as rank_foreseen
    from cgt.duel.game import Game as Game
    from cgt.duel.hunt import Hunted as Hunted
    from cgt.duel.hunt import hunt as hunt
    from cgt.duel.hunts import hunt_often as hunt_often
    from cgt.duel.many import Finished as Finished
    from cgt.duel.many import play_many as play_many
    from cgt.duel.moves.model import MoveModel as MoveModel
    from cgt.duel.players.good import Beam as Beam
    from cgt.duel.players.good import Best as Best
    from cgt.duel.players.good import Greedy as Greedy
    from cgt.duel.players.minmax import MinMax as MinMax
    from cgt.duel.players.named import bad_player as bad_player
    from cgt.duel.players.named import good_player as good_player
    from cgt.duel.players.player import BadPlayer as BadPlayer
    from cgt.duel.players.player import GoodPlayer as GoodPlayer
    from cgt.duel.players.player import PlayerDefaults as PlayerDefaults
    from cgt.duel.players.player import State as State
    from cgt.duel.players.strategies import FollowStrategy as FollowStrategy
    from cgt.duel.rules import Placed as Placed
    from cgt.duel.rules import Rules as Rules
    from cgt.duel.rules import WellPlacement as WellPlacement
    from cgt.duel.rulesets import RULE_SETS as RULE_SETS
    from cgt.duel.rulesets import RuleSet as RuleSet
    from cgt.duel.setting import Setting as Setting
    from cgt.duel.trace import Trace as Trace
    from cgt.duel.trace import read_trace as read_trace
    from cgt.duel.trace import write_trace as write_trace
    from cgt.duel.well import Well as Well
    from cgt.placement.analysis import Analysis as Analysis
    from cgt.placement.analysis import RegionValue as RegionValue
    from cgt.placement.analysis import analyse as analyse
    from cgt.placement.answer import Solved as Solved
    from cgt.placement.answer import solve as solve
    from cgt.placement.choice import best_move as best_move
    from cgt.placement.choice import winning_moves as winning_moves
    from cgt.placement.forms import Form as Form
    from cgt.placement.forms import Forms as Forms
    from cgt.placement.game import Move as Move
    from cgt.placement.game import PlacementGame as PlacementGame
    from cgt.placement.game import Replies as Replies
    from cgt.placement.heap_game import HeapGame as HeapGame
    from cgt.placement.heap_table import HeapTable as HeapTable
    from cgt.placement.heap_table import HeapValue as HeapValue
    from cgt.placement.heap_table import heap_table as heap_table
    from cgt.placement.jobs.leader import JobCounts as JobCounts
    from cgt.placement.jobs.solver import JobSolver as JobSolver
    from cgt.placement.jobs.solver import job_crew as job_crew
    from cgt.placement.periods import Period as Period
    from cgt.placement.proof.player import ProofPlayer as ProofPlayer
    from cgt.placement.proof.verify import ProofReport as ProofReport
    from cgt.placement.proof.verify import verify_proof as verify_proof
    from cgt.placement.proof.write import WrittenProof as WrittenProof
    from cgt.placement.proof.write import write_proof as write_proof
    from cgt.placement.solver import Solver as Solver
    from cgt.placement.tree import GameTree as GameTree
    from cgt.placement.tree import game_tree as game_tree
    from cgt.placement.worth import MoveWorth as MoveWorth
    from cgt.placement.worth import moves_worth as moves_worth
    from cgt.play.ranking.table import Ranking as Ranking
    from cgt.play.tetris.live import LiveGame as LiveGame

    __version__: str

# The one list of all that is public: by subject, each name with the module that it comes from.
# After a change `make api` makes the contents and the imports above anew, and docs/api.md.
CONTENTS: dict[str, dict[str, str]] = {
    "Boards, pieces and regions": {
        "Grid": "board.grid",
        "Symmetry": "board.symmetry",
        "Board": "board.boardfile",
        "read_boards": "board.boardfile",
        "write_boards": "board.boardfile",
        "Polyomino": "board.polyomino",
        "Piece": "board.polyomino",
        "PieceSet": "board.polyomino",
        "piece_set": "board.piecesets",
        "Placement": "board.polyomino",
        "placements": "board.polyomino",
        "Region": "board.regions",
        "find_regions": "board.regions",
        "label": "board.labelling",
        "label_boards": "board.labelling",
        "pack_boards": "board.labelling",
    },
    "Placement games": {
        "PlacementGame": "placement.game",
        "Move": "placement.game",
        "Replies": "placement.game",
        "Solver": "placement.solver",
        "JobSolver": "placement.jobs.solver",
        "job_crew": "placement.jobs.solver",
        "JobCounts": "placement.jobs.leader",
        "analyse": "placement.analysis",
        "Analysis": "placement.analysis",
        "RegionValue": "placement.analysis",
        "moves_worth": "placement.worth",
        "MoveWorth": "placement.worth",
        "solve": "placement.answer",
        "Solved": "placement.answer",
        "best_move": "placement.choice",
        "winning_moves": "placement.choice",
        "Forms": "placement.forms",
        "Form": "placement.forms",
        "HeapGame": "placement.heap_game",
        "heap_table": "placement.heap_table",
        "HeapTable": "placement.heap_table",
        "HeapValue": "placement.heap_table",
        "Period": "placement.periods",
        "game_tree": "placement.tree",
        "write_proof": "placement.proof.write",
        "WrittenProof": "placement.proof.write",
        "verify_proof": "placement.proof.verify",
        "ProofReport": "placement.proof.verify",
        "ProofPlayer": "placement.proof.player",
        "GameTree": "placement.tree",
    },
    "The duel, played": {
        "Well": "duel.well",
        "Rules": "duel.rules",
        "WellPlacement": "duel.rules",
        "Placed": "duel.rules",
        "MoveModel": "duel.moves.model",
        "Setting": "duel.setting",
        "Game": "duel.game",
        "Cycle": "duel.cycles",
        "Trace": "duel.trace",
        "read_trace": "duel.trace",
        "write_trace": "duel.trace",
        "play_many": "duel.many",
        "Finished": "duel.many",
        "RULE_SETS": "duel.rulesets",
        "RuleSet": "duel.rulesets",
    },
    "Players of the duel": {
        "BadPlayer": "duel.players.player",
        "GoodPlayer": "duel.players.player",
        "PlayerDefaults": "duel.players.player",
        "State": "duel.players.player",
        "Best": "duel.players.good",
        "Greedy": "duel.players.good",
        "Beam": "duel.players.good",
        "MinMax": "duel.players.minmax",
        "FollowStrategy": "duel.players.strategies",
        "good_player": "duel.players.named",
        "bad_player": "duel.players.named",
    },
    "The duel, solved": {
        "solve_duel": "duel.exact.solve",
        "least_height": "duel.exact.solve",
        "DuelAnswer": "duel.exact.solve",
        "Strategy": "duel.exact.strategy",
        "Instruction": "duel.exact.instruction",
        "verify": "duel.exact.certificate",
        "Report": "duel.exact.certificate",
        "argue": "duel.exact.arguments",
        "Argument": "duel.exact.arguments",
        "Atlas": "duel.exact.atlas",
        "Pattern": "duel.exact.pattern",
        "known_pattern": "duel.exact.pattern",
        "find_pattern": "duel.exact.pattern_find",
        "FoundPattern": "duel.exact.pattern_find",
        "verify_pattern": "duel.exact.pattern_check",
        "PatternReport": "duel.exact.pattern_check",
        "strategy_on": "duel.exact.pattern_width",
    },
    "Judging wells": {
        "Weights": "duel.evaluate.weights",
        "best_weights": "duel.evaluate.best",
        "FEATURES": "duel.evaluate.features",
        "hunt": "duel.hunt",
        "Hunted": "duel.hunt",
        "hunt_often": "duel.hunts",
        "foreseen": "duel.foresight",
        "rank_foreseen": "duel.foresight",
        "recommend": "duel.evaluate.recommend",
        "Recommendation": "duel.evaluate.recommend",
        "rank_placements": "duel.evaluate.recommend",
        "explain": "duel.evaluate.explain",
        "SeenFeature": "duel.evaluate.explain",
    },
    "Pictures, games with a person, scores": {
        "write_picture": "draw.values",
        "LiveGame": "play.tetris.live",
        "Ranking": "play.ranking.table",
    },
    "Limits and errors": {
        "Limits": "common.limits",
        "UNLIMITED": "common.limits",
        "CgtError": "common.errors",
        "FileError": "common.errors",
        "LimitError": "common.errors",
        "NotValidError": "common.errors",
        "PieceError": "common.errors",
        "SizeError": "common.errors",
    },
}

_HOMES = {name: home for names in CONTENTS.values() for name, home in names.items()}

load_before_drawing(lambda: import_module("cgt.draw.notebook"))

__all__ = sorted([*_HOMES, "__version__"])


if not TYPE_CHECKING:  # to a type checker a mistyped name would be of any type

    def __getattr__(name: str) -> Any:
        if name == "__version__":
            from importlib.metadata import version

            return version("cgt-analyser")
        if name == "_native":
            return _native_core()
        if name in _HOMES:
            return getattr(import_module(f"cgt.{_HOMES[name]}"), name)
        raise AttributeError(f"module 'cgt' has no attribute {name!r}")


def _native_core() -> Any:
    """The native core. Signals wait until it is imported: an error in the middle of that would
    abort the process."""
    from cgt.common.signals import held

    with held():
        _choose_build()
        return import_module("cgt._native")


def _choose_build() -> None:
    """A wheel has the core twice, in `cgt/faster` for newer processors, and a module that knows
    whether this is one. What is built from source is built for one kind of processor only."""
    try:
        processor = import_module("cgt._processor")
    except ModuleNotFoundError:
        return
    if processor.has_faster():
        # With the system's own separator: Windows loads no library by another.
        __path__.insert(0, os.path.join(__path__[0], "faster"))


def __dir__() -> list[str]:
    return __all__
