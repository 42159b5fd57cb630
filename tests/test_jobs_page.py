"""The page on searches by jobs, and the simulation that its table comes from."""

import importlib.util
import sys
from types import ModuleType

import pytest
from conftest import ROOT


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_jobs", ROOT / "docs" / "make_jobs.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_jobs"] = module
    spec.loader.exec_module(module)
    return module


def test_the_table_is_that_of_what_was_simulated(script: ModuleType) -> None:
    page = script.PAGE.read_text()
    assert script.page_with_table(page, script.all_simulated([])) == page
    assert "| 512 |" in page


def test_simulated_workers_find_the_same_and_share_the_time(script: ModuleType) -> None:
    usual = script.simulated(6, 6, 0)
    few, many = (script.simulated(6, 6, workers) for workers in (1, 5))
    assert usual.outcome == few.outcome == many.outcome == "P"
    for one in (few, many):
        assert one.longest <= one.seconds
        assert one.busy <= one.workers * one.seconds
        assert one.jobs > 1
    assert few.busy < few.seconds
