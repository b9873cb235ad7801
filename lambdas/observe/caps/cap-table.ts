import { rowKey, type TableDeps, transact } from '@signet/kernel'
import { capRow } from '../contract/rows.ts'
import type { WorkerKey } from '../counters/count-table.ts'
import { expiryOf } from '../counters/units.ts'
import { dayOf, dayTable } from './day-table.ts'
import { requestMarkStep } from './request-mark.ts'

export interface DailyUse {
  readonly request: string
  readonly events: number
  readonly bytes: number
  /** Approximate write units of DynamoDB. */
  readonly writeUnits: number
  readonly limit?: number
}

const NAMES = { '#used': 'used', '#requests': 'requests', '#bytes': 'bytes', '#units': 'units', '#ttl': 'ttl' }

/** `used`: the number of events already used. Set if the request exceeds the daily limit. */
export type CapResult = { readonly isCounted: true } | { readonly isCounted: false; readonly used: number }

const additionStep = (
  { table, now }: TableDeps,
  workerKey: WorkerKey,
  { events, bytes, writeUnits, limit }: DailyUse,
) => ({
  Update: {
    TableName: table,
    Key: rowKey(capRow, { ...workerKey, day: dayOf(now()) }),
    UpdateExpression:
      'SET last_seen = :at, #ttl = :ttl ADD #used :events, #requests :one, #bytes :bytes, #units :units',
    ...(limit !== undefined && {
      ConditionExpression: 'attribute_not_exists(#used) OR #used <= :last',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    }),
    ExpressionAttributeNames: NAMES,
    ExpressionAttributeValues: {
      ':at': now().toISOString(),
      ':ttl': expiryOf(now()),
      ':one': 1,
      ':events': events,
      ':bytes': bytes,
      ':units': writeUnits,
      ...(limit !== undefined && { ':last': limit - events }),
    },
  },
})

export type CapTable = ReturnType<typeof capTable>

export const capTable = (deps: TableDeps) => ({
  ...dayTable(deps),

  /**
   * Counts all events of a request against the day, or none, and at most once per request. Concurrent requests never
   * exceed the limit.
   */
  async countEvents(workerKey: WorkerKey, use: DailyUse): Promise<CapResult> {
    const mark = requestMarkStep(deps, { tenant: workerKey.tenant, request: use.request, part: 'events' })
    const add = additionStep(deps, workerKey, use)
    // The condition of the write cannot reject the first request of a day, because the row does not exist yet.
    const exceedsLimit = use.limit !== undefined && use.events > use.limit
    return transact<CapResult>(deps, async (refused) => {
      if (refused?.conditionFailed(mark)) return { result: { isCounted: true } }
      if (!exceedsLimit && !refused?.conditionFailed(add)) return { steps: [mark, add], result: { isCounted: true } }
      const used = refused?.rowOf(add)?.used ?? (await dayTable(deps).today(workerKey))?.events ?? 0
      return { result: { isCounted: false, used: Number(used) } }
    })
  },
})
