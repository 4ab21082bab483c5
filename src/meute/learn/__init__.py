"""Lessons: a table laid out, scripted chance and opponents, and a task; played on an ordinary match."""

from meute.learn.course import Course, Missed
from meute.learn.lesson import Lesson, find_lesson, lessons, read_lesson

__all__ = ["Course", "Lesson", "Missed", "find_lesson", "lessons", "read_lesson"]
