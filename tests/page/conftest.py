"""The page in a browser, as the tests see it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from browser import Browser

from cgt.common.errors import CgtError
from cgt.page import built_page

WATCH_COPIES = """
window.copied = null;
navigator.clipboard.writeText = async (text) => { window.copied = text; };
navigator.clipboard.write = async (items) => { window.copied = items[0].types[0]; };
"""


class Page:
    """What tests do on the page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def go(self, address: str) -> None:
        """Follows a link inside the page, and comes back when the page has."""
        self.browser.driver.execute_async_script(
            "const [address, followed] = arguments;"
            "if (location.hash === address) return followed();"
            "addEventListener('hashchange', () => followed(), { once: true });"
            "location.hash = address",
            address,
        )

    def board(self, rows: str, pieces: str = "tetromino", play: str = "misere") -> None:
        self.go(f"#board?b={rows.replace('|', '_').replace('#', 'X')}&pieces={pieces}&play={play}")
        self.wait_for_values()

    def wait_for_values(self) -> None:
        self.browser.wait(lambda: self.data("done") == "true")

    def data(self, name: str) -> Any:
        """What the tab that is shown says of itself."""
        return self.browser.run(
            "return document.querySelector('#main > div')?.dataset[arguments[0]]", name
        )

    def verdict(self) -> str:
        return self.browser.text("#verdict")

    def table(self, selector: str) -> list[list[str]]:
        """The rows of the table inside an element."""
        rows: list[list[str]] = self.browser.run(
            "return [...document.querySelectorAll(arguments[0] + ' tbody tr')]"
            ".map(row => [...row.children].map(cell => cell.textContent))",
            selector,
        )
        return rows

    def click(self, selector: str) -> None:
        self.browser.click(selector)

    def copied(self, selector: str) -> str:
        """What a button copies."""
        self.browser.run(WATCH_COPIES)
        self.browser.run("document.querySelector(arguments[0]).click()", selector)
        return str(self.browser.wait(lambda: self.browser.run("return window.copied")))

    def choose(self, selector: str, value: str) -> None:
        """Chooses from a list."""
        self.browser.run(
            "const list = document.querySelector(arguments[0]); list.value = arguments[1];"
            "list.dispatchEvent(new Event('change'))",
            selector,
            value,
        )

    def focus(self, cell: int) -> None:
        """Goes to a cell of the board that is shown."""
        self.browser.run(
            'document.querySelector(`#main [data-cell="${arguments[0]}"]`).focus()', cell
        )

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Cuts the browser off, loads the page anew, and connects the browser again at the end."""
        self._connect(False)
        try:
            self.browser.driver.refresh()
            assert self.browser.run("return navigator.onLine") is False
            yield
        finally:
            self._connect(True)

    def _connect(self, connected: bool) -> None:
        conditions = {"offline": not connected, "latency": 0}
        unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
        self.browser.driver.execute_cdp_cmd(
            "Network.emulateNetworkConditions", conditions | unlimited
        )

    def assert_quiet(self) -> None:
        """Nothing was fetched from anywhere, and the console is empty."""
        console, requests = self.browser._logs()
        assert console == []
        outside = [each for each in requests if not each.startswith(("file:", "blob:", "data:"))]
        assert outside == []


@pytest.fixture(scope="session")
def page_file() -> Path:
    """The page that `make page` built; skips the test if there is none."""
    try:
        return built_page()
    except CgtError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def page(browser: Browser, page_file: Path) -> Page:
    browser.open(page_file)
    return Page(browser)
