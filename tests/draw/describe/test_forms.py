"""Forms described: words and data tell the same."""

from hypothesis import given
from hypothesis import strategies as st

from cgt.board.boardfile import Board
from cgt.board.grid import Grid
from cgt.draw.describe.forms import Formed, Heap, form_data, form_facts
from cgt.draw.terminal.words import facts_text
from cgt.placement.forms import Forms


def _set(options: list[str]) -> str:
    return f"{{{', '.join(options)}}}"


texts = st.recursive(
    st.just("0"), lambda form: st.lists(form, min_size=1, max_size=3).map(_set), max_leaves=12
)


@given(texts, st.booleans(), st.sampled_from([None, "a board"]))
def test_facts_and_data_have_the_same_values(text: str, is_known: bool, name: str | None) -> None:
    form = Forms().parse(text)
    board = None if name is None else Board(Grid(".."), name=name)
    formed = Formed(form if is_known else None, form.canonical(), board)
    data = form_data(formed)
    place = {key: data.pop(key) for key in ("file", "line", "width", "height") if key in data}
    assert place == ({} if board is None else {"file": None, "line": None, "width": 2, "height": 1})
    said = {fact.replace(" ", "_").replace("è", "e"): value for fact, value in form_facts(formed)}
    wild = data["wild_follower"]
    in_words = {
        "tame": "yes" if data["tame"] else "no",
        "wild_follower": wild and f"{wild['canonical']}, genus {wild['genus']}",
    }
    assert {key: said[key] for key in data} == data | in_words
    assert data["tame"] == (wild is None)
    assert all(value is None for key, value in said.items() if key not in data)
    assert ("name" in data) == (board is not None)
    lines = facts_text(form_facts(formed)).splitlines()
    assert len(lines) == sum(value is not None for value in said.values())


def test_a_wild_form_is_told_in_words_and_as_data() -> None:
    form = Forms().parse("{*2+*2, *3, *2, *1}")
    data = form_data(Formed(form, form.canonical()))
    assert (data["tame"], data["wild_follower"]) == (
        False,
        {"canonical": "{*2+*2, *3, *2, *1}", "genus": "4^146"},
    )


def test_a_heap_is_told_before_its_form() -> None:
    formed = Formed(None, None, heap=Heap("0.77", 90, 7))
    data = form_data(formed)
    assert list(data.items())[:2] == [("octal", "0.77"), ("heap", 90)]
    assert (data["nimber"], data["tame"], data["genus"]) == (7, None, None)
    assert facts_text(form_facts(formed)).splitlines()[:2] == [
        "octal           0.77",
        "heap            90",
    ]


def test_what_is_not_known_is_said() -> None:
    formed = Formed(None, Forms().parse("*2").canonical())
    assert form_data(formed)["ois"] is None
    assert form_data(formed)["ois_note"] == "not known within the limits"
    assert "ois note       not known within the limits" in facts_text(form_facts(formed))
