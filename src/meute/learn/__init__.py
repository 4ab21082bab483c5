"""Lessons: a table laid out, scripted chance and opponents, and a task; played on an ordinary match."""

from meute.learn.course import Course, Missed
from meute.learn.example import Example, examples
from meute.learn.lesson import Lesson, lessons, read_lesson
from meute.learn.puzzle import Puzzle, find_lesson, puzzles

__all__ = [
    "Course",
    "Example",
    "Lesson",
    "Missed",
    "Puzzle",
    "examples",
    "find_lesson",
    "lessons",
    "puzzles",
    "read_lesson",
]
