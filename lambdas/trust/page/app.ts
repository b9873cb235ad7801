import { apiApp, cached, rowTable } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import { slugOwnerRow, slugRow } from '@signet/notifications/trust-news/slug-rows'
import { recordOf } from '@signet/receipts/issuing'
import { receiptRow, signingKeyRow } from '@signet/receipts/rows'
import { artifactReads } from '../bundles/artifact-table.ts'
import type { access } from '../contract/access.ts'
import { artifactRow } from '../contract/artifact-rows.ts'
import { pageSettingsRow } from '../contract/page-settings-row.ts'
import { formatRoutes } from '../formats/format-routes.ts'
import { slugHistory } from '../slugs/slug-history.ts'
import { artifactRoutes } from './artifact-routes.ts'
import { failurePage } from './failure-page.ts'
import { PAGE_PROGRAM } from './page-program.ts'
import { pageRoutes } from './page-routes.ts'

/** Cache lifetime of signing keys. For this long, receipts of a revoked key can still be shown as valid. */
const KEY_CACHE_MS = 60_000

/**
 * Creates the public API. `pages: 'any'`: the console shows pages in frames, which have their own origin and load the
 * script.
 */
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
    keys: cached(
      async () => (await keys.all({ use: 'receipt' })).map((key) => recordOf(key, now())),
      KEY_CACHE_MS,
      now,
    ),
  }
  return {
    routes: [...pageRoutes(deps), ...artifactRoutes(deps), ...formatRoutes(deps)],
    failurePage,
    pages: 'any',
  }
})
