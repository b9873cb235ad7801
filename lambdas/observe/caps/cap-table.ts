import { rowKey, type TableDeps, transact } from '@signet/kernel'
import { capRow } from '../contract/rows.ts'
import type { CountedWorker } from '../counters/count-table.ts'
import { expiryOf } from '../counters/units.ts'
import { dayOf, dayTable } from './day-table.ts'
import { onceStep } from './request-step.ts'

export interface DailyUse {
  readonly request: string
  readonly events: number
  readonly bytes: number
  /** Approximate write units of DynamoDB. */
  readonly units: number
  readonly limit?: number
}

const NAMES = { '#used': 'used', '#requests': 'requests', '#bytes': 'bytes', '#units': 'units', '#ttl': 'ttl' }

/** `used`: the number of events already used. Set if the request exceeds the daily limit. */
export type CapResult = { readonly isTaken: true } | { readonly isTaken: false; readonly used: number }

const addition = ({ table, now }: TableDeps, who: CountedWorker, { events, bytes, units, limit }: DailyUse) => ({
  Update: {
    TableName: table,
    Key: rowKey(capRow, { ...who, day: dayOf(now()) }),
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
      ':units': units,
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
  async take(who: CountedWorker, sent: DailyUse): Promise<CapResult> {
    const once = onceStep(deps, { tenant: who.tenant, request: sent.request, part: 'events' })
    const add = addition(deps, who, sent)
    // The condition of the write cannot reject the first request of a day, because the row does not exist yet.
    const isTooMuch = sent.limit !== undefined && sent.events > sent.limit
    return transact<CapResult>(deps, async (refused) => {
      if (refused?.conditionFailed(once)) return { result: { isTaken: true } }
      if (!isTooMuch && !refused?.conditionFailed(add)) return { steps: [once, add], result: { isTaken: true } }
      const used = refused?.rowOf(add)?.used ?? (await dayTable(deps).today(who))?.events ?? 0
      return { result: { isTaken: false, used: Number(used) } }
    })
  },
})
