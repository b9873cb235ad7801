import type { memberRow } from '@signet/identity'
import { type RowOf, type RowTable, rowKey, rowTable, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { noticeRow } from '@signet/notifications/webhooks'
import type { AlertTable } from '../alerts/alert-table.ts'
import {
  type AlertChange,
  alertEvents,
  alertIdOf,
  alertNotice,
  messageOf,
  type RuleSnapshot,
  type StoredAlert,
} from '../contract/alerts.ts'
import { ruleRow, ruleStateRow } from '../contract/rule-rows.ts'
import type { Notify } from '../contract/rules.ts'
import type { Measurement } from './measure.ts'
import type { RuleRow } from './rule-table.ts'

/** Phase of a rule for a worker. Times are milliseconds since 1970. */
export interface RulePhase {
  readonly phase: 'ok' | 'pending' | 'firing'
  /** Start of the breach; in phase `ok`, start of the phase. */
  readonly since: number
  readonly clear_since: number | null
  readonly checked_at: number
}

export interface Evaluation {
  readonly isBreached: boolean
  readonly at: number
}

/** Milliseconds of a breach before a rule fires, and of a recovery before its incident is resolved. */
export interface Durations {
  readonly forMs: number
  readonly clearMs: number
}

/**
 * Maximum milliseconds between evaluations, which run every minute. After a longer gap, the durations restart, because
 * nothing was evaluated during the gap.
 */
export const GAP_MS = 150_000

const INITIAL_PHASE: RulePhase = { phase: 'ok', since: 0, clear_since: null, checked_at: 0 }

const whileBreached = (before: RulePhase, { at }: Evaluation, { forMs }: Durations): RulePhase => {
  if (before.phase === 'firing') {
    // An evaluation without a change is not stored.
    return before.clear_since === null ? before : { ...before, clear_since: null, checked_at: at }
  }
  const isWaiting = before.phase === 'pending' && at - before.checked_at <= GAP_MS
  const since = isWaiting ? before.since : at
  return { phase: at - since >= forMs ? 'firing' : 'pending', since, clear_since: null, checked_at: at }
}

const whileRecovered = (before: RulePhase, { at }: Evaluation, { clearMs }: Durations): RulePhase => {
  if (before.phase === 'ok') return before
  if (before.phase === 'pending') return { phase: 'ok', since: at, clear_since: null, checked_at: at }
  const isClearing = before.clear_since !== null && at - before.checked_at <= GAP_MS
  const clear_since = isClearing && before.clear_since !== null ? before.clear_since : at
  if (at - clear_since >= clearMs) return { phase: 'ok', since: at, clear_since: null, checked_at: at }
  return { ...before, clear_since, checked_at: at }
}

/**
 * Returns the phase after an evaluation, or the same object if nothing changes. An evaluation older than the stored
 * one, from an overtaken run, changes nothing.
 */
export const phaseAfter = (
  before: RulePhase = INITIAL_PHASE,
  evaluation: Evaluation,
  durations: Durations,
): RulePhase => {
  if (evaluation.at <= before.checked_at) return before
  return evaluation.isBreached
    ? whileBreached(before, evaluation, durations)
    : whileRecovered(before, evaluation, durations)
}

export type RuleState = Readonly<RowOf<typeof ruleStateRow>>

export interface RuleStateDeps extends TableDeps {
  readonly alerts: Pick<AlertTable, 'steps'>
  readonly members: Pick<RowTable<typeof memberRow>, 'all'>
  readonly outbox: Outbox
}

export interface Transition {
  readonly tenant: string
  readonly rule: RuleRow
  readonly worker: string
  readonly before: RuleState | undefined
  readonly after: RulePhase
  readonly measured: Measurement
  readonly at: number
}

const RECIPIENTS_MAX = 10

const recipientsOf = async ({ members }: Pick<RuleStateDeps, 'members'>, org: string, { mail }: Notify) => {
  if (mail === null) return []
  const active = (await members.all({ org })).filter(({ state = 'active' }) => state === 'active')
  return active
    .filter(({ role, user_id }) => (mail === 'owners' ? role === 'owner' : mail.includes(user_id)))
    .map(({ user_id }) => user_id)
    .toSorted()
    .slice(0, RECIPIENTS_MAX)
}

const snapshotOf = async (deps: RuleStateDeps, { rule, measured }: Transition): Promise<RuleSnapshot> => {
  const { id, org, name, condition, severity, notify, base_url } = rule
  const { kind } = condition
  const members = await recipientsOf(deps, org, notify)
  return { id, org, name, kind, severity, notify, base_url, threshold: measured.threshold, members }
}

const alertOf = (rule: RuleSnapshot, { worker, since }: Pick<RuleState, 'worker' | 'since'>, value: number | null) => ({
  id: alertIdOf(rule.id, worker, since),
  worker,
  rule: rule.name,
  severity: rule.severity,
  start: since,
  value,
  metadata: { rule_id: rule.id, kind: rule.kind, threshold: rule.threshold },
  isFromRule: true,
})

const firingAlert = (
  rule: RuleSnapshot,
  state: Pick<RuleState, 'worker' | 'since'>,
  value: number | null,
  at: number,
) => ({
  ...alertOf(rule, state, value),
  status: 'firing' as const,
  end: null,
  reportedAt: at,
  message: messageOf(rule, state.worker, value),
})

const resolvedAlert = (state: RuleState, at: number, reason: string): Pick<AlertChange, 'rule' | 'alert'> => {
  const rule = JSON.parse(String(state.snapshot)) as RuleSnapshot
  const alert: StoredAlert = {
    ...alertOf(rule, state, state.value),
    status: 'resolved',
    end: at,
    reportedAt: at,
    message: `${messageOf(rule, state.worker, state.value)}. ${reason}`,
  }
  return { rule, alert }
}

const noticeSteps = (deps: RuleStateDeps, change: AlertChange): readonly WriteStep[] => {
  const notice = alertNotice(change, new Date(change.alert.reportedAt).toISOString())
  const rows = rowTable(noticeRow, deps)
  // Written only if new, because a repeated run must not restart a delivery.
  return notice === undefined ? [] : [rows.steps.putNew({ tenant: change.tenant, id: notice.id }, notice)]
}

/** Writes a change as one transaction: the state, the incident, its notification and its events. */
const writeChange = async (
  deps: RuleStateDeps,
  state: readonly WriteStep[],
  change: AlertChange | undefined,
  writesAlert = true,
): Promise<boolean> => {
  const events = change ? alertEvents(change) : []
  const isWritten = await transact<boolean>(deps, async (refused) => {
    // A concurrent run was first, or the rule was changed. The next run evaluates the rule again.
    if (refused) return { result: false }
    const notice = change ? noticeSteps(deps, change) : []
    const alert = change && writesAlert ? await deps.alerts.steps(change.tenant, change.alert) : []
    return { steps: [...state, ...alert, ...notice, ...deps.outbox.steps(events)], result: true }
  })
  if (isWritten && events.length > 0) await deps.outbox.publish(events)
  return isWritten
}

/** Returns the write of a state, and the check that the rule still has the same epoch. */
const stateSteps = (
  deps: RuleStateDeps,
  { tenant, rule, worker, before }: Transition,
  next: RuleState,
): readonly WriteStep[] => {
  const states = rowTable(ruleStateRow, deps)
  const key = { tenant, rule: rule.id, worker }
  const stateWrite = before
    ? states.steps.replace(key, next, { version: before.version })
    : states.steps.putNew(key, next)
  const check = {
    TableName: deps.table,
    Key: rowKey(ruleRow, { tenant, id: rule.id }),
    ConditionExpression: '#epoch = :epoch',
    ExpressionAttributeNames: { '#epoch': 'epoch' },
    ExpressionAttributeValues: { ':epoch': rule.epoch },
  }
  return [stateWrite, { ConditionCheck: check }]
}

/** Milliseconds between writes of an ongoing incident, so that it does not expire under a retention of one day. */
const REFRESH_MS = 3_600_000

/**
 * Stores the state of a rule for a worker after an evaluation. The start or end of an incident, its notification and
 * its events are one transaction, so that overlapping runs notify once. Returns false if nothing changed or another run
 * was first.
 */
export const writeState =
  (deps: RuleStateDeps) =>
  async (transition: Transition): Promise<boolean> => {
    const { tenant, rule, worker, before, after, measured, at } = transition
    const previousPhase = before?.phase ?? 'ok'
    const nextPhase = after.phase
    const base = {
      rule: rule.id,
      worker,
      version: (before?.version ?? 0) + 1,
      epoch: rule.epoch,
      phase: nextPhase,
      since: after.since,
      clear_since: after.clear_since,
      checked_at: after.checked_at,
      value: measured.value,
    }
    if (nextPhase === 'firing' && previousPhase !== 'firing') {
      const snapshot = await snapshotOf(deps, transition)
      const change = {
        tenant,
        rule: snapshot,
        alert: firingAlert(snapshot, { worker, since: after.since }, measured.value, at),
      }
      const next = { ...base, snapshot: JSON.stringify(snapshot), alert_written_at: at }
      return writeChange(deps, stateSteps(deps, transition, next), change)
    }
    if (nextPhase === 'ok' && previousPhase === 'firing' && before) {
      const change = { tenant, ...resolvedAlert(before, at, 'The condition is no longer met.') }
      return writeChange(deps, stateSteps(deps, transition, { ...base, snapshot: null, alert_written_at: at }), change)
    }
    const needsRefresh = nextPhase === 'firing' && before !== undefined && at - before.alert_written_at >= REFRESH_MS
    if (before && !needsRefresh && JSON.stringify(after) === JSON.stringify(phaseOf(before))) return false
    const next = {
      ...base,
      snapshot: before?.snapshot ?? null,
      alert_written_at: needsRefresh ? at : (before?.alert_written_at ?? 0),
    }
    const steps = stateSteps(deps, transition, next)
    if (!needsRefresh) return writeChange(deps, steps, undefined)
    const snapshot = JSON.parse(String(before.snapshot)) as RuleSnapshot
    const refresh = await deps.alerts.steps(tenant, firingAlert(snapshot, before, measured.value, at))
    return writeChange(deps, [...steps, ...refresh], undefined)
  }

export const phaseOf = ({ phase, since, clear_since, checked_at }: RulePhase): RulePhase => ({
  phase,
  since,
  clear_since,
  checked_at,
})

export interface StateClosing {
  readonly tenant: string
  readonly state: RuleState
  readonly reason: string
  /** False for incidents of a removed worker, which are removed from the list of alerts. */
  readonly keepsAlert: boolean
}

/**
 * Closes a state whose rule or worker was changed or removed. The recipients of the first notification also receive the
 * resolve notification.
 */
export const closeState =
  (deps: RuleStateDeps) =>
  async ({ tenant, state, reason, keepsAlert }: StateClosing): Promise<boolean> => {
    const states = rowTable(ruleStateRow, deps)
    const removal = states.steps.remove({ tenant, rule: state.rule, worker: state.worker }, { version: state.version })
    const change =
      state.phase === 'firing' ? { tenant, ...resolvedAlert(state, deps.now().getTime(), reason) } : undefined
    return writeChange(deps, [removal], change, keepsAlert)
  }
