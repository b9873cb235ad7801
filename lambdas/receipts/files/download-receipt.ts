import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { notFound, type RowTable, route } from '@signet/kernel'
import type { openingRow } from '@signet/receipts/rows'
import { downloadReceipt } from '../contract/files.ts'
import { type PublishedDeps, publishedReceipt } from '../views/published-receipt.ts'
import { renderedReceipt } from '../views/receipt-forms.ts'
import { openingOf } from '../views/receipt-shapes.ts'

export interface DownloadDeps extends PublishedDeps {
  readonly openings: Pick<RowTable<typeof openingRow>, 'get'>
}

/** Files of a receipt for its owner, who may hand them on: private ones, too, which nobody else is shown. */
export const downloadReceiptRoute = (deps: DownloadDeps) => {
  const published = publishedReceipt(deps)
  return route(downloadReceipt, async ({ params: { hash, form }, query, caller }) => {
    // A receipt of others takes no longer than one that there is not.
    const row = await deps.receipts.get({ hash })
    const receipt = row?.org === scopesOf(caller).entitlementScope ? await published(hash) : undefined
    if (!receipt) return notFound('There is no such receipt')
    const opening = query.opening ? openingOf(await deps.openings.get({ hash })) : {}
    if (query.opening && receipt.isPrivate && opening.opening === undefined)
      return notFound('What proves the private claims is gone with what they describe')
    const file = renderedReceipt({ ...receipt, ...opening, isPrivate: false }, `.${form}`)
    if (!file) return notFound('The receipt waits for its place in the log; ask again in a minute')
    return reply(200, file.body, {
      'cache-control': 'no-store',
      'content-type': file.contentType,
      'content-disposition': `attachment; filename="receipt-${hash.slice(0, 12)}.${form}"`,
    })
  })
}
