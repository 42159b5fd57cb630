"""The move models by name: every module in this folder that has a `MODEL` is one.

A model is data (`cgt.duel.moves.model`). The search for placements, live play and the fingerprints
of games read this data and nothing else. So a new model is one new file here: the commands, their
help and the rules find it by themselves.

>>> {"drop", "slide", "spin"} <= set(MODELS)
True
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

# The models without an ending of their own.
GENERAL: tuple[str, ...] = tuple(name for name, model in MODELS.items() if not model.bar)


def move_model(name: str) -> MoveModel:
    """The model with this name; raises CgtError."""
    if name not in MODELS:
        raise CgtError(f"pieces move by {', '.join(MODELS)}, not by {name!r}")
    return MODELS[name]
