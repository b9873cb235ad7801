import { createHash } from 'node:crypto'
import { reply } from '@signet/contracts'
import { notFound, route } from '@signet/kernel'
import { isCurrent } from '@signet/kernel/bucket'
import { wantsPage } from '@signet/ui/pages'
import { verifyReceiptPage } from '../contract/verification.ts'
import { receiptPage } from '../page/receipt-page.ts'
import { type PublishedDeps, type PublishedReceipt, publishedReceipt } from '../views/published-receipt.ts'
import { type Form, type RenderedForm, renderedReceipt, requestedForm } from '../views/receipt-forms.ts'

export interface VerifyDeps extends PublishedDeps {
  readonly program: string
}

type RenderedReply = RenderedForm & { readonly headers?: Readonly<Record<string, string>> }

/** Cache lifetime in seconds before the log contains the receipt. After that: `LOGGED_SECONDS`. */
const PENDING_SECONDS = 60
const LOGGED_SECONDS = 300

const renderedAs = (receipt: PublishedReceipt, form: Form, accept: string | undefined, deps: VerifyDeps) => {
  if (form !== '') return renderedReceipt(receipt, form)
  return wantsPage(accept) ? receiptPage(receipt, deps.program) : renderedReceipt(receipt, '.json')
}

const absence = ({ isPrivate }: PublishedReceipt): string =>
  isPrivate
    ? 'The receipt is private. Ask its owner for the file'
    : 'The receipt is not in the log yet. Try again in a minute'

const headersOf = ({ hash, isLogged, treeSize }: PublishedReceipt, form: Form, { body, headers }: RenderedReply) => {
  // Covers the body, because receipt and key can change status while the log does not grow.
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 16)
  return {
    ...headers,
    etag: `"${hash}-${treeSize}-${digest}"`,
    'cache-control': `public, max-age=${isLogged ? LOGGED_SECONDS : PENDING_SECONDS}`,
    ...(form === '' ? { vary: 'Accept' } : {}),
  }
}

export const verifyRoute = (deps: VerifyDeps) => {
  const published = publishedReceipt(deps)
  return route(verifyReceiptPage, async ({ params: { receipt: requestedReceipt }, headers: requestHeaders }) => {
    const { hash, form } = requestedForm(requestedReceipt)
    const receipt = await published(hash)
    if (!receipt) return notFound('The receipt does not exist')
    const answer: RenderedReply | undefined = renderedAs(receipt, form, requestHeaders.accept, deps)
    if (!answer) return notFound(absence(receipt))
    const headers = headersOf(receipt, form, answer)
    if (isCurrent({ ifNoneMatch: requestHeaders['if-none-match'] }, { etag: headers.etag, lastModified: undefined }))
      return reply(304, undefined, headers)
    const { contentType, filename } = answer
    const disposition = filename === undefined ? {} : { 'content-disposition': `attachment; filename="${filename}"` }
    return reply(200, answer.body, { ...headers, ...disposition, 'content-type': contentType })
  })
}
