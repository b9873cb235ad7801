import type { EvaluationContext, FlagSnapshot, FlagValue } from '../definition.ts'
import { recordLatency, SAMPLE, type Tally } from '../metrics/tally.ts'
import type { Surroundings } from './attribute.ts'
import { type CompiledFlag, compileSnapshot } from './compile-snapshot.ts'
import type { Evaluation, FlagErrorCode, Outcome } from './outcome.ts'

/** Evaluates the flags of the snapshot in use, and counts. */
export interface Evaluator {
  /** @throws FlagsRefused for a snapshot that breaks a rule; the one in use stays. */
  use(snapshot: FlagSnapshot): void
  readonly snapshot: FlagSnapshot
  /** Never throws. Undefined when there is no such flag, or when the context itself throws. */
  outcome(key: string, context: EvaluationContext | undefined): Outcome | undefined
  /** The same as a person or OpenFeature wants it. */
  evaluate(key: string, context: EvaluationContext | undefined, fallback: FlagValue): Evaluation
  /** The same without counting it. */
  peek(key: string, context: EvaluationContext): Outcome | undefined
}

export interface EvaluatorDeps extends Surroundings {
  readonly tallyOf: (key: string) => Tally
  /** Whether values are older than they may be. */
  readonly isStale: () => boolean
}

const NOBODY: EvaluationContext = Object.freeze({})

const timed = (flag: CompiledFlag, context: EvaluationContext): Outcome => {
  const began = performance.now()
  const outcome = flag.run(context)
  recordLatency(flag.counted, performance.now() - began)
  return outcome
}

const counted = (flag: CompiledFlag, context: EvaluationContext): Outcome => {
  const { counted: tally } = flag
  tally.calls += 1
  const outcome = (tally.calls & (SAMPLE - 1)) === 1 ? timed(flag, context) : flag.run(context)
  const { slot } = outcome
  tally.counts[slot] = (tally.counts[slot] ?? 0) + 1
  if (outcome.inCanary) tally.canaryCalls += 1
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

/** The engine over one snapshot after another. */
export const createEvaluator = ({ tallyOf, isStale, ...surroundings }: EvaluatorDeps): Evaluator => {
  let snapshot = EMPTY
  let flags: ReadonlyMap<string, CompiledFlag> = new Map()

  const outcome = (key: string, context: EvaluationContext | undefined): Outcome | undefined => {
    const flag = flags.get(key)
    if (flag === undefined) return undefined
    try {
      return counted(flag, context ?? NOBODY)
    } catch {
      // A getter of the application's context threw: its flag has its default.
      return undefined
    }
  }

  return {
    use(newer) {
      flags = compileSnapshot(newer, surroundings, tallyOf)
      snapshot = newer
    },
    get snapshot() {
      return snapshot
    },
    outcome,
    evaluate(key, context, fallback) {
      const found = outcome(key, context)
      if (!found) return failed(fallback, flags.has(key) ? 'GENERAL' : 'FLAG_NOT_FOUND')
      if (!isStale() || found.evaluation.reason === 'ERROR') return found.evaluation
      found.stale ??= Object.freeze({ ...found.evaluation, reason: 'STALE' })
      return found.stale
    },
    peek: (key, context) => flags.get(key)?.run(context),
  }
}
