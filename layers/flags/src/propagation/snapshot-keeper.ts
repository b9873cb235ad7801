import type { FlagSnapshot } from '../definition.ts'
import type { FlagSource } from './flag-source.ts'

export interface SnapshotKeeperOptions {
  readonly source: FlagSource
  /** Uses a newer snapshot. Throws if it is invalid; the previous snapshot then stays in use. */
  readonly use: (snapshot: FlagSnapshot) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Age in milliseconds from which the source is queried; 10 s by default. The query is not awaited. */
  readonly ttlMs?: number
  /** Age in milliseconds from which an invocation waits for the response, up to `budgetMs`; 60 s by default. */
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
   * timer could not refresh the flags. Never throws; returns at once unless the snapshot is older than `maxStaleMs`, or
   * missing.
   */
  refresh(): Promise<void>
  readonly version: number | undefined
  /** True if the source has not responded for `maxStaleMs`. Evaluations then use the last valid snapshot. */
  readonly isStale: boolean
}

/** Age in milliseconds after which a fetch counts as abandoned: its process was frozen and its sockets are closed. */
const ABANDONED_MS = 5_000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

interface PendingFetch {
  readonly startedAt: number
  readonly done: Promise<void>
}

/**
 * Runs one fetch at a time: a caller during a fetch waits for the same one, unless the process was frozen during it.
 */
const sharedFetch = (query: () => Promise<void>, now: () => number): (() => Promise<void>) => {
  let inFlight: PendingFetch | undefined
  return () => {
    if (inFlight && now() - inFlight.startedAt < ABANDONED_MS) return inFlight.done
    const pending: PendingFetch = {
      startedAt: now(),
      done: query().finally(() => {
        if (inFlight === pending) inFlight = undefined
      }),
    }
    inFlight = pending
    return pending.done
  }
}

/** Calls a listener. An error that it throws does not stop the invocation. */
const notify = (listener: (error: unknown) => void, error: unknown): void => {
  try {
    listener(error)
  } catch {}
}

/**
 * Keeps the newest snapshot of a source in use. Queries the source again when the last response is older than `ttlMs`,
 * one request at a time. While the source does not respond, or its snapshot is invalid, the last valid snapshot stays in
 * use. An older version never replaces a newer one.
 */
export const snapshotKeeper = (options: SnapshotKeeperOptions): SnapshotKeeper => {
  const { source, use, now, onError = () => {}, sleep = pause } = options
  const { ttlMs = 10_000, maxStaleMs = 60_000, budgetMs = 50, firstBudgetMs = 1_000 } = options
  let version: number | undefined
  let answeredAt: number | undefined

  const querySource = async (): Promise<void> => {
    try {
      const snapshot = await source.readNewer(version)
      // An older version comes from an outdated replica, or from a request that was frozen, and is ignored.
      if (snapshot && (version === undefined || snapshot.version > version)) {
        use(snapshot)
        version = snapshot.version
      }
      answeredAt = now()
    } catch (error) {
      notify(onError, error)
    }
  }

  const fetch = sharedFetch(querySource, now)
  const age = (): number => (answeredAt === undefined ? Number.POSITIVE_INFINITY : now() - answeredAt)

  return {
    async refresh() {
      if (age() < ttlMs) return
      const fetched = fetch()
      if (age() < maxStaleMs) return
      await Promise.race([fetched, sleep(version === undefined ? firstBudgetMs : budgetMs)])
    },
    get version() {
      return version
    },
    get isStale() {
      return age() >= maxStaleMs
    },
  }
}
