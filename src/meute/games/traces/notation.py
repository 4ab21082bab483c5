"""Text of actions and positions.

An action: `B1=14` lays token 14 on wolf B's box for phase 1, `vote:caribou` is a ballot, `attack:vA` challenges the
green A, `card:7` is a combat card, `leave:AC` sends two young wolves away. A position is lines of labelled words: the
table, the players' colours, both columns with `wolf:strength/renown`, the omega, the pups, the boards, the prey, the
points and the stack of frames; `?` stands for what a seat cannot see, `x` for a token that it sees face down.
"""

from collections.abc import Mapping, Sequence

from meute.core.box import Table
from meute.core.codec import Block, Codec
from meute.core.errors import BadInput
from meute.core.numbers import NOBODY, append, bit, has, i64, vec
from meute.core.options import settle_options
from meute.core.position import read_frames, write_frames
from meute.games.traces.box import COLOUR_NAMES, GAME_NAMES, LETTER_NAMES, PREY_NAMES
from meute.games.traces.rules.actions import (
    ABSTAIN,
    ADD,
    ALLOW,
    ATTACK,
    BALLOT,
    BIRTH,
    CARD,
    CATCH,
    COLOUR,
    DEAL,
    DECIDE,
    DEPART,
    DROP,
    FIGHT,
    FIRST,
    GAME,
    JOIN,
    PASS,
    PLACE,
    PLEDGE,
    PREY,
    REFUSE,
    SETS,
    STAY_OUT,
    SUBMIT,
    TURN,
    VALUES,
    WOUND,
)
from meute.games.traces.rules.preparation import PLEDGE_BITS
from meute.games.traces.rules.setup import FRAMES
from meute.games.traces.state import (
    ANIMALS,
    CARDS,
    COLOURS,
    DIGIT,
    DISCARD,
    FACE_DOWN,
    FEMALE,
    HIDDEN,
    LARGE,
    LETTERS,
    LEVELS,
    LONGEST,
    MALE,
    OPEN,
    PHASES,
    PILE,
    RULES,
    SMALL,
    TOKENS,
    VIGOUR,
    WOLVES,
    Traces,
    colour_of,
    letter_of,
    owner,
    sex_of,
    token,
    vigour,
    wolves_of,
)
from meute.games.traces.table import OPTIONS, RULES_VERSION, empty_table

COLOUR_LETTERS = "vbnjog"
LEVEL_NAMES = ("none", "low", "middle", "high")
END_NAMES = ("target", "extinct")
NOTHING = "-"
UNKNOWN = "?"
UPSIDE_DOWN = "x"
assert all(name.startswith(letter) for name, letter in zip(COLOUR_NAMES, COLOUR_LETTERS, strict=True))
assert len(LEVEL_NAMES) == LEVELS


def wolf_text(wolf: int) -> str:
    """vA: the green A."""
    return f"{COLOUR_LETTERS[colour_of(wolf)]}{LETTER_NAMES[letter_of(wolf)]}"


def letters_text(letters: int) -> str:
    """AC: the letters of a set."""
    return "".join(name for n, name in enumerate(LETTER_NAMES) if has(letters, n)) or NOTHING


def prey_text(prey: int) -> str:
    """A large prey by name; `-` for none."""
    return NOTHING if prey in (NOBODY, ABSTAIN) else PREY_NAMES[prey]


WORDS = {
    "pass": "pass",
    "fight": "fight",
    "submit": "submit",
    "stay_out": "stay_out",
    "refuse": "refuse",
    "allow": "allow",
}
SPELLINGS = {"decide": "hunt", "ballot": "vote", "depart": "leave"}


def write_action(block: str, fields: tuple[int, ...]) -> str:
    """The text of an action."""
    if block in WORDS:
        return WORDS[block]
    match block:
        case "place":
            return f"{LETTER_NAMES[fields[0]]}{fields[1] + 1}={fields[2] or NOTHING}"
        case "pledge":
            return f"pledge:{prey_text(fields[0])}/{LEVEL_NAMES[fields[1]]}"
        case "colour":
            value = COLOUR_NAMES[fields[0]]
        case "first" | "join":
            value = LETTER_NAMES[fields[0]]
        case "turn" | "attack":
            value = wolf_text(fields[0])
        case "prey" | "ballot" | "decide" | "drop":
            value = prey_text(fields[0])
        case "game" | "catch":
            value = GAME_NAMES[fields[0]]
        case "add" | "depart":
            value = letters_text(fields[0])
        case _:
            value = str(fields[0] + 1)
    return f"{SPELLINGS.get(block, block)}:{value}"


CODEC = Codec(
    (
        Block("colour", COLOUR, ("colour", COLOURS)),
        Block("first", FIRST, ("letter", LETTERS)),
        Block("turn", TURN, ("wolf", WOLVES)),
        Block("prey", PREY, ("prey", LARGE)),
        Block("birth", BIRTH, ("card", CARDS)),
        Block("add", ADD, ("letters", SETS)),
        Block("pledge", PLEDGE, ("ballot", LARGE + 1), ("level", LEVELS)),
        Block("ballot", BALLOT, ("ballot", LARGE + 1)),
        Block("decide", DECIDE, ("prey", LARGE)),
        Block("place", PLACE, ("letter", LETTERS), ("phase", PHASES), ("token", VALUES)),
        Block("game", GAME, ("game", SMALL)),
        Block("catch", CATCH, ("game", ANIMALS)),
        Block("wound", WOUND, ("card", CARDS)),
        Block("drop", DROP, ("prey", LARGE)),
        Block("attack", ATTACK, ("wolf", WOLVES)),
        Block("pass", PASS),
        Block("fight", FIGHT),
        Block("submit", SUBMIT),
        Block("deal", DEAL, ("card", CARDS)),
        Block("card", CARD, ("card", CARDS)),
        Block("depart", DEPART, ("letters", SETS)),
        Block("join", JOIN, ("letter", LETTERS)),
        Block("stay_out", STAY_OUT),
        Block("refuse", REFUSE),
        Block("allow", ALLOW),
    ),
    write_action,
)


def listed(parts: Sequence[str]) -> str:
    """Parts between commas; `-` for none."""
    return ",".join(parts) or NOTHING


def write_wolf(s: Traces, wolf: int) -> str:
    """vA:9/3: the green A with strength 9 and three tokens of renown."""
    return f"{wolf_text(wolf)}:{s.strength[wolf]}/{s.renown[wolf]}"


def write_column(s: Traces, sex: int) -> str:
    """One column, best first."""
    return listed([write_wolf(s, s.column[sex * LONGEST + k]) for k in range(s.size[sex])])


def write_litter(s: Traces) -> str:
    """The pups: cards that are known, and for each colour how many are not."""
    parts = [wolf_text(wolf) for wolf in range(WOLVES) if has(s.litter, wolf)]
    for seat in range(s.seats):
        if s.colours[seat] != NOBODY:
            known = sum(has(s.litter & wolves_of(s, seat), wolf) for wolf in range(WOLVES))
            if known < s.pups[seat]:
                parts.append(f"{COLOUR_LETTERS[s.colours[seat]]}{UNKNOWN}{s.pups[seat] - known}")
    return listed(parts)


def write_row(s: Traces, wolf: int) -> str:
    """vA:14.9.-.?.11/10: a wolf's row, and its strength when the tokens were placed."""
    boxes = [token_text(token(s, wolf, phase)) for phase in range(PHASES)]
    return f"{wolf_text(wolf)}:{'.'.join(boxes)}/{vigour(s, wolf)}"


COVERED = {0: NOTHING, HIDDEN: UNKNOWN, FACE_DOWN: UPSIDE_DOWN}
"""What a box may hold other than a token that is seen."""


def token_text(value: int) -> str:
    """A token, or how it is covered."""
    return COVERED.get(value) or str(value)


def write_prey(s: Traces, zone: int) -> str:
    """Large prey in one place, each kind as often as it lies there."""
    return listed([PREY_NAMES[prey] for prey in range(LARGE) for _ in range(s.large[zone + prey])])


def write_pledge(s: Traces, seat: int) -> str:
    """What a seat pledged."""
    pledge = ((s.pledges >> (seat * PLEDGE_BITS)) & (2**PLEDGE_BITS - 1)) - 1
    return NOTHING if pledge < 0 else f"{prey_text(pledge // LEVELS)}/{LEVEL_NAMES[pledge % LEVELS]}"


def write_score(s: Traces, seat: int) -> str:
    """A seat's points by rule."""
    return ":".join(str(s.earned[seat * RULES + rule]) for rule in range(RULES))


def write_position(s: Traces) -> str:
    """The whole table."""
    seats = range(s.seats)
    present = "".join(str(seat + 1) for seat in seats if has(s.present, seat)) or NOTHING
    ended = NOTHING if s.ended == NOBODY else END_NAMES[s.ended]
    floor = NOTHING if s.floor == NOBODY else wolf_text(s.floor)
    colours = [NOTHING if s.colours[seat] == NOBODY else COLOUR_NAMES[s.colours[seat]] for seat in seats]
    years = len(s.history) // s.seats
    return "\n".join(
        (
            f"table {s.seats} {s.year} {s.revealed} {prey_text(s.hunted)} {floor} {present} {ended}",
            f"colours {' '.join(colours)}",
            f"males {write_column(s, MALE)}",
            f"females {write_column(s, FEMALE)}",
            f"omega {NOTHING if s.omega == NOBODY else write_wolf(s, s.omega)}",
            f"litter {write_litter(s)}",
            f"cradle {listed([wolf_text(wolf) for wolf in range(WOLVES) if has(s.cradle, wolf)])}",
            f"plan {listed([write_row(s, wolf) for wolf in range(WOLVES) if s.plan[wolf]])}",
            f"prey {write_prey(s, OPEN)} {write_prey(s, PILE)} {write_prey(s, DISCARD)}",
            f"score {' '.join(write_score(s, seat) for seat in seats)}",
            f"lost {' '.join(f'{s.lost[seat * 2]}/{s.lost[seat * 2 + 1]}' for seat in seats)}",
            f"history {listed([':'.join(str(s.history[y * s.seats + n]) for n in seats) for y in range(years)])}",
            f"pledges {' '.join(write_pledge(s, seat) for seat in seats)}",
            f"frames {write_frames(s)}",
        )
    )


class Reader:
    """Reads a position word by word and says at which field it stumbles."""

    def __init__(self, text: str) -> None:
        head, _, self.frames = text.partition("frames")
        self.words = head.split()
        self.at = 0

    def word(self, field: str) -> str:
        """The next word."""
        if self.at == len(self.words):
            raise BadInput("error.position_short", field)
        self.at += 1
        return self.words[self.at - 1]

    def label(self, expected: str) -> None:
        """The next word, which must be this one."""
        word = self.word(expected)
        if word != expected:
            raise BadInput("error.position_label", expected, text=word)

    def parts(self, field: str) -> list[str]:
        """A word of parts between commas."""
        word = self.word(field)
        return [] if word == NOTHING else word.split(",")

    def number(self, field: str, low: int, high: int) -> int:
        """A whole number within limits."""
        return number(field, self.word(field), low, high)

    def name(self, field: str, names: Sequence[str]) -> int:
        """One of these names as its number; NOBODY for `-`."""
        return name(field, self.word(field), names)

    def done(self) -> None:
        """Nothing may follow."""
        if self.at != len(self.words):
            raise BadInput("error.position_long", "position", text=self.words[self.at])


def number(field: str, text: str, low: int, high: int) -> int:
    """A whole number within limits."""
    if not text.lstrip("-").isdigit() or not low <= int(text) <= high:
        raise BadInput("error.position_number", field, text=text, low=low, high=high)
    return int(text)


def name(field: str, text: str, names: Sequence[str]) -> int:
    """One of these names as its number; NOBODY for `-`."""
    if text == NOTHING:
        return NOBODY
    if text not in names:
        raise BadInput("traces.error.position_name", field, text=text, known=", ".join(names))
    return names.index(text)


WOLF_NAMES = tuple(wolf_text(wolf) for wolf in range(WOLVES))
MOST_POINTS = 9999
MOST_YEARS = 999


def read_position(text: str, options: Mapping[str, str], box: Table) -> Traces:
    """The table that a text describes; refuses what cannot lie there."""
    reader = Reader(text)
    reader.label("table")
    s = empty_table(reader.number("table.seats", 3, COLOURS), settle_options(OPTIONS, options, RULES_VERSION), box)
    s.year = reader.number("table.year", 0, MOST_YEARS)
    s.revealed = reader.number("table.revealed", 0, PHASES)
    s.hunted = reader.name("table.hunted", PREY_NAMES)
    s.floor = reader.name("table.floor", WOLF_NAMES)
    for seat in reader.word("table.present").replace(NOTHING, ""):
        s.present |= bit(number("table.present", seat, 1, s.seats) - 1)
    s.ended = reader.name("table.ended", END_NAMES)
    read_colours(reader, s)
    for sex, label in ((MALE, "males"), (FEMALE, "females")):
        reader.label(label)
        for part in reader.parts(label):
            read_column_wolf(s, sex, label, part)
    reader.label("omega")
    for part in reader.parts("omega"):
        s.omega = read_wolf(s, "omega", part)
    read_litter(reader, s)
    reader.label("plan")
    for part in reader.parts("plan"):
        read_row(s, part)
    read_prey(reader, s)
    read_points(reader, s)
    reader.done()
    read_frames(s, reader.frames, FRAMES)
    s.settle()
    return s


def read_colours(reader: Reader, s: Traces) -> None:
    """Who plays what."""
    reader.label("colours")
    for seat in range(s.seats):
        colour = reader.name(f"colours.{seat + 1}", COLOUR_NAMES)
        if colour != NOBODY:
            if s.owners[colour] != NOBODY:
                raise BadInput("traces.error.position_twice", f"colours.{seat + 1}", text=COLOUR_NAMES[colour])
            s.colours[seat] = colour
            s.owners[colour] = seat


def read_card(s: Traces, field: str, text: str) -> int:
    """A wolf that somebody plays."""
    wolf = name(field, text, WOLF_NAMES)
    if wolf == NOBODY or owner(s, wolf) == NOBODY:
        raise BadInput("traces.error.position_nobody", field, text=text)
    return wolf


def read_wolf(s: Traces, field: str, text: str) -> int:
    """A wolf of the pack with its strength and renown."""
    card, _, numbers = text.partition(":")
    wolf = read_card(s, field, card)
    if has(s.pack, wolf):
        raise BadInput("traces.error.position_twice", field, text=card)
    strength, _, renown = numbers.partition("/")
    s.strength[wolf] = number(f"{field}.{card}.strength", strength, 1, s.box.most_strength)
    s.renown[wolf] = number(f"{field}.{card}.renown", renown, 0, s.box.most_renown)
    s.pack |= bit(wolf)
    return wolf


def read_column_wolf(s: Traces, sex: int, field: str, text: str) -> None:
    """The next wolf of a column."""
    wolf = read_wolf(s, field, text)
    if sex_of(s, wolf) != sex:
        raise BadInput("traces.error.position_sex", field, text=wolf_text(wolf))
    s.column[sex * LONGEST + s.size[sex]] = wolf
    s.size[sex] += 1


def read_litter(reader: Reader, s: Traces) -> None:
    """The pups, and the cards that may be among them."""
    reader.label("litter")
    for part in reader.parts("litter"):
        colour, unknown, many = part.partition(UNKNOWN)
        if unknown:
            seat = s.owners[name("litter", colour, COLOUR_LETTERS)]
            s.pups[seat] += number("litter", many, 1, LETTERS)
            continue
        wolf = read_card(s, "litter", part)
        if has(s.pack | s.litter, wolf):
            raise BadInput("traces.error.position_twice", "litter", text=part)
        s.litter |= bit(wolf)
        s.pups[owner(s, wolf)] += 1
    reader.label("cradle")
    for part in reader.parts("cradle"):
        s.cradle |= bit(read_card(s, "cradle", part))
    if s.litter & ~s.cradle:
        raise BadInput("traces.error.position_cradle", "cradle")


def read_row(s: Traces, text: str) -> None:
    """A wolf's row of tokens."""
    card, _, rest = text.partition(":")
    field = f"plan.{card}"
    wolf = read_card(s, "plan", card)
    boxes, _, strength = rest.partition("/")
    tokens = boxes.split(".")
    if len(tokens) != PHASES:
        raise BadInput("error.length", field, length=PHASES)
    row = number(f"{field}.strength", strength, 0, s.box.most_strength) * 2**VIGOUR
    colour = colour_of(wolf) * LETTERS
    used = {token(s, other, phase) for other in range(colour, colour + LETTERS) for phase in range(PHASES)}
    for phase, text in enumerate(tokens):
        covered = [value for value, sign in COVERED.items() if sign == text]
        value = covered[0] if covered else number(field, text, 1, TOKENS)
        if not covered and value in used:
            raise BadInput("traces.error.position_twice", field, text=value)
        used.add(value)
        row |= value * 2 ** (phase * DIGIT)
    s.plan[wolf] = row


def read_prey(reader: Reader, s: Traces) -> None:
    """Large prey: open, in the pile, discarded."""
    reader.label("prey")
    for zone, field in ((OPEN, "open"), (PILE, "pile"), (DISCARD, "discard")):
        for part in reader.parts(f"prey.{field}"):
            prey = name(f"prey.{field}", part, PREY_NAMES)
            s.large[zone + prey] += 1
    for prey in range(LARGE):
        if s.large[OPEN + prey] + s.large[PILE + prey] + s.large[DISCARD + prey] != s.box.copies[prey]:
            raise BadInput("traces.error.position_prey", PREY_NAMES[prey], copies=s.box.copies[prey])


def read_points(reader: Reader, s: Traces) -> None:
    """Points, this year's losses, the years' totals and what was pledged."""
    reader.label("score")
    for seat in range(s.seats):
        fill(s.earned, seat * RULES, reader.word(f"score.{seat + 1}").split(":"), f"score.{seat + 1}", RULES)
    reader.label("lost")
    for seat in range(s.seats):
        fill(s.lost, seat * 2, reader.word(f"lost.{seat + 1}").split("/"), f"lost.{seat + 1}", 2)
    reader.label("history")
    for year, part in enumerate(reader.parts("history"), start=1):
        totals = part.split(":")
        if len(totals) != s.seats:
            raise BadInput("error.length", f"history.{year}", length=s.seats)
        for text in totals:
            s.history = append(s.history, number(f"history.{year}", text, -MOST_POINTS, MOST_POINTS))
    reader.label("pledges")
    for seat in range(s.seats):
        field = f"pledges.{seat + 1}"
        word = reader.word(field)
        if word != NOTHING:
            prey, _, level = word.partition("/")
            named = name(field, prey, PREY_NAMES)
            pledge = (ABSTAIN if named == NOBODY else named) * LEVELS + name(field, level, LEVEL_NAMES)
            s.pledges |= (pledge + 1) * 2 ** (seat * PLEDGE_BITS)


def fill(vector: vec[i64], start: int, texts: Sequence[str], field: str, length: int) -> None:
    """Writes numbers into a vector from a place on."""
    if len(texts) != length:
        raise BadInput("error.length", field, length=length)
    for k, text in enumerate(texts):
        vector[start + k] = number(field, text, -MOST_POINTS, MOST_POINTS)
