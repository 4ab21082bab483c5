"""What is wrong with what somebody handed in, as data: words are found for it at the edge."""


class BadInput(ValueError):
    """A text, file or value that cannot be used: which rule it breaks, where, and the values that matter."""

    def __init__(self, problem: str, where: str, **values: object) -> None:
        self.problem = problem
        self.where = where
        self.values = values
        told = ", ".join(f"{name}={value!r}" for name, value in values.items())
        super().__init__(f"{where}: {problem}" + (f" ({told})" if told else ""))
