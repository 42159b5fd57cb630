"""The players of a duel, as objects.

To write your own player, write a class with one method: `choose(state)` for Bad, `place(state)` for
Good (`player` says more). The built-in players are small values that the native core plays; they
are in `minmax`, `good`, `bad`, `bag`, `hatetris` and `strategies`. `named` turns a text such as
`greedy:kravec-1` or `my_module:MyClass` into a player.
"""

from cgt.duel.players.bad import Bastet, Brzustowski, Constant, Sequence, Uniform
from cgt.duel.players.bag import Bag
from cgt.duel.players.good import Beam, Best, Greedy, Random, Replay
from cgt.duel.players.hatetris import Hatetris
from cgt.duel.players.minmax import MinMax
from cgt.duel.players.named import bad_player, good_player
from cgt.duel.players.player import BadPlayer, GoodPlayer, PlayerDefaults, State
from cgt.duel.players.strategies import FollowStrategy

__all__ = [
    "BadPlayer",
    "Bag",
    "Bastet",
    "Beam",
    "Best",
    "Brzustowski",
    "Constant",
    "FollowStrategy",
    "GoodPlayer",
    "Greedy",
    "Hatetris",
    "MinMax",
    "PlayerDefaults",
    "Random",
    "Replay",
    "Sequence",
    "State",
    "Uniform",
    "bad_player",
    "good_player",
]
