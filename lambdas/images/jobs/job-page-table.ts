import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb'
import { decodeCursor, encodeCursor, epochSeconds, type TableDeps } from '@signet/kernel'
import { JOB_PREFIX, tenantPartition } from './job-keys.ts'
import type { JobRow } from './job-row.ts'

export interface JobFilter {
  readonly state?: JobRow['state'] | undefined
  readonly quality_tier?: JobRow['quality_tier'] | undefined
}

type Item = Record<string, unknown>

interface JobPageQuery {
  readonly limit: number
  readonly cursor: string | undefined
  readonly filter: JobFilter
}

interface JobItems {
  readonly items: readonly Item[]
  /** The last row that was read, where more may follow. */
  readonly last: Item | undefined
}

/** Rows that one query of a filtered list looks at: about 500 kB. */
const FILTERED_ROWS = 500
/** Queries of one filtered page. A rare state is else looked for in all jobs of a month at once. */
const FILTERED_QUERIES = 4

/** Deleted and expired rows take no place on a page, nor do those that the filter leaves out. */
const conditionOf = (filter: JobFilter, now: Date) => {
  const wanted = Object.entries(filter).filter(([, value]) => value !== undefined)
  const each = wanted.map((_, i) => `#f${i} = :f${i}`)
  return {
    FilterExpression: ['attribute_not_exists(deleted_at)', 'expires_at > :now', ...each].join(' AND '),
    ...(wanted.length === 0
      ? {}
      : { ExpressionAttributeNames: Object.fromEntries(wanted.map(([name], i) => [`#f${i}`, name])) }),
    values: { ':now': epochSeconds(now), ...Object.fromEntries(wanted.map(([, value], i) => [`:f${i}`, value])) },
    isFiltered: wanted.length > 0,
  }
}

const read = async ({ db, table, now }: TableDeps, tenantId: string, page: JobPageQuery): Promise<JobItems> => {
  const pk = tenantPartition(tenantId)
  // One more than asked for shows whether there is another page.
  const wanted = page.limit + 1
  const { values, isFiltered, ...condition } = conditionOf(page.filter, now())
  let start: Item | undefined = page.cursor ? { pk, ...decodeCursor(page.cursor, { sk: JOB_PREFIX }) } : undefined
  const items: Item[] = []
  for (let queries = 0; queries === 0 || (start && items.length < wanted); queries++) {
    if (isFiltered && queries === FILTERED_QUERIES) break
    const answer: QueryCommandOutput = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :job)',
        ...condition,
        ExpressionAttributeValues: { ':pk': pk, ':job': JOB_PREFIX, ...values },
        ScanIndexForward: false,
        Limit: isFiltered ? FILTERED_ROWS : wanted - items.length,
        ...(start ? { ExclusiveStartKey: start } : {}),
      }),
    )
    items.push(...(answer.Items ?? []))
    start = answer.LastEvaluatedKey
  }
  return { items, last: start }
}

/** A page of a tenant's readable rows, newest first, and the cursor of the next one. */
export const livePage = async (
  deps: TableDeps,
  tenantId: string,
  page: JobPageQuery,
): Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }> => {
  const { items, last } = await read(deps, tenantId, page)
  const shown = items.slice(0, page.limit)
  // A full page goes on after its last row, one that ended early after the last row that was read.
  const end = items.length > page.limit ? shown.at(-1) : last
  return { items: shown, nextCursor: end ? encodeCursor({ sk: String(end.sk) }) : null }
}
