"""Levels that think differently where games do."""

from meute.bots.bot import Bot, Wanted
from meute.bots.thinker import unlearned
from meute.core.chance import Generator
from meute.core.game import View
from meute.core.learned import minded


class Either:
    """One player for games that can be judged before their end, another for those that are played out in the mind."""

    def __init__(self, judging: Bot, playing_out: Bot) -> None:
        self.judging = judging
        self.playing_out = playing_out

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        judged = view.game.horizon(view.state.seats) > 0
        return (self.judging if judged else self.playing_out).choose(view, rng, wanted)


class Caring:
    """Where all can lose together, sees to it that they do not; in everything else it plays like another."""

    def __init__(self, otherwise: Bot) -> None:
        self.otherwise = otherwise

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        action = view.game.care(view.state, view.seat)
        if view.state.choices(view.seat).holds(action):
            return action
        return self.otherwise.choose(view, rng, wanted)


class Novice:
    """Plays like another who has learned nothing: by first guesses."""

    def __init__(self, otherwise: Bot) -> None:
        self.otherwise = otherwise

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        view.state.habits = minded(unlearned(view.game).habits)
        return self.otherwise.choose(view, rng, wanted)


class Together:
    """One player for games that all can lose together, another for the rest."""

    def __init__(self, together: Bot, otherwise: Bot) -> None:
        self.together = together
        self.otherwise = otherwise

    def choose(self, view: View, rng: Generator, wanted: Wanted | None = None) -> int:
        return (self.together if view.game.shared else self.otherwise).choose(view, rng, wanted)
