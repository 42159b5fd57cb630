"""The table of what was tried and what failed, on the screen and in docs/reliability.md."""

from __future__ import annotations

from collections.abc import Mapping

from stress.kind import ROOT
from stress.supervise import Tally

PAGE = ROOT / "docs" / "reliability.md"
_BEGIN, _END = "<!-- make stress: begin -->\n", "<!-- make stress: end -->\n"


def markdown(groups: Mapping[str, Mapping[str, Tally]]) -> str:
    """A table for each group of things tried, without times, which differ from run to run."""
    return "\n".join(
        "\n".join(
            [
                f"| {group} | tried | refused | failed |",
                "|---|---:|---:|---:|",
                *(
                    f"| {name} | {tally.tried:,} | {tally.words['refused']:,} "
                    f"| {tally.words['failed']:,} |"
                    for name, tally in tallies.items()
                ),
                "",
            ]
        )
        for group, tallies in groups.items()
    )


def text(groups: Mapping[str, Mapping[str, Tally]]) -> str:
    """The same for the screen, with times."""
    lines = []
    for group, tallies in groups.items():
        lines.append(f"{group:<24}{'tried':>8}{'refused':>9}{'failed':>8}{'seconds':>9}")
        for name, tally in tallies.items():
            counts = f"{tally.tried:>8,}{tally.words['refused']:>9,}{tally.words['failed']:>8,}"
            lines.append(f"  {name:<22}{counts}{tally.seconds:>9.0f}")
    return "\n".join(lines)


def write_page(groups: Mapping[str, Mapping[str, Tally]]) -> None:
    """Puts the table into the page."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    PAGE.write_text(f"{before}{_BEGIN}\n{markdown(groups)}\n{_END}{after}", encoding="utf-8")
