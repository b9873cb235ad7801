import { cloudEvent } from '@signet/contracts/events'
import { rowKey, type TableDeps, transact } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { observeCapContract } from '../contract/cap-events.ts'
import { capRow } from '../contract/rows.ts'
import type { WorkerKey } from '../counters/count-table.ts'
import { type Day, dayOf } from './day-table.ts'
import { projectionOf } from './projection.ts'

interface Deps extends TableDeps {
  readonly outbox: Outbox
}

interface DailyUsage {
  readonly org: string
  readonly limit: number
  readonly day: Day | undefined
}

/**
 * Emits an event, once per day, when a worker is about to exceed its daily limit. The mark and the event are one write.
 */
export const warnOfCap = async (
  deps: Deps,
  workerKey: WorkerKey,
  { org, limit, day }: DailyUsage,
): Promise<boolean> => {
  const now = deps.now()
  if (day?.day !== dayOf(now)) return false
  const { projected, isNearLimit } = projectionOf({ used: day.events, limit }, now)
  if (!isNearLimit) return false
  const data = {
    org_id: org,
    worker_name: workerKey.worker,
    day: day.day,
    used: day.events,
    projected,
    daily_limit: limit,
  }
  const entity = `${workerKey.tenant}:${workerKey.worker}:${day.day}`
  const eventAttributes = { entity, version: 1, time: now, tenant: workerKey.tenant, data }
  const events = [cloudEvent(observeCapContract, 'observe-cap.projected', eventAttributes)]
  const mark = {
    Update: {
      TableName: deps.table,
      Key: rowKey(capRow, { ...workerKey, day: day.day }),
      UpdateExpression: 'SET warned = :at',
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(warned)',
      ExpressionAttributeValues: { ':at': now.toISOString() },
    },
  }
  const isFirst = await transact<boolean>(deps, async (refused) =>
    refused ? { result: false } : { steps: [mark, ...deps.outbox.steps(events)], result: true },
  )
  if (isFirst) await deps.outbox.publish(events)
  return isFirst
}
