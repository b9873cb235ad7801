import type { FlagSet } from '@signet/flags/dynamodb'
import type { StoredSnapshot } from '../sets/stored-flag.ts'
import type { Evaluator, FlagDeps } from './deps.ts'

/** A set as it is now, and the engine over it. */
export interface Current {
  readonly snapshot: StoredSnapshot
  readonly evaluator: Evaluator
}

interface Kept extends Current {
  readonly set: FlagSet
}

/** Sets whose engines are kept; the one that was not asked for the longest goes first. */
const KEPT = 50

/** Between two writes of what was counted; an evaluation never writes by itself. */
const FLUSH_MS = 10_000

/** Engines by set: one small read tells whether the one at hand is current. */
export const currentEvaluators = ({ sets, evaluatorOf, addUse, now, log }: FlagDeps) => {
  const kept = new Map<string, Kept>()
  let flushedAt = now().getTime()

  /** Counts are not worth failing an evaluation for. */
  const store = ({ set, evaluator }: Kept): Promise<void> =>
    evaluator
      .storeUse((uses, batch) => addUse(set, uses, batch))
      .catch((error: unknown) => log.error('what was counted could not be stored', { ...set, error }))

  const flush = async (): Promise<void> => {
    if (now().getTime() - flushedAt < FLUSH_MS) return
    flushedAt = now().getTime()
    await Promise.all([...kept.values()].map(store))
  }

  return {
    async of(set: FlagSet): Promise<Current> {
      const id = `${set.org}/${set.environment}`
      const held = kept.get(id)
      const { version } = await sets.head(set)
      if (held?.snapshot.version === version) return held
      const snapshot = await sets.read(set)
      // What the engine before it has counted is not lost with it.
      if (held) await store(held)
      kept.delete(id)
      const current = { set, snapshot, evaluator: evaluatorOf(snapshot) }
      kept.set(id, current)
      const [oldest] = kept.entries()
      if (kept.size > KEPT && oldest) {
        kept.delete(oldest[0])
        await store(oldest[1])
      }
      return current
    },
    flush,
  }
}
