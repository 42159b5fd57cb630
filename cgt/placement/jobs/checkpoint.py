"""What a checkpoint has of the leader's tree: the positions, and what is known of the leaves.

Numbers of positions with children follow from those of the leaves, so they are worked out anew.
Jobs that were being done are given out again.
"""

from __future__ import annotations

from math import inf
from typing import Any

from cgt.board.grid import Grid
from cgt.common.errors import CgtError
from cgt.placement.boxes import Box
from cgt.placement.jobs.leader import JobCounts
from cgt.placement.jobs.positions import Position
from cgt.placement.jobs.tree import Child, Node, Numbers, Tree, numbers_of

_KEY_BYTES = 16


def tree_state(tree: Tree) -> list[list[Any]]:
    """The nodes of a tree in what JSON can hold, children before their parents: key, width, height,
    cells, heap, nodes that were asked for, and the places of the children or what is known."""
    nodes = sorted(tree, key=lambda node: node.position.size)
    places = {node.key: place for place, node in enumerate(nodes)}
    return [_node_state(node, places) for node in nodes]


def _node_state(node: Node, places: dict[bytes, int]) -> list[Any]:
    grid, heap = node.position
    if node.children is not None:
        known: Any = [places[child.key] for child in node.children]
    else:
        known = node.own.outcome or {"to_win": node.own.to_win, "to_lose": node.own.to_lose}
    head = [node.key.hex(), grid.width, grid.height, f"{int(grid):x}", heap]
    return [*head, node.asked, node.tries, known]


def restore_tree(state: Any, tree: Tree, box: Box) -> JobCounts:
    """Puts the positions into an empty tree; returns the work that was done for them. Raises
    CgtError if they cannot be those of a tree, take more memory than it has, or do not fit in a
    solver's box."""
    try:
        work = JobCounts(nodes=int(state["nodes"]), seconds=float(state["seconds"]))
        if min(work.nodes, work.seconds) < 0 or not work.seconds < inf:
            raise ValueError("no such work")
        positions = state["positions"]
        if not tree.has_room_for(len(positions)):
            raise CgtError("this checkpoint takes more memory than is allowed")
        nodes: list[Child] = []
        for entry in positions:
            _restore_node(tree, nodes, *entry)
            if not box.holds(nodes[-1].position.grid):
                raise CgtError("this checkpoint is of larger boards")
        return work
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        raise CgtError("the checkpoint is damaged") from None


def _restore_node(
    tree: Tree,
    nodes: list[Child],
    key: str,
    width: int,
    height: int,
    cells: str,
    heap: int,
    asked: int,
    tries: int,
    known: Any,
) -> None:
    position = Position(Grid.from_int(int(width), int(height), int(cells, 16)), int(heap))
    found = bytes.fromhex(key)
    if len(found) != _KEY_BYTES or tree.get(found) is not None or min(heap, asked, tries) < 0:
        raise ValueError("no such position")
    children = (
        [nodes[_place(place, len(nodes))] for place in known] if isinstance(known, list) else []
    )
    if isinstance(known, list) and not children:
        raise ValueError("a position without moves is decided")
    if any(child.position.size >= position.size for child in children):
        raise ValueError("a position falls with every move")
    node = Child(found, position, Numbers(1, 1) if children else _numbers(known))
    nodes.append(node)
    tree.restore(node, children, asked=int(asked), tries=int(tries))


def _place(place: Any, count: int) -> int:
    if not isinstance(place, int) or not 0 <= place < count:
        raise ValueError("no such child")
    return place


def _numbers(known: Any) -> Numbers:
    if known in ("N", "P"):
        return numbers_of(known)
    numbers = Numbers(float(known["to_win"]), float(known["to_lose"]))
    if not (min(numbers) > 0 and max(numbers) < inf):
        raise ValueError("no proof numbers")
    return numbers
