import type { EvaluationContext, FlagSnapshot, FlagValue } from '../definition.ts'
import { type Counters, recordLatency } from '../metrics/counters.ts'
import type { Runtime } from './attribute.ts'
import { type CounterParts, compileSnapshot } from './compile-snapshot.ts'
import type { FlagProgram } from './flag-program.ts'
import type { Evaluation, FlagErrorCode, Outcome } from './outcome.ts'
import { runFlag } from './run-flag.ts'

export interface Evaluator {
  /** Replaces the snapshot. @throws FlagsRefused if it breaks a rule; the previous snapshot then stays in use. */
  use(snapshot: FlagSnapshot): void
  readonly snapshot: FlagSnapshot
  /** Never throws. Returns undefined if the flag does not exist, or if reading the context throws. */
  outcome(key: string, context: EvaluationContext | undefined): Outcome | undefined
  isOn(key: string, context: EvaluationContext | undefined): boolean | undefined
  evaluate(key: string, context: EvaluationContext | undefined, fallback: FlagValue): Evaluation
  /** Evaluates the flag without counting. */
  peek(key: string, context: EvaluationContext): Outcome | undefined
}

export interface EvaluatorDeps extends Runtime, CounterParts {
  readonly isStale: () => boolean
}

const EMPTY_CONTEXT: EvaluationContext = Object.freeze({})

const runTimed = (flag: FlagProgram, context: EvaluationContext, counters: Counters): Outcome => {
  counters.drawNext()
  const startedAt = performance.now()
  const outcome = runFlag(flag, context)
  recordLatency(flag.counters, performance.now() - startedAt)
  return outcome
}

const runCounted = (flag: FlagProgram, context: EvaluationContext, counters: Counters): Outcome => {
  counters.evaluationsUntilTimed -= 1
  const outcome = counters.evaluationsUntilTimed === 0 ? runTimed(flag, context, counters) : runFlag(flag, context)
  const { slot } = outcome
  counters.counts[slot] = (counters.counts[slot] ?? 0) + 1
  if (outcome.inCanary) flag.counters.canaryEvaluations += 1
  return outcome
}

const failedEvaluation = (value: FlagValue, errorCode: FlagErrorCode): Evaluation =>
  Object.freeze({
    enabled: value !== false,
    value,
    variant: typeof value === 'string' ? value : value ? 'on' : 'off',
    reason: 'ERROR',
    errorCode,
    source: 'flag',
    version: 0,
  })

const EMPTY_SNAPSHOT: FlagSnapshot = Object.freeze({ version: 0, flags: [], segments: [] })

export const createEvaluator = ({ counters, countersOf, isStale, ...runtime }: EvaluatorDeps): Evaluator => {
  let snapshot = EMPTY_SNAPSHOT
  let flags: ReadonlyMap<string, FlagProgram> = new Map()

  const evaluateSafely = (flag: FlagProgram, context: EvaluationContext | undefined): Outcome | undefined => {
    try {
      return runCounted(flag, context ?? EMPTY_CONTEXT, counters)
    } catch {
      // A getter of the application's context threw. The caller gets its fallback.
      return undefined
    }
  }
  const outcome = (key: string, context: EvaluationContext | undefined): Outcome | undefined => {
    const flag = flags.get(key)
    return flag === undefined ? undefined : evaluateSafely(flag, context)
  }

  return {
    use(next) {
      flags = compileSnapshot(next, runtime, { counters, countersOf })
      snapshot = next
    },
    get snapshot() {
      return snapshot
    },
    outcome,
    isOn(key, context) {
      const flag = flags.get(key)
      if (flag === undefined) return undefined
      if (!flag.isPlain || counters.evaluationsUntilTimed === 1) return evaluateSafely(flag, context)?.enabled
      counters.evaluationsUntilTimed -= 1
      counters.counts[flag.slot] = (counters.counts[flag.slot] ?? 0) + 1
      return flag.isOn
    },
    evaluate(key, context, fallback) {
      const result = outcome(key, context)
      if (!result) return failedEvaluation(fallback, flags.has(key) ? 'GENERAL' : 'FLAG_NOT_FOUND')
      if (!isStale() || result.evaluation.reason === 'ERROR') return result.evaluation
      result.stale ??= Object.freeze({ ...result.evaluation, reason: 'STALE' })
      return result.stale
    },
    peek(key, context) {
      const flag = flags.get(key)
      return flag && runFlag(flag, context)
    },
  }
}
