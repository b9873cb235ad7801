import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { addMs, epochSeconds, rowKey, type TableDeps } from '@signet/kernel'
import { type METER_COUNTERS, meterRow, TELEMETRY_DAYS_MAX } from './rows/meter-rows.ts'

export type Counts = { readonly [M in (typeof METER_COUNTERS)[number]]?: number }

/** Counts the usage of workspaces. Counts are collected in memory and written at the end of a request. */
export interface Meter {
  /** Adds counts in memory. */
  note(workspace: string, counts: Counts): void
  /** Writes the counts. If that fails, the next flush writes them: a counter must not fail a request. */
  flush(): Promise<void>
}

const DAY_MS = 86_400_000

const sumOf = (a: Counts, b: Counts): Counts => {
  const total: Record<string, number> = { ...a }
  for (const [name, count] of Object.entries(b)) total[name] = (total[name] ?? 0) + count
  return total
}

const write = async ({ db, table, now }: TableDeps, workspace: string, counts: Counts): Promise<void> => {
  const at = now()
  const day = at.toISOString().slice(0, 10)
  const positiveCounts = Object.entries(counts).filter(([, count]) => count > 0)
  if (positiveCounts.length === 0) return
  await db.send(
    new UpdateCommand({
      TableName: table,
      Key: rowKey(meterRow, { workspace, day }),
      UpdateExpression: `ADD ${positiveCounts.map((_, i) => `#m${i} :m${i}`).join(', ')} SET #day = :day, #ttl = :ttl`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(positiveCounts.map(([name], i) => [`#m${i}`, name])),
        '#day': 'day',
        '#ttl': 'ttl',
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(positiveCounts.map(([, count], i) => [`:m${i}`, count])),
        ':day': day,
        ':ttl': epochSeconds(addMs(at, TELEMETRY_DAYS_MAX * DAY_MS)),
      },
    }),
  )
}

/** Builds a meter over the shared table. Call it once per function instance, because unwritten counts are in memory. */
export const archiveMeter = (deps: TableDeps): Meter => {
  const pendingCounts = new Map<string, Counts>()
  const note: Meter['note'] = (workspace, counts) => {
    pendingCounts.set(workspace, sumOf(pendingCounts.get(workspace) ?? {}, counts))
  }
  return {
    note,
    async flush() {
      const all = [...pendingCounts]
      pendingCounts.clear()
      await Promise.all(
        all.map(([workspace, counts]) => write(deps, workspace, counts).catch(() => note(workspace, counts))),
      )
    },
  }
}
