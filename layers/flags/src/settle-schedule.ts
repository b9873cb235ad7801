import { withShareSet } from './canary/index.ts'
import type { FlagDefinition } from './definition.ts'
import { phasesOf } from './engine/phases.ts'

/**
 * The flag with the changes of its schedule that are due written into it, in their order, and taken off the schedule; the
 * very same flag when none is due. Whoever writes a flag settles it first, or what is past would override the write.
 */
export const settleSchedule = <F extends FlagDefinition>(flag: F, now: Date): F => {
  const { schedule = [] } = flag
  const due = schedule.filter(({ at }) => Date.parse(at) <= now.getTime())
  if (due.length === 0) return flag
  const { schedule: _schedule, ...phase } = phasesOf(flag)[due.length] ?? flag
  const settled = due.some(({ set }) => set.percentage !== undefined) ? withShareSet(phase) : phase
  const ahead = schedule.slice(due.length)
  return (ahead.length === 0 ? settled : { ...settled, schedule: ahead }) as F
}
