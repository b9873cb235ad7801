import type { LocalClock } from './ports.ts'

interface Timer {
  readonly due: number
  readonly order: number
  readonly task: () => void
}

/** setTimeout counts in 32 bits; a later timer is looked at again when this much has passed. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

export interface LocalClockOptions {
  readonly machineNow?: () => number
  /** What an earlier run had added, in milliseconds: stored due times must not fall into the future again. */
  readonly lead?: number
  /** Told the new offset whenever `advance` has moved the clock. */
  readonly moved?: (offset: number) => void
}

/**
 * The local system's time: the machine's own, plus what `advance` has added. Timers fire in order of due time whether
 * real time or `advance` reaches them; while `advance` runs, `now()` is the due time of the timer that fires.
 */
export function localClock({ machineNow = Date.now, lead = 0, moved }: LocalClockOptions = {}): LocalClock {
  let offset = lead
  let order = 0
  let handle: NodeJS.Timeout | undefined
  const timers = new Set<Timer>()

  const next = (): Timer | undefined => {
    let first: Timer | undefined
    for (const timer of timers) {
      if (first === undefined || timer.due < first.due || (timer.due === first.due && timer.order < first.order))
        first = timer
    }
    return first
  }
  const now = () => machineNow() + offset

  const arm = () => {
    clearTimeout(handle)
    const first = next()
    if (first === undefined) return
    handle = setTimeout(fireDue, Math.min(LONGEST_WAIT_MS, Math.max(0, first.due - now())))
    handle.unref()
  }
  const fireDue = () => {
    for (let first = next(); first !== undefined && first.due <= now(); first = next()) {
      timers.delete(first)
      first.task()
    }
    arm()
  }

  return {
    now,
    get offset() {
      return offset
    },
    after(ms, task) {
      const timer: Timer = { due: now() + Math.max(0, ms), order: order++, task }
      timers.add(timer)
      arm()
      return () => {
        timers.delete(timer)
        arm()
      }
    },
    async advance(ms) {
      const end = now() + ms
      const moveTo = (time: number) => {
        if (time <= now()) return
        offset += time - now()
        moved?.(offset)
      }
      for (let first = next(); first !== undefined && first.due <= end; first = next()) {
        moveTo(first.due)
        timers.delete(first)
        first.task()
        // Work that the task started gets to set its own timers before a later one fires.
        await new Promise((resolve) => setImmediate(resolve))
      }
      moveTo(end)
      arm()
    },
  }
}
