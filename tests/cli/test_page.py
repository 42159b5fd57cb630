"""cgt page."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

import cgt.page

Run = Callable[..., Ran]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a page, whatever it shows."""
    (tmp_path / "package").mkdir()
    page = tmp_path / "package" / "cgt.html"
    page.write_text("<!doctype html>")
    monkeypatch.setattr(cgt.page, "_HERE", page.parent)
    return page


def test_the_page_is_written(run_cgt: Run, built: Path, tmp_path: Path) -> None:
    copy = tmp_path / "mine.html"
    assert run_cgt("page", str(copy)) == (0, f"{copy}\n", "")
    assert copy.read_bytes() == built.read_bytes()
    assert run_cgt("page") == (0, f"{built}\n", "")
    assert run_cgt("page", str(copy), "--json").json()["file"] == str(copy)


def test_the_page_is_opened(run_cgt: Run, built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: opened.append(address) or True)
    assert run_cgt("page", "--open").code == 0
    assert opened == [built.as_uri()]
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    ran = run_cgt("page", "--open")
    assert (ran.code, ran.out) == (2, "")
    assert "no browser was found" in ran.err


def test_a_package_without_the_page_says_how_to_get_it(
    run_cgt: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgt.page, "_HERE", tmp_path)
    monkeypatch.setattr(cgt.page, "CHECKOUT", tmp_path)
    ran = run_cgt("page", str(tmp_path / "mine.html"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "make page" in ran.err
    assert not (tmp_path / "mine.html").exists()
