import { encodeCursor, type PageOptions } from '@signet/kernel'

export type PageRequest = Pick<PageOptions, 'limit' | 'cursor'>

export interface RowPage<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

interface SharedPartition<Row> {
  readonly tenant: string
  readonly page: (options: PageOptions) => Promise<RowPage<Row>>
  readonly sk: (id: string) => string
}

/** The tenant's rows, newest first. Skips rows of other tenants. */
export const tenantPage = async <Row extends { readonly id: string; readonly tenant: string }>(
  { tenant, page, sk }: SharedPartition<Row>,
  { limit, cursor }: PageRequest,
): Promise<RowPage<Row>> => {
  const tenantRows: Row[] = []
  let pageCursor: string | null | undefined = cursor
  while (pageCursor !== null && tenantRows.length <= limit) {
    const { rows, nextCursor }: RowPage<Row> = await page({ limit: limit + 1, cursor: pageCursor, newestFirst: true })
    tenantRows.push(...rows.filter((row) => row.tenant === tenant))
    pageCursor = nextCursor
  }
  const last = tenantRows[limit - 1]
  const hasMore = last !== undefined && tenantRows.length > limit
  return { rows: tenantRows.slice(0, limit), nextCursor: hasMore ? encodeCursor({ sk: sk(last.id) }) : null }
}
