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

/** Creates files of a receipt for its owner, including private receipts, whose files are not public. */
export const downloadReceiptRoute = (deps: DownloadDeps) => {
  const published = publishedReceipt(deps)
  return route(downloadReceipt, async ({ params: { hash, form }, query, caller }) => {
    // Another organization's receipt takes as long as a receipt that does not exist.
    const row = await deps.receipts.get({ hash })
    const receipt = row?.org === scopesOf(caller).entitlementScope ? await published(hash) : undefined
    if (!receipt) return notFound('The receipt does not exist')
    const opening = query.opening ? openingOf(await deps.openings.get({ hash })) : {}
    if (query.opening && receipt.isPrivate && opening.opening === undefined)
      return notFound('The opening of the private claims was erased with the data that they describe')
    const file = renderedReceipt({ ...receipt, ...opening, isPrivate: false }, `.${form}`)
    if (!file) return notFound('The receipt is not in the log yet. Try again in a minute')
    return reply(200, file.body, {
      'cache-control': 'no-store',
      'content-type': file.contentType,
      'content-disposition': `attachment; filename="receipt-${hash.slice(0, 12)}.${form}"`,
    })
  })
}
