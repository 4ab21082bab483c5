"""Why something may not be done."""

from typing import Final


class Reason:
    """A sentence, and the rulebook heading it stands under; without one, the heading of the game's course."""

    def __init__(self, key: str, heading: str = "") -> None:
        self.key = key
        self.heading = heading


GAME_OVER: Final = Reason("prompt.over")
CHANCE_FIRST: Final = Reason("prompt.chance")
NOT_YOUR_TURN: Final = Reason("why.not_your_turn")
OTHER_QUESTION: Final = Reason("why.other_question")
