"""EFFECTUER UNE ACTION: tiles and terrain tokens that pay for an action, and the bonus tokens that it earns."""

from typing import ClassVar

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.frame import Frame
from meute.core.numbers import NOBODY, Mask, bit, count, first_n, i64, lowest
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.games.clan.rules.ids import (
    FLIPS,
    GAINS_ACTION,
    GAINS_TERRAIN,
    SPENDS_TERRAIN,
    SUPPLY_EMPTY,
    TILE,
    TOKEN,
    USES_HOME,
)
from meute.games.clan.state import (
    ACTION_TOKENS,
    FLIPPED,
    HOME_TILE,
    NO_BONUS,
    OWN,
    TERRAIN_BONUS,
    TERRAIN_TOKENS,
    TILES,
    Clan,
    back,
    face,
    held,
    showing,
)


@mypyc_attr(acyclic=True, free_list_len=1)
class Pay(Frame):
    """EFFECTUER UNE ACTION – RETOURNER DES TUILES"""

    FIELDS: ClassVar[tuple[str, ...]] = ("terrain", "left", "used")

    terrain: i64
    left: i64
    used: Mask

    def __init__(self) -> None:
        super().__init__()
        self.terrain = NOBODY
        """NOBODY: any terrain will do, for a move that moves nobody."""
        self.left = 0
        self.used = 0
        """Tiles flipped for this action: each counts once, the home tile too."""

    def copy(self) -> Frame:
        f = Pay()
        f.terrain = self.terrain
        f.left = self.left
        f.used = self.used
        return f

    def go(self, s: Clan) -> Seats:
        while self.left:
            tiles = self.tiles(s)
            tokens = s.own[s.active * OWN + TERRAIN_TOKENS]
            if tiles and (tokens or count(tiles) > 1) and count(tiles) + tokens > self.left:
                return only(s.active)
            if tiles:
                self.flip(s, lowest(tiles))
            else:
                self.spend(s)
        s.pop()
        return GO_ON

    def tiles(self, s: Clan) -> Mask:
        """The tiles that can pay."""
        shown = first_n(TILES) if self.terrain == NOBODY else showing(s, s.active, self.terrain)
        return shown & ~self.used

    def options(self, s: Clan, seat: Seat, out: Choices) -> None:
        out.some(TILE, self.tiles(s))
        if s.own[seat * OWN + TERRAIN_TOKENS]:
            out.one(TOKEN)

    def take(self, s: Clan, seat: Seat, action: i64) -> None:
        if action == TOKEN:
            self.spend(s)
        else:
            self.flip(s, action - TILE)

    def flip(self, s: Clan, tile: i64) -> None:
        """« Retournez 1 ou plusieurs des 6 tuiles Terrain double-face »"""
        self.used |= bit(tile)
        self.left -= 1
        if tile == HOME_TILE:
            s.say(USES_HOME, s.active, face(s, s.active, tile), 0, 0)
        else:
            s.say(FLIPS, s.active, face(s, s.active, tile), back(s, s.active, tile), tile)
            s.own[s.active * OWN + FLIPPED] ^= bit(tile)

    def spend(self, s: Clan) -> None:
        """« Le jeton Terrain bonus compte comme n'importe quel type de terrain »"""
        self.left -= 1
        s.own[s.active * OWN + TERRAIN_TOKENS] -= 1
        s.say(SPENDS_TERRAIN, s.active, self.terrain, 0, 0)


def pay(s: Clan, action: i64, terrain: i64) -> Frame:
    """The paragraph on paying, for this action and terrain."""
    f = Pay()
    f.terrain = terrain
    f.left = s.box.cost[action]
    return f


def gain(s: Clan, seat: Seat, bonus: i64) -> None:
    """A bonus token; with a limited supply, nothing when it is empty."""
    if bonus == NO_BONUS:
        return
    field = TERRAIN_TOKENS if bonus == TERRAIN_BONUS else ACTION_TOKENS
    supply = s.box.terrain_tokens if bonus == TERRAIN_BONUS else s.box.action_tokens
    if s.opt.supply and held(s, field) >= supply:
        s.say(SUPPLY_EMPTY, seat, 0, 0, 0)
        return
    s.own[seat * OWN + field] += 1
    s.say(GAINS_TERRAIN if bonus == TERRAIN_BONUS else GAINS_ACTION, seat, 0, 0, 0)
