import type { FlagSnapshot } from '../definition.ts'
import type { FlagSource } from './flag-source.ts'

export interface SnapshotKeeperOptions {
  readonly source: FlagSource
  /** Takes a newer snapshot into use; throws when it cannot be used, and then the one before stays. */
  readonly use: (snapshot: FlagSnapshot) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** From this age on the source is asked, 10 s unless said. Nobody waits for the answer. */
  readonly ttlMs?: number
  /** From this age on an invocation waits for the answer, within its budget; 60 s unless said. */
  readonly maxStaleMs?: number
  /** How long an invocation waits, 50 ms unless said. */
  readonly budgetMs?: number
  /** How long the first invocation waits, when there is nothing yet; 1 s unless said. */
  readonly firstBudgetMs?: number
  readonly onError?: (error: unknown) => void
  readonly sleep?: (ms: number) => Promise<unknown>
}

export interface SnapshotKeeper {
  /**
   * Call and await it at the beginning of an invocation: a Lambda is frozen between invocations, so no timer could keep
   * the flags fresh. Never throws; returns at once unless the snapshot is too old, or missing.
   */
  refresh(): Promise<void>
  readonly version: number | undefined
  /** Whether the source has not answered for longer than the limit: values are then the last good ones. */
  readonly isStale: boolean
}

/** A fetch that is older than this was frozen in its middle: its sockets are dead, and another one starts. */
const ABANDONED_MS = 5_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

interface Fetch {
  readonly startedAt: number
  readonly done: Promise<void>
}

/** One fetch at a time: a caller during a fetch waits for the same one, unless the process was frozen during it. */
const oneAtATime = (ask: () => Promise<void>, now: () => number): (() => Promise<void>) => {
  let inFlight: Fetch | undefined
  return () => {
    if (inFlight && now() - inFlight.startedAt < ABANDONED_MS) return inFlight.done
    const started: Fetch = {
      startedAt: now(),
      done: ask().finally(() => {
        if (inFlight === started) inFlight = undefined
      }),
    }
    inFlight = started
    return started.done
  }
}

/** A listener that throws does not stop an invocation. */
const notify = (listener: (error: unknown) => void, error: unknown): void => {
  try {
    listener(error)
  } catch {}
}

/**
 * Keeps the newest snapshot of a source in use. Asks for a newer one if the last answer is old, one request at a time;
 * serves the last good one while the source is silent or its answer is unusable; never returns to an older version.
 */
export const snapshotKeeper = (options: SnapshotKeeperOptions): SnapshotKeeper => {
  const { source, use, now, onError = () => {}, sleep = pause } = options
  const { ttlMs = 10_000, maxStaleMs = 60_000, budgetMs = 50, firstBudgetMs = 1_000 } = options
  let version: number | undefined
  let answeredAt: number | undefined

  const ask = async (): Promise<void> => {
    try {
      const snapshot = await source.newer(version)
      // An older version is the answer of a copy that lags behind, or of a question that was frozen: neither is taken.
      if (snapshot && (version === undefined || snapshot.version > version)) {
        use(snapshot)
        version = snapshot.version
      }
      answeredAt = now()
    } catch (error) {
      notify(onError, error)
    }
  }

  const fetch = oneAtATime(ask, now)
  const age = (): number => (answeredAt === undefined ? Number.POSITIVE_INFINITY : now() - answeredAt)

  return {
    async refresh() {
      if (age() < ttlMs) return
      const answered = fetch()
      if (age() < maxStaleMs) return
      await Promise.race([answered, sleep(version === undefined ? firstBudgetMs : budgetMs)])
    },
    get version() {
      return version
    },
    get isStale() {
      return age() >= maxStaleMs
    },
  }
}
