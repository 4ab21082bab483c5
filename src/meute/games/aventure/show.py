"""What the page draws for a seat, and the places that select an action."""

from typing import Any

from meute.core.choices import Choices
from meute.core.numbers import NOBODY, has
from meute.core.reason import OTHER_QUESTION, Reason
from meute.core.score import ScoreRow, ScoreSheet
from meute.games.aventure import show_types
from meute.games.aventure.actions import CELL
from meute.games.aventure.names import (
    FACE_NAMES,
    GOAL_KINDS,
    GOAL_NAMES,
    ICON_NAMES,
    NAMES,
    POWER_NAMES,
    cell_text,
    line_text,
)
from meute.games.aventure.notation import CODEC
from meute.games.aventure.options import PERMANENT_NAMES
from meute.games.aventure.rules.grid import cell_at, cell_of, height, spot_of, width
from meute.games.aventure.rules.moving import whose_grid
from meute.games.aventure.rules.powers import AFTER, BEFORE, BORROWING, HOLDING, Choice, is_moment
from meute.games.aventure.rules.setup import LAY_MARKET, Setup
from meute.games.aventure.rules.turn import GUARDED, PLACE, Turn, in_hand
from meute.games.aventure.scoring import (
    PERMANENT,
    RULES,
    counted_spots,
    icon_total,
    match_count,
    score,
    shape_count,
    wild_goal,
    wild_spot,
)
from meute.games.aventure.state import (
    BALANCE,
    BLANK,
    ECHO,
    EXTRA_ICON,
    FULL,
    GOALS,
    HOME,
    ICONS,
    KINDS,
    MOST_CELLS,
    NEAR,
    REACH,
    SHAPE,
    SIDE,
    SPOTS,
    STRIDE,
    WAGER,
    WILD,
    Aventure,
    Box,
    back_of,
    card_on,
    cards_laid,
    count_icon,
    deck_size,
    face_of,
    front_of,
    icons_of,
    is_available,
    is_goal,
    mark_of,
    may_take,
    place_of,
    placed,
)
from meute.games.aventure.view import is_deck_back_visible, rummaged_cards

MOMENT_NAMES = {BEFORE: "before", HOLDING: "holding", AFTER: "after"}
MARK_NAMES = {BLANK: "blank", WILD: "wild", WAGER: "wager", ECHO: "echo", NEAR: "near"}


def show(s: Aventure, seat: int) -> show_types.AventureShown:
    """The state as this seat sees it; `s` is already the seat's view."""
    sheet = ScoreSheet(s.seats, True)
    score(s, sheet)
    held = in_hand(s)
    chooses = s.find(Setup) is not None and seat != NOBODY and has(s.to_act, seat) and not s.awaits_chance()
    return show_types.AventureShown(
        game="aventure",
        cards=KINDS * s.box.copies,
        copies=s.box.copies,
        side=SIDE,
        turn=min(cards_laid(s) + 1, FULL * s.seats),
        turns=FULL * s.seats,
        mover=s.mover,
        market=[show_place(s, seat, place) for place in range(len(s.market))],
        deck=show_deck(s, seat),
        hand=None if held == NOBODY else show_card(s, held),
        grids=[show_grid(s, other, seat, sheet) for other in range(s.seats)],
        frequency=show_frequency(s),
        permanent="" if s.permanent == NOBODY else PERMANENT_NAMES[s.permanent],
        choice=[f"permanent.{name}" for name in PERMANENT_NAMES] if chooses else [],
        powers=show_powers(s, seat),
    )


def icon_names(icons: int) -> list[str]:
    """The names of a set of icons, in the order of the box."""
    return [name for icon, name in enumerate(ICON_NAMES) if has(icons, icon)]


def icon_copies(s: Aventure, card: int, icon: int) -> int:
    """How often a card shows an icon."""
    return 1 + s.box.more[face_of(card) * ICONS + icon] if has(icons_of(s, card), icon) else 0


def show_card(s: Aventure, card: int) -> show_types.CardShown:
    """A card with its face and its marker."""
    face, mark = face_of(card), mark_of(card)
    return show_types.CardShown(
        card=FACE_NAMES[face],
        icons=[name for icon, name in enumerate(ICON_NAMES) for _ in range(icon_copies(s, card, icon))],
        goal=goal_face(s.box, face - GOALS) if is_goal(face) else None,
        mark="icon" if EXTRA_ICON <= mark < BLANK else MARK_NAMES.get(mark, ""),
        extra=ICON_NAMES[mark - EXTRA_ICON] if EXTRA_ICON <= mark < BLANK else "",
    )


def picture(s: Aventure, action: int) -> dict[str, Any]:
    """For a card of the deck: the side that is seen when it is laid, and its icons."""
    if CODEC.kind(action).name != "draw":
        return {}
    (kind,) = CODEC.fields(action)
    setup = s.on_top(Setup)
    is_turned = setup is not None and setup.step == LAY_MARKET and setup.at >= s.stories
    back = back_of(s, kind)
    return {
        "card": show_card(s, back if is_turned and back != NOBODY else kind),
        "icons": icon_names(icons_of(s, kind)),
    }


def goal_face(box: Box, goal: int) -> show_types.GoalFace:
    """The requirements of an Objective."""
    kind = GOAL_KINDS[box.kind[goal]]
    wanted = icon_names(box.wanted[goal])
    return show_types.GoalFace(
        kind=kind,
        points=box.points[goal],
        each=kind not in ("arrow_none", "balance"),
        cells=show_shape(box, goal) if kind == "shape" else [],
        icon=wanted[0] if kind in ("arrow", "arrow_none") else "",
        pair=wanted * (1 + box.twin[goal]) if kind in ("double", "double_arrow") else [],
        left=wanted if kind == "balance" else [],
        right=icon_names(box.against[goal]),
    )


def show_shape(box: Box, goal: int) -> list[show_types.ShapeCell]:
    """The cells of a shape as printed, which is the first of its images."""
    spots = [box.drawn[goal * MOST_CELLS + k] for k in range(box.size[goal])]
    top, left = spots[0] // STRIDE, min(spot % STRIDE for spot in spots)
    wants = box.image[goal] * MOST_CELLS
    return [
        show_types.ShapeCell(row=spot // STRIDE - top, col=spot % STRIDE - left, icon=ICON_NAMES[box.wants[wants + k]])
        for k, spot in enumerate(spots)
    ]


def show_place(s: Aventure, seat: int, place: int) -> show_types.PlaceShown:
    """A place of the market."""
    face = s.market[place]
    looked = seat != NOBODY and len(s.looked) > 0 and has(s.looked[place], seat)
    return show_types.PlaceShown(
        place=f"market.{place}",
        side="story" if place < s.stories else "goal",
        card=None if face == NOBODY else show_card(s, face),
        back=show_card(s, back_of(s, face)) if looked and face != NOBODY else None,
        guarded=s.guarded == place,
    )


def show_deck(s: Aventure, seat: int) -> show_types.DeckShown:
    """The deck, with the publicly known part of its order."""
    search = rummaged_cards(s)
    looks = seat == s.mover and is_deck_back_visible(s)
    return show_types.DeckShown(
        place="deck",
        cards=deck_size(s),
        shown=None if s.shown == NOBODY else show_card(s, s.shown),
        back=show_card(s, back_of(s, s.shown)) if looks else None,
        known=[show_card(s, kind) for kind in s.ahead],
        under=[show_card(s, kind) for kind in s.under],
        search=[show_card(s, kind) for kind in search],
        search_backs=[show_card(s, back_of(s, kind)) for kind in search if seat == s.mover],
    )


def show_frequency(s: Aventure) -> list[show_types.IconShown]:
    """« Fréquence des icônes » as printed on the cards, regardless of markers, and how many can still come."""
    lying = [face_of(card) for card in [*s.grid, *s.market, *s.aside, in_hand(s)] if card != NOBODY]
    laid = [face_of(card) for card in s.grid if card != NOBODY and not is_goal(face_of(card))]
    lost = [front_of(s, face) for face in lying if is_goal(face)]
    out = []
    for icon, name in enumerate(ICON_NAMES):
        total = s.box.copies * sum(icon_copies(s, kind, icon) for kind in range(KINDS))
        in_grids = sum(icon_copies(s, kind, icon) for kind in laid)
        gone = sum(icon_copies(s, kind, icon) for kind in lost)
        out.append(
            show_types.IconShown(icon=name, total=total, placed=in_grids, lost=gone, left=total - in_grids - gone)
        )
    return out


def show_powers(s: Aventure, seat: int) -> list[show_types.PowerShown]:
    """The Powers on the table."""
    turn = s.find(Turn)
    now = turn.powers(s) if turn is not None and turn is s.top and seat == s.mover else 0
    return [
        show_types.PowerShown(
            place=f"power.{POWER_NAMES[power]}",
            power=POWER_NAMES[power],
            when=[name for moment, name in MOMENT_NAMES.items() if is_moment(power, moment)],
            used=[other for other in range(s.seats) if has(s.spent[dealt], other)],
            available=seat != NOBODY and is_available(s, seat, dealt),
            now=has(now, power),
        )
        for dealt, power in enumerate(s.powers)
        if power != NOBODY
    ]


def cell_place(seat: int, cell: int) -> str:
    """The id of a grid cell on the page."""
    return f"cell.{seat}.{cell_text(cell)}"


def show_grid(s: Aventure, seat: int, viewer: int, sheet: ScoreSheet) -> show_types.GridShown:
    """A player's grid; the viewer's own has the gains of the card in hand."""
    rows = [row for row in sheet.rows if row.seat == seat]
    variant = s.opt.variant
    aside = s.aside[seat] if variant else NOBODY
    borrowed = s.borrowed[seat] if variant else NOBODY
    return show_types.GridShown(
        seat=seat,
        cards=placed(s, seat),
        rows_left=SIDE - height(s, seat),
        columns_left=SIDE - width(s, seat),
        cells=show_cells(s, seat, placement_gains(s, seat, sheet) if seat == viewer else {}),
        goals=[show_goal(s, seat, row) for row in rows if RULES[row.rule] in GOAL_KINDS],
        extras=[show_extra(row) for row in rows if RULES[row.rule] not in GOAL_KINDS],
        points=sheet.totals[seat],
        icons=[count_icon(s, seat, icon, s.occupied[seat]) for icon in range(ICONS)],
        aside=None if aside == NOBODY else show_card(s, aside),
        borrowed="" if borrowed == NOBODY else GOAL_NAMES[borrowed],
        passes=has(s.skips, seat),
    )


def show_cells(s: Aventure, seat: int, gains: dict[int, list[show_types.GainShown]]) -> list[show_types.CellShown]:
    """All cells that the grid covers or may still reach."""
    up, left = min(SIDE - height(s, seat), HOME), min(SIDE - width(s, seat), HOME)
    cells = []
    for row in range(-up, SIDE):
        for column in range(-left, SIDE):
            cell = cell_at(s, seat, row, column)
            card = card_on(s, seat, row * STRIDE + column) if row >= 0 and column >= 0 else NOBODY
            cells.append(
                show_types.CellShown(
                    place=cell_place(seat, cell),
                    cell=cell_text(cell),
                    row=cell // REACH,
                    col=cell % REACH,
                    card=None if card == NOBODY else show_card(s, card),
                    legal=cell in gains,
                    gain=sum(part["gain"] for part in gains.get(cell, [])),
                    gains=gains.get(cell, []),
                )
            )
    return cells


def placement_gains(s: Aventure, seat: int, sheet: ScoreSheet) -> dict[int, list[show_types.GainShown]]:
    """For each legal cell of the card in hand, the change in points of every Objective and rule."""
    turn = s.find(Turn)
    if turn is None or turn is not s.top or turn.step != PLACE or s.mover != seat:
        return {}
    before = points_by_source(sheet, seat)
    out = Choices()
    turn.offer_cells(s, seat, out)
    gains = {}
    for action in out.to_list():
        after = s.copy()
        after.apply(seat, action)
        then = ScoreSheet(s.seats, True)
        score(after, then)
        now = points_by_source(then, seat)
        parts = {place: now.get(place, 0) - before.get(place, 0) for place in [*now, *before]}
        gains[action - CELL] = [show_types.GainShown(place=place, gain=gain) for place, gain in parts.items() if gain]
    return gains


def points_by_source(sheet: ScoreSheet, seat: int) -> dict[str, int]:
    """The points of one seat by the place or rule that earns them."""
    out: dict[str, int] = {}
    for row in sheet.rows:
        if row.seat == seat:
            name = cell_place(seat, row.where) if RULES[row.rule] in GOAL_KINDS else RULES[row.rule]
            out[name] = out.get(name, 0) + row.amount
    return out


def show_goal(s: Aventure, seat: int, row: ScoreRow) -> show_types.GoalShown:
    """The live score of one Objective."""
    spot = spot_of(s, seat, row.where)
    mark = mark_of(card_on(s, seat, spot))
    goal = row.piece
    wild = wild_spot(s, seat)
    helped = wild if wild_goal(s, seat, wild) == spot else 0
    counted = counted_spots(s, seat, goal, spot, mark, helped)
    balance = s.box.kind[goal] == BALANCE
    often = shape_count(s, seat, goal, helped) if s.box.kind[goal] == SHAPE else match_count(s, seat, goal, spot, mark)
    return show_types.GoalShown(
        place=cell_place(seat, row.where),
        card=GOAL_NAMES[goal],
        kind=GOAL_KINDS[s.box.kind[goal]],
        points=s.box.points[goal],
        earned=row.amount,
        times=0 if balance else often,
        left=icon_total(s, seat, s.box.wanted[goal]) if balance else 0,
        right=icon_total(s, seat, s.box.against[goal]) if balance else 0,
        cells=[cell_place(seat, cell_of(s, seat, k)) for k in range(SPOTS) if has(counted, k)],
    )


def show_extra(row: ScoreRow) -> show_types.ExtraShown:
    """Points that do not come from an Objective of the grid."""
    name = ""
    if row.rule == PERMANENT:
        name = PERMANENT_NAMES[row.piece]
    elif row.piece != NOBODY:
        name = GOAL_NAMES[row.piece]
    return show_types.ExtraShown(rule=RULES[row.rule], name=name, earned=row.amount)


def targets(s: Aventure, seat: int, action: int) -> tuple[str, ...]:
    """The places that select an action, in order."""
    block = CODEC.kind(action).name
    fields = CODEC.fields(action)
    match block:
        case "story" | "goal":
            return card_target(s, seat, action)
        case "cell":
            return (cell_place(whose_grid(s, seat), fields[0]),)
        case "power" | "permanent" | "icon":
            return (f"{block}.{NAMES[block][fields[0]]}",)
        case "line":
            return (f"line.{line_text(fields[0])}", f"way.{fields[1]}")
        case "player":
            return (f"grid.{fields[0]}",)
        case "aside":
            return (f"aside.{seat}",)
        case "deck" | "done":
            return (block,)
        case _:
            return ()


def card_target(s: Aventure, seat: int, face: int) -> tuple[str, ...]:
    """The place of a selectable card: in the market, on the deck, or in another grid."""
    for k, story in enumerate(rummaged_cards(s)):
        if face in (story, back_of(s, story)):
            return (f"deck.{k}", f"deck.{k}.{'goal' if is_goal(face) else 'story'}")
    choice = s.find(Choice)
    place = place_of(s, seat, face)
    if place == NOBODY:  # under a marker, which explains why it cannot be taken
        place = place_of(s, NOBODY, face)
    if place != NOBODY and (choice is None or choice.power != BORROWING):
        return (f"market.{place}",)
    for other in range(s.seats):
        for spot in range(SPOTS):
            if other != seat and card_on(s, other, spot) != NOBODY and face_of(card_on(s, other, spot)) == face:
                return (cell_place(other, cell_of(s, other, spot)),)
    return ()


def why_place(s: Aventure, seat: int, place: str) -> Reason:
    """The reason why the guarded one of two equal cards of the market cannot be selected."""
    guarded = place == f"market.{s.guarded}" and not may_take(s, seat, s.guarded)
    return GUARDED if guarded else OTHER_QUESTION
