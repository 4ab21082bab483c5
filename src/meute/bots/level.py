"""Levels that think differently where games do."""

from meute.bots.bot import Bot
from meute.core.chance import Generator
from meute.core.game import View


class Either:
    """One player for games that can be judged before their end, another for those that are played out in the mind."""

    def __init__(self, judging: Bot, playing_out: Bot) -> None:
        self.judging = judging
        self.playing_out = playing_out

    def choose(self, view: View, rng: Generator) -> int:
        judged = view.game.horizon(view.table.seats) > 0
        return (self.judging if judged else self.playing_out).choose(view, rng)
