import { createHash } from 'node:crypto'
import { reply } from '@signet/contracts'
import { notFound, route } from '@signet/kernel'
import { isCurrent } from '@signet/kernel/bucket'
import { wantsPage } from '@signet/ui/pages'
import { verifyReceiptPage } from '../contract/verification.ts'
import { receiptPage } from '../page/receipt-page.ts'
import { type PublishedDeps, type PublishedReceipt, receiptPublisher } from '../views/published-receipt.ts'
import { type ReceiptFormat, type RenderedReceipt, renderReceipt, requestedFormat } from '../views/receipt-formats.ts'

export interface VerifyDeps extends PublishedDeps {
  readonly program: string
}

type RenderedReply = RenderedReceipt & { readonly headers?: Readonly<Record<string, string>> }

/** Cache lifetime in seconds before the log contains the receipt. After that: `LOGGED_SECONDS`. */
const PENDING_SECONDS = 60
const LOGGED_SECONDS = 300

const renderAs = (receipt: PublishedReceipt, format: ReceiptFormat, accept: string | undefined, deps: VerifyDeps) => {
  if (format !== '') return renderReceipt(receipt, format)
  return wantsPage(accept) ? receiptPage(receipt, deps.program) : renderReceipt(receipt, '.json')
}

const absenceReason = ({ isPrivate }: PublishedReceipt): string =>
  isPrivate
    ? 'The receipt is private. Ask its owner for the file'
    : 'The receipt is not in the log yet. Try again in a minute'

const headersOf = (
  { hash, isLogged, treeSize }: PublishedReceipt,
  format: ReceiptFormat,
  { body, headers }: RenderedReply,
) => {
  // The ETag covers the body, because receipt and key can change status while the log does not grow.
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return {
    ...headers,
    etag: `"${hash}-${treeSize}-${digest}"`,
    'cache-control': `public, max-age=${isLogged ? LOGGED_SECONDS : PENDING_SECONDS}`,
    ...(format === '' ? { vary: 'Accept' } : {}),
  }
}

export const verifyRoute = (deps: VerifyDeps) => {
  const readPublished = receiptPublisher(deps)
  return route(verifyReceiptPage, async ({ params: { receipt: requestedReceipt }, headers: requestHeaders }) => {
    const { hash, format } = requestedFormat(requestedReceipt)
    const receipt = await readPublished(hash)
    if (!receipt) return notFound('The receipt does not exist')
    const rendered: RenderedReply | undefined = renderAs(receipt, format, requestHeaders.accept, deps)
    if (!rendered) return notFound(absenceReason(receipt))
    const headers = headersOf(receipt, format, rendered)
    if (isCurrent({ ifNoneMatch: requestHeaders['if-none-match'] }, { etag: headers.etag, lastModified: undefined }))
      return reply(304, undefined, headers)
    const { contentType, filename } = rendered
    const disposition = filename === undefined ? {} : { 'content-disposition': `attachment; filename="${filename}"` }
    return reply(200, rendered.body, { ...headers, ...disposition, 'content-type': contentType })
  })
}
