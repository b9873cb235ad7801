import type { LocalClock } from './ports.ts'

interface Timer {
  due: number
  readonly order: number
  readonly task: () => void
  /** What a lull passes over, and how often something had happened when it was set. */
  readonly lull?: { readonly born: number; readonly next: () => number }
}

/** setTimeout counts in 32 bits; a later timer is looked at again when this much has passed. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

export interface LocalClockOptions {
  readonly machineNow?: () => number
  /** What an earlier run had added, in milliseconds: stored due times must not fall into the future again. */
  readonly lead?: number
  /** Told the new offset whenever `advance` has moved the clock. */
  readonly moved?: (offset: number) => void
  /** `advance` waits for it after each timer: what timers set going must not pile up. */
  readonly room?: () => Promise<void>
  /** How often something was changed that a look could find; without it, each timer is taken to have changed something. */
  readonly changes?: () => number
}

const isBefore = (one: Timer, other: Timer | undefined): boolean =>
  other === undefined || one.due < other.due || (one.due === other.due && one.order < other.order)

const firstOf = (timers: Iterable<Timer>): Timer | undefined => {
  let first: Timer | undefined
  for (const timer of timers) if (isBefore(timer, first)) first = timer
  return first
}

/** Whether something has happened since the timer was set, for those that would pass over a lull. */
const isAwake = ({ lull }: Timer, stirred: number): boolean => lull === undefined || lull.born < stirred

/** Who looks and whose time was passed over looks at the next one, or at the end when that is sooner. */
const catchUp = (timers: Iterable<Timer>, now: number, end: number): void => {
  for (const timer of timers) {
    if (timer.lull && timer.due < now) timer.due = Math.max(timer.due, Math.min(timer.lull.next(), end))
  }
}

/** Work that a timer started gets to set its own timers before a later one fires. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The timers that are set; those that are due fire in real time, unless somebody advances the clock. */
const timerQueue = (now: () => number) => {
  const timers = new Set<Timer>()
  let order = 0
  let handle: NodeJS.Timeout | undefined
  let advancing = 0
  const arm = () => {
    clearTimeout(handle)
    // What `advance` passes over must not fire behind its back.
    if (advancing > 0) return
    const first = firstOf(timers)
    if (first === undefined) return
    handle = setTimeout(fireDue, Math.min(LONGEST_WAIT_MS, Math.max(0, first.due - now())))
    handle.unref()
  }
  const fireDue = () => {
    for (let first = firstOf(timers); first !== undefined && first.due <= now(); first = firstOf(timers)) {
      timers.delete(first)
      first.task()
    }
    arm()
  }
  return {
    timers,
    /** Returns how to take it back. */
    set(timer: Omit<Timer, 'order'>): () => void {
      const held = { ...timer, order: order++ }
      timers.add(held)
      arm()
      return () => {
        timers.delete(held)
        arm()
      }
    },
    /** Nothing fires in real time while `work` runs. */
    async whileStill(work: () => Promise<void>): Promise<void> {
      advancing++
      try {
        await work()
      } finally {
        advancing--
        arm()
      }
    },
  }
}

/** What `advance` waits for before each timer: work that the last one set going, and what is held. */
const heldWork = (room: LocalClockOptions['room']) => {
  const held = new Set<Promise<unknown>>()
  return {
    hold(work: Promise<unknown>): void {
      held.add(work)
      const forget = () => void held.delete(work)
      work.then(forget, forget)
    },
    async letGo(): Promise<void> {
      await turn()
      await room?.()
      while (held.size > 0) await Promise.allSettled(held)
    },
  }
}

/** The machine's time and what it is moved ahead by. */
const movableTime = ({ machineNow = Date.now, lead = 0, moved }: LocalClockOptions) => {
  let offset = lead
  const now = () => machineNow() + offset
  return {
    now,
    offset: () => offset,
    /** Never back. */
    moveTo(time: number): void {
      if (time <= now()) return
      offset = time - machineNow()
      moved?.(offset)
    },
  }
}

/** Counts one up whenever it is asked. */
const everyTime = (): (() => number) => {
  let times = 0
  return () => times++
}

/**
 * The local system's time: the machine's own, plus what `advance` has added. Timers fire in order of due time whether
 * real time or `advance` reaches them; while `advance` runs, `now()` is the due time of the timer that fires.
 *
 * `advance` passes over lulls. Whoever only looks whether there is something to do looks once after each timer that
 * changed something, and once at the end: nothing can have come up in between.
 */
export function localClock(options: LocalClockOptions = {}): LocalClock {
  const { room, changes = everyTime() } = options
  const { now, offset, moveTo } = movableTime(options)
  let stirred = 0 // How often something happened that is worth a look.
  const { timers, set, whileStill } = timerQueue(now)
  const { hold, letGo } = heldWork(room)
  /** From here on those who look have something to look at. */
  const stir = (end: number) => {
    stirred++
    catchUp(timers, now(), end)
  }
  const fireUpTo = async (end: number) => {
    // When timers fired of which nothing has come so far.
    let changedBefore: number | undefined
    for (;;) {
      await letGo()
      if (changedBefore !== undefined && changes() > changedBefore) {
        changedBefore = undefined
        stir(end)
      }
      const first = firstOf([...timers].filter((timer) => isAwake(timer, stirred)))
      if (first === undefined || first.due > end) return
      moveTo(first.due)
      timers.delete(first)
      if (!first.lull) changedBefore ??= changes()
      first.task()
    }
  }

  return {
    now,
    get offset() {
      return offset()
    },
    after: (ms, task) => set({ due: now() + Math.max(0, ms), task }),
    hold,
    look: (next, task) => set({ due: next(), task, lull: { born: stirred, next } }),
    advance(ms) {
      const end = now() + ms
      return whileStill(async () => {
        stir(end)
        await fireUpTo(end)
        moveTo(end)
        // Whose times were passed over looks now; when it is next due is counted from here.
        stirred++
        await fireUpTo(end)
      })
    },
  }
}
