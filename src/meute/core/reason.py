"""`Reason`: why an action is illegal."""

from typing import Final


class Reason:
    """Why an action is illegal: a catalogue key and a rulebook heading; for the heading "", `Game.turn_heading` is
    used."""

    def __init__(self, key: str, heading: str = "") -> None:
        self.key = key
        self.heading = heading


GAME_OVER: Final = Reason("prompt.over")
CHANCE_FIRST: Final = Reason("prompt.chance")
NOT_YOUR_TURN: Final = Reason("why.not_your_turn")
OTHER_QUESTION: Final = Reason("why.other_question")
