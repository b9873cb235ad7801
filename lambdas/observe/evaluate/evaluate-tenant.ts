import { rowTable } from '@signet/kernel'
import { OBSERVABILITY_TERMS, type PlatformTier } from '@signet/ledger'
import { isInternalName } from '@signet/telemetry'
import pMap from 'p-map'
import { ruleStateRow } from '../contract/rule-rows.ts'
import { type MeasureDeps, measure } from '../rules/measure.ts'
import { closeState, type MoveDeps, moveRule, phaseOf, type RuleState } from '../rules/move-rule.ts'
import { afterLook } from '../rules/phases.ts'
import { EVERY_WORKER } from '../rules/rule-faults.ts'
import { type RuleRow, ruleTable } from '../rules/rule-table.ts'
import { type SloRow, sloTable } from '../rules/slo-table.ts'
import type { Worker } from '../workers/worker-list-table.ts'
import { workerTable } from '../workers/worker-table.ts'
import { readOnce } from './read-once.ts'

export interface EvaluateDeps extends MoveDeps, MeasureDeps {
  /** The plan of an organisation. @throws Error while it is unknown: then nothing is judged for it. */
  readonly tierOf: (org: string) => Promise<PlatformTier>
}

/** A rule and one of the workers that it is about. */
interface Pair {
  readonly rule: RuleRow
  readonly worker: Worker
  readonly slo: SloRow | undefined
}

const AT_ONCE = 8
const MINUTE_MS = 60_000

const stateKeyOf = (rule: string, epoch: number, worker: string): string => `${rule} ${epoch} ${worker}`

/** The rules that the plan has room for, for each worker that has been seen and not removed. */
const pairsOf = (rules: readonly RuleRow[], slos: readonly SloRow[], workers: readonly Worker[]): readonly Pair[] =>
  rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) => {
      const { condition } = rule
      const slo = condition.kind === 'burn' ? slos.find(({ id }) => id === condition.slo_id) : undefined
      const name = condition.kind === 'burn' ? slo?.worker : condition.worker
      return workers
        .filter((worker) => name === EVERY_WORKER || worker.name === name)
        .map((worker) => ({ rule, worker, slo }))
    })

const lookAt = async (
  deps: EvaluateDeps,
  tenant: string,
  { rule, worker, slo }: Pair,
  before: RuleState | undefined,
) => {
  const at = deps.now()
  const measured = await measure(deps, { tenant, worker, at }, rule.condition, slo)
  const patience = { forMs: rule.for_minutes * MINUTE_MS, clearMs: rule.clear_minutes * MINUTE_MS }
  const phased = before && phaseOf(before)
  const after = afterLook(phased, { isMet: measured.isMet, at: at.getTime() }, patience)
  // It has never held, and does not now.
  if (before === undefined && after.phase === 'ok') return
  await moveRule(deps)({ tenant, rule, worker: worker.name, before, after, measured, at: at.getTime() })
}

const whyOf = (rule: RuleRow | undefined): string => {
  if (rule === undefined) return 'The rule was removed.'
  return rule.enabled ? 'The rule was changed, or its worker is gone.' : 'The rule is no longer enabled.'
}

/**
 * Looks at every rule of a tenant once. A state whose rule or worker is another, or is gone, is ended. It may be killed
 * anywhere, run again, and run beside another: a look that fails changes nothing, and the others go on.
 */
export const evaluateTenant =
  (outer: EvaluateDeps) =>
  async (tenant: string): Promise<number> => {
    const deps = { ...outer, ...readOnce(outer) }
    const [rules, slos, states, all] = await Promise.all([
      ruleTable(deps).all(tenant),
      sloTable(deps).all(tenant),
      rowTable(ruleStateRow, deps).all({ tenant }),
      workerTable(deps).all(tenant),
    ])
    const [first] = rules
    if (first === undefined && states.length === 0) return 0
    const room = first ? OBSERVABILITY_TERMS[await deps.tierOf(first.org)].rules : 0
    const workers = all.filter(({ name, isGone }) => !isGone && !isInternalName(name))
    const pairs = pairsOf(rules.slice(0, room), slos, workers)
    const places = new Set(pairs.map(({ rule, worker }) => stateKeyOf(rule.id, rule.epoch, worker.name)))
    const others = states.filter(({ rule, epoch, worker }) => !places.has(stateKeyOf(rule, epoch, worker)))
    const isThere = new Set(workers.map(({ name }) => name))
    await pMap(
      others,
      (state) =>
        closeState(deps)({
          tenant,
          state,
          why: whyOf(rules.find(({ id }) => id === state.rule)),
          keepsAlert: isThere.has(state.worker),
        }),
      { concurrency: AT_ONCE, stopOnError: false },
    )
    const stateAt = new Map(states.map((state) => [stateKeyOf(state.rule, state.epoch, state.worker), state]))
    const look = (pair: Pair) =>
      lookAt(deps, tenant, pair, stateAt.get(stateKeyOf(pair.rule.id, pair.rule.epoch, pair.worker.name)))
    await pMap(pairs, look, { concurrency: AT_ONCE, stopOnError: false })
    return pairs.length
  }
