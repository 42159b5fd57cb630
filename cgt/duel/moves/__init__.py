"""How pieces move, by name: every module of this folder that has a `MODEL` is one move model.

A model is data (`cgt.duel.moves.model`): whoever lists placements, moves a piece step by step or
tells two games apart reads that and nothing else. So a new one is a new file here, and the
commands, their help and the checks of the rules know it.

>>> list(MODELS)
['drop', 'hatetris', 'slide', 'spin', 'srs']
>>> MODELS["srs"].turns
('clockwise', 'counterclockwise')
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from cgt.common.errors import CgtError
from cgt.duel.moves.model import MoveModel


def _models() -> Mapping[str, MoveModel]:
    names = sorted(module.name for module in iter_modules(__path__))
    modules = [import_module(f"{__name__}.{name}") for name in names]
    found = [module.MODEL for module in modules if hasattr(module, "MODEL")]
    return MappingProxyType({model.name: model for model in found})


MODELS: Mapping[str, MoveModel] = _models()

# Those that leave it to the game when it is over.
GENERAL: tuple[str, ...] = tuple(name for name, model in MODELS.items() if not model.bar)


def move_model(name: str) -> MoveModel:
    """The model of a name; raises CgtError."""
    if name not in MODELS:
        raise CgtError(f"pieces move by {', '.join(MODELS)}, not by {name!r}")
    return MODELS[name]
