"""A browser for tests of reports: headless Chromium, which fetches nothing but the file it shows.

Selenium is given the driver by its path, so that it does not look for one on the network.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from patience import PATIENCE

MISSING = "chromium and chromedriver are not installed; make browser installs them"
_ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--no-first-run",
    "--no-default-browser-check",
    "--hide-scrollbars",
    "--window-size=1100,900",
)


@contextmanager
def chromium() -> Iterator[Any]:
    """A driver of a fresh browser; skips the test if there is no browser."""
    program, driver_program = shutil.which("chromium"), shutil.which("chromedriver")
    if program is None or driver_program is None:
        pytest.skip(MISSING)
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = program
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    with TemporaryDirectory() as profile:
        for argument in (*_ARGUMENTS, f"--user-data-dir={profile}"):
            options.add_argument(argument)
        driver = webdriver.Chrome(options=options, service=Service(executable_path=driver_program))
        driver.set_script_timeout(PATIENCE)
        try:
            yield driver
        finally:
            driver.quit()


class Browser:
    """What tests do with a page."""

    def __init__(self, driver: Any) -> None:
        self.driver = driver
        self._address = ""

    def open(self, path: Path) -> None:
        """Shows a file and forgets what other pages logged before."""
        self.driver.get("about:blank")
        self.resize(1100, 900)
        self._logs()
        self._address = path.as_uri()
        self.driver.get(self._address)

    def resize(self, width: int, height: int) -> None:
        """Gives the page a size, even one narrower than a window can be."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def prefer(self, theme: str) -> None:
        """Makes the system prefer a theme, light or dark, for the page and those opened later."""
        wish = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", wish)

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns."""
        return self.driver.execute_script(script, *arguments)

    def find(self, selector: str) -> Any:
        """The first element for a CSS selector."""
        return self.driver.find_element("css selector", selector)

    def click(self, selector: str) -> None:
        self.find(selector).click()

    def text(self, selector: str) -> str:
        """The text of an element, seen or not."""
        return str(self.run("return document.querySelector(arguments[0]).textContent", selector))

    def press(self, *keys: str) -> None:
        """Sends keys to the element that has the focus."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def wait(self, condition: Callable[[], Any]) -> Any:
        """Waits until a condition holds, and returns what it returns. It should be one that lasts:
        a busy machine may look only when it is past."""
        from selenium.common.exceptions import (
            JavascriptException,
            NoSuchElementException,
            StaleElementReferenceException,
        )
        from selenium.webdriver.support.ui import WebDriverWait

        not_yet = (JavascriptException, NoSuchElementException, StaleElementReferenceException)
        waiting = WebDriverWait(self.driver, PATIENCE, 0.02, ignored_exceptions=not_yet)
        return waiting.until(lambda _: condition())

    def record(self, selector: str) -> Callable[[], list[str]]:
        """From now on, all that an element says; for what may be past when one looks."""
        self.run(
            "const said = document.querySelector(arguments[0]); window.recorded = [];"
            "new MutationObserver(() => window.recorded.push(said.textContent))"
            ".observe(said, { characterData: true, childList: true, subtree: true })",
            selector,
        )
        return lambda: list(self.run("return window.recorded"))

    def assert_quiet(self) -> None:
        """Asserts that there was no console message and no request except for the page itself."""
        console, requests = self._logs()
        assert console == []
        assert [request for request in requests if request != self._address] == []

    def assert_fits(self) -> None:
        """Asserts that the page is not wider than the window."""
        wide, there = self.run(
            "const page = document.documentElement; return [page.scrollWidth, page.clientWidth]"
        )
        assert wide <= there

    def _logs(self) -> tuple[list[str], list[str]]:
        """The console messages and the requests since the last call."""
        console = [entry["message"] for entry in self.driver.get_log("browser")]
        events = [json.loads(entry["message"]) for entry in self.driver.get_log("performance")]
        requests = [
            str(event["message"]["params"]["request"]["url"])
            for event in events
            if event["message"]["method"] == "Network.requestWillBeSent"
        ]
        return console, requests
