import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import { conditionHeld, rowKey, type TableDeps, transact } from '@signet/kernel'
import { traceMetaRow } from '../contract/telemetry-rows.ts'
import { countTable } from '../counters/count-table.ts'
import { entryIn, isSame, type TraceEntry } from './entry.ts'
import { stepsOf } from './trace-steps.ts'

/** Traces of one transaction: each takes three writes at most, and its places before and after six. */
const AT_ONCE = 10

const chunksOf = (entries: readonly TraceEntry[]): readonly (readonly TraceEntry[])[] =>
  Array.from({ length: Math.ceil(entries.length / AT_ONCE) }, (_, at) =>
    entries.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  )

export type TraceTable = ReturnType<typeof traceTable>

/** Traces by id. A trace, its place in the list and what it counts are one write. */
export const traceTable = (deps: TableDeps) => {
  const { db, table } = deps
  const writing = { table, counters: countTable(deps) }
  const get = async (tenant: string, trace: string): Promise<TraceEntry | undefined> => {
    const Key = rowKey(traceMetaRow, { tenant, trace })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item && entryIn(Item.state)
  }
  const read = (tenant: string, chunk: readonly TraceEntry[]) =>
    Promise.all(chunk.map(async (entry) => ({ entry, before: await get(tenant, entry.trace) })))
  return {
    get,

    /** Keeps traces; one that is there already moves to its new place. The same again changes nothing. */
    async put(tenant: string, entries: readonly TraceEntry[]): Promise<void> {
      const newest = [...new Map(entries.map((entry) => [entry.trace, entry])).values()]
      for (const chunk of chunksOf(newest.toSorted((one, other) => one.start - other.start)))
        await transact<void>(deps, async () => {
          const changed = (await read(tenant, chunk)).filter(({ entry, before }) => !isSame(entry, before))
          const changes = changed.map(({ entry: after, before }) => ({ before, after }))
          return { steps: stepsOf(writing, tenant, changes), result: undefined }
        })
    },

    /** Takes traces out of the list and of the counts, unless they were sent anew since they were read. */
    async withdraw(tenant: string, entries: readonly TraceEntry[]): Promise<void> {
      for (const chunk of chunksOf(entries))
        await transact<void>(deps, async () => {
          const same = (await read(tenant, chunk)).filter(({ entry, before }) => isSame(entry, before))
          const changes = same.map(({ before }) => ({ before, after: undefined }))
          return { steps: stepsOf(writing, tenant, changes), result: undefined }
        })
    },

    /** Forgets where a trace is, unless it was sent anew since it was read. Its place and its counts are erased as a whole. */
    forget: (tenant: string, entry: TraceEntry): Promise<boolean> =>
      conditionHeld(
        db.send(
          new DeleteCommand({
            TableName: table,
            Key: rowKey(traceMetaRow, { tenant, trace: entry.trace }),
            ConditionExpression: '#state = :state',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: { ':state': JSON.stringify(entry) },
          }),
        ),
      ),
  }
}
