import { encodeCursor, type PageOptions } from '@signet/kernel'

export type PageAsked = Pick<PageOptions, 'limit' | 'cursor'>

export interface OwnRows<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
}

interface SharedPartition<Row> {
  readonly tenant: string
  readonly page: (options: PageOptions) => Promise<OwnRows<Row>>
  readonly sk: (id: string) => string
}

/** The tenant's rows, newest first. Skips rows of other tenants. */
export const tenantPage = async <Row extends { readonly id: string; readonly tenant: string }>(
  { tenant, page, sk }: SharedPartition<Row>,
  { limit, cursor }: PageAsked,
): Promise<OwnRows<Row>> => {
  const tenantRows: Row[] = []
  let from: string | null | undefined = cursor
  while (from !== null && tenantRows.length <= limit) {
    const { rows, nextCursor }: OwnRows<Row> = await page({ limit: limit + 1, cursor: from, newestFirst: true })
    tenantRows.push(...rows.filter((row) => row.tenant === tenant))
    from = nextCursor
  }
  const last = tenantRows[limit - 1]
  const hasMore = last !== undefined && tenantRows.length > limit
  return { rows: tenantRows.slice(0, limit), nextCursor: hasMore ? encodeCursor({ sk: sk(last.id) }) : null }
}
