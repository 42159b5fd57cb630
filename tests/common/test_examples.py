"""The examples that come with the program: found by name, wherever a file is read."""

import gzip
from pathlib import Path

import pytest
from conftest import ROOT

from cgt.board.boardfile import read_boards
from cgt.common import examples as module
from cgt.common.errors import CgtError, FileError
from cgt.common.examples import example, examples
from cgt.common.files import check_writable, read_bytes, write_atomically
from cgt.duel.evaluate.weights import Weights
from cgt.duel.exact.certificate import verify
from cgt.literature.hatetris import read_replay

FOLDERS = {
    "board": "boards/**/*",
    "replay": "replays/**/*",
    "strategy": "certificates/*",
    "pattern": "certificates/every-width/*",
    "proof": "certificates/proofs/*",
}


def test_every_file_in_the_folders_is_an_example_with_a_description() -> None:
    for kind, pattern in FOLDERS.items():
        files = {path.stem: path for path in ROOT.glob(pattern) if path.is_file()}
        found = {one.name: one for one in examples() if one.kind == kind}
        assert found.keys() == files.keys()
        for name, one in found.items():
            assert read_bytes(f"example:{name}", 2**20) == files[name].read_bytes()
            assert one.description.endswith(".")
            data = files[name].read_bytes()
            plain = gzip.decompress(data) if files[name].suffix == ".gz" else data
            assert one.text() == plain.decode()


def test_a_description_is_the_comment_at_the_top(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("; One,\n;two.\nname: x\n; three\n..\n")
    assert module.Example("a", "board", file).description == "One, two."


def test_readers_of_every_kind_take_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    [board] = read_boards("example:midgame")
    assert str(board.where) == "example:midgame:3:1"
    assert read_boards(Path("example:midgame")) == [board]
    assert read_replay("example:tim-232").score == 232
    assert verify("example:ot-4").valid


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("midgam", " (did you mean midgame?)"),
        ("boards/midgame.txt", " (did you mean midgame?)"),
        ("ot4", " (did you mean ot-4?)"),
        ("../x", "; 'cgt examples' lists them"),
        ("", "; 'cgt examples' lists them"),
        ("/etc/passwd", "; 'cgt examples' lists them"),
    ],
)
def test_a_wrong_name_is_told(name: str, advice: str) -> None:
    with pytest.raises(FileError) as told:
        read_bytes(f"example:{name}", 2**20)
    assert str(told.value) == f"example:{name}:1:1: there is no such example{advice}"
    with pytest.raises(FileError, match="no such example"):
        example(name)
    with pytest.raises(FileError, match="no such example"):
        Weights.named(f"example:{name}")


def test_a_name_may_have_capital_letters() -> None:
    assert example("example:OT-4") == example("ot-4")


def test_nothing_is_written_to_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("example:midgame", "example:mine"):
        with pytest.raises(CgtError, match="come with the program"):
            check_writable(name)
        with pytest.raises(CgtError, match="come with the program"):
            write_atomically(name, lambda file: file.write(b"x"))
    assert not list(tmp_path.iterdir())


def test_an_installed_package_has_them_inside(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "cgt"
    (package / "common").mkdir(parents=True)
    (package / "examples" / "boards").mkdir(parents=True)
    (package / "examples" / "boards" / "mine.txt").write_text("; Mine.\n..\n")
    (tmp_path / "boards").mkdir()  # another package's, which must not be read
    (tmp_path / "boards" / "other.txt").write_text("; Other.\n..\n")
    monkeypatch.setattr(module, "__file__", str(package / "common" / "examples.py"))
    module._by_name.cache_clear()
    try:
        assert [one.name for one in examples()] == ["mine"]
    finally:
        monkeypatch.undo()
        module._by_name.cache_clear()
    assert example("midgame").kind == "board"
