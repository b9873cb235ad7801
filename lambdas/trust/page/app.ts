import { apiApp, cached, rowTable } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import { recordOf } from '@signet/receipts/issuing'
import { receiptRow, signingKeyRow } from '@signet/receipts/rows'
import { artifactReads } from '../bundles/artifact-table.ts'
import type { access } from '../contract/access.ts'
import { artifactRow } from '../contract/artifact-rows.ts'
import { pageSettingsRow } from '../contract/page-rows.ts'
import { formRoutes } from '../formats/format-routes.ts'
import { slugHistory } from '../slugs/slug-history.ts'
import { artifactRoutes } from './artifact-routes.ts'
import { failurePage } from './failure-page.ts'
import { PAGE_PROGRAM } from './page-program.ts'
import { pageRoutes } from './page-routes.ts'

/** Keys change only by an operator's order; a revoked key can still be shown as valid for a minute. */
const KEYS_MS = 60_000

/** Wires the public function. Console frames have their own origin and load the script: `pages`. */
export const app = apiApp<typeof access.page, { readonly bucket: Bucket }>((runtime) => {
  const { now, clients } = runtime
  const keys = rowTable(signingKeyRow, runtime)
  const deps = {
    now,
    bucket: clients.bucket,
    program: PAGE_PROGRAM,
    owners: rowTable(slugOwnerRow, runtime),
    slugs: rowTable(slugRow, runtime),
    settings: rowTable(pageSettingsRow, runtime),
    artifacts: artifactReads(rowTable(artifactRow, runtime)),
    history: slugHistory(runtime),
    receipts: rowTable(receiptRow, runtime),
    keys: cached(async () => (await keys.all({ use: 'receipt' })).map((key) => recordOf(key, now())), KEYS_MS, now),
  }
  return {
    routes: [...pageRoutes(deps), ...artifactRoutes(deps), ...formRoutes(deps)],
    failurePage,
    pages: 'any',
  }
})
