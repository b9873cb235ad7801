import type { memberRow } from '@signet/identity'
import { type RowOf, type RowTable, rowKey, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import type { AlertTable, StoredAlert } from '../alerts/alert-table.ts'
import { noticeRow } from '../contract/notice-rows.ts'
import { ruleRow, ruleStateRow } from '../contract/rule-rows.ts'
import type { Notify } from '../contract/rules.ts'
import { alertIdOf, type Change, eventsOf, messageOf, noticeOf, type TellingRule } from './alert-notification.ts'
import type { Measurement } from './measure.ts'
import type { RulePhase } from './phases.ts'
import type { RuleRow } from './rule-table.ts'

export type RuleState = Readonly<RowOf<typeof ruleStateRow>>

export interface MoveDeps extends TableDeps {
  readonly alerts: Pick<AlertTable, 'steps'>
  readonly members: Pick<RowTable<typeof memberRow>, 'all'>
  readonly outbox: Outbox
}

/** A rule for a worker: where it stood, and what was found. */
export interface Move {
  readonly tenant: string
  readonly rule: RuleRow
  readonly worker: string
  readonly before: RuleState | undefined
  readonly after: RulePhase
  readonly measured: Measurement
  readonly at: number
}

/** People who are mailed at most. */
const MAILED_MAX = 10

/** Members who are mailed of an incident that begins, and are members at that time. */
const mailedOf = async ({ members }: Pick<MoveDeps, 'members'>, org: string, { mail }: Notify) => {
  if (mail === null) return []
  const active = (await members.all({ org })).filter(({ state = 'active' }) => state === 'active')
  return active
    .filter(({ role, user_id }) => (mail === 'owners' ? role === 'owner' : mail.includes(user_id)))
    .map(({ user_id }) => user_id)
    .toSorted()
    .slice(0, MAILED_MAX)
}

const tellingOf = async (deps: MoveDeps, { rule, measured }: Move): Promise<TellingRule> => {
  const { id, org, name, condition, severity, notify, base_url } = rule
  const { kind } = condition
  const members = await mailedOf(deps, org, notify)
  return { id, org, name, kind, severity, notify, base_url, threshold: measured.threshold, members }
}

const alertOf = (rule: TellingRule, { worker, since }: Pick<RuleState, 'worker' | 'since'>, value: number | null) => ({
  id: alertIdOf(rule.id, worker, since),
  worker,
  rule: rule.name,
  severity: rule.severity,
  start: since,
  value,
  metadata: { rule_id: rule.id, kind: rule.kind, threshold: rule.threshold },
  isOurs: true,
})

/** An incident that goes on. */
const firingAlert = (
  rule: TellingRule,
  state: Pick<RuleState, 'worker' | 'since'>,
  value: number | null,
  at: number,
) => ({
  ...alertOf(rule, state, value),
  status: 'firing' as const,
  end: null,
  toldAt: at,
  message: messageOf(rule, state.worker, value),
})

/** The end of an incident, and why. */
const resolvedAlert = (state: RuleState, at: number, why: string): Pick<Change, 'rule' | 'alert'> => {
  const rule = JSON.parse(String(state.told)) as TellingRule
  const alert: StoredAlert = {
    ...alertOf(rule, state, state.value),
    status: 'resolved',
    end: at,
    toldAt: at,
    message: `${messageOf(rule, state.worker, state.value)}. ${why}`,
  }
  return { rule, alert }
}

/** The writes of what is told of a change, beside its events. */
const toldSteps = (deps: MoveDeps, change: Change): readonly WriteStep[] => {
  const notice = noticeOf(change, new Date(change.alert.toldAt).toISOString())
  const rows = rowTable(noticeRow, deps)
  // Without a condition it would begin anew what was delivered.
  return notice === undefined ? [] : [rows.steps.putNew({ tenant: change.tenant, id: notice.id }, notice)]
}

/** Writes a change as one transaction: the state, the incident, its notification and its events, or none of them. */
const written = async (
  deps: MoveDeps,
  state: readonly WriteStep[],
  change: Change | undefined,
  hasAlert = true,
): Promise<boolean> => {
  const events = change ? eventsOf(change) : []
  const isMine = await transact<boolean>(deps, async (refused) => {
    // Another run was first, or the rule is another: the next minute looks again.
    if (refused) return { result: false }
    const notice = change ? toldSteps(deps, change) : []
    const alert = change && hasAlert ? await deps.alerts.steps(change.tenant, change.alert) : []
    return { steps: [...state, ...alert, ...notice, ...deps.outbox.steps(events)], result: true }
  })
  if (isMine && events.length > 0) await deps.outbox.publish(events)
  return isMine
}

/** The write of a state, on condition that the rule is still the one that was looked at. */
const stateSteps = (deps: MoveDeps, { tenant, rule, worker, before }: Move, next: RuleState): readonly WriteStep[] => {
  const states = rowTable(ruleStateRow, deps)
  const key = { tenant, rule: rule.id, worker }
  const kept = before ? states.steps.replace(key, next, { version: before.version }) : states.steps.putNew(key, next)
  const check = {
    TableName: deps.table,
    Key: rowKey(ruleRow, { tenant, id: rule.id }),
    ConditionExpression: '#epoch = :epoch',
    ExpressionAttributeNames: { '#epoch': 'epoch' },
    ExpressionAttributeValues: { ':epoch': rule.epoch },
  }
  return [kept, { ConditionCheck: check }]
}

/** An incident that goes on is written again after so long, so that plans that keep a day do not lose it. */
const RETELL_MS = 3_600_000

/**
 * Keeps where a rule stands for a worker after a look. Where an incident begins or is over, that, its notification and its
 * events are the same transaction: each is told once, however many runs see it. False: another run was first.
 */
export const moveRule =
  (deps: MoveDeps) =>
  async (move: Move): Promise<boolean> => {
    const { tenant, rule, worker, before, after, measured, at } = move
    const was = before?.phase ?? 'ok'
    const is = after.phase
    const base = {
      rule: rule.id,
      worker,
      version: (before?.version ?? 0) + 1,
      epoch: rule.epoch,
      phase: is,
      since: after.since,
      clear_since: after.clear_since,
      checked_at: after.checked_at,
      value: measured.value,
    }
    if (is === 'firing' && was !== 'firing') {
      const telling = await tellingOf(deps, move)
      const change = {
        tenant,
        rule: telling,
        alert: firingAlert(telling, { worker, since: after.since }, measured.value, at),
      }
      const next = { ...base, told: JSON.stringify(telling), told_at: at }
      return written(deps, stateSteps(deps, move, next), change)
    }
    if (is === 'ok' && was === 'firing' && before) {
      const change = { tenant, ...resolvedAlert(before, at, 'It is over.') }
      return written(deps, stateSteps(deps, move, { ...base, told: null, told_at: at }), change)
    }
    const isOld = is === 'firing' && before !== undefined && at - before.told_at >= RETELL_MS
    if (before && !isOld && JSON.stringify(after) === JSON.stringify(phaseOf(before))) return false
    const next = { ...base, told: before?.told ?? null, told_at: isOld ? at : (before?.told_at ?? 0) }
    const steps = stateSteps(deps, move, next)
    if (!isOld) return written(deps, steps, undefined)
    const telling = JSON.parse(String(before.told)) as TellingRule
    const again = await deps.alerts.steps(tenant, firingAlert(telling, before, measured.value, at))
    return written(deps, [...steps, ...again], undefined)
  }

/** What of a state a look goes on from. */
export const phaseOf = ({ phase, since, clear_since, checked_at }: RulePhase): RulePhase => ({
  phase,
  since,
  clear_since,
  checked_at,
})

/** What ends an incident beside its condition. */
export interface Closing {
  readonly tenant: string
  readonly state: RuleState
  readonly why: string
  /** Whether the incident stays among the alerts: those of a removed worker do not. */
  readonly keepsAlert: boolean
}

/** Ends a state whose rule or worker is another, or is gone. Whoever was told of the beginning is told of the end. */
export const closeState =
  (deps: MoveDeps) =>
  async ({ tenant, state, why, keepsAlert }: Closing): Promise<boolean> => {
    const states = rowTable(ruleStateRow, deps)
    const gone = states.steps.remove({ tenant, rule: state.rule, worker: state.worker }, { version: state.version })
    const change = state.phase === 'firing' ? { tenant, ...resolvedAlert(state, deps.now().getTime(), why) } : undefined
    return written(deps, [gone], change, keepsAlert)
  }
