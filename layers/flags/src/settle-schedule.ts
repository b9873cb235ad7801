import { withCanaryOverruled } from './canary/index.ts'
import type { FlagDefinition } from './definition.ts'
import { phasesOf } from './engine/phases.ts'

/**
 * Applies the due scheduled changes of a flag in order and removes them from the schedule; returns the same flag object
 * if none is due. Every write applies them first, because otherwise they would override the write.
 */
export const settleSchedule = <F extends FlagDefinition>(flag: F, now: Date): F => {
  const { schedule = [] } = flag
  const due = schedule.filter(({ at }) => Date.parse(at) <= now.getTime())
  if (due.length === 0) return flag
  const { schedule: _schedule, ...phase } = phasesOf(flag)[due.length] ?? flag
  const settled = due.some(({ set }) => set.percentage !== undefined) ? withCanaryOverruled(phase) : phase
  const futureChanges = schedule.slice(due.length)
  return (futureChanges.length === 0 ? settled : { ...settled, schedule: futureChanges }) as F
}
