import { chunksOf, rowKey, type WriteStep } from '@signet/kernel'
import { traceRow } from '../contract/telemetry-rows.ts'
import { endOf, expiryOf, newestFirstKey, slotName, slotOf, startOf } from '../counters/units.ts'
import { type EntryKey, entryIn, lastRoots, newestFirst, stateOf, type TraceEntry } from './entry.ts'

/*
 * A row of the list contains the traces of one request, status and five-minute slot. An attribute `t:…` is a listed
 * trace. An attribute `x:…` is a trace that must not be listed here, because a later request contains its root. A row
 * never has both attributes for one trace.
 */

/** Maximum traces per row: their names and conditions fit into a 4 KB expression. */
const ROW_TRACES = 40

export interface RowKey {
  readonly pk: string
  readonly sk: string
}

/** A row as created by a request. The same request always creates the same row. */
export interface ListRow {
  readonly key: RowKey
  readonly entries: readonly TraceEntry[]
}

type Item = Readonly<Record<string, unknown>>

export const listRowsOf = (tenant: string, request: string, roots: readonly TraceEntry[]): readonly ListRow[] => {
  const groups = Map.groupBy(
    lastRoots(roots).toSorted(newestFirst),
    ({ worker, status, start }) => `${slotOf(start)}#${status}#${worker}`,
  )
  return [...groups.values()].flatMap((group) =>
    chunksOf(group, ROW_TRACES).map((entries, part) => {
      const [{ worker, status, start }] = entries as readonly [TraceEntry]
      const hour = slotName('H1', startOf('H1', slotOf(start)))
      const order = newestFirstKey(start)
      return { key: rowKey(traceRow, { tenant, worker, status, hour, order, request, part: String(part) }), entries }
    }),
  )
}

export const entriesOf = (keyParts: Omit<EntryKey, 'trace'>, row: Item): readonly TraceEntry[] =>
  Object.entries(row).flatMap(([name, state]) =>
    name.startsWith('t:') ? [entryIn({ ...keyParts, trace: name.slice(2) }, state)] : [],
  )

export const listsTrace = (row: Item | undefined, trace: string): boolean => row !== undefined && `t:${trace}` in row

export const containsTrace = (row: Item | undefined, trace: string): boolean =>
  listsTrace(row, trace) || (row !== undefined && `x:${trace}` in row)

const ttlOf = (slot: number): number => expiryOf(endOf('M5', slot))

const namesOf = (letter: 't' | 'x', traces: readonly string[]) =>
  Object.fromEntries(traces.map((trace, i) => [`#${letter}${i}`, `${letter}:${trace}`]))

/** Lists traces in their row, if the row contains none of them yet. */
export const listStep = (table: string, { key, entries }: ListRow): WriteStep => {
  const traces = entries.map(({ trace }) => trace)
  const [{ start }] = entries as readonly [TraceEntry]
  return {
    Update: {
      TableName: table,
      Key: key,
      UpdateExpression: `SET #ttl = :ttl, ${traces.map((_, i) => `#t${i} = :t${i}`).join(', ')}`,
      ConditionExpression: traces
        .map((_, i) => `attribute_not_exists(#t${i}) AND attribute_not_exists(#x${i})`)
        .join(' AND '),
      ExpressionAttributeNames: {
        ...namesOf('t', traces),
        ...namesOf('x', traces),
        '#ttl': 'ttl',
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(entries.map((entry, i) => [`:t${i}`, stateOf(entry)])),
        ':ttl': ttlOf(slotOf(start)),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  }
}

/** Removes listed traces from a row, if it lists all of them. They cannot be listed there again. */
export const unlistStep = (table: string, key: RowKey, traces: readonly string[]): WriteStep => ({
  Update: {
    TableName: table,
    Key: key,
    UpdateExpression: `SET ${traces.map((_, i) => `#x${i} = :gone`).join(', ')} REMOVE ${traces.map((_, i) => `#t${i}`).join(', ')}`,
    ConditionExpression: traces.map((_, i) => `attribute_exists(#t${i})`).join(' AND '),
    ExpressionAttributeNames: { ...namesOf('t', traces), ...namesOf('x', traces) },
    ExpressionAttributeValues: { ':gone': true },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})

/** Prevents an unlisted trace from being listed in a row. */
export const barStep = (table: string, key: RowKey, entry: TraceEntry): WriteStep => ({
  Update: {
    TableName: table,
    Key: key,
    UpdateExpression: 'SET #x0 = :gone, #ttl = :ttl',
    ConditionExpression: 'attribute_not_exists(#t0)',
    ExpressionAttributeNames: { ...namesOf('t', [entry.trace]), ...namesOf('x', [entry.trace]), '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':gone': true, ':ttl': ttlOf(slotOf(entry.start)) },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  },
})
