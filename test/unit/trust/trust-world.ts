import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { rowTable } from '@signet/kernel'
import { receiptRow } from '@signet/receipts/rows'
import { slugRoutes } from '../../../lambdas/trust/slugs/slug-routes.ts'
import { slugTable } from '../../../lambdas/trust/slugs/slug-table.ts'
import { callRoute } from '../../support/paid-world.ts'
import { TABLE } from '../../support/table-world.ts'

/** Returns a recognizable hash. */
export const hashOf = (digit: string): string => digit.repeat(64).slice(0, 64)

/** A table and its clock. */
export interface TrustOptions {
  readonly db: DynamoDBDocumentClient
  readonly now: () => Date
  /** Pause after conflicts; default: none. */
  readonly sleep?: (ms: number) => Promise<unknown>
}

export const tablesOf = ({ db, now, sleep = async () => undefined }: TrustOptions) => ({
  db,
  now,
  table: TABLE,
  backoff: { sleep, random: Math.random },
})

type Route = ReturnType<typeof callRoute>

/** Slug routes over a table. A tenant belongs to the organization `<tenant>-org`. */
export const slugsOver = (options: TrustOptions) => {
  const tables = tablesOf(options)
  const slugs = slugTable(tables)
  const routes = slugRoutes({ slugs, receipts: rowTable(receiptRow, tables) }).map(callRoute)
  const [list, put, get, remove, history] = routes as [Route, Route, Route, Route, Route]
  return {
    slugs,
    list: async (tenant: string) => (await list(tenant, {})).body,
    put: (tenant: string, slug: string, hash = hashOf('a')) => put(tenant, { body: { slug, hash } }),
    get: (tenant: string, slug: string) => get(tenant, { params: { slug } }),
    remove: (tenant: string, slug: string) => remove(tenant, { params: { slug } }),
    history: (tenant: string, slug: string, query: object = { limit: 50 }) =>
      history(tenant, { params: { slug }, query }),
  }
}

/** Stores a receipt with this hash for the tenant's organization. */
export const storeReceipt = async (options: TrustOptions, tenant: string, hash: string): Promise<void> => {
  await rowTable(receiptRow, tablesOf(options)).putNew(
    { hash },
    {
      org: `${tenant}-org`,
      seq: 1,
      kind: 'intake',
      subject: hashOf('0'),
      visibility: 'public',
      state: 'active',
      issued_at: '2026-11-20T10:00:00.000Z',
      payload: 'e30=',
      kid: 'k',
      sig: 's',
    },
  )
}
