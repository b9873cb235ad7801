import { reply } from '@signet/contracts'
import type { memberRow } from '@signet/identity'
import { invalidInput, notFound, type Route, type RowTable, refusal, route } from '@signet/kernel'
import { OBSERVABILITY_TERMS, type PlatformTier, type StandingOf, UPGRADE_PATH } from '@signet/ledger'
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
import { type Reader, readerOf } from '../workers/windows.ts'
import { ruleFaults, titleFaults } from './rule-faults.ts'
import type { RuleState } from './rule-state.ts'
import type { RuleRow, RuleTable, SloTable } from './rule-table.ts'

export interface RuleDeps {
  readonly rules: RuleTable
  readonly slos: Pick<SloTable, 'get'>
  readonly states: Pick<RowTable<typeof ruleStateRow>, 'all'>
  readonly members: Pick<RowTable<typeof memberRow>, 'all'>
  readonly standingOf: StandingOf
  readonly allowsLoopback: boolean
}

const noSuchRule = () => notFound('The rule does not exist')
const NO_SLO = [{ field: 'condition.slo_id', message: 'must be the ID of an SLO' }]

const full = (tier: PlatformTier) => {
  const { rules: limit } = OBSERVABILITY_TERMS[tier]
  const extras = { tier, limit, upgrade: UPGRADE_PATH }
  return refusal('rule_limit', `The rule limit of plan ${tier} is reached: ${limit}`, { extras })
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
const refuseFaults = async ({ slos, members, allowsLoopback }: RuleDeps, { tenant, org }: Reader, rule: RuleChange) => {
  const { condition, notify } = rule
  const slo = condition.kind === 'burn' ? await slos.get(tenant, condition.slo_id) : undefined
  const all = Array.isArray(notify.mail) ? await members.all({ org }) : []
  const active = all.filter(({ state = 'active' }) => state === 'active').map(({ user_id }) => user_id)
  const faults = ruleFaults(rule, { slo, members: new Set(active), allowsLoopback })
  if (faults.length > 0) throw invalidInput(faults)
}

export const ruleRoutes = (deps: RuleDeps): Route[] => {
  const limitOf = async ({ org }: Reader) => OBSERVABILITY_TERMS[(await deps.standingOf(org)).tier].rules

  const views = async (reader: Reader): Promise<{ readonly rules: Rule[]; readonly limit: number }> => {
    const { tenant } = reader
    const [rows, states, limit] = await Promise.all([
      deps.rules.all(tenant),
      deps.states.all({ tenant }),
      limitOf(reader),
    ])
    return { rules: rows.map((row, at) => viewOf(row, states, at < limit)), limit }
  }
  const findView = async (reader: Reader, id: string) => (await views(reader)).rules.find((rule) => rule.id === id)

  return [
    route(listRules, async ({ caller }) => reply(200, await views(readerOf(caller)))),
    route(createRule, async ({ body: { name, ...members }, caller, baseUrl }) => {
      const reader = readerOf(caller)
      const faults = titleFaults(name)
      if (faults.length > 0) throw invalidInput(faults)
      await refuseFaults(deps, reader, members)
      const { tier } = await deps.standingOf(reader.org)
      const naming = { ...reader, name, limit: OBSERVABILITY_TERMS[tier].rules }
      const saved = await deps.rules.add(naming, members, baseUrl)
      if (saved === 'taken')
        return refusal('conflict', `The rule "${name}" already exists. Change it or choose another name`)
      if (saved === 'full') return full(tier)
      if (saved === 'no slo') throw invalidInput(NO_SLO)
      return reply(201, viewOf(saved, [], true))
    }),
    route(getRule, async ({ params: { id }, caller }) => {
      const rule = await findView(readerOf(caller), id)
      return rule ? reply(200, rule) : noSuchRule()
    }),
    route(changeRule, async ({ params: { id }, body, caller }) => {
      const reader = readerOf(caller)
      if (!(await deps.rules.get(reader.tenant, id))) return noSuchRule()
      await refuseFaults(deps, reader, body)
      const saved = await deps.rules.change(reader.tenant, id, body)
      if (saved === 'no slo') throw invalidInput(NO_SLO)
      const rule = saved && (await findView(reader, id))
      return rule ? reply(200, rule) : noSuchRule()
    }),
    route(removeRule, async ({ params: { id }, caller }) =>
      (await deps.rules.remove(readerOf(caller).tenant, id)) ? reply(204) : noSuchRule(),
    ),
  ]
}
