import { reply } from '@signet/contracts'
import { CanaryRefused, setCanaryPercentage, startCanary, stopCanary } from '@signet/flags/canary'
import type { FlagSet } from '@signet/flags/dynamodb'
import { invalidInput, type Log, type Route, refusal, route } from '@signet/kernel'
import { looksAtCounts } from '../canary/observe-canary.ts'
import {
  startCanary as startOperation,
  stopCanary as stopOperation,
  updateCanary as updateOperation,
} from '../contract/canary.ts'
import type { CanaryStart } from '../contract/requests.ts'
import { existing } from '../sets/flag-changes.ts'
import type { StoredFlag } from '../sets/stored-flag.ts'
import { changeContextOf, setOf } from './caller-set.ts'
import type { FlagDeps } from './deps.ts'
import { etagOf, flagView, requireFlag } from './flag-routes.ts'

/** What the reducer refuses, as an answer. */
const answered = <T>(step: () => T): T => {
  try {
    return step()
  } catch (error) {
    if (!(error instanceof CanaryRefused)) throw error
    if (error.field !== undefined) throw invalidInput([{ field: error.field, message: error.message }])
    throw refusal(error.code, error.message)
  }
}

/** @throws Refusal 400 naming the guard whose alarm does not exist: CloudWatch would count it as good. */
const refuseAbsentAlarms = async ({ alarmStates }: FlagDeps, { guards }: CanaryStart): Promise<void> => {
  const named = guards.flatMap((guard, i) => (guard.type === 'alarm' ? [{ alarm: guard.alarm, i }] : []))
  if (named.length === 0) return
  const states = await alarmStates([...new Set(named.map(({ alarm }) => alarm))])
  const errors = named
    .filter(({ alarm }) => states.get(alarm) === 'absent')
    .map(({ alarm, i }) => ({
      field: `guards.${i}.alarm`,
      message: `names ${alarm}, and there is no alarm of that name`,
    }))
  if (errors.length > 0) throw invalidInput(errors)
}

/** Staged rollouts (spec supporting-services 3 and 4.3). */
export const canaryRoutes = (deps: FlagDeps): Route[] => {
  const { sets, machine, exposedCounts, newId, now } = deps
  /** What is written is the promise: an execution that could not be started is started by the sweep. */
  const driven = async (set: FlagSet, flag: StoredFlag, log: Log) => {
    await machine.drive(set, flag).catch((error: unknown) => {
      log.error('a canary was not given an execution; the sweep will', { ...set, key: flag.key, error })
    })
    return reply(200, flagView(flag), etagOf(flag))
  }
  return [
    route(startOperation, async ({ params: { key }, query, body, ...context }) => {
      const set = setOf(context, query.environment)
      const before = existing(await sets.read(set), key)
      await refuseAbsentAlarms(deps, body)
      const { reason, ...options } = body
      const counts = looksAtCounts(options) ? await exposedCounts(set, before) : undefined
      const id = newId()
      const flag = await sets.change(set, changeContextOf(context, reason), (snapshot) => ({
        key,
        action: 'canary_started',
        flag: answered(() => startCanary(existing(snapshot, key), { id, counts, ...options }, now())),
      }))
      return driven(set, requireFlag(flag), context.log)
    }),
    route(updateOperation, async ({ params: { key }, query, body, ...context }) => {
      const set = setOf(context, query.environment)
      const { reason, ...update } = body
      if (update.percentage === undefined && update.paused === undefined) {
        throw invalidInput([{ field: 'percentage', message: 'or `paused` is required: there is nothing to set' }])
      }
      const flag = await sets.change(set, changeContextOf(context, reason), (snapshot) => ({
        key,
        action: 'canary_updated',
        flag: answered(() => setCanaryPercentage(existing(snapshot, key), update, now())),
      }))
      return driven(set, requireFlag(flag), context.log)
    }),
    route(stopOperation, async ({ params: { key }, query, body, ...context }) => {
      const flag = await sets.change(
        setOf(context, query.environment),
        changeContextOf(context, body.reason),
        (snapshot) => ({
          key,
          action: 'canary_stopped',
          flag: answered(() => stopCanary(existing(snapshot, key), body.reason ?? 'Stopped by hand', now())),
        }),
      )
      return reply(200, flagView(requireFlag(flag)), etagOf(requireFlag(flag)))
    }),
  ]
}
