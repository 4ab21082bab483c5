/** A lesson at a table: where it stands, and what was said of a move that was not the task. */
import { openLesson } from '../lib/api'
import { router } from '../lib/router.svelte'
import type { LessonSent, PhraseSent, ReviewSent, TriedSent } from '../wire'

export class Learning {
  lesson = $state.raw<LessonSent | null>(null)
  /** the answer to a move that was not the task */
  said = $state.raw<PhraseSent | null>(null)
  /** what would have come of it */
  tried = $state.raw<TriedSent | null>(null)
  /** the learner has asked to be shown, or has erred */
  shown = $state(false)
  /** looking back at a finished game */
  review = $state.raw<ReviewSent | null>(null)
  /** places to be pressed, as far as the learner may see them */
  points = $derived(this.lesson && (!this.lesson.find || this.shown) && !this.tried ? this.lesson.points : [])

  hear(lesson: LessonSent | null): void {
    if (lesson?.step !== this.lesson?.step) this.shown = false
    this.lesson = lesson
    this.said = null
    this.tried = null
  }

  miss(said: PhraseSent): void {
    this.said = said
    this.shown = true
  }
}

/** Goes to the table of a lesson. */
export async function begin(game: string, lesson: string): Promise<void> {
  const { code } = await openLesson({ game, lesson })
  router.go(`/table/${code}`)
}
