import type { LocalClock } from './ports.ts'

interface Timer {
  due: number
  readonly order: number
  readonly task: () => void
  /**
   * Set for polling timers only. `advance` skips them while nothing changes. `changesWhenSet` is the change count when
   * the timer was set.
   */
  readonly idlePolling?: { readonly changesWhenSet: number; readonly next: () => number }
  readonly isRecurring?: true
}

/** setTimeout counts in 32 bits; a later timer is re-armed after this time. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1

export interface LocalClockOptions {
  readonly machineNow?: () => number
  /** Milliseconds that earlier runs added. Without it, stored due times would be in the future again. */
  readonly initialOffset?: number
  readonly onMove?: (offset: number) => void
  /** `advance` waits for it after each timer, so that invocations started by timers do not pile up. */
  readonly waitForSlot?: () => Promise<void>
  /** Counts changes that a poll could find. Without it, every timer counts as a change. */
  readonly changes?: () => number
}

const isBefore = (timer: Timer, other: Timer | undefined): boolean =>
  other === undefined || timer.due < other.due || (timer.due === other.due && timer.order < other.order)

const firstOf = (timers: Iterable<Timer>): Timer | undefined => {
  let first: Timer | undefined
  for (const timer of timers) if (isBefore(timer, first)) first = timer
  return first
}

const isOneTime = ({ idlePolling, isRecurring }: Timer): boolean => idlePolling === undefined && !isRecurring

/** A polling timer fires only if something has changed since it was set; any other timer always fires. */
const mustFire = ({ idlePolling }: Timer, changesSeen: number): boolean =>
  idlePolling === undefined || idlePolling.changesWhenSet < changesSeen

/** Moves skipped polling timers to their next due time, or to the end of the advance if that is earlier. */
const catchUp = (timers: Iterable<Timer>, now: number, advanceEnd: number): void => {
  for (const timer of timers) {
    const { idlePolling, due } = timer
    if (idlePolling && due < now) timer.due = Math.max(due, Math.min(idlePolling.next(), advanceEnd))
  }
}

/** Yields, so that work started by a timer can set its own timers before a later timer fires. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const timerQueue = (now: () => number) => {
  const timers = new Set<Timer>()
  let order = 0
  let handle: NodeJS.Timeout | undefined
  let activeAdvances = 0
  const arm = () => {
    clearTimeout(handle)
    // While `advance` runs, only it fires timers.
    if (activeAdvances > 0) return
    const first = firstOf(timers)
    if (first === undefined) return
    handle = setTimeout(fireDue, Math.min(MAX_TIMEOUT_MS, Math.max(0, first.due - now())))
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
    set(timer: Omit<Timer, 'order'>): () => void {
      const queued = { ...timer, order: order++ }
      timers.add(queued)
      arm()
      return () => {
        timers.delete(queued)
        arm()
      }
    },
    /** Prevents timers from firing in real time while `work` runs. */
    async withTimersPaused(work: () => Promise<void>): Promise<void> {
      activeAdvances++
      try {
        await work()
      } finally {
        activeAdvances--
        arm()
      }
    },
  }
}

/**
 * Work that `advance` waits for before it fires the next timer: work that the last timer started, and work passed to
 * `hold`.
 */
const heldWork = (waitForSlot: LocalClockOptions['waitForSlot']) => {
  const pending = new Set<Promise<unknown>>()
  return {
    hold(work: Promise<unknown>): void {
      pending.add(work)
      const forget = () => void pending.delete(work)
      work.then(forget, forget)
    },
    async waitForHeldWork(): Promise<void> {
      await nextTurn()
      await waitForSlot?.()
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }
}

const movableTime = ({ machineNow = Date.now, initialOffset = 0, onMove }: LocalClockOptions) => {
  let offset = initialOffset
  const now = () => machineNow() + offset
  return {
    now,
    offset: () => offset,
    /** Never moves back. */
    moveTo(time: number): void {
      if (time <= now()) return
      offset = time - machineNow()
      onMove?.(offset)
    },
  }
}

/** Detects whether timers have changed something since the last check. */
const changeDetector = (changes: () => number) => {
  let baseline: number | undefined
  return {
    start(): void {
      baseline ??= changes()
    },
    hasChanged(): boolean {
      if (baseline === undefined || changes() <= baseline) return false
      baseline = undefined
      return true
    },
  }
}

const callCounter = (): (() => number) => {
  let calls = 0
  return () => calls++
}

/**
 * The local system's time: the machine's time plus the time that `advance` has added. Timers fire in order of due time
 * whether real time or `advance` reaches them. While `advance` runs, `now()` is the due time of the timer that fires.
 * `advance` skips idle polling. A polling timer fires once after each timer that changed something, and once at the
 * end: a poll in between could find nothing new. With `asleep`, recurring timers fire once, at the end.
 */
export const localClock = (options: LocalClockOptions = {}): LocalClock => {
  const { waitForSlot, changes = callCounter() } = options
  const { now, offset, moveTo } = movableTime(options)
  let changesSeen = 0 // Counts the changes that polling timers have to check for.
  const { timers, set, withTimersPaused } = timerQueue(now)
  const { hold, waitForHeldWork } = heldWork(waitForSlot)
  const recordChange = (advanceEnd: number) => {
    changesSeen++
    catchUp(timers, now(), advanceEnd)
  }
  const fireUpTo = async (advanceEnd: number, isDue = (timer: Timer) => mustFire(timer, changesSeen)) => {
    const detector = changeDetector(changes)
    for (;;) {
      await waitForHeldWork()
      if (detector.hasChanged()) recordChange(advanceEnd)
      const first = firstOf([...timers].filter(isDue))
      if (first === undefined || first.due > advanceEnd) return
      moveTo(first.due)
      timers.delete(first)
      if (!first.idlePolling) detector.start()
      first.task()
    }
  }

  return {
    now,
    get offset() {
      return offset()
    },
    after: (ms, task) => set({ due: now() + Math.max(0, ms), task }),
    recur: (due, task) => set({ due, task, isRecurring: true }),
    hold,
    poll: (next, task) => set({ due: next(), task, idlePolling: { changesWhenSet: changesSeen, next } }),
    advance(ms, { asleep = false } = {}) {
      const advanceEnd = now() + ms
      return withTimersPaused(async () => {
        if (!asleep) recordChange(advanceEnd)
        await fireUpTo(advanceEnd, asleep ? isOneTime : undefined)
        moveTo(advanceEnd)
        // Skipped polling timers fire now, and compute their next due time from here.
        changesSeen++
        await fireUpTo(advanceEnd)
      })
    },
  }
}
