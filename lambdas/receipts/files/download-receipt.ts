import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { notFound, type RowTable, route } from '@signet/kernel'
import type { openingRow } from '@signet/receipts/rows'
import { downloadReceipt } from '../contract/files.ts'
import { type PublishedDeps, receiptPublisher } from '../views/published-receipt.ts'
import { renderReceipt } from '../views/receipt-formats.ts'
import { openingOf } from '../views/receipt-shapes.ts'

export interface DownloadDeps extends PublishedDeps {
  readonly openings: Pick<RowTable<typeof openingRow>, 'get'>
}

/** Creates files of a receipt for its owner, including private receipts, whose files are not public. */
export const downloadReceiptRoute = (deps: DownloadDeps) => {
  const readPublished = receiptPublisher(deps)
  return route(downloadReceipt, async ({ params: { hash, form }, query, caller }) => {
    // For another organization's receipt nothing more is read, so the response time does not reveal that it exists.
    const row = await deps.receipts.get({ hash })
    const receipt = row?.org === scopesOf(caller).entitlementScope ? await readPublished(hash) : undefined
    if (!receipt) return notFound('The receipt does not exist')
    const opening = query.opening ? openingOf(await deps.openings.get({ hash })) : {}
    if (query.opening && receipt.isPrivate && opening.opening === undefined)
      return notFound('The opening of the private claims was erased with the data that they describe')
    const rendered = renderReceipt({ ...receipt, ...opening, isPrivate: false }, `.${form}`)
    if (!rendered) return notFound('The receipt is not in the log yet. Try again in a minute')
    return reply(200, rendered.body, {
      'cache-control': 'no-store',
      'content-type': rendered.contentType,
      'content-disposition': `attachment; filename="receipt-${hash.slice(0, 12)}.${form}"`,
    })
  })
}
