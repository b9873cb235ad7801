import { rowKey, type WriteStep } from '@signet/kernel'
import { KEPT_DAYS } from '../contract/rows.ts'
import { traceMetaRow, traceRow } from '../contract/telemetry-rows.ts'
import type { CountTable } from '../counters/count-table.ts'
import { type Counts, countsOf, mergeCounts } from '../counters/counts.ts'
import { orderOf } from '../counters/order.ts'
import { slotName, slotOf, startOf } from '../counters/slots.ts'
import type { TraceEntry } from './entry.ts'

/** A trace before and after; undefined: there is none. */
export interface Change {
  readonly before: TraceEntry | undefined
  readonly after: TraceEntry | undefined
}

const metaKey = (tenant: string, { trace }: TraceEntry) => rowKey(traceMetaRow, { tenant, trace })

const listKey = (tenant: string, { trace, worker, status, start }: TraceEntry) =>
  rowKey(traceRow, {
    ...{ tenant, worker, status, hour: slotName('H1', startOf('H1', slotOf(start))) },
    ...{ order: orderOf(start), trace },
  })

/** On condition that nobody has changed the trace since it was read. */
const unchanged = (before: TraceEntry | undefined) => ({
  ConditionExpression: before ? '#state = :before' : 'attribute_not_exists(#state)',
  ExpressionAttributeNames: { '#state': 'state' },
  ...(before && { ExpressionAttributeValues: { ':before': JSON.stringify(before) } }),
})

const keepSteps = (table: string, tenant: string, after: TraceEntry, before?: TraceEntry): WriteStep[] => {
  const [key, oldKey] = [listKey(tenant, after), before && listKey(tenant, before)]
  const kept = { state: JSON.stringify(after), ttl: Math.ceil(after.start / 1e6) + KEPT_DAYS * 86_400 }
  const isMoved = oldKey !== undefined && (oldKey.pk !== key.pk || oldKey.sk !== key.sk)
  return [
    { Put: { TableName: table, Item: { ...metaKey(tenant, after), ...kept }, ...unchanged(before) } },
    { Put: { TableName: table, Item: { ...key, ...kept } } },
    ...(isMoved ? [{ Delete: { TableName: table, Key: oldKey } }] : []),
  ]
}

const withdrawSteps = (table: string, tenant: string, before: TraceEntry): WriteStep[] => [
  { Delete: { TableName: table, Key: metaKey(tenant, before), ...unchanged(before) } },
  { Delete: { TableName: table, Key: listKey(tenant, before) } },
]

/** What the changes add to the counts, by worker and slot. */
const countSteps = (counters: CountTable, tenant: string, changes: readonly Change[]): readonly WriteStep[] => {
  const signed = changes.flatMap(({ before, after }) => [
    ...(after ? [{ entry: after, counts: countsOf(after) }] : []),
    ...(before ? [{ entry: before, counts: countsOf(before, -1) }] : []),
  ])
  const byPlace = new Map<string, { worker: string; slot: number; all: Counts[] }>()
  for (const { entry, counts } of signed) {
    const [worker, slot] = [entry.worker, slotOf(entry.start)]
    const place = byPlace.get(`${slot}#${worker}`) ?? { worker, slot, all: [] }
    place.all.push(counts)
    byPlace.set(`${slot}#${worker}`, place)
  }
  const steps = [...byPlace.values()].flatMap(({ worker, slot, all }) =>
    counters.additions({ tenant, worker }, slot, mergeCounts(all)),
  )
  // A transaction may write a row once: an hour that several slots outdate is outdated by one of them.
  return [...new Map(steps.map((step) => [JSON.stringify(step.Update?.Key), step] as const)).values()]
}

/** The writes of changes: traces by their ids, their places in the list, and what they count. */
export const stepsOf = (
  { table, counters }: { readonly table: string; readonly counters: CountTable },
  tenant: string,
  changes: readonly Change[],
): readonly WriteStep[] => [
  ...changes.flatMap(({ before, after }) => {
    if (after) return keepSteps(table, tenant, after, before)
    return before ? withdrawSteps(table, tenant, before) : []
  }),
  ...countSteps(counters, tenant, changes),
]
