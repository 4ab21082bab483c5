"""From numbers to phrases: the names of things and of places on the page."""

from meute.core.phrase import Phrase, phrase, thing
from meute.games.aventure.names import CARD_NAMES, GOAL_NAMES, ICON_NAMES, POWER_NAMES, cell_text, line_text
from meute.games.aventure.options import PERMANENT_NAMES
from meute.games.aventure.state import GOALS, Aventure, is_goal, top_of_deck


def word(meaning: str, number: int) -> Phrase:
    """The name of a thing of this game."""
    match meaning:
        case "face" | "with_face":
            return word("goal" if is_goal(number) else "story", number)
        case "story":
            return named("story", CARD_NAMES[number % GOALS])
        case "goal":
            return named("goal", GOAL_NAMES[number % GOALS])
        case "permanent":
            return named("permanent", PERMANENT_NAMES[number])
        case "power":
            return named("power", POWER_NAMES[number])
        case "icon":
            return named("icon", ICON_NAMES[number])
        case "cell" | "with_cell":
            return phrase("aventure.cell", cell=cell_text(number))
        case "line":
            return phrase("aventure.line", line=line_text(number)[3:])
        case "way":
            return phrase(f"aventure.way.{number}")
        case _:
            return phrase("number", number=number)


def named(kind: str, name: str) -> Phrase:
    """A thing that the catalogue knows by the name of its card or icon."""
    return thing(f"{kind}.{name}", f"aventure.{kind}.{name}")


def place_name(s: Aventure, seat: int, place: str) -> Phrase | None:
    """What a place that lights up is called: a card by its name, a line by its letter or number."""
    kind, *rest = place.split(".")
    if kind == "market":
        return word("face", s.market[int(rest[0])])
    if kind == "deck" and rest:
        return word("goal" if rest[1:] == ["goal"] else "story", top_of_deck(s)[int(rest[0])])
    if kind == "line":
        return phrase(f"aventure.place.{rest[0][:3]}", line=rest[0][3:])
    if kind == "way":
        return phrase(f"aventure.place.{place}")
    return None


def progress(s: Aventure) -> None:
    """Nothing: the page counts the turns by the cards that lie."""
