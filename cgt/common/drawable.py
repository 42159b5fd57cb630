"""Values in notebooks, as pictures, HTML and LaTeX, without an import from the values up to them.

A value that a notebook shows is a `Drawable`. The function that draws it registers itself here with
`draws`, those that write it as HTML or LaTeX with `writes_html` and `writes_latex`. This module
knows neither the values nor what they look like. `cgt/__init__.py` says what to load before the
first one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

_Maker = TypeVar("_Maker", bound=Callable[[Any], object])
_Makers = dict[type, Callable[[Any], object]]

_makers: _Makers = {}
_html_makers: _Makers = {}
_latex_makers: _Makers = {}
_loaders: list[Callable[[], object]] = []


def draws(*kinds: type) -> Callable[[_Maker], _Maker]:
    """Registers a function that makes the picture of a value, in SVG, for these kinds of values."""
    return _registered(_makers, kinds)


def writes_html(*kinds: type) -> Callable[[_Maker], _Maker]:
    """Registers a function that writes a value as HTML."""
    return _registered(_html_makers, kinds)


def writes_latex(*kinds: type) -> Callable[[_Maker], _Maker]:
    """Registers a function that writes a value as LaTeX, with dollar signs around mathematics."""
    return _registered(_latex_makers, kinds)


def _registered(makers: _Makers, kinds: tuple[type, ...]) -> Callable[[_Maker], _Maker]:
    def register(maker: _Maker) -> _Maker:
        for kind in kinds:
            makers[kind] = maker
        return maker

    return register


def load_before_drawing(loader: Callable[[], object]) -> None:
    """Names a function to call before the first picture: it loads the modules that register
    pictures."""
    _loaders.append(loader)


class Drawable:
    """A value that a notebook shows as a picture, as HTML or as LaTeX."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """The picture as SVG; None if nothing draws such values."""
        return _text(_made(_makers, self))

    def _repr_html_(self) -> str | None:
        """The value as HTML; None if nothing writes such values so."""
        return _text(_made(_html_makers, self))

    def _repr_latex_(self) -> str | None:
        """The value as LaTeX; None if nothing writes such values so."""
        return _text(_made(_latex_makers, self))


def picture_of(value: object) -> object | None:
    """The picture of a value; None if nothing draws such values."""
    return _made(_makers, value)


def _made(makers: _Makers, value: object) -> object | None:
    while _loaders:
        _loaders.pop()()
    found = (makers[kind] for kind in type(value).__mro__ if kind in makers)
    return next((maker(value) for maker in found), None)


def _text(made: object | None) -> str | None:
    return None if made is None else str(made)
