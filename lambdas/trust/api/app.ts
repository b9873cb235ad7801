import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import { receiptRow } from '@signet/receipts/rows'
import type { access } from '../contract/access.ts'
import { slugRoutes } from '../slugs/slug-routes.ts'
import { slugTable } from '../slugs/slug-table.ts'

/** Wires the function of trust pages. */
export const app = authenticatedApp<typeof access.api>((runtime) => ({
  routes: slugRoutes({ slugs: slugTable(runtime), receipts: rowTable(receiptRow, runtime) }),
}))
