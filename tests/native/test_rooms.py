"""The rooms of the native core: each includes only itself and the rooms below it."""

import re
from pathlib import Path

import pytest

NATIVE = Path(__file__).parent.parent.parent / "cgt" / "native"

STANDS_ON = {
    "base": set(),
    "label": {"base"},
    "placement": {"base", "label"},
    "proof": {"base"},  # a checker shares nothing with the search
    "strategy": {"base"},  # the same for strategies
    "duel": {"base", "strategy"},
    "players": {"base", "duel"},
    "bind": {"base", "label", "placement", "proof", "strategy", "duel", "players"},
    "choose": {"base"},  # a module of its own, which says how fast a build this processor can take
}


def included_rooms(text: str) -> set[str]:
    """The rooms of the core's own headers that a file includes."""
    return {
        path.split("/")[0]
        for path in re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, flags=re.MULTILINE)
    }


def test_every_folder_is_a_room() -> None:
    assert {path.name for path in NATIVE.iterdir() if path.is_dir()} == STANDS_ON.keys()


@pytest.mark.parametrize("room", STANDS_ON)
def test_a_room_includes_only_itself_and_the_rooms_below(room: str) -> None:
    files = sorted((NATIVE / room).rglob("*.?pp"))
    assert files
    for path in files:
        too_high = included_rooms(path.read_text()) - STANDS_ON[room] - {room}
        assert not too_high, f"{path.relative_to(NATIVE)} includes {', '.join(sorted(too_high))}"


@pytest.mark.parametrize(("room", "other"), [("evaluate", "exact"), ("exact", "evaluate")])
def test_judging_and_solving_the_duel_know_nothing_of_each_other(room: str, other: str) -> None:
    for path in sorted((NATIVE / "duel" / room).iterdir()):
        assert f'"duel/{other}/' not in path.read_text(), path.name


@pytest.mark.parametrize("room", STANDS_ON)
def test_only_the_bindings_know_python(room: str) -> None:
    for path in (NATIVE / room).rglob("*.?pp"):
        knows = re.search(r"Python\.h|nanobind", path.read_text()) is not None
        assert room in ("bind", "choose") or not knows, (
            f"{path.relative_to(NATIVE)} knows of Python"
        )


def test_the_includes_of_a_file_are_found() -> None:
    text = '#include "duel/well.hpp"\n  # include "base/bits.hpp"\n#include <span>\n// "label/a"'
    assert included_rooms(text) == {"duel", "base"}
