/** State of a lesson at a table: its step, and the answer to a wrong move. */
import { openLesson, playOn } from './api'
import { router } from './router.svelte'
import type { LessonSent, PhraseSent, ReviewSent, LessonAttemptSent } from '../wire'

export class Learning {
  lesson = $state.raw<LessonSent | null>(null)
  /** the answer to a wrong move */
  said = $state.raw<PhraseSent | null>(null)
  /** the scene and events after that wrong move */
  tried = $state.raw<LessonAttemptSent | null>(null)
  /** the solution is shown: after a request or a wrong move */
  shown = $state(false)
  /** the review of a finished game */
  review = $state.raw<ReviewSent | null>(null)
  /** the learner has to find the answer without help */
  seeking = $derived(Boolean(this.lesson?.find && !this.shown))
  /** places to press, unless the learner has to find them */
  points = $derived(this.lesson && !this.seeking && !this.tried ? this.lesson.points : [])

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

/** Opens a lesson at a new table. */
export async function begin(game: string, lesson: string): Promise<void> {
  const { code } = await openLesson({ game, lesson })
  router.go(`/table/${code}`)
}

/** Opens a new table that goes on from a step of a finished game. */
export async function goOn(table: string, step: number): Promise<void> {
  const { code } = await playOn(table, step)
  router.go(`/table/${code}`)
}
