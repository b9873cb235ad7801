import { Buffer } from 'node:buffer'
import type { FlagSet } from '@signet/flags/dynamodb'
import type { StoredSnapshot } from '../sets/stored-flag.ts'
import type { Evaluator, FlagDeps } from './deps.ts'

export interface CurrentEvaluator {
  readonly snapshot: StoredSnapshot
  readonly evaluator: Evaluator
}

interface CachedEvaluator extends CurrentEvaluator {
  readonly set: FlagSet
  readonly bytes: number
  /** Epoch milliseconds from which its counts may be stored again. */
  mayStoreAt: number
}

/**
 * Limit of the cached engines: total JSON bytes of their flag sets. An engine takes about four times as much memory.
 */
export const CACHED_BYTES_MAX = 20_000_000

/** Minimum time between two writes of a set's counts, in milliseconds; STORE_MS_PER_FLAG extends it for many flags. */
const STORE_MS = 1000
const STORE_MS_PER_FLAG = 100
const STORE_MS_AFTER_FAILURE = 10_000

type Deps = Pick<FlagDeps, 'sets' | 'evaluatorOf' | 'addUse' | 'now' | 'log'>

/** Returns a function that stores the counts of a set's evaluator. It never fails, so that no evaluation fails. */
const storeCountsWith =
  ({ addUse, now, log }: Deps) =>
  async (cached: CachedEvaluator): Promise<void> => {
    const { set, evaluator } = cached
    try {
      const flagCount = await evaluator.storeUse((uses, batch) => addUse(set, uses, batch))
      cached.mayStoreAt = now().getTime() + Math.max(STORE_MS, flagCount * STORE_MS_PER_FLAG)
    } catch (error) {
      cached.mayStoreAt = now().getTime() + STORE_MS_AFTER_FAILURE
      log.error('counts could not be stored', { ...set, error })
    }
  }

type Cache = Map<string, CachedEvaluator>

/** Returns the oldest entries, whose removal brings the cache below its limit. The newest entry is never removed. */
const entriesOverLimit = (cache: Cache): readonly (readonly [string, CachedEvaluator])[] => {
  let bytes = [...cache.values()].reduce((sum, each) => sum + each.bytes, 0)
  return [...cache].slice(0, -1).filter(([, oldest]) => {
    const isOverLimit = bytes > CACHED_BYTES_MAX
    if (isOverLimit) bytes -= oldest.bytes
    return isOverLimit
  })
}

/** Returns a function that loads the engine of a set into the cache. Removed engines store their counts. */
const loadWith = ({ sets, evaluatorOf }: Deps, cache: Cache, store: (evicted: CachedEvaluator) => Promise<void>) => {
  const drop = async (id: string, evicted: CachedEvaluator): Promise<void> => {
    cache.delete(id)
    await store(evicted)
  }
  return async (set: FlagSet, id: string): Promise<CurrentEvaluator> => {
    const snapshot = await sets.read(set)
    const previous = cache.get(id)
    // Store the counts of the previous engine.
    if (previous) await drop(id, previous)
    const bytes = Buffer.byteLength(JSON.stringify(snapshot))
    const current = { set, snapshot, bytes, evaluator: evaluatorOf(snapshot), mayStoreAt: 0 }
    cache.set(id, current)
    for (const [evictedId, evicted] of entriesOverLimit(cache)) await drop(evictedId, evicted)
    return current
  }
}

/**
 * Caches one engine per set. One small read checks whether an engine is current. The least recently used engines are
 * evicted first.
 */
export const currentEvaluators = (deps: Deps) => {
  const { sets, now } = deps
  const cache: Cache = new Map()
  const store = storeCountsWith(deps)
  const load = loadWith(deps, cache, store)
  return {
    async get(set: FlagSet): Promise<CurrentEvaluator> {
      const id = `${set.org}/${set.environment}`
      const { version } = await sets.head(set)
      const cached = cache.get(id)
      if (cached?.snapshot.version !== version) return load(set, id)
      cache.delete(id)
      cache.set(id, cached)
      return cached
    },
    /**
     * Stores counts unless the set's counts were stored recently; those wait for a later request. Await it at the end
     * of each request, because Lambda may freeze the function after the response.
     */
    async flush(): Promise<void> {
      const time = now().getTime()
      await Promise.all([...cache.values()].filter(({ mayStoreAt }) => mayStoreAt <= time).map(store))
    },
    /** Stores the counts of one set at once, because they are about to be read. */
    async flushSet({ org, environment }: FlagSet): Promise<void> {
      const cached = cache.get(`${org}/${environment}`)
      if (cached) await store(cached)
    },
  }
}
