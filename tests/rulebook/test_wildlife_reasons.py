"""Wildlife: the reasons that the page gives for what cannot be chosen, each under its own heading."""

from helpers.wildlife_table import NAMES, Player, play, position, table, turn

from meute.core.chance import ScriptedChance
from meute.match import Match
from meute.server.table.scene import why_sent

COURSE = "DEROULEMENT DE LA PARTIE"
CARDS = "LES CARTES « WILDLIFE »"
MOVING = "DEPLACEMENT"
PLACING = "PLACEMENT INITIAL"
ABILITIES = "ACTIONS DES CARTES « CAPACITE »"


def pressed(match: Match, *places: str) -> tuple[str, str]:
    """What the page says when the seat that is asked presses these places in a row."""
    (seat,) = match.seats_to_act()
    sent = why_sent(match, seat, list(places))
    return sent.phrase.key.removeprefix("wildlife.why."), sent.heading


def turn_of(species: str, cells: str, laid: str = "S3", others: str = "G4", **more: dict[str, int]) -> Match:
    """A turn with some cards laid out; the bear has one piece in the forest."""
    players = (Player(species, cells, **more), Player("eagle", others), Player("bear", "D4"))  # type: ignore[arg-type]
    return table(position(*players, frames=turn(laid=laid), on_table=laid))


def test_placement_initial() -> None:
    chance = ScriptedChance(["board:human", "board:bear", *["deal:savanna"] * 10, *["deal:mountain"] * 10])
    match = Match("wildlife", NAMES[:2], seed=None, chance=chance)
    play(match, "C4")
    assert pressed(match, "cell.C4") == ("occupied", PLACING)
    assert pressed(match, "cell.E6") == ("no_level", PLACING)
    play(match, "D4", "B4", "D3")
    assert pressed(match, "cell.E3") == ("share", PLACING)


def test_deplacement() -> None:
    match = turn_of("human", "H5 H6")
    assert pressed(match, "cell.G4") == ("not_yours", MOVING)
    assert pressed(match, "cell.A7") == ("not_yours", MOVING)
    play(match, "H5^")
    assert pressed(match, "cell.H6") == ("occupied", MOVING)
    assert pressed(match, "cell.H7") == ("no_level", MOVING)
    assert pressed(match, "cell.A7") == ("too_far", MOVING)


def test_carte_terrain() -> None:
    match = turn_of("human", "H5 C4", others="J5")
    play(match, "use:savanna")
    assert pressed(match, "cell.J5") == ("not_full", CARDS)
    assert pressed(match, "cell.C4") == ("cannot_move", CARDS)
    assert pressed(match, "cell.D4") == ("other_terrain", CARDS)
    assert pressed(match, "cell.D5") == ("other_terrain", CARDS)


def test_carte_terrain_qui_ne_permet_que_le_deplacement() -> None:
    match = turn_of("human", "C5 H5", laid="F3")
    play(match, "use:forest")
    assert pressed(match, "cell.C4") == ("cannot_place", "TABLEAUX DES ESPECES")
    play(match, "C5^")
    assert pressed(match, "cell.B5") == ("other_terrain", CARDS)


def test_roue() -> None:
    match = turn_of("human", "H5", laid="R3")
    play(match, "use:wheel")
    assert pressed(match, "level.1.savanna") == ("top_level", CARDS)


def test_epidemie() -> None:
    players = (Player("human", "H5"), Player("eagle", "G4 G5"), Player("bear", "D4"))
    match = table(position(*players, frames=turn(laid="E2S"), on_table="E2S"))
    play(match, "use:epidemic")
    assert pressed(match, "cell.H5") == ("not_yours", CARDS)


def test_mobilite() -> None:
    match = turn_of("human", "H5 H6", abilities={"mobility": 1})
    play(match, "mobility")
    assert pressed(match, "cell.G4") == ("not_yours", ABILITIES)
    play(match, "H5^")
    assert pressed(match, "cell.H6") == ("own_piece", ABILITIES)
    assert pressed(match, "cell.D1") == ("no_level", ABILITIES)


def test_attaque() -> None:
    match = turn_of("human", "H5", abilities={"attack": 1})
    play(match, "attack")
    assert pressed(match, "cell.H5") == ("no_enemy", ABILITIES)
    assert pressed(match, "cell.G4") == ("cannot_attack", ABILITIES)
    assert pressed(match, "cell.C4") == ("cannot_attack", ABILITIES)


def test_vendre_une_carte() -> None:
    match = turn_of("human", "H5")
    play(match, "sell:savanna", "bid:5")
    assert pressed(match, "bid.4") == ("too_low", "VENDRE UNE CARTE")
    assert pressed(match, "cell.D4") == ("why.other_question", COURSE)


def test_variantes_especes_aux_encheres() -> None:
    match = Match("wildlife", NAMES[:3], {"species_auction": "yes"}, seed=3)
    play(match, "bid:4")
    assert pressed(match, "bid.3") == ("too_low", "VARIANTES")
    assert pressed(match, "bid.13") == ("no_purse", "VARIANTES")
