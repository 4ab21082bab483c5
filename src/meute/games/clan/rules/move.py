"""SE DÉPLACER: wolves that move, and those that flee from them."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from meute.core.choices import Choices
from meute.core.fields import Field, below, maybe, row, steps
from meute.core.frame import Fields, Frame
from meute.core.numbers import NOBODY, Mask, bit, changed, filled, first_n, has, i64, lowest, vec
from meute.core.phrase import Phrase, phrase
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.seats import GO_ON, Seat, Seats, only
from meute.core.tensor import PlaneWriter
from meute.games.clan import planes
from meute.games.clan.actions import ALPHA_AT, AT, PACK_AT, STOP
from meute.games.clan.display_names import word
from meute.games.clan.events import FLEES, MOVES, STAYS
from meute.games.clan.options import ALLOWED
from meute.games.clan.rules.inturn import InTurn
from meute.games.clan.rules.payment import CANNOT_PAY, Pay
from meute.games.clan.rules.spaces import (
    contains,
    has_wolf,
    nearest_refuges,
    offer,
    only_space,
    open_to,
    pieces_missing,
    reached,
    refuges,
    size_of,
    space_of,
    tokens_on,
)
from meute.games.clan.state import (
    ALPHA,
    DEPLOYMENT,
    FULL,
    KINDS,
    MOST_DEPLOYED,
    MOST_SEATS,
    MOST_SPACES,
    MOVE,
    PACK,
    SPEED,
    TERRAINS,
    WORD,
    Clan,
    Owner,
    Space,
    ability,
    ground_at,
    is_in_row,
    map_row,
    owner_on,
    payable_terrains,
    pieces_on,
    place_piece,
    remove_piece,
)

WHICH_WOLF: Final = 0
WHERE_TO: Final = 1
PAY: Final = 2
GO: Final = 3
STAY: Final = 4
DONE: Final = 5

NONE_MOVED: Final = filled(MOST_DEPLOYED, NOBODY)

MOVE_HEADING: Final = "SE DÉPLACER"
LAIR_HEADING: Final = "TRANSFORMER UNE TANIÈRE EN ANTRE"
NOT_YOUR_WOLF: Final = Reason("clan.why.not_your_wolf", MOVE_HEADING)
OTHER_WOLF: Final = Reason("clan.why.other_wolf", MOVE_HEADING)
HAS_MOVED: Final = Reason("clan.why.has_moved", MOVE_HEADING)
NOWHERE: Final = Reason("clan.why.nowhere", MOVE_HEADING)
NOBODY_MOVES: Final = Reason("clan.why.nobody_moves", MOVE_HEADING)
MUST_MOVE: Final = Reason("clan.why.must_move", MOVE_HEADING)
ALREADY_THERE: Final = Reason("clan.why.already_there", MOVE_HEADING)
IMPASSABLE: Final = Reason("clan.why.impassable", MOVE_HEADING)
TOO_FAR: Final = Reason("clan.why.too_far", MOVE_HEADING)
OTHER_TERRAIN: Final = Reason("clan.why.other_terrain", MOVE_HEADING)
TOKEN_THERE: Final = Reason("clan.why.token_there", MOVE_HEADING)
TWO_PIECES: Final = Reason("clan.why.two_pieces", MOVE_HEADING)
RANK: Final = Reason("clan.why.rank", MOVE_HEADING)
NOT_NEAREST: Final = Reason("clan.why.not_nearest", MOVE_HEADING)
NO_REFUGE: Final = Reason("clan.why.no_refuge", MOVE_HEADING)
NOT_NEAREST_TO_LAIR: Final = Reason("clan.why.not_nearest", LAIR_HEADING)
NO_REFUGE_FROM_LAIR: Final = Reason("clan.why.no_refuge", LAIR_HEADING)


@mypyc_attr(acyclic=True, free_list_len=1)
class Move(InTurn):
    """SE DÉPLACER"""

    FIELDS: ClassVar[Fields] = {
        "step": steps(
            {WHICH_WOLF: "which_wolf", WHERE_TO: "where_to", PAY: "pay", GO: "go", STAY: "stay", DONE: "done"}
        ),
        "kind": maybe(KINDS),
        "start": maybe(MOST_SPACES),
        "to": maybe(MOST_SPACES),
        "terrain": maybe(TERRAINS),
        "moved": row(maybe(MOST_SPACES * KINDS), MOST_DEPLOYED),
    }
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Turn.hunt",)
    EXPLAINS: ClassVar[tuple[int, ...]] = (PACK_AT, ALPHA_AT, AT, STOP)

    kind: i64 = NOBODY
    start: Space = NOBODY
    to: Space = NOBODY
    terrain: i64 = NOBODY
    """The terrain that has been paid."""

    def __init__(self) -> None:
        self.moved = NONE_MOVED
        """Wolves that have moved, each as its space times four plus its kind: none moves twice."""

    def copy(self) -> Frame:
        f = Move()
        f.kind = self.kind
        f.start = self.start
        f.to = self.to
        f.terrain = self.terrain
        f.moved = self.moved
        return f

    def write_planes(self, s: Clan, out: PlaneWriter) -> None:
        out.one_hot(planes.FROM, self.start)
        out.number(planes.TO, self.to + 1)
        out.one_hot(planes.PIECE, self.kind)
        out.one_hot(planes.WAY, self.terrain)
        out.numbers(planes.HAVE_MOVED, self.moved, 1)

    def invalid_field(self, s: Clan) -> str:
        under_way = WHICH_WOLF < self.step < STAY
        if self.deployed() + (1 if under_way else 0) > ability(s, s.active, DEPLOYMENT):
            return "moved"
        if under_way and (self.start == NOBODY or not self.is_free(s, self.kind, self.start)):
            return "start"
        if (
            under_way
            and self.step != WHERE_TO
            and (self.to == NOBODY or not contains(self.targets(s, self.kind, self.start), self.to))
        ):
            return "to"
        return ""

    def phase(self) -> str:
        return "where" if self.step == WHERE_TO else "wolf"

    def is_mid_move(self) -> bool:
        return self.step == WHERE_TO or self.terrain == NOBODY

    def advance(self, s: Clan) -> Seats:
        if self.step == WHICH_WOLF:  # « autant ... que vous voulez, sans dépasser votre capacité Déploiement »
            if self.deployed() < ability(s, s.active, DEPLOYMENT) and self.can_move(s):
                return only(s.active)
            self.step = STAY if self.terrain == NOBODY else DONE
        if self.step == WHERE_TO:
            to = only_space(self.targets(s, self.kind, self.start))
            if to == NOBODY:
                return only(s.active)
            self.to = to
            self.step = PAY
        if self.step == PAY:  # « Retournez une tuile Terrain identique à la case »
            self.step = GO
            if self.terrain == NOBODY:
                self.terrain = ground_at(s, self.to)
                s.push(Pay(self.terrain, s.box.cost[MOVE]))
                return GO_ON
        if self.step == GO:  # « Tous les loups ... doivent terminer leur déplacement sur des cases identiques »
            self.step = WHICH_WOLF
            self.run(s)
            return GO_ON
        if self.step == STAY:
            self.step = DONE
            s.say(STAYS, s.active)
            s.push(Pay(NOBODY, s.box.cost[MOVE]))
            return GO_ON
        s.pop()
        return GO_ON

    def legal_actions(self, s: Clan, seat: Seat, out: Choices) -> None:
        if self.step == WHERE_TO:
            offer(out, AT, self.targets(s, self.kind, self.start))
            return
        spaces = open_to(s, seat, ALPHA, self.terrains(s))
        for part in range(s.words):
            out.add_set(ALPHA_AT + part * WORD, self.movable(s, ALPHA, part, spaces, False))
        spaces = open_to(s, seat, PACK, self.terrains(s))
        for part in range(s.words):
            out.add_set(PACK_AT + part * WORD, self.movable(s, PACK, part, spaces, False))
        if self.terrain != NOBODY or s.opt.empty_move == ALLOWED:
            out.add(STOP)

    def prompt(self, s: Clan, seat: Seat) -> Phrase:
        if self.step == WHERE_TO:
            kind = word("kind", self.kind)
            speed = ability(s, seat, SPEED)
            if self.terrain == NOBODY:
                return phrase("clan.prompt.where", kind=kind, speed=speed)
            return phrase("clan.prompt.where_on", kind=kind, speed=speed, terrain=word("terrain", self.terrain))
        left = ability(s, seat, DEPLOYMENT) - self.deployed()
        if self.terrain == NOBODY:
            return phrase("clan.prompt.wolf", left=left)
        return phrase("clan.prompt.next_wolf", left=left, terrain=word("terrain", self.terrain))

    def refusal(self, s: Clan, seat: Seat, action: i64) -> Reason:
        if self.step == WHICH_WOLF and action == STOP:
            return MUST_MOVE
        space = space_of(s, action)
        if space == NOBODY or (self.step == WHERE_TO and action < AT):
            return OTHER_QUESTION
        return self.why_not_to(s, seat, space) if self.step == WHERE_TO else self.why_not_from(s, seat, action, space)

    def why_not_from(self, s: Clan, seat: Seat, action: i64, space: Space) -> Reason:
        """Why no wolf of this space, or not that one, can be moved."""
        if not has_wolf(s, seat, space):
            return NOT_YOUR_WOLF
        kinds = [PACK, ALPHA] if action >= AT else [ALPHA] if action >= ALPHA_AT else [PACK]
        if not any(pieces_on(s, seat, kind, space) for kind in kinds):
            return OTHER_WOLF
        if not any(self.is_free(s, kind, space) for kind in kinds):
            return HAS_MOVED
        return OTHER_QUESTION if self.can_go(s, space) else NOWHERE

    def why_not_to(self, s: Clan, seat: Seat, space: Space) -> Reason:
        """Why the wolf cannot go there."""
        if space == self.start:
            return ALREADY_THERE
        if ground_at(s, space) >= TERRAINS:
            return IMPASSABLE
        if not has(reached(s, self.start, ability(s, seat, SPEED), space // WORD), space % WORD):
            return TOO_FAR
        if has(tokens_on(s, space // WORD), space % WORD):
            return TOKEN_THERE
        if is_in_row(s, FULL, space):
            return TWO_PIECES
        if not contains(open_to(s, seat, self.kind, first_n(TERRAINS)), space):
            return RANK
        return CANNOT_PAY if self.terrain == NOBODY else OTHER_TERRAIN

    def apply(self, s: Clan, seat: Seat, action: i64) -> None:
        if action == STOP:
            self.step = STAY if self.terrain == NOBODY else DONE
        elif self.step == WHICH_WOLF:
            self.kind = ALPHA if action >= ALPHA_AT else PACK
            self.start = action - (ALPHA_AT if action >= ALPHA_AT else PACK_AT)
            self.step = WHERE_TO
        else:
            self.to = action - AT
            self.step = PAY

    def terrains(self, s: Clan) -> Mask:
        """The terrains on which the wolves may end this move."""
        return payable_terrains(s, s.active, MOVE) if self.terrain == NOBODY else bit(self.terrain)

    def deployed(self) -> i64:
        """How many wolves have moved."""
        n: i64 = 0
        while n < MOST_DEPLOYED and self.moved[n] != NOBODY:
            n += 1
        return n

    def can_move(self, s: Clan) -> bool:
        """Whether any wolf is left that can go anywhere."""
        for kind in range(PACK, ALPHA + 1):
            spaces = open_to(s, s.active, kind, self.terrains(s))
            for part in range(s.words):
                if self.movable(s, kind, part, spaces, True):
                    return True
        return False

    def can_go(self, s: Clan, space: Space) -> bool:
        """Whether a wolf of this space could still move."""
        kinds = [kind for kind in (PACK, ALPHA) if self.is_free(s, kind, space)]
        return any(size_of(self.targets(s, kind, space)) for kind in kinds)

    def movable(self, s: Clan, kind: i64, part: i64, spaces: vec[i64], one_will_do: bool) -> Mask:
        """The wolves that have not moved and can reach one of the spaces; or just the first of them."""
        found: Mask = 0
        speed = ability(s, s.active, SPEED)
        left = s.map[map_row(s.active, kind) * s.words + part]
        while left:
            start = part * WORD + lowest(left)
            if self.is_free(s, kind, start) and leads(s, start, speed, spaces):
                found |= left & -left
                if one_will_do:
                    return found
            left &= left - 1
        return found

    def is_free(self, s: Clan, kind: i64, space: Space) -> bool:
        """Whether a wolf of this kind stands on a space that has not come there by this move."""
        n: i64 = 0
        for mark in self.moved:
            if mark == space * KINDS + kind:
                n += 1
        return pieces_on(s, s.active, kind, space) > n

    def targets(self, s: Clan, kind: i64, start: Space) -> vec[i64]:
        """Where a wolf can go."""
        spaces = open_to(s, s.active, kind, self.terrains(s))
        speed = ability(s, s.active, SPEED)
        for part in range(s.words):
            spaces[part] &= reached(s, start, speed, part)
        return spaces

    def run(self, s: Clan) -> None:
        """« Le Loup alpha fait fuir le Loup de meute »"""
        self.moved = changed(self.moved, self.deployed(), self.to * KINDS + self.kind)
        remove_piece(s, s.active, self.kind, self.start)
        other = owner_on(s, PACK, self.to)
        s.say(MOVES, s.active, self.kind, self.start, self.to)
        if other != NOBODY and other != s.active:
            remove_piece(s, other, PACK, self.to)
            s.push(Flee(other, PACK, self.to))
        place_piece(s, s.active, self.kind, self.to)


@mypyc_attr(acyclic=True, free_list_len=1)
class Flee(InTurn):
    """SE DÉPLACER — SUITE"""

    FIELDS: ClassVar[Fields] = {"owner": below(MOST_SEATS), "kind": Field(PACK, ALPHA), "start": below(MOST_SPACES)}
    INTERRUPTS: ClassVar[tuple[str, ...]] = ("Move.which_wolf", "Turn.hunt")

    def __init__(self, owner: Owner = NOBODY, kind: i64 = NOBODY, start: Space = NOBODY) -> None:
        self.owner = owner
        self.kind = kind
        self.start = start

    def copy(self) -> Frame:
        return Flee(self.owner, self.kind, self.start)

    def write_planes(self, s: Clan, out: PlaneWriter) -> None:
        out.number(planes.FLEES, planes.relative_owner(s, out.own, self.owner))
        out.number(planes.FLEES, self.kind + 1, 1)
        out.number(planes.FLEES, self.start + 1, 2)

    def invalid_field(self, s: Clan) -> str:
        return "" if self.owner < s.box.owners and pieces_missing(s, self.owner, self.kind) > 0 else "owner"

    def phase(self) -> str:
        return "flee"

    def advance(self, s: Clan) -> Seats:
        # « sur la case vide ou la case alliée ... la plus proche. Le choix de la case revient au Loup alpha. »
        space = only_space(nearest_refuges(s, self.owner, self.start))
        if space == NOBODY:
            return only(s.active)
        self.hide(s, space)
        return GO_ON

    def legal_actions(self, s: Clan, seat: Seat, out: Choices) -> None:
        offer(out, AT, nearest_refuges(s, self.owner, self.start))

    def prompt(self, s: Clan, seat: Seat) -> Phrase:
        return phrase("clan.prompt.flee", kind=word("kind", self.kind), space=word("space", self.start))

    def refusal(self, s: Clan, seat: Seat, action: i64) -> Reason:
        space = space_of(s, action)
        if space == NOBODY:
            return OTHER_QUESTION
        if ground_at(s, space) >= TERRAINS:
            return IMPASSABLE
        by_alpha = s.find(Move) is not None  # who evicts it, an alpha or a lair
        if has(refuges(s, self.owner, space // WORD), space % WORD):
            return NOT_NEAREST if by_alpha else NOT_NEAREST_TO_LAIR
        return NO_REFUGE if by_alpha else NO_REFUGE_FROM_LAIR

    def apply(self, s: Clan, seat: Seat, action: i64) -> None:
        self.hide(s, action - AT)

    def hide(self, s: Clan, space: Space) -> None:
        """The wolf has found a refuge."""
        s.pop()
        place_piece(s, self.owner, self.kind, space)
        s.say(FLEES, self.owner, self.kind, self.start, space)


def leads(s: Clan, start: Space, far: i64, spaces: vec[i64]) -> bool:
    """Whether a walk leads to one of the spaces."""
    for part in range(s.words):  # noqa: SIM110
        if spaces[part] & reached(s, start, far, part):
            return True
    return False
