import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import { openingRow } from '@signet/receipts/rows'
import type { access } from '../contract/access.ts'
import { publishedDeps } from '../views/published-deps.ts'
import { downloadReceiptRoute } from './download-receipt.ts'

export const app = authenticatedApp<typeof access.files, { readonly bucket: Bucket }>((runtime) => ({
  routes: [downloadReceiptRoute({ ...publishedDeps(runtime), openings: rowTable(openingRow, runtime) })],
}))
