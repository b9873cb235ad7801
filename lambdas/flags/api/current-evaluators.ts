import { Buffer } from 'node:buffer'
import type { FlagSet } from '@signet/flags/dynamodb'
import type { StoredSnapshot } from '../sets/stored-flag.ts'
import type { Evaluator, FlagDeps } from './deps.ts'

/** A set as it is now, and the engine over it. */
export interface Current {
  readonly snapshot: StoredSnapshot
  readonly evaluator: Evaluator
}

interface Cached extends Current {
  readonly set: FlagSet
  readonly bytes: number
  /** From when on its counts may be stored again. */
  mayStoreAt: number
}

/** JSON of the sets whose engines are cached; an engine takes about four times as much memory. */
export const CACHED_BYTES_MAX = 20_000_000

/** Between two writes of a set's counts: a second, and more where many flags were counted. */
const STORE_MS = 1000
const STORE_MS_A_FLAG = 100
const STORE_MS_AFTER_FAILURE = 10_000

type Deps = Pick<FlagDeps, 'sets' | 'evaluatorOf' | 'addUse' | 'now' | 'log'>

/** Stores what a set's evaluator has counted. Counts are not worth failing an evaluation for. */
const storing =
  ({ addUse, now, log }: Deps) =>
  async (cached: Cached): Promise<void> => {
    const { set, evaluator } = cached
    try {
      const flags = await evaluator.storeUse((uses, batch) => addUse(set, uses, batch))
      cached.mayStoreAt = now().getTime() + Math.max(STORE_MS, flags * STORE_MS_A_FLAG)
    } catch (error) {
      cached.mayStoreAt = now().getTime() + STORE_MS_AFTER_FAILURE
      log.error('what was counted could not be stored', { ...set, error })
    }
  }

type Cache = Map<string, Cached>

/** The oldest of those that are too much together; the newest stays, however large it is. */
const surplus = (cache: Cache): readonly (readonly [string, Cached])[] => {
  let bytes = [...cache.values()].reduce((sum, each) => sum + each.bytes, 0)
  return [...cache].slice(0, -1).filter(([, oldest]) => {
    const isTooMuch = bytes > CACHED_BYTES_MAX
    if (isTooMuch) bytes -= oldest.bytes
    return isTooMuch
  })
}

/** Makes the engine of a set as it is now, in the place of the one before it. */
const loading = ({ sets, evaluatorOf }: Deps, cache: Cache, store: (dropped: Cached) => Promise<void>) => {
  const drop = async (id: string, dropped: Cached): Promise<void> => {
    cache.delete(id)
    await store(dropped)
  }
  return async (set: FlagSet, id: string): Promise<Current> => {
    const snapshot = await sets.read(set)
    const before = cache.get(id)
    // What the engine before it has counted is not lost with it.
    if (before) await drop(id, before)
    const bytes = Buffer.byteLength(JSON.stringify(snapshot))
    const current = { set, snapshot, bytes, evaluator: evaluatorOf(snapshot), mayStoreAt: 0 }
    cache.set(id, current)
    for (const [other, oldest] of surplus(cache)) await drop(other, oldest)
    return current
  }
}

/**
 * Engines by set: one small read tells whether the cached one is current. The least recently used go when those that are
 * cached grow too large together.
 */
export const currentEvaluators = (deps: Deps) => {
  const { sets, now } = deps
  const cache: Cache = new Map()
  const store = storing(deps)
  const load = loading(deps, cache, store)
  return {
    async of(set: FlagSet): Promise<Current> {
      const id = `${set.org}/${set.environment}`
      const { version } = await sets.head(set)
      const known = cache.get(id)
      if (known?.snapshot.version !== version) return load(set, id)
      cache.delete(id)
      cache.set(id, known)
      return known
    },
    /**
     * To be awaited where a request ends, after which the function may be frozen for good: stores counts at once where none
     * were stored of late, so that only those of a burst wait for the request after it.
     */
    async flush(): Promise<void> {
      const time = now().getTime()
      await Promise.all([...cache.values()].filter(({ mayStoreAt }) => mayStoreAt <= time).map(store))
    },
    /** Stores the counts of one set whenever they were stored last: somebody asks for them. */
    async flushSet({ org, environment }: FlagSet): Promise<void> {
      const known = cache.get(`${org}/${environment}`)
      if (known) await store(known)
    },
  }
}
