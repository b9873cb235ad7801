import { Buffer } from 'node:buffer'
import type { FlagSet } from '@signet/flags/dynamodb'
import type { StoredSnapshot } from '../sets/stored-flag.ts'
import type { Evaluator, FlagDeps } from './deps.ts'

export interface Current {
  readonly snapshot: StoredSnapshot
  readonly evaluator: Evaluator
}

interface CachedEvaluator extends Current {
  readonly set: FlagSet
  readonly bytes: number
  mayStoreAt: number
}

/** Limit of the cached engines, as JSON bytes of their sets; an engine takes about four times as much memory. */
export const CACHED_BYTES_MAX = 20_000_000

/** Minimum time between two writes of a set's counts, in milliseconds; longer if many flags were counted. */
const STORE_MS = 1000
const STORE_MS_A_FLAG = 100
const STORE_MS_AFTER_FAILURE = 10_000

type Deps = Pick<FlagDeps, 'sets' | 'evaluatorOf' | 'addUse' | 'now' | 'log'>

/** Stores the counts of a set's evaluator. A failure must not fail an evaluation. */
const storing =
  ({ addUse, now, log }: Deps) =>
  async (cached: CachedEvaluator): Promise<void> => {
    const { set, evaluator } = cached
    try {
      const flags = await evaluator.storeUse((uses, batch) => addUse(set, uses, batch))
      cached.mayStoreAt = now().getTime() + Math.max(STORE_MS, flags * STORE_MS_A_FLAG)
    } catch (error) {
      cached.mayStoreAt = now().getTime() + STORE_MS_AFTER_FAILURE
      log.error('counts could not be stored', { ...set, error })
    }
  }

type Cache = Map<string, CachedEvaluator>

/** Returns the oldest entries beyond the limit. The newest is never evicted. */
const surplus = (cache: Cache): readonly (readonly [string, CachedEvaluator])[] => {
  let bytes = [...cache.values()].reduce((sum, each) => sum + each.bytes, 0)
  return [...cache].slice(0, -1).filter(([, oldest]) => {
    const isTooMuch = bytes > CACHED_BYTES_MAX
    if (isTooMuch) bytes -= oldest.bytes
    return isTooMuch
  })
}

const loading = ({ sets, evaluatorOf }: Deps, cache: Cache, store: (dropped: CachedEvaluator) => Promise<void>) => {
  const drop = async (id: string, dropped: CachedEvaluator): Promise<void> => {
    cache.delete(id)
    await store(dropped)
  }
  return async (set: FlagSet, id: string): Promise<Current> => {
    const snapshot = await sets.read(set)
    const before = cache.get(id)
    // Store the counts of the previous engine.
    if (before) await drop(id, before)
    const bytes = Buffer.byteLength(JSON.stringify(snapshot))
    const current = { set, snapshot, bytes, evaluator: evaluatorOf(snapshot), mayStoreAt: 0 }
    cache.set(id, current)
    for (const [other, oldest] of surplus(cache)) await drop(other, oldest)
    return current
  }
}

/**
 * Caches one engine per set. One small read checks whether it is current; the least recently used engines are evicted
 * first.
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
      const kept = cache.get(id)
      if (kept?.snapshot.version !== version) return load(set, id)
      cache.delete(id)
      cache.set(id, kept)
      return kept
    },
    /**
     * Stores counts unless some were stored recently. Await it at the end of each request, because the function may be
     * frozen after the response. Only the counts of a burst wait for the next request.
     */
    async flush(): Promise<void> {
      const time = now().getTime()
      await Promise.all([...cache.values()].filter(({ mayStoreAt }) => mayStoreAt <= time).map(store))
    },
    /** Stores the counts of one set at once, because they are about to be read. */
    async flushSet({ org, environment }: FlagSet): Promise<void> {
      const kept = cache.get(`${org}/${environment}`)
      if (kept) await store(kept)
    },
  }
}
