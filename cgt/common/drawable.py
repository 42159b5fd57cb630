"""Pictures in notebooks, without an import from the values up to the drawings.

A value that can be drawn is a `Drawable`. The function that draws it registers itself here with
`draws`; this module knows neither the values nor the drawings. `cgt/__init__.py` says what to load
before the first picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Maker = TypeVar("_Maker", bound=Callable[[Any], object])

_makers: dict[type, Callable[[Any], object]] = {}
_loaders: list[Callable[[], object]] = []


def draws(*kinds: type) -> Callable[[_Maker], _Maker]:
    """Registers a function that makes the picture of a value, in SVG, for these kinds of values."""

    def register(maker: _Maker) -> _Maker:
        for kind in kinds:
            _makers[kind] = maker
        return maker

    return register


def load_before_drawing(loader: Callable[[], object]) -> None:
    """Names a function to call before the first picture: it loads the modules that register
    pictures."""
    _loaders.append(loader)


class Drawable:
    """A value that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture as SVG; None if nothing draws such values."""
        picture = picture_of(self)
        return None if picture is None else str(picture)


def picture_of(value: object) -> object | None:
    """The picture of a value; None if nothing draws such values."""
    while _loaders:
        _loaders.pop()()
    makers = (_makers[kind] for kind in type(value).__mro__ if kind in _makers)
    return next((maker(value) for maker in makers), None)
