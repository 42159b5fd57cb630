"""The leader's tree: numbers follow from the leaves, and nothing that is decided is lost."""

from math import inf
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cgt.board.grid import Grid
from cgt.placement.jobs.positions import Position
from cgt.placement.jobs.tree import LOST, UNKNOWN, WON, Child, Node, Numbers, Tree


def child(name: str, size: int, numbers: Numbers = UNKNOWN) -> Child:
    """A position of some size; which one does not matter here."""
    filled = [(0, column) for column in range(20 - size)]
    return Child(name.encode(), Position(Grid.of_size(20, 1, filled)), numbers)


def rooted(*children: Child) -> tuple[Tree, Node]:
    tree = Tree()
    top = child("root", 20)
    root = tree.root(top.position, top.key)
    tree.expand(root, children)
    return tree, root


def leaf(tree: Tree, name: str) -> Node:
    found = tree.get(name.encode())
    assert found is not None
    return found


def test_what_is_decided_stays_decided_when_a_job_knows_less() -> None:
    tree, root = rooted(child("a", 9), child("b", 9))
    tree.mark(leaf(tree, "a"))
    tree.expand(leaf(tree, "b"), [child("a", 5, WON), child("c", 5)])  # another worker knows it
    assert leaf(tree, "a").outcome == "N"
    tree.learn(leaf(tree, "a"), Numbers(3, 3))
    assert leaf(tree, "a").outcome == "N"
    assert not leaf(tree, "a").is_marked
    tree.learn(leaf(tree, "c"), WON)
    assert root.outcome == "N"


def test_a_position_that_is_reached_in_two_ways_is_one() -> None:
    tree, root = rooted(child("a", 9), child("b", 9), child("b", 9))
    assert len(root.children or ()) == 2
    tree.expand(leaf(tree, "a"), [child("c", 5)])
    tree.expand(leaf(tree, "b"), [child("c", 5)])
    assert len(tree) == 4
    tree.learn(leaf(tree, "c"), LOST)
    assert (root.outcome, root.children) == ("P", None)


def test_what_a_decided_position_led_to_is_forgotten_but_not_what_took_work() -> None:
    tree, root = rooted(child("a", 9), child("b", 9))
    tree.expand(leaf(tree, "a"), [child("c", 5), child("d", 5), child("e", 5)])
    leaf(tree, "c").asked = 7
    tree.learn(leaf(tree, "c"), WON)
    tree.mark(leaf(tree, "e"))
    tree.learn(leaf(tree, "d"), LOST)
    assert leaf(tree, "a").outcome == "N"
    assert tree.get(b"d") is None
    assert tree.get(b"c") is not None
    assert tree.get(b"e") is not None  # a job is at it
    tree.unmark(leaf(tree, "e"))
    tree.forget_what_does_not_matter()
    assert {node.key for node in tree} == {b"root", b"a", b"b"}
    assert root.outcome is None


def test_a_root_remembers_its_winning_move() -> None:
    tree, root = rooted(child("a", 9), child("b", 9, LOST))
    assert root.outcome == "N"
    assert leaf(tree, "b").outcome == "P"
    assert tree.get(b"a") is None


def test_the_memory_allowed_bounds_the_tree() -> None:
    tree = Tree(10_000)
    assert tree.has_room_for(11)
    assert not tree.has_room_for(12)


def test_jobs_spread_over_the_leaves_and_then_there_is_none() -> None:
    tree, root = rooted(*(child(name, 9, Numbers(5, 4 + place)) for place, name in
                          enumerate("abcd")))  # fmt: skip
    given_out = []
    while (best := tree.best_leaf(root)) is not None:
        given_out.append(best.key)
        tree.mark(best)
    assert given_out[0] == b"a"
    assert sorted(given_out) == [b"a", b"b", b"c", b"d"]
    for name in "abcd":
        tree.unmark(leaf(tree, name))
    assert root.numbers == Numbers(4, 20)


def plain_numbers(node: Node) -> Numbers:
    """The numbers by the rule, from the leaves up."""
    if node.children is None:
        return node.numbers
    below = [plain_numbers(one) for one in node.children]
    to_win, to_lose = min(one.to_lose for one in below), sum(one.to_win for one in below)
    return Numbers(to_win, inf if to_win == 0 else to_lose)


@given(st.integers(0, 2**32 - 1))
def test_numbers_are_those_that_follow_from_the_leaves(seed: int) -> None:
    chance = Random(seed)
    tree, root = rooted(*(child(f"{place} 15", 15) for place in range(3)))
    for _ in range(30):
        best = tree.best_leaf(root)
        if best is None:
            break
        size = best.position.size
        choice = chance.random()
        if choice < 0.2 or size <= 3:
            tree.learn(best, chance.choice((WON, LOST)))
        elif choice < 0.3:
            tree.mark(best)
        else:
            smaller = size - chance.randint(1, 3)
            names = [f"{chance.randint(0, 3)} {smaller}" for _ in range(3)]
            numbers = Numbers(chance.randint(1, 9), chance.randint(1, 9))
            tree.expand(best, [child(name, smaller, numbers) for name in names])
        assert root.numbers == plain_numbers(root)
