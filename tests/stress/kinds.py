"""All kinds of files that the program reads, by name."""

from __future__ import annotations

from stress.checkpoints import DuelCheckpoints, PlacementCheckpoints, TrainingCheckpoints
from stress.databases import Atlases, ScoreDatabases
from stress.games import Replays, Strategies, Traces, WeightFiles, Wells
from stress.kind import Kind
from stress.patterns import Patterns
from stress.proofs import Proofs
from stress.texts import Boards, FormTexts, SavedGames, ScoreTables, Shapes

KINDS: dict[str, type[Kind]] = {
    kind.name: kind
    for kind in (
        Boards,
        Shapes,
        SavedGames,
        FormTexts,
        Wells,
        Proofs,
        Strategies,
        Patterns,
        WeightFiles,
        Replays,
        Traces,
        ScoreTables,
        ScoreDatabases,
        Atlases,
        PlacementCheckpoints,
        DuelCheckpoints,
        TrainingCheckpoints,
    )
}
