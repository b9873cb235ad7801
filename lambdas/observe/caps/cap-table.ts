import { GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb'
import { epochSeconds, partitionOf, rowKey, type TableDeps, transact } from '@signet/kernel'
import { capRow, KEPT_DAYS } from '../contract/rows.ts'
import type { CountedWorker } from '../counters/count-table.ts'
import { onceStep } from './once.ts'

/** What a request takes of a worker's day. */
export interface Sent {
  readonly request: string
  readonly events: number
  readonly bytes: number
  /** Write units of DynamoDB, about. */
  readonly units: number
  /** Events of the day; absent: as many as there are. */
  readonly limit?: number
}

/** Events of a worker in a day of UTC. */
export interface Day {
  readonly day: string
  readonly events: number
  readonly requests: number
  readonly bytes: number
  readonly units: number
  /** ISO time of the latest request. */
  readonly lastSeen: string
}

const NAMES = { '#used': 'used', '#requests': 'requests', '#bytes': 'bytes', '#units': 'units', '#ttl': 'ttl' }

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

type Item = Readonly<Record<string, unknown>>

const dayIn = ({ sk, used, requests, bytes, units, last_seen }: Item): Day => ({
  ...{ day: String(sk).slice('CAP#'.length), events: Number(used), requests: Number(requests) },
  ...{ bytes: Number(bytes), units: Number(units), lastSeen: String(last_seen) },
})

/** `used`: the request does not fit, and so many events are used. */
export type Taken = { readonly isTaken: true } | { readonly isTaken: false; readonly used: number }

const addition = ({ table, now }: TableDeps, who: CountedWorker, { events, bytes, units, limit }: Sent) => ({
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
      ...{ ':at': now().toISOString(), ':ttl': epochSeconds(now()) + KEPT_DAYS * 86_400, ':one': 1 },
      ...{ ':events': events, ':bytes': bytes, ':units': units },
      ...(limit !== undefined && { ':last': limit - events }),
    },
  },
})

const todayOf = async ({ db, table, now }: TableDeps, who: CountedWorker): Promise<Day | undefined> => {
  const Key = rowKey(capRow, { ...who, day: dayOf(now()) })
  const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
  return Item && dayIn(Item)
}

export type CapTable = ReturnType<typeof capTable>

/** What workers sent, day by day. */
export const capTable = (deps: TableDeps) => ({
  today: (who: CountedWorker): Promise<Day | undefined> => todayOf(deps, who),

  /** Takes the events of a request from the day, all or none, once a request. The limit holds exactly. */
  async take(who: CountedWorker, sent: Sent): Promise<Taken> {
    const once = onceStep(deps, { tenant: who.tenant, request: sent.request, part: 'events' })
    const add = addition(deps, who, sent)
    // A row that is not there yet has room for as many as the limit, and no more.
    const isTooMuch = sent.limit !== undefined && sent.events > sent.limit
    return transact<Taken>(deps, async (refused) => {
      if (refused?.conditionFailed(once)) return { result: { isTaken: true } }
      if (!isTooMuch && !refused?.conditionFailed(add)) return { steps: [once, add], result: { isTaken: true } }
      const used = refused?.rowOf(add)?.used ?? (await todayOf(deps, who))?.events ?? 0
      return { result: { isTaken: false, used: Number(used) } }
    })
  },

  /** Days of a worker from one on, the earliest first. */
  async days(who: CountedWorker, from: string): Promise<readonly Day[]> {
    const days: Day[] = []
    const asked = {
      TableName: deps.table,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':pk': partitionOf(capRow, who), ':from': `CAP#${from}`, ':to': 'CAP#~' },
      ConsistentRead: true,
    }
    for await (const { Items = [] } of paginateQuery({ client: deps.db }, asked)) days.push(...Items.map(dayIn))
    return days
  },
})
