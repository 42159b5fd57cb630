"""The table of scores: names and scores of each game, the best first, in one SQLite file."""

from cgt.play.ranking.csv_file import CSV_COLUMNS as CSV_COLUMNS
from cgt.play.ranking.csv_file import csv_text as csv_text
from cgt.play.ranking.entries import LONGEST_GAME as LONGEST_GAME
from cgt.play.ranking.entries import LONGEST_NAME as LONGEST_NAME
from cgt.play.ranking.entries import LONGEST_SETTING as LONGEST_SETTING
from cgt.play.ranking.entries import OTHER as OTHER
from cgt.play.ranking.entries import Entries as Entries
from cgt.play.ranking.entries import Entry as Entry
from cgt.play.ranking.entries import GameScores as GameScores
from cgt.play.ranking.entries import checked_name as checked_name
from cgt.play.ranking.table import Ranking as Ranking
