import { createEvaluator, explainFlag } from '@signet/flags/engine'
import { metricStore } from '@signet/flags/metrics'
import { newUuid } from '@signet/kernel'
import type { Evaluator, FlagDeps } from './deps.ts'

/** The library's own engine over one snapshot, with counters of its own. */
export const evaluatorOf: FlagDeps['evaluatorOf'] = (snapshot): Evaluator => {
  const { tallyOf, takeDeltas, restore } = metricStore(newUuid)
  const surroundings = { now: Date.now, random: Math.random }
  const engine = createEvaluator({ ...surroundings, tallyOf, isStale: () => false })
  engine.use(snapshot)
  return {
    evaluate: (key, context) => engine.evaluate(key, context, false),
    explain: (key, context) => explainFlag(key, context, { ...surroundings, snapshot, peek: engine.peek }),
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
