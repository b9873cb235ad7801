import { createEvaluator } from '@signet/flags/engine'
import { metricStore } from '@signet/flags/metrics'
import { newUuid } from '@signet/kernel'
import type { Evaluator, FlagDeps } from './deps.ts'

/** The library's own engine over one snapshot, with counters of its own. */
export const evaluatorOf: FlagDeps['evaluatorOf'] = (snapshot): Evaluator => {
  const counters = metricStore(newUuid)
  const engine = createEvaluator({
    tallyOf: counters.tallyOf,
    isStale: () => false,
    now: Date.now,
    random: Math.random,
  })
  engine.use(snapshot)
  return {
    evaluate: (key, context) => engine.evaluate(key, context, false),
    explain: (key, context) => ({ ...engine.evaluate(key, context, false), key }),
    takeUse: () => counters.takeDeltas()?.flags ?? [],
  }
}
