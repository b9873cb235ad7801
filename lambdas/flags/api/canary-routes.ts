import { reply } from '@signet/contracts'
import { CanaryRefused, setCanaryPercentage, startCanary, stopCanary } from '@signet/flags/canary'
import type { FlagSet } from '@signet/flags/dynamodb'
import { invalidInput, type Log, Refusal, type Route, refusal, route } from '@signet/kernel'
import type { AuditAction } from '../audit/audit-entry.ts'
import { usesCounts } from '../canary/observe-canary.ts'
import {
  startCanary as startOperation,
  stopCanary as stopOperation,
  updateCanary as updateOperation,
} from '../contract/canary.ts'
import type { CanaryStart } from '../contract/requests.ts'
import { existingFlag } from '../sets/flag-changes.ts'
import type { FlagWrite } from '../sets/set-write.ts'
import type { StoredFlag, StoredSnapshot } from '../sets/stored-flag.ts'
import { changeContextOf, setOf } from './caller-set.ts'
import type { FlagDeps } from './deps.ts'
import { etagOf, flagView, requireFlag } from './flag-routes.ts'

/**
 * Plans the write of a canary operation. Returns 404 for an unknown flag, and 409 with `code` if the state of the canary
 * does not allow the operation.
 * @throws Refusal 400 for an invalid field
 */
const planCanaryStep = <const Code extends 'canary_running' | 'canary_not_running'>(
  snapshot: StoredSnapshot,
  key: string,
  code: Code,
  action: AuditAction,
  applyStep: (flag: StoredFlag) => StoredFlag,
): FlagWrite | Refusal<Code | 'not_found'> => {
  const flag = existingFlag(snapshot, key)
  if (flag instanceof Refusal) return flag
  try {
    return { key, action, flag: applyStep(flag) }
  } catch (error) {
    if (!(error instanceof CanaryRefused)) throw error
    if (error.code === code) return refusal(code, error.message)
    throw invalidInput([{ field: error.field ?? 'body', message: error.message }])
  }
}

/** @throws Refusal 400 naming each guard whose alarm does not exist */
const refuseAbsentAlarms = async ({ alarmStates }: FlagDeps, { guards }: CanaryStart): Promise<void> => {
  const alarmGuards = guards.flatMap((guard, i) => (guard.type === 'alarm' ? [{ alarm: guard.alarm, i }] : []))
  if (alarmGuards.length === 0) return
  const states = await alarmStates([...new Set(alarmGuards.map(({ alarm }) => alarm))])
  const errors = alarmGuards
    .filter(({ alarm }) => states.get(alarm) === 'absent')
    .map(({ alarm, i }) => ({
      field: `guards.${i}.alarm`,
      message: `names ${alarm}, but no alarm with that name exists`,
    }))
  if (errors.length > 0) throw invalidInput(errors)
}

/** Starts the execution of the canary. If that fails, the sweep starts it later, so the response is still 200. */
const driveAndReply = async ({ machine }: FlagDeps, set: FlagSet, flag: StoredFlag, log: Log) => {
  await machine.drive(set, flag).catch((error: unknown) => {
    log.error('canary execution not started', { ...set, key: flag.key, error })
  })
  return reply(200, flagView(flag), etagOf(flag))
}

const startRoute = (deps: FlagDeps): Route => {
  const { sets, exposedCounts, newId, now } = deps
  return route(startOperation, async ({ params: { key }, query, body, ...context }) => {
    const set = setOf(context, query.environment)
    const existing = existingFlag(await sets.read(set), key)
    if (existing instanceof Refusal) return existing
    await refuseAbsentAlarms(deps, body)
    const { reason, ...options } = body
    const counts = usesCounts(options) ? await exposedCounts(set, existing) : undefined
    const id = newId()
    const flag = await sets.change(set, changeContextOf(context, reason), (snapshot) =>
      planCanaryStep(snapshot, key, 'canary_running', 'canary_started', (current) =>
        startCanary(current, { id, counts, ...options }, now()),
      ),
    )
    if (flag instanceof Refusal) return flag
    return driveAndReply(deps, set, requireFlag(flag), context.log)
  })
}

const updateRoute = (deps: FlagDeps): Route => {
  const { sets, now } = deps
  return route(updateOperation, async ({ params: { key }, query, body, ...context }) => {
    const set = setOf(context, query.environment)
    const { reason, ...update } = body
    if (update.percentage === undefined && update.paused === undefined) {
      throw invalidInput([{ field: 'percentage', message: 'or `paused` is required: send at least one of them' }])
    }
    const flag = await sets.change(set, changeContextOf(context, reason), (snapshot) =>
      planCanaryStep(snapshot, key, 'canary_not_running', 'canary_updated', (current) =>
        setCanaryPercentage(current, update, now()),
      ),
    )
    if (flag instanceof Refusal) return flag
    return driveAndReply(deps, set, requireFlag(flag), context.log)
  })
}

const stopRoute = ({ sets, now }: FlagDeps): Route =>
  route(stopOperation, async ({ params: { key }, query, body, ...context }) => {
    const set = setOf(context, query.environment)
    const flag = await sets.change(set, changeContextOf(context, body.reason), (snapshot) =>
      planCanaryStep(snapshot, key, 'canary_not_running', 'canary_stopped', (current) =>
        stopCanary(current, body.reason ?? 'Stopped manually', now()),
      ),
    )
    if (flag instanceof Refusal) return flag
    return reply(200, flagView(requireFlag(flag)), etagOf(requireFlag(flag)))
  })

/** Staged rollouts (spec supporting-services 3 and 4.3). */
export const canaryRoutes = (deps: FlagDeps): Route[] => [startRoute(deps), updateRoute(deps), stopRoute(deps)]
