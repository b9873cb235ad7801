import { reply } from '@signet/contracts'
import type { memberRow } from '@signet/identity'
import { invalidInput, notFound, type Route, type RowTable, refusal, route } from '@signet/kernel'
import { OBSERVABILITY_TERMS, type PlatformTier, type TierStatusOf, UPGRADE_PATH } from '@signet/ledger'
import { alertIdOf } from '../contract/alerts.ts'
import type { ruleStateRow } from '../contract/rule-rows.ts'
import {
  changeRule,
  createRule,
  getRule,
  listRules,
  type Rule,
  type RuleChange,
  removeRule,
} from '../contract/rules.ts'
import { type TelemetryOwner, telemetryOwnerOf } from '../workers/windows.ts'
import { ruleFaults, titleFaults } from './rule-faults.ts'
import type { RuleState } from './rule-state.ts'
import type { RuleRow, RuleTable, SloTable } from './rule-table.ts'

export interface RuleDeps {
  readonly rules: RuleTable
  readonly slos: Pick<SloTable, 'get'>
  readonly states: Pick<RowTable<typeof ruleStateRow>, 'all'>
  readonly members: Pick<RowTable<typeof memberRow>, 'all'>
  readonly tierStatusOf: TierStatusOf
  readonly allowsLoopback: boolean
}

const noSuchRule = () => notFound('The rule does not exist')
const NO_SLO = [{ field: 'condition.slo_id', message: 'must be the ID of an existing SLO' }]

const ruleLimitReached = (tier: PlatformTier) => {
  const { rules: limit } = OBSERVABILITY_TERMS[tier]
  const extras = { tier, limit, upgrade: UPGRADE_PATH }
  return refusal('rule_limit', `The organization has reached the rule limit of the ${tier} plan (${limit})`, { extras })
}

const stateView = ({ rule, worker, phase, since, value }: RuleState): Rule['states'][number] => ({
  worker,
  phase,
  since: new Date(since).toISOString(),
  value,
  alert_id: phase === 'firing' ? alertIdOf(rule, worker, since) : null,
})

const viewOf = (rule: RuleRow, states: readonly RuleState[], is_within_plan: boolean): Rule => {
  const { id, name, condition, severity, for_minutes, clear_minutes, notify, enabled, created_at, updated_at } = rule
  const current = states.filter((state) => state.rule === id && state.epoch === rule.epoch)
  return {
    id,
    name,
    condition,
    severity,
    for_minutes,
    clear_minutes,
    notify,
    enabled,
    is_within_plan,
    states: current.map(stateView),
    created_at,
    updated_at,
  }
}

/** @throws Refusal 400 with each invalid field */
const refuseFaults = async (
  { slos, members, allowsLoopback }: RuleDeps,
  { tenant, org }: TelemetryOwner,
  rule: RuleChange,
) => {
  const { condition, notify } = rule
  const slo = condition.kind === 'burn' ? await slos.get(tenant, condition.slo_id) : undefined
  const allMembers = Array.isArray(notify.mail) ? await members.all({ org }) : []
  const activeIds = allMembers.filter(({ state = 'active' }) => state === 'active').map(({ user_id }) => user_id)
  const faults = ruleFaults(rule, { slo, members: new Set(activeIds), allowsLoopback })
  if (faults.length > 0) throw invalidInput(faults)
}

export const ruleRoutes = (deps: RuleDeps): Route[] => {
  const limitOf = async ({ org }: TelemetryOwner) => OBSERVABILITY_TERMS[(await deps.tierStatusOf(org)).tier].rules

  const readViews = async (owner: TelemetryOwner): Promise<{ readonly rules: Rule[]; readonly limit: number }> => {
    const { tenant } = owner
    const [rows, states, limit] = await Promise.all([
      deps.rules.all(tenant),
      deps.states.all({ tenant }),
      limitOf(owner),
    ])
    return { rules: rows.map((row, index) => viewOf(row, states, index < limit)), limit }
  }
  const findView = async (owner: TelemetryOwner, id: string) =>
    (await readViews(owner)).rules.find((rule) => rule.id === id)

  return [
    route(listRules, async ({ caller }) => reply(200, await readViews(telemetryOwnerOf(caller)))),
    route(createRule, async ({ body: { name, ...fields }, caller, baseUrl }) => {
      const owner = telemetryOwnerOf(caller)
      const faults = titleFaults(name)
      if (faults.length > 0) throw invalidInput(faults)
      await refuseFaults(deps, owner, fields)
      const { tier } = await deps.tierStatusOf(owner.org)
      const newEntry = { ...owner, name, limit: OBSERVABILITY_TERMS[tier].rules }
      const saved = await deps.rules.add(newEntry, fields, baseUrl)
      if (saved === 'taken')
        return refusal('conflict', `A rule with the name "${name}" already exists. Update it or choose another name`)
      if (saved === 'full') return ruleLimitReached(tier)
      if (saved === 'no slo') throw invalidInput(NO_SLO)
      // A new rule has no states and is within the plan.
      return reply(201, viewOf(saved, [], true))
    }),
    route(getRule, async ({ params: { id }, caller }) => {
      const rule = await findView(telemetryOwnerOf(caller), id)
      return rule ? reply(200, rule) : noSuchRule()
    }),
    route(changeRule, async ({ params: { id }, body, caller }) => {
      const owner = telemetryOwnerOf(caller)
      if (!(await deps.rules.get(owner.tenant, id))) return noSuchRule()
      await refuseFaults(deps, owner, body)
      const saved = await deps.rules.change(owner.tenant, id, body)
      if (saved === 'no slo') throw invalidInput(NO_SLO)
      const rule = saved && (await findView(owner, id))
      return rule ? reply(200, rule) : noSuchRule()
    }),
    route(removeRule, async ({ params: { id }, caller }) =>
      (await deps.rules.remove(telemetryOwnerOf(caller).tenant, id)) ? reply(204) : noSuchRule(),
    ),
  ]
}
