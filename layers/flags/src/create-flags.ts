import { isInCanary } from './canary/index.ts'
import { type DefinedFlags, definitionsOf, segmentsOf } from './define-flags.ts'
import type { EvaluationContext, FlagSnapshot, FlagValue, Segment } from './definition.ts'
import { checkSnapshot, FlagsRefused } from './engine/compile-snapshot.ts'
import { createEvaluator, type Evaluator } from './engine/evaluator.ts'
import { explainFlag } from './engine/explain.ts'
import { type FlagReader, type Flags, FlagsReadOnly } from './flags.ts'
import { localFlags } from './local-flags.ts'
import type { Counters, FlagCounters } from './metrics/counters.ts'
import { metricStore } from './metrics/index.ts'
import { copyJson, deepFreeze } from './own-copy.ts'
import { type FlagSource, type SnapshotKeeperOptions, snapshotKeeper } from './propagation/index.ts'

export interface FlagsOptions<T extends DefinedFlags> {
  /** Flags by key, preferably from `defineFlags`. With a source, they are used until it returns the first snapshot. */
  readonly flags?: T
  readonly segments?: readonly Segment[]
  /** Source of the flags. Without one, they are stored in this process and can be changed in it. */
  readonly source?: FlagSource
  readonly refreshing?: Omit<Partial<SnapshotKeeperOptions>, 'source' | 'use' | 'now'>
  readonly onChange?: (snapshot: FlagSnapshot) => void
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Returns 0 to 1, for flags with random stickiness. */
  readonly random?: () => number
  readonly newId?: () => string
}

/** Replaces a context that could not be copied. Every access to it throws, and the evaluator then returns the fallback. */
const UNREADABLE_CONTEXT = (() => {
  const { proxy, revoke } = Proxy.revocable<EvaluationContext>({}, {})
  revoke()
  return proxy
})()

const undefinedIfThrown = <R>(read: () => R): R | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

type EvaluatorMethods = Pick<Evaluator, 'isOn' | 'outcome' | 'evaluate' | 'peek' | 'snapshot'>

interface ReaderDeps {
  readonly now: () => number
  readonly random: () => number
  readonly counters: Counters
  readonly countersOf: (key: string) => FlagCounters
}

const readerOf = <T extends DefinedFlags>(
  evaluator: EvaluatorMethods,
  applyPending: () => void,
  deps: ReaderDeps,
  bind: (context: EvaluationContext | undefined) => EvaluationContext | undefined,
): FlagReader<T> => ({
  isEnabled(key, context, fallback = false) {
    applyPending()
    return evaluator.isOn(key, bind(context)) ?? fallback
  },
  getVariant(key, context, fallback) {
    applyPending()
    const variant = evaluator.outcome(key, bind(context))?.evaluation.variant
    return (variant ?? fallback ?? 'off') as never
  },
  getPayload(key, context) {
    applyPending()
    return evaluator.outcome(key, bind(context))?.evaluation.payload as never
  },
  evaluate(key, context, fallback = false as never) {
    applyPending()
    return evaluator.evaluate(key, bind(context), fallback as FlagValue)
  },
  explain(key, context) {
    applyPending()
    const { snapshot, peek } = evaluator
    return undefinedIfThrown(() => explainFlag(key, bind(context) ?? {}, { ...deps, snapshot, peek }))
  },
  reportError(key, context) {
    applyPending()
    const outcome = undefinedIfThrown(() => evaluator.peek(key, bind(context) ?? {}))
    if (!outcome) return
    const { errors } = deps.counters
    errors[outcome.slot] = (errors[outcome.slot] ?? 0) + 1
    if (outcome.inCanary) deps.countersOf(key).canaryErrors += 1
  },
})

/** Returns a `bind` that never throws: copying a context may throw, because it may have getters. */
const bindSafely =
  (bind: (context: EvaluationContext | undefined) => EvaluationContext) =>
  (context: EvaluationContext | undefined): EvaluationContext =>
    undefinedIfThrown(() => bind(context)) ?? UNREADABLE_CONTEXT

/** Returns a checked copy of a snapshot. @throws FlagsRefused if it breaks a rule. */
const checkedCopy = (input: FlagSnapshot): FlagSnapshot => {
  const problems = checkSnapshot(input)
  if (problems.length > 0) throw new FlagsRefused(problems)
  const { version, flags, segments } = input
  return deepFreeze(copyJson({ version, flags, segments }))
}

const keeperOf = <T extends DefinedFlags>(
  { source, refreshing = {} }: FlagsOptions<T>,
  use: (snapshot: FlagSnapshot) => void,
  now: () => number,
) => (source ? snapshotKeeper({ ...refreshing, source, use, now }) : undefined)

const currentSnapshot = (
  { source, onChange }: Pick<FlagsOptions<DefinedFlags>, 'source' | 'onChange'>,
  evaluator: Evaluator,
  now: () => number,
) => {
  const listeners = new Set<(snapshot: FlagSnapshot) => void>()
  /** A written snapshot that is not compiled yet, so that many flags created in sequence are compiled once. */
  let pendingSnapshot: FlagSnapshot | undefined
  let nextStepAt = Number.POSITIVE_INFINITY
  /** True if there are no pending writes and no canaries: the fast path of every evaluation. */
  let isQuiet = false
  /** Runs the canary steps that are due and returns the time of the next one. */
  let advance = (): number => Number.POSITIVE_INFINITY

  const use = (snapshot: FlagSnapshot): void => {
    evaluator.use(snapshot)
    pendingSnapshot = undefined
    for (const listener of listeners) undefinedIfThrown(() => listener(snapshot))
    nextStepAt = source === undefined && snapshot.flags.some(isInCanary) ? 0 : Number.POSITIVE_INFINITY
    isQuiet = nextStepAt === Number.POSITIVE_INFINITY
  }
  const applyDue = (): void => {
    if (nextStepAt !== Number.POSITIVE_INFINITY && now() >= nextStepAt) nextStepAt = advance()
    if (pendingSnapshot !== undefined) use(pendingSnapshot)
  }
  return {
    listeners,
    use,
    read: (): FlagSnapshot => pendingSnapshot ?? evaluator.snapshot,
    write: (snapshot: FlagSnapshot): void => {
      pendingSnapshot = snapshot
      isQuiet = false
      nextStepAt = snapshot.flags.some(isInCanary) ? 0 : Number.POSITIVE_INFINITY
      onChange?.(snapshot)
    },
    /** Runs before every evaluation: applies pending writes and due canary steps. */
    applyPending: (): void => {
      if (!isQuiet) undefinedIfThrown(applyDue)
    },
    onAdvance: (next: () => number): void => {
      advance = next
    },
  }
}

const boundReaders = <T extends DefinedFlags>(
  evaluator: EvaluatorMethods,
  applyPending: () => void,
  deps: ReaderDeps,
) => ({
  forContext: (base: EvaluationContext): FlagReader<T> =>
    readerOf<T>(
      evaluator,
      applyPending,
      deps,
      bindSafely((context) => ({ ...base, ...context })),
    ),
  forTenant: (tenant: string): FlagReader<T> =>
    readerOf<T>(
      evaluator,
      applyPending,
      deps,
      bindSafely((context) => ({ ...context, tenant })),
    ),
})

/** Returns the functions that change flags of this process. With a source, they throw. */
const writersOf = <T extends DefinedFlags>(
  writable: () => ReturnType<typeof localFlags>,
): Pick<
  Flags<T>,
  'createFlag' | 'setTenantOverride' | 'startCanaryDeployment' | 'updateCanaryDeployment' | 'stopCanaryDeployment'
> => ({
  createFlag: (flag) => writable().createFlag(flag),
  setTenantOverride: (tenant, key, value) => writable().setTenantOverride(tenant, key, value),
  startCanaryDeployment: (key, canary) => writable().startCanary(key, canary),
  updateCanaryDeployment: (key, change) =>
    writable().updateCanary(key, typeof change === 'number' ? { percentage: change } : change),
  stopCanaryDeployment: (key, reason = 'stopped manually') => writable().stopCanary(key, reason),
})

/**
 * Creates the flags of an application. Without a source they are stored in this process, and no service is needed.
 * @throws FlagsRefused if a flag breaks a rule.
 */
export const createFlags = <const T extends DefinedFlags = DefinedFlags>(options: FlagsOptions<T> = {}): Flags<T> => {
  const { now = Date.now, random = Math.random, newId = () => crypto.randomUUID(), source } = options
  const store = metricStore(newId)
  const { counters, countersOf } = store
  let isStale = (): boolean => false
  const evaluator = createEvaluator({ now, random, counters, countersOf, isStale: () => isStale() })
  const { read, write, use, applyPending, onAdvance, listeners } = currentSnapshot(options, evaluator, now)
  const local = localFlags({ read, write, counts: store.canaryCounts, now, newId })
  onAdvance(local.advance)
  const writable = () => {
    if (source) throw new FlagsReadOnly()
    applyPending()
    return local
  }
  const keeper = keeperOf(options, use, now)
  if (keeper) isStale = () => keeper.isStale
  use(
    deepFreeze({ version: 0, flags: definitionsOf(options.flags ?? {}), segments: segmentsOf(options.segments ?? []) }),
  )
  const deps = { now, random, counters, countersOf }

  return {
    ...readerOf<T>(evaluator, applyPending, deps, (context) => context),
    ...boundReaders<T>(evaluator, applyPending, deps),
    ...writersOf<T>(writable),
    getMetrics: (key: keyof T & string) => store.metrics(key),
    refresh: () => keeper?.refresh() ?? Promise.resolve(),
    useSnapshot: (snapshot) => use(checkedCopy(snapshot)),
    get snapshot() {
      applyPending()
      return evaluator.snapshot
    },
    get state() {
      if (keeper === undefined) return 'ready'
      return keeper.version === undefined ? 'empty' : keeper.isStale ? 'stale' : 'ready'
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    takeDeltas: store.takeDeltas,
    restore: store.restore,
  }
}
