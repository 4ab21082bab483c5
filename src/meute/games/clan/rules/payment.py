"""EFFECTUER UNE ACTION: tiles and terrain tokens that pay for an action, and the bonus tokens that it earns."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import below, maybe, members
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, bit, changed, count, has, i64, lowest
from meute.core.phrase import Phrase, phrase
from meute.core.reason import Reason
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.clan import planes
from meute.games.clan.actions import TILE, TOKEN
from meute.games.clan.display_names import word
from meute.games.clan.events import FLIPS, GAINS_ACTION, GAINS_TERRAIN, SPENDS_TERRAIN, SUPPLY_EMPTY, USES_HOME
from meute.games.clan.options import LIMITED
from meute.games.clan.rules.inturn import InTurn
from meute.games.clan.state import HOME_TILE, NO_BONUS, TERRAIN_BONUS, TERRAINS, TILES, Clan, face


class Lack(Reason):
    """Why an action cannot aim at a space, and why it cannot be done where the others lack even more."""

    def __init__(self, key: str, heading: str, for_all: Reason | None = None) -> None:
        super().__init__(key, heading)
        self.for_all = for_all or self


TILES_HEADING: Final = "EFFECTUER UNE ACTION – RETOURNER DES TUILES"
WRONG_TILE: Final = Reason("clan.why.wrong_tile", TILES_HEADING)
HAS_PAID: Final = Reason("clan.why.has_paid", TILES_HEADING)
NO_TOKEN: Final = Reason("clan.why.no_token", TILES_HEADING)
NONE_PAYABLE: Final = Reason("clan.why.none_payable", TILES_HEADING)
CANNOT_PAY: Final = Lack("clan.why.cannot_pay", TILES_HEADING, NONE_PAYABLE)


@mypyc_attr(acyclic=True, free_list_len=1)
class Pay(InTurn):
    """EFFECTUER UNE ACTION – RETOURNER DES TUILES"""

    FIELDS: ClassVar[Fields] = {"terrain": maybe(TERRAINS), "left": below(TILES + 1), "used": members(TILES)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = (
        "Move.go",
        "Move.done",
        "Build.which_track",
        "Transform.which_track",
        "Howl.which_track",
        "Dominate.which_track",
    )
    EXPLAINS: ClassVar[tuple[int, ...]] = (TOKEN,)

    def __init__(self, terrain: i64 = NOBODY, left: i64 = 0, used: Mask = 0) -> None:
        self.terrain = terrain
        """NOBODY: any terrain will do, for a move that moves nobody."""
        self.left = left
        self.used = used
        """Tiles flipped for this action: each counts once, the home tile too."""

    def copy(self) -> Frame:
        return Pay(self.terrain, self.left, self.used)

    def write_planes(self, s: Clan, out: PlaneWriter) -> None:
        out.number(planes.PAY, self.terrain + 1)
        out.number(planes.PAY, self.left, 1)
        out.members(planes.USED, self.used)

    def invalid_field(self, s: Clan) -> str:
        return "left" if self.left > count(self.tiles(s)) + s.terrain_tokens[s.active] else ""

    def phase(self) -> str:
        return "pay"

    def advance(self, s: Clan) -> Seats:
        while self.left:
            tiles = self.tiles(s)
            tokens = s.terrain_tokens[s.active]
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
        tiles: Mask = 0
        for tile in range(TILES):
            if self.terrain == NOBODY or face(s, s.active, tile) == self.terrain:
                tiles |= bit(tile)
        return tiles & ~self.used

    def legal_actions(self, s: Clan, seat: Seat, out: Choices) -> None:
        out.add_set(TILE, self.tiles(s))
        if s.terrain_tokens[seat]:
            out.add(TOKEN)

    def prompt(self, s: Clan, seat: Seat) -> Phrase:
        if self.terrain == NOBODY:
            return phrase("clan.prompt.pay_any")
        return phrase("clan.prompt.pay", terrain=word("terrain", self.terrain), left=self.left)

    def refusal(self, s: Clan, seat: Seat, action: i64) -> Reason:
        if action == TOKEN:
            return NO_TOKEN
        return HAS_PAID if has(self.used, action - TILE) else WRONG_TILE

    def apply(self, s: Clan, seat: Seat, action: i64) -> None:
        if action == TOKEN:
            self.spend(s)
        else:
            self.flip(s, action - TILE)

    def flip(self, s: Clan, tile: i64) -> None:
        """« Retournez 1 ou plusieurs des 6 tuiles Terrain double-face »"""
        self.used |= bit(tile)
        self.left -= 1
        if tile == HOME_TILE:
            s.say(USES_HOME, s.active, face(s, s.active, tile))
        else:
            s.say(FLIPS, s.active, face(s, s.active, tile), face(s, s.active, tile, 1), tile)
            s.flipped ^= bit(s.active * TILES + tile)

    def spend(self, s: Clan) -> None:
        """« Le jeton Terrain bonus compte comme n'importe quel type de terrain »"""
        self.left -= 1
        s.terrain_tokens = changed(s.terrain_tokens, s.active, s.terrain_tokens[s.active] - 1)
        s.say(SPENDS_TERRAIN, s.active, self.terrain)


def gain(s: Clan, seat: Seat, bonus: i64) -> None:
    """A bonus token; with a limited supply, nothing when it is empty."""
    if bonus == NO_BONUS:
        return
    terrain = bonus == TERRAIN_BONUS
    tokens = s.terrain_tokens if terrain else s.action_tokens
    if s.opt.supply == LIMITED and sum(tokens) >= (s.box.terrain_tokens if terrain else s.box.action_tokens):
        s.say(SUPPLY_EMPTY, seat)
        return
    tokens = changed(tokens, seat, tokens[seat] + 1)
    if terrain:
        s.terrain_tokens = tokens
        s.say(GAINS_TERRAIN, seat)
    else:
        s.action_tokens = tokens
        s.say(GAINS_ACTION, seat)
