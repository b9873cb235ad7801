import type { FlagSnapshot } from '../definition.ts'
import type { FlagSource } from './flag-source.ts'

export interface SnapshotKeeperOptions {
  readonly source: FlagSource
  /** Uses a newer snapshot; throws if it is unusable, and the previous one stays in use. */
  readonly use: (snapshot: FlagSnapshot) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Age in milliseconds from which the source is queried; 10 s by default. The query is not awaited. */
  readonly ttlMs?: number
  /** Age in milliseconds from which an invocation waits for the answer, within its budget; 60 s by default. */
  readonly maxStaleMs?: number
  /** Maximum wait of an invocation in milliseconds; 50 ms by default. */
  readonly budgetMs?: number
  /** Maximum wait of the first invocation, while there is no snapshot; 1 s by default. */
  readonly firstBudgetMs?: number
  readonly onError?: (error: unknown) => void
  readonly sleep?: (ms: number) => Promise<unknown>
}

export interface SnapshotKeeper {
  /**
   * Refreshes the snapshot. Await it at the beginning of an invocation: a Lambda is frozen between invocations, so a
   * timer could not refresh the flags. Never throws; returns at once unless the snapshot is too old, or missing.
   */
  refresh(): Promise<void>
  readonly version: number | undefined
  /** True if the source has not answered for longer than the limit: values are then the last good ones. */
  readonly isStale: boolean
}

/** A fetch older than this, in milliseconds, was frozen: its sockets are dead, so another one starts. */
const ABANDONED_MS = 5_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

interface Fetch {
  readonly startedAt: number
  readonly done: Promise<void>
}

/**
 * Runs one fetch at a time: a caller during a fetch waits for the same one, unless the process was frozen during it.
 */
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

/** Calls a listener. An error that it throws does not stop the invocation. */
const notify = (listener: (error: unknown) => void, error: unknown): void => {
  try {
    listener(error)
  } catch {}
}

/**
 * Caches the newest snapshot of a source. Queries for a newer one if the last answer is old, one request at a time.
 * Serves the last good snapshot while the source does not answer, or its answer is unusable; never returns to an older
 * version.
 */
export const snapshotKeeper = (options: SnapshotKeeperOptions): SnapshotKeeper => {
  const { source, use, now, onError = () => {}, sleep = pause } = options
  const { ttlMs = 10_000, maxStaleMs = 60_000, budgetMs = 50, firstBudgetMs = 1_000 } = options
  let version: number | undefined
  let answeredAt: number | undefined

  const ask = async (): Promise<void> => {
    try {
      const snapshot = await source.newer(version)
      // An older version comes from an outdated replica, or from a request that was frozen: neither is used.
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
