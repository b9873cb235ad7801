import { type Log, rowTable } from '@signet/kernel'
import { OBSERVABILITY_TERMS, type PlatformTier } from '@signet/ledger'
import { isInternalName } from '@signet/telemetry'
import pMap from 'p-map'
import { ruleStateRow } from '../contract/rule-rows.ts'
import { EVERY_WORKER } from '../contract/rules.ts'
import { type MeasureDeps, measure } from '../rules/measure.ts'
import { closeState, phaseAfter, phaseOf, type RuleState, type RuleStateDeps, writeState } from '../rules/rule-state.ts'
import { type RuleRow, ruleCountTable, ruleTable, type SloRow, shardsAt, sloTable } from '../rules/rule-table.ts'
import { type Worker, workerList } from '../workers/worker-list-table.ts'

export interface EvaluateDeps extends RuleStateDeps, MeasureDeps {
  /** Returns the plan of an organization. @throws Error if it cannot be read. The rules are then not evaluated. */
  readonly tierOf: (org: string) => Promise<PlatformTier>
}

interface RuleTarget {
  readonly rule: RuleRow
  readonly worker: Worker
  readonly slo: SloRow | undefined
}

const CONCURRENCY = 8
const MINUTE_MS = 60_000
/** Less than the function's timeout. The next run starts with another shard. */
const TIME_LIMIT_MS = 100_000

/** Returns a function with the same results that calls the original once per arguments. Failures are not cached. */
const cached = <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) => {
  const results = new Map<string, Promise<Result>>()
  return (...args: Args): Promise<Result> => {
    const key = JSON.stringify(args)
    const cachedResult = results.get(key)
    if (cachedResult !== undefined) return cachedResult
    const result = call(...args)
    results.set(key, result)
    result.catch(() => results.delete(key))
    return result
  }
}

const stateKeyOf = (rule: string, epoch: number, worker: string): string => `${rule} ${epoch} ${worker}`

const ruleTargetsOf = (
  rules: readonly RuleRow[],
  slos: readonly SloRow[],
  workers: readonly Worker[],
): readonly RuleTarget[] =>
  rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) => {
      const { condition } = rule
      const slo = condition.kind === 'burn' ? slos.find(({ id }) => id === condition.slo_id) : undefined
      const workerName = condition.kind === 'burn' ? slo?.worker : condition.worker
      return workers
        .filter((worker) => workerName === EVERY_WORKER || worker.name === workerName)
        .map((worker) => ({ rule, worker, slo }))
    })

const evaluateRule = async (
  deps: EvaluateDeps,
  tenant: string,
  { rule, worker, slo }: RuleTarget,
  before: RuleState | undefined,
) => {
  const at = deps.now()
  const measured = await measure(deps, { tenant, worker, at }, rule.condition, slo)
  const durations = { forMs: rule.for_minutes * MINUTE_MS, clearMs: rule.clear_minutes * MINUTE_MS }
  const evaluation = { isBreached: measured.isBreached, at: at.getTime() }
  const after = phaseAfter(before && phaseOf(before), evaluation, durations)
  // A condition that was never met has no state.
  if (before === undefined && after.phase === 'ok') return
  await writeState(deps)({ tenant, rule, worker: worker.name, before, after, measured, at: at.getTime() })
}

const reasonOf = (rule: RuleRow | undefined): string => {
  if (rule === undefined) return 'The rule was removed.'
  return rule.enabled ? 'The rule was changed, or its worker was removed.' : 'The rule was disabled.'
}

/**
 * Evaluates the enabled rules of a tenant that are within its plan limit, and closes the states of all other rules,
 * earlier epochs and removed workers. Returns the number of evaluations. Safe to interrupt, retry and run concurrently.
 * A failing rule keeps its state and does not stop the others.
 */
export const evaluateTenant =
  (tableDeps: EvaluateDeps) =>
  async (tenant: string): Promise<number> => {
    // Many rules query the same minutes of the same worker.
    const counters = { units: cached(tableDeps.counters.units) }
    const caps = { days: cached(tableDeps.caps.days) }
    const deps = { ...tableDeps, counters, caps }
    const [rules, slos, states, allWorkers] = await Promise.all([
      ruleTable(deps).all(tenant),
      sloTable(deps).all(tenant),
      rowTable(ruleStateRow, deps).all({ tenant }),
      workerList(deps).all(tenant),
    ])
    const [first] = rules
    if (first === undefined && states.length === 0) return 0
    const limit = first ? OBSERVABILITY_TERMS[await deps.tierOf(first.org)].rules : 0
    const workers = allWorkers.filter(({ name, isRemoved }) => !isRemoved && !isInternalName(name))
    const targets = ruleTargetsOf(rules.slice(0, limit), slos, workers)
    const targetKeys = new Set(targets.map(({ rule, worker }) => stateKeyOf(rule.id, rule.epoch, worker.name)))
    const outdated = states.filter(({ rule, epoch, worker }) => !targetKeys.has(stateKeyOf(rule, epoch, worker)))
    const workerNames = new Set(workers.map(({ name }) => name))
    const close = (state: RuleState) => {
      const reason = reasonOf(rules.find(({ id }) => id === state.rule))
      return closeState(deps)({ tenant, state, reason, keepsAlert: workerNames.has(state.worker) })
    }
    await pMap(outdated, close, { concurrency: CONCURRENCY, stopOnError: false })
    const stateByKey = new Map(states.map((state) => [stateKeyOf(state.rule, state.epoch, state.worker), state]))
    const evaluate = (target: RuleTarget) =>
      evaluateRule(
        deps,
        tenant,
        target,
        stateByKey.get(stateKeyOf(target.rule.id, target.rule.epoch, target.worker.name)),
      )
    await pMap(targets, evaluate, { concurrency: CONCURRENCY, stopOnError: false })
    return targets.length
  }

/** Evaluates the rules of every tenant. A failing tenant keeps its states and does not stop the others. */
export const evaluateRules = (deps: EvaluateDeps & { readonly log: Pick<Log, 'error' | 'info' | 'warn'> }) => {
  const { now, log } = deps
  const evaluateRulesOf = evaluateTenant(deps)
  return async (): Promise<{ readonly evaluations: number; readonly failed: number; readonly skipped: number }> => {
    const counts = { evaluations: 0, failed: 0, skipped: 0 }
    const deadline = now().getTime() + TIME_LIMIT_MS
    const evaluateInTime = async (tenant: string): Promise<void> => {
      if (now().getTime() > deadline) {
        counts.skipped++
        return
      }
      try {
        counts.evaluations += await evaluateRulesOf(tenant)
      } catch (error) {
        counts.failed++
        log.error('rule evaluation of a tenant failed', { tenant_id: tenant, error })
      }
    }
    for (const shard of shardsAt(now())) {
      const tenants: string[] = []
      for await (const tenant of ruleCountTable(deps).tenants(shard)) tenants.push(tenant)
      await pMap(tenants, evaluateInTime, { concurrency: CONCURRENCY })
    }
    if (counts.skipped > 0) log.warn('rule evaluation ran out of time', counts)
    log.info('rules evaluated', counts)
    if (counts.failed > 0) throw new Error(`Rule evaluation failed, tenants: ${counts.failed}`)
    return counts
  }
}
