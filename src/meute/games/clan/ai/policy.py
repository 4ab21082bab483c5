"""How bots pay for an action."""

from meute.ai.evaluator import Evaluator
from meute.core.numbers import bit, i64, lowest
from meute.core.seats import Seat, only
from meute.games.clan.actions import TILE
from meute.games.clan.ai.weights import PAIR, TRIPLE
from meute.games.clan.rules.payment import Pay
from meute.games.clan.state import MOST_TILES, TERRAINS, TILE_BITS, Clan, face, shown_terrains


def pay_greedily(e: Evaluator, s: Clan, seat: Seat) -> None:
    """Pays with the tiles that leave the most matching ones; terrain tokens are kept as long as tiles match."""
    top = s.top
    while isinstance(top, Pay) and s.to_act == only(seat):
        shown = shown_terrains(s, seat)
        tiles = top.tiles(s)
        best = lowest(tiles)
        most: i64 = -1
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            flipped = shown - bit(face(s, seat, tile) * TILE_BITS) + bit(face(s, seat, tile, 1) * TILE_BITS)
            value = matching_tiles_value(e, s, flipped)
            if value > most:
                most = value
                best = tile
        e.apply(s, seat, TILE + best)
        top = s.top


def matching_tiles_value(e: Evaluator, s: Clan, shown: i64) -> i64:
    """The value of tiles that show the same terrain; `shown` is packed as in `shown_terrains`."""
    value: i64 = 0
    for terrain in range(TERRAINS):
        tiles = (shown >> (terrain * TILE_BITS)) & MOST_TILES
        value += (e.weights[PAIR] if tiles > 1 else 0) + (e.weights[TRIPLE] if tiles > 2 else 0)
    return value
