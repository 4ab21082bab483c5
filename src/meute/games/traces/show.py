"""What the page draws for a seat, and the places that select an action."""

from meute.core.mechanisms.sealed import Sealed
from meute.core.numbers import NOBODY, has
from meute.core.reason import OTHER_QUESTION, Reason
from meute.games.traces import show_types
from meute.games.traces.actions import ABSTAIN
from meute.games.traces.display_names import phase_now
from meute.games.traces.names import (
    COLOUR_NAMES,
    LETTER_NAMES,
    LEVEL_NAMES,
    PART_NAMES,
    PHASE_NAMES,
    PREY_NAMES,
    SMALL_PREY_NAMES,
    wolf_place,
)
from meute.games.traces.notation import CODEC
from meute.games.traces.options import AT_ONCE
from meute.games.traces.rules.fights import ATTACKER, DEFENDER, Duel, RankFights
from meute.games.traces.rules.joining import Joining
from meute.games.traces.rules.marking import Departures
from meute.games.traces.rules.phases import NO_ANIMAL, SolitaryHunt
from meute.games.traces.rules.preparation import TOKEN_USED, Placement, next_cell
from meute.games.traces.rules.prey import Ballot, LargePrey
from meute.games.traces.rules.setup import free_colours
from meute.games.traces.scoring import ENDS, RULES, rank_points
from meute.games.traces.state import (
    BETA_ROW,
    CARDS,
    COLOURS,
    FACE_DOWN,
    FEMALE,
    FIGHTING,
    FLOOR_ROW,
    HIDDEN,
    HOWLING,
    HUNTING,
    LARGE,
    LETTERS,
    LEVELS,
    MALE,
    MARKING,
    OPEN,
    PHASES,
    PILE,
    PREPARATION,
    RAISING,
    SMALL,
    SOURCES,
    TOKENS,
    WOLVES,
    Traces,
    alpha,
    boldest,
    colour_of,
    effort,
    hand_size,
    letter_of,
    order_of_play,
    owner,
    pledge_of,
    points,
    prey_count,
    pup_count,
    ranking,
    row_of,
    sex_of,
    strength_at_placement,
    token,
    used_tokens,
    wolves_of,
)

WHEEL = (PART_NAMES[PREPARATION], *PHASE_NAMES, PART_NAMES[MARKING])
COVERED = {HIDDEN: -1, FACE_DOWN: -2}
"""Shown values of boxes that the seat cannot see: perhaps empty, or with a token face down."""


def sex_name(s: Traces, wolf: int) -> str:
    return "female" if sex_of(s, wolf) == FEMALE else "male"


def prey_name(prey: int) -> str:
    """The name of a large prey; "" for none."""
    return PREY_NAMES[prey] if 0 <= prey < LARGE else ""


def wolves_in(mask: int) -> list[str]:
    """The place ids of the wolves of a mask."""
    return [wolf_place(wolf) for wolf in range(WOLVES) if has(mask, wolf)]


def show(s: Traces, seat: int) -> show_types.TracesShown:
    """The state as this seat sees it; `s` is already the seat's view."""
    departures, joining, hunt = s.find(Departures), s.find(Joining), s.find(SolitaryHunt)
    families = range(COLOURS if s.year == 0 else 0)
    return show_types.TracesShown(
        game="traces",
        year=s.year,
        phase=phase_now(s),
        wheel=list(WHEEL),
        target=s.opt.target,
        life_span=s.opt.life_span == 1,
        ended="" if s.ended == NOBODY else ENDS[s.ended],
        pack=show_pack(s),
        pups=pup_count(s),
        raising=pup_thresholds(s, LETTERS * s.seats),
        spirals=list(s.box.spirals[: TOKENS + 1]),
        game_strength={f"game.{SMALL_PREY_NAMES[kind]}": s.box.small_strength[kind] for kind in range(SMALL)},
        hunted=prey_name(s.hunted),
        prey=[show_prey(s, prey) for prey in range(LARGE) if s.large[OPEN + prey]],
        prey_pile=prey_count(s, PILE),
        players=[show_player(s, player) for player in range(s.seats)],
        board=None if seat == NOBODY or s.colours[seat] == NOBODY else show_board(s, seat),
        now=show_phase(s),
        hunt=None if hunt is None else show_solitary_hunt(hunt),
        fight=show_fight(s),
        young=[] if departures is None else wolves_in(departures.young),
        candidate="" if joining is None else wolf_place(joining.wolf),
        answer=show_answer(s, seat),
        colours=[f"colour.{COLOUR_NAMES[colour]}" for colour in families if has(free_colours(s), colour)],
        families=[show_family(s, colour) for colour in families],
        levels=[f"level.{name}" for name in LEVEL_NAMES] if s.opt.pledges else [],
        howl=[s.box.howl_low, s.box.howl_high],
        years=[list(s.history[n : n + s.seats]) for n in range(0, len(s.history), s.seats)],
    )


def show_family(s: Traces, colour: int) -> show_types.FamilyShown:
    """A colour with the sexes of its wolves."""
    sexes = [sex_name(s, colour * LETTERS + letter) for letter in range(LETTERS)]
    return show_types.FamilyShown(place=f"colour.{COLOUR_NAMES[colour]}", sexes=sexes)


def show_pack(s: Traces) -> list[show_types.WolfShown]:
    """The wolves, highest rank first; `sex` is the column, `row` the line."""
    line_points = rank_points(s)
    order = list(ranking(s))
    taken = {row_of(s, wolf) for wolf in order}
    columns = max((row for row in taken if row < FLOOR_ROW), default=0) if s.opt.gaps != AT_ONCE else 0
    rows = sorted(taken | {row for row in range(columns) if row != BETA_ROW})
    return [show_wolf(s, wolf, rows.index(row_of(s, wolf)), line_points[wolf]) for wolf in order]


def role_of(s: Traces, wolf: int) -> str:
    """The role of a wolf: alpha, beta, omega, or "rank" for the others."""
    if wolf == s.omega:
        return "omega"
    if wolf in (alpha(s, MALE), alpha(s, FEMALE)):
        return "alpha"
    if sex_of(s, wolf) == MALE and row_of(s, wolf) == BETA_ROW:
        return "beta"
    return "rank"


def show_wolf(s: Traces, wolf: int, row: int, line_points: int) -> show_types.WolfShown:
    """One wolf of the pack, with the tokens that the view contains."""
    strength = s.strength[wolf]
    return show_types.WolfShown(
        place=wolf_place(wolf),
        owner=owner(s, wolf),
        colour=COLOUR_NAMES[colour_of(wolf)],
        letter=LETTER_NAMES[letter_of(wolf)],
        sex=sex_name(s, wolf),
        role=role_of(s, wolf),
        row=row,
        strength=strength,
        zone="green" if strength >= s.box.green_from else "yellow" if strength >= s.box.yellow_from else "red",
        renown=s.renown[wolf],
        points=line_points,
        tokens=[shown_token(s, wolf, phase) for phase in range(PHASES)],
    )


def shown_token(s: Traces, wolf: int, phase: int) -> int:
    """A token's value; 0 for none, negative if the seat cannot see it."""
    value = token(s, wolf, phase)
    return COVERED.get(value, value)


def show_prey(s: Traces, prey: int) -> show_types.PreyShown:
    """A kind of large prey that lies open."""
    return show_types.PreyShown(
        place=f"prey.{PREY_NAMES[prey]}",
        kind=PREY_NAMES[prey],
        copies=s.large[OPEN + prey],
        black=s.box.black[prey],
        green=s.box.green[prey],
        red=s.box.red[prey],
        food=s.box.food[prey],
        hunted=s.hunted == prey,
    )


def show_player(s: Traces, seat: int) -> show_types.PlayerShown:
    """A player, with the cards that the view contains."""
    pledge, voting, prey = pledge_of(s, seat), s.find(Ballot), s.find(LargePrey)
    ballot = NOBODY if prey is None else prey.ballots[seat]
    if voting is not None and voting.answers[seat] != NOBODY:
        ballot = voting.answers[seat]
    return show_types.PlayerShown(
        colour="" if s.colours[seat] == NOBODY else COLOUR_NAMES[s.colours[seat]],
        points=points(s, seat),
        rules={name: s.earned[seat * SOURCES + rule] for rule, name in RULES.items()},
        cards=[show_card(s, seat, wolf) for wolf in range(WOLVES) if has(wolves_of(s, seat), wolf)],
        held=hand_size(s, seat),
        pups=s.pups[seat],
        pledge="" if pledge == NOBODY else prey_name(pledge // LEVELS),
        effort="" if pledge == NOBODY else LEVEL_NAMES[pledge % LEVELS],
        ballot="abstain" if ballot == ABSTAIN else prey_name(ballot),
        ready=not has(s.to_act, seat),
    )


def show_card(s: Traces, seat: int, wolf: int) -> show_types.CardShown:
    """A card and where it is, as far as the seat knows."""
    known = sum(has(s.litter & wolves_of(s, seat), pup) for pup in range(WOLVES)) == s.pups[seat]
    if has(s.pack, wolf):
        where = "pack"
    elif has(s.litter, wolf):
        where = "litter"
    else:
        where = "hand" if known or not has(s.cradle, wolf) else "away"
    return show_types.CardShown(
        place=wolf_place(wolf), letter=LETTER_NAMES[letter_of(wolf)], sex=sex_name(s, wolf), where=where
    )


def show_board(s: Traces, seat: int) -> show_types.BoardShown:
    """The seat's own board and tokens."""
    placing = s.find(Placement)
    cell = NOBODY
    if placing is not None and has(placing.missing, seat):
        cell = next_cell(s, seat, placing.answers[seat])
    base = s.colours[seat] * LETTERS
    used = used_tokens(s, seat)
    return show_types.BoardShown(
        rows=[show_row(s, base + letter, letter, cell) for letter in range(LETTERS)],
        tokens=[
            show_types.TokenShown(
                place=f"token.{value}",
                value=value,
                spirals=s.box.spirals[value],
                free=not has(used, value),
            )
            for value in range(1, TOKENS + 1)
        ],
    )


def show_row(s: Traces, wolf: int, letter: int, now: int) -> show_types.RowShown:
    """One wolf's row; `rest` is the strength left after all tokens that are still to be turned."""
    playing = strength_at_placement(s, wolf) > 0
    costs = [s.box.spirals[token(s, wolf, phase)] for phase in range(PHASES)]
    return show_types.RowShown(
        letter=LETTER_NAMES[letter],
        wolf=wolf_place(wolf),
        sex=sex_name(s, wolf),
        playing=playing,
        strength=s.strength[wolf],
        cost=sum(costs),
        rest=s.strength[wolf] - sum(costs[s.revealed :]),
        cells=[
            show_types.CellShown(
                place=f"cell.{LETTER_NAMES[letter]}.{phase + 1}",
                phase=PHASE_NAMES[phase],
                token=shown_token(s, wolf, phase),
                open=playing and phase >= s.revealed and (phase != RAISING or pup_count(s) > 0),
                now=letter * PHASES + phase == now,
            )
            for phase in range(PHASES)
        ],
    )


def show_phase(s: Traces) -> show_types.PhaseShown | None:
    """The column being played, or the last one that was."""
    if s.revealed == 0 or (s.revealed == 1 and pup_count(s) == 0 and effort(s, RAISING) == 0):
        return None
    phase = s.revealed - 1
    total = effort(s, phase)
    needed = thresholds(s, phase)
    sexes = 2 if phase == FIGHTING else 3
    order = [wolf_place(wolf) for wolf in order_of_play(s, phase, sexes) if wolf != NOBODY]
    if phase == FIGHTING:
        order += [wolf_place(wolf) for wolf in order_of_play(s, phase, 1) if wolf != NOBODY]
    return show_types.PhaseShown(
        phase=PHASE_NAMES[phase],
        sum=total,
        boldest=wolf_place(boldest(s, phase)),
        order=order,
        needed=needed,
        outcome=outcome_of(phase, total, needed),
    )


def pup_thresholds(s: Traces, number: int) -> list[int]:
    """The sums that raise one pup, two pups, and so on."""
    return [s.box.pup_needs * n for n in range(1, number + 1)]


def thresholds(s: Traces, phase: int) -> list[int]:
    """The thresholds of a column's sum, lowest first."""
    if phase == RAISING:
        return pup_thresholds(s, pup_count(s))
    if phase == HUNTING and s.hunted != NOBODY:
        return [s.box.red[s.hunted], s.box.green[s.hunted], s.box.black[s.hunted]]
    return [s.box.howl_low, s.box.howl_high] if phase == HOWLING else []


def outcome_of(phase: int, total: int, needed: list[int]) -> str:
    """The outcome of a column's sum; "" where it has none."""
    if phase == HUNTING and needed:
        return ("escaped", "escaped_with_wound", "killed_at_cost", "killed")[sum(total >= n for n in needed)]
    if phase == HOWLING:
        return "low" if total < needed[0] else "high" if total > needed[1] else "even"
    return ""


def show_solitary_hunt(f: SolitaryHunt) -> show_types.SolitaryHuntShown:
    """The solitary hunt."""
    hunter = f.line[f.at] if f.at < WOLVES else NOBODY
    return show_types.SolitaryHuntShown(
        row=[f"game.{SMALL_PREY_NAMES[kind]}" for kind in range(SMALL) for _ in range(f.row[kind])],
        left=sum(f.left),
        hunter=wolf_place(hunter),
        caught={wolf_place(w): f"game.{SMALL_PREY_NAMES[f.catch_of(w) - 1]}" for w in range(WOLVES) if f.catch_of(w)},
    )


def show_fight(s: Traces) -> show_types.FightShown | None:
    """The rank fights."""
    fights, duel = s.find(RankFights), s.find(Duel)
    if fights is None:
        return None
    return show_types.FightShown(
        sex="female" if fights.sex == FEMALE else "male",
        attacker=wolf_place(fights.attacker),
        target=wolf_place(fights.target),
        order=[wolf_place(wolf) for wolf in fights.line if wolf != NOBODY],
        submitted=wolves_in(fights.submitted),
        duel=[] if duel is None else [show_fighter(s, duel, side) for side in (ATTACKER, DEFENDER)],
    )


def show_fighter(s: Traces, duel: Duel, side: int) -> show_types.FighterShown:
    """One side of a duel; cards are numbered 1 to 10."""
    return show_types.FighterShown(
        wolf=wolf_place(duel.wolves[side]),
        seat=duel.seats[side],
        score=duel.scores[side],
        start=token(s, duel.wolves[side], FIGHTING),
        held=duel.held[side],
        hand=[card + 1 for card in range(CARDS) if has(duel.hands[side], card)],
        played=[card + 1 for card in range(CARDS) if has(duel.played[side], card)],
        last=duel.last[side] + 1,
        ready=not has(duel.missing, duel.seats[side]),
    )


def show_answer(s: Traces, seat: int) -> list[str]:
    """The places of the seat's own sealed answer, while other answers are awaited."""
    sealed = s.find_any(Sealed)
    action = NOBODY if sealed is None or seat == NOBODY else sealed.sealed_action(seat)
    return [] if action == NOBODY else list(targets(s, seat, action))


def own_place(s: Traces, seat: int, letter: int) -> str:
    """The place id of the seat's card with this letter."""
    colour = NOBODY if seat == NOBODY else s.colours[seat]
    return f"letter.{LETTER_NAMES[letter]}" if colour == NOBODY else wolf_place(colour * LETTERS + letter)


def targets(s: Traces, seat: int, action: int) -> tuple[str, ...]:
    """The places that select an action, in order."""
    block = CODEC.kind(action).name
    fields = CODEC.fields(action)
    match block:
        case "colour":
            return (f"colour.{COLOUR_NAMES[fields[0]]}",)
        case "first" | "join":
            return (own_place(s, seat, fields[0]),)
        case "add" | "depart":
            chosen = [own_place(s, seat, letter) for letter in range(LETTERS) if has(fields[0], letter)]
            return (*chosen, "done") if chosen else ("nobody",)
        case "pledge":
            return (ballot_place(fields[0]), f"level.{LEVEL_NAMES[fields[1]]}")
        case "ballot" | "decide" | "drop":
            return (ballot_place(fields[0]),)
        case "place":
            value = f"token.{fields[2]}" if fields[2] else "empty"
            return (f"cell.{LETTER_NAMES[fields[0]]}.{fields[1] + 1}", value)
        case "catch":
            return (f"game.{SMALL_PREY_NAMES[fields[0]]}",)
        case "attack":
            return (wolf_place(fields[0]),)
        case "card":
            return (f"card.{fields[0] + 1}",)
        case "turn" | "prey" | "birth" | "game" | "wound" | "deal":
            return ()
        case _:
            return (block,)


def ballot_place(prey: int) -> str:
    """The place id of a prey, or of abstaining."""
    return "abstain" if prey == ABSTAIN else f"prey.{PREY_NAMES[prey]}"


def why_place(s: Traces, seat: int, place: str) -> Reason:
    """The reason why a token on the board, or a card without an animal, cannot be selected."""
    if s.find(SolitaryHunt) is not None and place.startswith("game."):
        return NO_ANIMAL
    used = used_tokens(s, seat)
    if s.find(Placement) is not None and place in [f"token.{n}" for n in range(1, TOKENS + 1) if has(used, n)]:
        return TOKEN_USED
    return OTHER_QUESTION
