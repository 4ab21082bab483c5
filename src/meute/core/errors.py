"""`BadInput`: invalid input as data; `Catalogue.explain` turns it into a sentence."""


class BadInput(ValueError):
    """An invalid text, file or value: catalogue key of the problem, where it is, and values for the sentence."""

    def __init__(self, problem: str, where: str, **values: object) -> None:
        self.problem = problem
        self.where = where
        self.values = values
        shown = ", ".join(f"{name}={value!r}" for name, value in values.items())
        super().__init__(f"{where}: {problem}" + (f" ({shown})" if shown else ""))
