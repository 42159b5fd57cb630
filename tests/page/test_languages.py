"""The page in other languages: every text is translated, and has the same values in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from conftest import ROOT

if TYPE_CHECKING:
    from page.conftest import Page

ASSETS = ROOT / "cgt" / "page" / "assets"
OTHERS = {"ko": ("strings_ko.js", "KOREAN"), "sk": ("strings_sk.js", "SLOVAK")}


def texts(page: Page, file: str, name: str) -> dict[str, Any]:
    script = (ASSETS / file).read_text(encoding="utf-8")
    found: dict[str, Any] = page.browser.run(f"{script}\nreturn {name};")
    return found


def values_in(text: str | list[str]) -> set[str]:
    return set(re.findall(r"\{\w+\}", " ".join([text] if isinstance(text, str) else text)))


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated(page: Page, language: str) -> None:
    english = texts(page, "strings.js", "ENGLISH")
    other = texts(page, *OTHERS[language])
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert values_in(other[key]) == values_in(text), key
    for number in range(1, 5):
        assert len(other[f"lesson{number}text"]) == len(english[f"lesson{number}text"])


def test_a_language_is_chosen_and_kept(page: Page) -> None:
    page.board("....|....")
    for language, says in (("sk", "vyhrá"), ("ko", "이깁니다"), ("en", "wins")):
        page.choose("#language", language)
        page.browser.wait(
            lambda tongue=language: (
                page.browser.run(  # type: ignore[misc]
                    "return document.documentElement.lang"
                )
                == tongue
            )
        )
        page.wait_for_values()
        assert says in page.verdict()
