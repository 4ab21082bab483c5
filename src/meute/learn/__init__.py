"""Lessons and puzzles: a position, scripted chance and opponents, and a task, played on an ordinary match."""

from meute.learn.example import Example, examples
from meute.learn.lesson import Lesson, lessons, read_lesson
from meute.learn.progress import LessonProgress, WrongMove
from meute.learn.puzzle import Puzzle, find_lesson, puzzles

__all__ = [
    "Example",
    "Lesson",
    "LessonProgress",
    "Puzzle",
    "WrongMove",
    "examples",
    "find_lesson",
    "lessons",
    "puzzles",
    "read_lesson",
]
