"""From numbers to phrases: events, prompts, reasons and the names of things."""

from meute.core.frame import Frame
from meute.core.game import Reason, Saying
from meute.core.numbers import NOBODY, has
from meute.core.phrase import Phrase, phrase, thing
from meute.core.seats import BY_CHANCE, CHANCE
from meute.games.traces.box import COLOUR_NAMES, GAME_NAMES, LETTER_NAMES, PREY_NAMES
from meute.games.traces.notation import CODEC, LEVEL_NAMES, letters_text
from meute.games.traces.rules.actions import ABSTAIN
from meute.games.traces.rules.fights import CHALLENGE, Duel, RankFights
from meute.games.traces.rules.joining import Joining, Permission
from meute.games.traces.rules.marking import Departures, Marking
from meute.games.traces.rules.phases import Howling, PackHunt, Raising, SolitaryHunt
from meute.games.traces.rules.preparation import (
    Ballot,
    Births,
    LargePrey,
    Placement,
    Pledges,
    affordable,
    next_cell,
)
from meute.games.traces.rules.setup import FirstWolves, Setup
from meute.games.traces.state import (
    FEMALE,
    LETTERS,
    LEVELS,
    PHASES,
    RAISING,
    Traces,
    all_pups,
    colour_of,
    hand,
    letter_of,
    owner,
    sex_of,
    used_tokens,
    vigour,
)

EVENTS = (
    Saying("colour_taken", "colour"),
    Saying("first_sealed", secret="wolf"),
    Saying("one_sex"),
    Saying("wolf_turned", "wolf"),
    Saying("prey_turned", "prey"),
    Saying("pile_shuffled"),
    Saying("year_begins", "number"),
    Saying("litter", "number", "blue"),
    Saying("adds_pups", "number"),
    Saying("pups_sealed", secret="letters"),
    Saying("pledge_sealed", secret="pledge"),
    Saying("pledges", "ballot", "level"),
    Saying("ballot_sealed", secret="ballot"),
    Saying("votes", "prey"),
    Saying("abstains"),
    Saying("prey_voted", "prey"),
    Saying("no_majority"),
    Saying("prey_decided", "prey"),
    Saying("only_prey", "prey"),
    Saying("plan_sealed"),
    Saying("phase_begins", "phase"),
    Saying("shows", "wolf", "token", "number"),
    Saying("dies", "wolf"),
    Saying("new_alpha", "wolf"),
    Saying("raised", "sum", "number", "pups"),
    Saying("pup_dies", "wolf"),
    Saying("recognised", "wolf", "number"),
    Saying("enough_renown", "wolf"),
    Saying("rehabilitated", "wolf"),
    Saying("game_turned", "game"),
    Saying("catches", "wolf", "game", "number"),
    Saying("game_gone"),
    Saying("starves", "wolf", "number"),
    Saying("killed", "prey", "sum"),
    Saying("killed_at_cost", "prey", "sum"),
    Saying("escaped_with_wound", "prey", "sum"),
    Saying("escaped", "prey", "sum"),
    Saying("wounded", "wolf", "number"),
    Saying("pups_eat", "number"),
    Saying("eats", "wolf", "number"),
    Saying("excluded", "wolf"),
    Saying("howled", "sum"),
    Saying("prey_lost", "prey"),
    Saying("no_prey_left"),
    Saying("holds_back", "wolf"),
    Saying("attacks", "wolf", "rival"),
    Saying("faces", "wolf", "rival"),
    Saying("submits", "wolf", "rival"),
    Saying("cannot_fight", "wolf"),
    Saying("card_dealt", secret="card"),
    Saying("card_sealed", secret="card"),
    Saying("exchange", "card"),
    Saying("hit", "wolf", "number", "score"),
    Saying("broken", "wolf", "number"),
    Saying("wins", "wolf", "rival"),
    Saying("drawn", "wolf", "rival"),
    Saying("swaps", "wolf", "rival"),
    Saying("loses_renown", "wolf", "number"),
    Saying("falls", "wolf"),
    Saying("stands_in", "wolf"),
    Saying("scores_rank", "wolf", "number"),
    Saying("scores_renown", "wolf", "number"),
    Saying("ages", "wolf", "number"),
    Saying("pays_deaths", "number", "points"),
    Saying("pays_exclusions", "number", "points"),
    Saying("grows_up", "wolf"),
    Saying("departure_sealed", secret="letters"),
    Saying("leaves_in_pair", "wolf", "rival", "points"),
    Saying("leaves_alone", "wolf", "points"),
    Saying("stays", "wolf"),
    Saying("asks_to_join", "wolf"),
    Saying("stays_out"),
    Saying("permission_sealed", secret="verdict"),
    Saying("allows"),
    Saying("refuses"),
    Saying("joins", "wolf"),
    Saying("not_admitted", "wolf"),
    Saying("total", "points"),
    Saying("reaches_target", "points"),
    Saying("pack_dies_out"),
    Saying("no_renown", "wolf"),
)

ENDS = ("target", "extinct")
PHASE_NAMES = ("raising", "solitary", "hunting", "howling", "fighting")
VERDICTS = ("refuse", "allow")
MARKING_PHASE = "marking"
PREPARATION_PHASE = "preparation"

NOT_ASKED = Reason("why.not_your_turn", "Déroulement du jeu")
OTHER_QUESTION = Reason("why.other_question", "Déroulement du jeu")
COLOUR_TAKEN = Reason("traces.why.colour", "Préparation du jeu")
CARD_AWAY = Reason("traces.why.card_away", "1 - Naissance des petits")
WRONG_NUMBER = Reason("traces.why.number", "1 - Naissance des petits")
PREY_HIDDEN = Reason("traces.why.prey_hidden", "2 - Grandes proies")
OTHER_BOX = Reason("traces.why.other_box", "3 - Placement des pions action")
EMPTY_ROW = Reason("traces.why.empty_row", "3 - Placement des pions action")
NO_PUPS = Reason("traces.why.no_pups", "3 - Placement des pions action")
TOKEN_USED = Reason("traces.why.token_used", "3 - Placement des pions action")
TOO_DEAR = Reason("traces.why.too_dear", "Durée de vie")
NOT_IN_ROW = Reason("traces.why.not_in_row", "2 - Chasse en solitaire")
NO_PREY_TO_DROP = Reason("traces.why.prey_hidden", "4. Hurlements")
OWN_WOLF = Reason("traces.why.own_wolf", "5. Combats de rang")
OTHER_SEX = Reason("traces.why.other_sex", "5. Combats de rang")
NOT_ABOVE = Reason("traces.why.not_above", "5. Combats de rang")
NOT_IN_COLUMN = Reason("traces.why.not_in_column", "5. Combats de rang")
NOT_IN_HAND = Reason("why.not_in_hand", "5. Combats de rang")
NOT_YOUNG = Reason("traces.why.not_young", "Départ des jeunes loups")
NOT_HELD = Reason("traces.why.card_away", "Loups se joignant à la meute")


def word(meaning: str, number: int) -> Phrase:
    """The name of a thing of this game."""
    match meaning:
        case "wolf" | "rival":
            colour, letter = COLOUR_NAMES[colour_of(number)], LETTER_NAMES[letter_of(number)]
            return thing(f"wolf.{colour}.{letter}", f"traces.wolf.{colour}", letter=letter)
        case "colour":
            return thing(f"colour.{COLOUR_NAMES[number]}", f"traces.colour.{COLOUR_NAMES[number]}")
        case "prey" | "ballot" if number != ABSTAIN:
            return thing(f"prey.{PREY_NAMES[number]}", f"traces.prey.{PREY_NAMES[number]}")
        case "ballot":
            return thing("abstain", "traces.abstain")
        case "game":
            return thing(f"game.{GAME_NAMES[number]}", f"traces.game.{GAME_NAMES[number]}")
        case "level":
            return thing(f"level.{LEVEL_NAMES[number]}", f"traces.level.{LEVEL_NAMES[number]}")
        case "pledge":
            prey, level = divmod(number, LEVELS)
            return phrase("traces.pledge", ballot=word("ballot", prey), level=word("level", level))
        case "phase":
            return thing(f"phase.{PHASE_NAMES[number]}", f"traces.phase.{PHASE_NAMES[number]}")
        case "letter":
            return phrase("number", number=LETTER_NAMES[number])
        case "letters":
            return phrase("number", number=letters_text(number)) if number else phrase("traces.none")
        case "token":
            return thing(f"token.{number}", "number", number=number) if number else phrase("traces.none")
        case "card":
            return thing(f"card.{number + 1}", "number", number=number + 1)
        case "verdict":
            return phrase(f"traces.verdict.{VERDICTS[number]}")
        case _:
            return phrase("number", number=number)


def place_name(place: str) -> Phrase | None:
    """The spoken name of a place that lights up."""
    kind, _, rest = place.partition(".")
    match kind:
        case "wolf":
            colour, _, letter = rest.partition(".")
            return phrase(f"traces.wolf.{colour}", letter=letter)
        case "cell":
            letter, _, number = rest.partition(".")
            return phrase("traces.place.cell", letter=letter, phase=word("phase", int(number) - 1))
        case "prey" | "game" | "level" | "colour":
            return phrase(f"traces.{kind}.{rest}")
        case "token":
            return phrase("traces.place.token", number=rest)
        case "empty" | "done" | "abstain":
            return phrase(f"traces.place.{kind}")
        case _:
            return None


def frames_of(s: Traces) -> list[Frame]:
    """The stack, top first."""
    found = []
    frame = s.top
    while frame is not None:
        found.append(frame)
        frame = frame.under
    return found


def phase_now(s: Traces) -> str:
    """The phase of the year's wheel: preparation, one of the five, marking, or "" before and after."""
    for frame in frames_of(s):
        if isinstance(frame, Raising | SolitaryHunt | PackHunt | Howling | RankFights):
            return PHASE_NAMES[s.revealed - 1]
        if isinstance(frame, Marking | Departures):
            return MARKING_PHASE
        if isinstance(frame, Births | LargePrey | Placement):
            return PREPARATION_PHASE
    if s.top is None or s.year == 0:
        return ""
    return PHASE_NAMES[s.revealed - 1] if s.revealed else PREPARATION_PHASE


def progress(s: Traces) -> Phrase | None:
    """The year and its phase."""
    phase = phase_now(s)
    return phrase("traces.progress", year=s.year, phase=phrase(f"traces.phase.{phase}")) if phase else None


def prompt(s: Traces, seat: int) -> Phrase:
    """What the seat is asked, or what it waits for."""
    top = s.top
    if top is None:
        return phrase("prompt.over")
    if s.asked == BY_CHANCE:
        return phrase("prompt.chance")
    if seat in (NOBODY, CHANCE) or not has(s.asked, seat):
        return phrase("prompt.wait")
    match top:
        case Births():
            return phrase("traces.prompt.births", number=top.due[seat])
        case Placement():
            cell = next_cell(s, seat, top.answers[seat])
            wolf = word("wolf", s.colours[seat] * LETTERS + cell // PHASES)
            return phrase("traces.prompt.placement", wolf=wolf, phase=word("phase", cell % PHASES))
        case SolitaryHunt():
            return phrase("traces.prompt.solitary", wolf=word("wolf", top.line[top.at]))
        case RankFights() if top.step == CHALLENGE:
            return phrase("traces.prompt.attack", wolf=word("wolf", top.attacker))
        case RankFights():
            return phrase("traces.prompt.respond", wolf=word("wolf", top.target), rival=word("wolf", top.attacker))
        case Duel():
            side = top.side(seat)
            return phrase("traces.prompt.duel", score=top.scores[side], other=top.scores[1 - side])
        case Permission():
            under = top.under
            assert isinstance(under, Joining)
            return phrase("traces.prompt.permission", wolf=word("wolf", under.wolf))
        case _:
            return phrase(f"traces.prompt.{PLAIN_PROMPTS[type(top).__name__]}")


PLAIN_PROMPTS = {
    Setup.__name__: "colours",
    FirstWolves.__name__: "first",
    LargePrey.__name__: "decide",
    Pledges.__name__: "pledges",
    Ballot.__name__: "ballot",
    Howling.__name__: "drop",
    Departures.__name__: "departures",
    Joining.__name__: "join",
}


def why(s: Traces, seat: int, action: int) -> Reason:
    """Why an action that is not among the seat's options may not be done."""
    top = s.top
    if top is None or not has(s.asked, seat):
        return NOT_ASKED
    block = CODEC.block(action).name
    fields = CODEC.fields(action)
    match top, block:
        case Setup(), "colour":
            return COLOUR_TAKEN
        case Births(), "add":
            letters = hand(s, seat) >> (s.colours[seat] * LETTERS)
            return CARD_AWAY if fields[0] & ~letters else WRONG_NUMBER
        case (Pledges(), "pledge") | (Ballot(), "ballot") | (LargePrey(), "decide"):
            return PREY_HIDDEN
        case Placement(), "place":
            return why_not_placed(s, top, seat, fields)
        case SolitaryHunt(), "catch":
            return NOT_IN_ROW
        case Howling(), "drop":
            return NO_PREY_TO_DROP
        case RankFights(), "attack" if top.step == CHALLENGE:
            return why_not_attacked(s, top, seat, fields[0])
        case Duel(), "card":
            return NOT_IN_HAND
        case Departures(), "depart":
            return NOT_YOUNG
        case Joining(), "join":
            return NOT_HELD
        case _:
            return OTHER_QUESTION


def why_not_placed(s: Traces, top: Placement, seat: int, fields: tuple[int, ...]) -> Reason:
    """Why a token may not lie there."""
    letter, phase, value = fields
    wolf = s.colours[seat] * LETTERS + letter
    if vigour(s, wolf) == 0:
        return EMPTY_ROW
    if phase == RAISING and all_pups(s) == 0:
        return NO_PUPS
    if has(used_tokens(s, seat), value):
        return TOKEN_USED
    if letter * PHASES + phase != next_cell(s, seat, top.answers[seat]):
        return OTHER_BOX
    assert s.opt.life_span
    assert not has(affordable(s, wolf), value)
    return TOO_DEAR


def why_not_attacked(s: Traces, top: RankFights, seat: int, wolf: int) -> Reason:
    """Why a wolf may not be attacked."""
    if owner(s, wolf) == seat:
        return OWN_WOLF
    if not has(s.pack, wolf) or wolf == s.omega:
        return NOT_IN_COLUMN
    if sex_of(s, wolf) != top.sex:
        return OTHER_SEX
    assert top.sex != FEMALE
    return NOT_ABOVE
