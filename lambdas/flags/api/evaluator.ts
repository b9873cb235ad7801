import { createEvaluator, explainFlag } from '@signet/flags/engine'
import { registerForeignBucketings } from '@signet/flags/importers/bucketings'
import { metricStore } from '@signet/flags/metrics'
import { newUuid } from '@signet/kernel'
import type { Evaluator, FlagDeps } from './deps.ts'

// Registers the formulas that imported flags use.
registerForeignBucketings()

/**
 * Times every evaluation: the cost is negligible here, and sampling would measure only the first calls of a short-lived
 * process.
 */
const TIME_EVERY_EVALUATION = 1

/** In place of the default of an application, which this service does not know. */
const NO_DEFAULT = false

export const evaluatorOf: FlagDeps['evaluatorOf'] = (snapshot): Evaluator => {
  const { counters, countersOf, takeDeltas, restore } = metricStore(newUuid, TIME_EVERY_EVALUATION)
  const runtime = { now: Date.now, random: Math.random }
  const engine = createEvaluator({ ...runtime, counters, countersOf, isStale: () => false })
  engine.use(snapshot)
  return {
    evaluate: (key, context) => engine.evaluate(key, context, NO_DEFAULT),
    explain: (key, context) => explainFlag(key, context, { ...runtime, snapshot, peek: engine.peek }),
    async storeUse(store) {
      const deltas = takeDeltas()
      if (!deltas) return 0
      try {
        await store(deltas.flags, deltas.id)
        return deltas.flags.length
      } catch (error) {
        restore(deltas)
        throw error
      }
    },
  }
}
