import type { EvaluationContext, FlagSnapshot, FlagValue } from '../definition.ts'
import { type Counters, recordLatency } from '../metrics/counters.ts'
import type { Runtime } from './attribute.ts'
import { type CounterParts, compileSnapshot } from './compile-snapshot.ts'
import type { FlagProgram } from './flag-program.ts'
import type { Evaluation, FlagErrorCode, Outcome } from './outcome.ts'
import { runFlag } from './run-flag.ts'

export interface Evaluator {
  /** Replaces the snapshot in use. @throws FlagsRefused if the snapshot breaks a rule; the one in use stays. */
  use(snapshot: FlagSnapshot): void
  readonly snapshot: FlagSnapshot
  /** Never throws. Returns undefined if the flag does not exist, or if the context itself throws. */
  outcome(key: string, context: EvaluationContext | undefined): Outcome | undefined
  isOn(key: string, context: EvaluationContext | undefined): boolean | undefined
  evaluate(key: string, context: EvaluationContext | undefined, fallback: FlagValue): Evaluation
  /** Evaluates the flag without counting. */
  peek(key: string, context: EvaluationContext): Outcome | undefined
}

export interface EvaluatorDeps extends Runtime, CounterParts {
  readonly isStale: () => boolean
}

const NOBODY: EvaluationContext = Object.freeze({})

const timed = (flag: FlagProgram, context: EvaluationContext, counters: Counters): Outcome => {
  counters.drawNext()
  const began = performance.now()
  const outcome = runFlag(flag, context)
  recordLatency(flag.counters, performance.now() - began)
  return outcome
}

const counted = (flag: FlagProgram, context: EvaluationContext, counters: Counters): Outcome => {
  counters.untilTimed -= 1
  const outcome = counters.untilTimed === 0 ? timed(flag, context, counters) : runFlag(flag, context)
  const { slot } = outcome
  counters.counts[slot] = (counters.counts[slot] ?? 0) + 1
  if (outcome.inCanary) flag.counters.canaryEvaluations += 1
  return outcome
}

const failed = (value: FlagValue, errorCode: FlagErrorCode): Evaluation =>
  Object.freeze({
    enabled: value !== false,
    value,
    variant: typeof value === 'string' ? value : value ? 'on' : 'off',
    reason: 'ERROR',
    errorCode,
    source: 'flag',
    version: 0,
  })

const EMPTY: FlagSnapshot = Object.freeze({ version: 0, flags: [], segments: [] })

export const createEvaluator = ({ counters, countersOf, isStale, ...runtime }: EvaluatorDeps): Evaluator => {
  let snapshot = EMPTY
  let flags: ReadonlyMap<string, FlagProgram> = new Map()

  const evaluated = (flag: FlagProgram, context: EvaluationContext | undefined): Outcome | undefined => {
    try {
      return counted(flag, context ?? NOBODY, counters)
    } catch {
      // A getter of the application's context threw: the caller gets the default.
      return undefined
    }
  }
  const outcome = (key: string, context: EvaluationContext | undefined): Outcome | undefined => {
    const flag = flags.get(key)
    return flag === undefined ? undefined : evaluated(flag, context)
  }

  return {
    use(newer) {
      flags = compileSnapshot(newer, runtime, { counters, countersOf })
      snapshot = newer
    },
    get snapshot() {
      return snapshot
    },
    outcome,
    isOn(key, context) {
      const flag = flags.get(key)
      if (flag === undefined) return undefined
      if (!flag.isPlain || counters.untilTimed === 1) return evaluated(flag, context)?.enabled
      counters.untilTimed -= 1
      counters.counts[flag.slot] = (counters.counts[flag.slot] ?? 0) + 1
      return flag.isOn
    },
    evaluate(key, context, fallback) {
      const result = outcome(key, context)
      if (!result) return failed(fallback, flags.has(key) ? 'GENERAL' : 'FLAG_NOT_FOUND')
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
