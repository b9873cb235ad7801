import { DeleteCommand, GetCommand, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, partitionOf, rowKey, type TableDeps, transact, type WriteStep } from '@signet/kernel'
import type { SpanRecord } from '@signet/telemetry'
import * as z from 'zod'
import { KEPT_DAYS, traceMetaRow, traceRow } from '../contract/rows.ts'
import { type CountTable, countTable } from '../counters/count-table.ts'
import { type Counts, countsOf, mergeCounts } from '../counters/counts.ts'
import { slotName, slotOf, startOf, usOf } from '../counters/slots.ts'

/** A trace, as its root tells of it. Times are microseconds since 1970. */
const TraceEntry = z.object({
  trace: z.string(),
  worker: z.string(),
  status: z.enum(['ok', 'error']),
  start: z.number(),
  end: z.number(),
  /** Milliseconds. */
  duration: z.number(),
  error: z.string().nullable(),
  sampleRate: z.number(),
})
export type TraceEntry = z.output<typeof TraceEntry>

/** Characters of why a trace failed. */
const ERROR_MAX = 1_000

/** Its members are in the order of the schema, so that the same trace has one text. */
export const entryOf = (worker: string, root: SpanRecord): TraceEntry =>
  TraceEntry.parse({
    ...{ trace: root.traceId, worker, status: root.status, start: usOf(root.start), end: usOf(root.end) },
    ...{ duration: root.duration, sampleRate: root.sampleRate ?? 1 },
    error: root.error === undefined ? null : root.error.slice(0, ERROR_MAX).toWellFormed(),
  })

/** Traces of one transaction: each takes three writes at most, and its place before and after nine counts at most. */
const AT_ONCE = 10

/** The newest first: whole numbers of one length, in the order of their texts. */
export const orderOf = (us: number): string => String(Number.MAX_SAFE_INTEGER - us).padStart(16, '0')

/** Traces of a worker and status in an hour. */
export interface TraceHour {
  readonly tenant: string
  readonly worker: string
  readonly status: TraceEntry['status']
  /** Its first slot. */
  readonly hour: number
}

/** Starts from one to another, both included. */
export interface Starts {
  readonly from: number
  readonly until: number
}

const rowKeyOf = (tenant: string, { trace, worker, status, start }: TraceEntry) =>
  rowKey(traceRow, {
    ...{ tenant, worker, status, hour: slotName('H1', startOf('H1', slotOf(start))) },
    ...{ order: orderOf(start), trace },
  })

const inHour = (table: string, { hour, ...parts }: TraceHour, { from, until }: Starts) => ({
  TableName: table,
  KeyConditionExpression: 'pk = :pk AND sk BETWEEN :newest AND :oldest',
  ExpressionAttributeValues: {
    ':pk': partitionOf(traceRow, { ...parts, hour: slotName('H1', hour) }),
    ':newest': orderOf(until),
    // Beyond every id of a trace that began at the earliest.
    ':oldest': `${orderOf(from)}#~`,
  },
  ConsistentRead: true,
})

const ttlOf = ({ start }: TraceEntry): number => Math.ceil(start / 1e6) + KEPT_DAYS * 86_400

/** The writes of a trace in the place of what was there; none if it is the same. */
const stepsOf = (table: string, tenant: string, entry: TraceEntry, before: TraceEntry | undefined): WriteStep[] => {
  const [key, oldKey] = [rowKeyOf(tenant, entry), before && rowKeyOf(tenant, before)]
  const [state, ttl] = [JSON.stringify(entry), ttlOf(entry)]
  const isMoved = oldKey !== undefined && (oldKey.pk !== key.pk || oldKey.sk !== key.sk)
  return [
    {
      Put: {
        TableName: table,
        Item: { ...rowKey(traceMetaRow, { tenant, trace: entry.trace }), state, ttl },
        ...(before
          ? {
              ConditionExpression: '#state = :before',
              ExpressionAttributeValues: { ':before': JSON.stringify(before) },
            }
          : { ConditionExpression: 'attribute_not_exists(#state)' }),
        ExpressionAttributeNames: { '#state': 'state' },
      },
    },
    { Put: { TableName: table, Item: { ...key, state, ttl } } },
    ...(isMoved ? [{ Delete: { TableName: table, Key: oldKey } }] : []),
  ]
}

type Change = readonly [entry: TraceEntry, before: TraceEntry | undefined]

/** What the changes add to the counts, by worker and slot. */
const countSteps = (counters: CountTable, tenant: string, changes: readonly Change[]): readonly WriteStep[] => {
  const byPlace = new Map<string, { worker: string; slot: number; all: Counts[] }>()
  const add = (entry: TraceEntry, sign: 1 | -1) => {
    const [worker, slot] = [entry.worker, slotOf(entry.start)]
    const place = byPlace.get(`${slot}#${worker}`) ?? { worker, slot, all: [] }
    place.all.push(countsOf(entry, sign))
    byPlace.set(`${slot}#${worker}`, place)
  }
  for (const [entry, before] of changes) {
    add(entry, 1)
    if (before) add(before, -1)
  }
  const steps = [...byPlace.values()].flatMap(({ worker, slot, all }) =>
    counters.additions({ tenant, worker }, slot, mergeCounts(all)),
  )
  // A transaction may write a row once: an hour that several slots outdate is outdated by one of them.
  const keyed = steps.map((step) => [JSON.stringify(step.Update?.Key), step] as const)
  return [...new Map(keyed).values()]
}

const parsedEntry = (state: unknown): TraceEntry => TraceEntry.parse(JSON.parse(String(state)))

export type TraceTable = ReturnType<typeof traceTable>

/** Traces by id and in the order of their starts. A trace, its place and what it counts are one write. */
export const traceTable = (deps: TableDeps) => {
  const { db, table } = deps
  const counters = countTable(deps)
  const get = async (tenant: string, trace: string): Promise<TraceEntry | undefined> => {
    const Key = rowKey(traceMetaRow, { tenant, trace })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item && parsedEntry(Item.state)
  }
  return {
    get,

    /** Keeps traces; one that is there already moves to its new place. The same again changes nothing. */
    async put(tenant: string, entries: readonly TraceEntry[]): Promise<void> {
      const newest = [...new Map(entries.map((entry) => [entry.trace, entry])).values()]
      const sorted = newest.toSorted((one, other) => one.start - other.start)
      for (let at = 0; at < sorted.length; at += AT_ONCE) {
        const chunk = sorted.slice(at, at + AT_ONCE)
        await transact<void>(deps, async () => {
          const read = await Promise.all(chunk.map(async (entry) => [entry, await get(tenant, entry.trace)] as const))
          const changes = read.filter(([entry, before]) => JSON.stringify(entry) !== JSON.stringify(before))
          const kept = changes.flatMap(([entry, before]) => stepsOf(table, tenant, entry, before))
          return { steps: [...kept, ...countSteps(counters, tenant, changes)], result: undefined }
        })
      }
    },

    /** Forgets where the trace of a row is, unless its root was sent again since: then it is somewhere else. */
    forget: (tenant: string, { trace, state }: { readonly trace: string; readonly state: string }): Promise<boolean> =>
      conditionHeld(
        db.send(
          new DeleteCommand({
            TableName: table,
            Key: rowKey(traceMetaRow, { tenant, trace }),
            ConditionExpression: '#state = :state',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: { ':state': state },
          }),
        ),
      ),

    /** The newest traces of an hour, of those that began in a time. */
    async inHour(hour: TraceHour, starts: Starts, limit: number): Promise<readonly TraceEntry[]> {
      const found: TraceEntry[] = []
      const pages = paginateQuery({ client: db }, { ...inHour(table, hour, starts), Limit: limit })
      for await (const { Items = [] } of pages) {
        found.push(...Items.map(({ state }) => parsedEntry(state)))
        if (found.length >= limit) break
      }
      return found.slice(0, limit)
    },

    /** How many traces of an hour began in a time. */
    async countInHour(hour: TraceHour, starts: Starts): Promise<number> {
      let [count, from]: [number, Record<string, unknown> | undefined] = [0, undefined]
      do {
        const asked = { ...inHour(table, hour, starts), Select: 'COUNT' as const, ExclusiveStartKey: from }
        const page: { Count?: number | undefined; LastEvaluatedKey?: Record<string, unknown> | undefined } =
          await db.send(new QueryCommand(asked))
        count += page.Count ?? 0
        from = page.LastEvaluatedKey
      } while (from !== undefined)
      return count
    },
  }
}
