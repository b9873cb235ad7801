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
  /** The last row read, if more may follow. */
  readonly last: Item | undefined
}

/** Rows that one query of a filtered list reads: about 500 kB. */
const FILTERED_ROWS = 500
/** Maximum queries of one filtered page. Without it, a rare state would cause a scan of a month of jobs. */
const FILTERED_QUERIES = 4

/** Excludes deleted, expired and filtered rows, so that they do not count toward a page. */
const conditionOf = (filter: JobFilter, now: Date) => {
  const conditions = Object.entries(filter).filter(([, value]) => value !== undefined)
  const filterConditions = conditions.map((_, i) => `#f${i} = :f${i}`)
  return {
    FilterExpression: ['attribute_not_exists(deleted_at)', 'expires_at > :now', ...filterConditions].join(' AND '),
    ...(conditions.length === 0
      ? {}
      : { ExpressionAttributeNames: Object.fromEntries(conditions.map(([name], i) => [`#f${i}`, name])) }),
    values: { ':now': epochSeconds(now), ...Object.fromEntries(conditions.map(([, value], i) => [`:f${i}`, value])) },
    isFiltered: conditions.length > 0,
  }
}

const queryRows = async ({ db, table, now }: TableDeps, tenantId: string, page: JobPageQuery): Promise<JobItems> => {
  const pk = tenantPartition(tenantId)
  // One extra row shows whether there is another page.
  const limit = page.limit + 1
  const { values, isFiltered, ...condition } = conditionOf(page.filter, now())
  let startKey: Item | undefined = page.cursor ? { pk, ...decodeCursor(page.cursor, { sk: JOB_PREFIX }) } : undefined
  const items: Item[] = []
  for (let queries = 0; queries === 0 || (startKey && items.length < limit); queries++) {
    if (isFiltered && queries === FILTERED_QUERIES) break
    const result: QueryCommandOutput = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :job)',
        ...condition,
        ExpressionAttributeValues: { ':pk': pk, ':job': JOB_PREFIX, ...values },
        ScanIndexForward: false,
        Limit: isFiltered ? FILTERED_ROWS : limit - items.length,
        ...(startKey ? { ExclusiveStartKey: startKey } : {}),
      }),
    )
    items.push(...(result.Items ?? []))
    startKey = result.LastEvaluatedKey
  }
  return { items, last: startKey }
}

/** Returns a page of a tenant's readable rows, newest first, and the cursor of the next page. */
export const readJobPage = async (
  deps: TableDeps,
  tenantId: string,
  page: JobPageQuery,
): Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }> => {
  const { items, last } = await queryRows(deps, tenantId, page)
  const rows = items.slice(0, page.limit)
  // The cursor of a full page is its last row; that of a page that ended early is the last row read.
  const cursorRow = items.length > page.limit ? rows.at(-1) : last
  return { items: rows, nextCursor: cursorRow ? encodeCursor({ sk: String(cursorRow.sk) }) : null }
}
