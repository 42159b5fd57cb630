"""Tables of scores as CSV files."""

from __future__ import annotations

import csv
import io
from typing import Any

from cgt.common.database import MOST
from cgt.common.errors import CgtError, FileError, Location
from cgt.play.ranking.entries import OTHER, Entries, Row, checked_row

CSV_COLUMNS = ("name", "score", "pieces", "lines", "setting", "when", "game")


def csv_text(entries: Entries) -> bytes:
    """Entries as a CSV file, in UTF-8."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    writer.writerows(entry[1:] for entry in entries)
    return text.getvalue().encode()


def parse_csv(text: str, source: str) -> list[Row]:
    """The rows of a CSV file; raises FileError with the line at which the wrong one begins."""
    rows: list[Row] = []
    columns: list[str] | None = None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for fields in reader:
            if columns is None:
                columns = _checked_columns(fields)
            elif len(fields) == len(columns):
                rows.append(_parsed_row(dict(zip(columns, fields, strict=True))))
            elif fields:  # no blank line
                raise CgtError(f"this line has {len(fields)} fields, the first {len(columns)}")
            line = reader.line_num + 1
        if columns is None:
            raise CgtError(f"the first line names the columns: {','.join(CSV_COLUMNS)}")
    except csv.Error as error:
        raise FileError(Location(source, line), f"this is not CSV: {error}") from None
    except CgtError as error:
        raise FileError(Location(source, line), str(error)) from None
    return rows


def _checked_columns(fields: list[str]) -> list[str]:
    columns = [field.strip() for field in fields]
    if not {"name", "score"} <= set(columns) <= set(CSV_COLUMNS):
        raise CgtError(f"the first line names the columns: {','.join(CSV_COLUMNS)}")
    if len(set(columns)) < len(columns):
        raise CgtError("a column is named twice")
    return columns


def _parsed_row(fields: dict[str, str]) -> Row:
    values: dict[str, Any] = dict.fromkeys(CSV_COLUMNS, "") | fields
    for column in ("score", "pieces", "lines"):
        values[column] = _parsed_number(column, values[column].strip())
    if values["score"] is None:
        raise CgtError("there is no score")
    values["when"] = values["when"].strip()
    values["game"] = values["game"].strip() or OTHER
    return checked_row(**values)


def _parsed_number(column: str, text: str) -> int | None:
    if not text:
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(MOST))):
        raise CgtError(f"{column}: {text!r} is not a whole number, or it is too large")
    return int(text)
