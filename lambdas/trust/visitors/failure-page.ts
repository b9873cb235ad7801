import type { ApiApp } from '@signet/kernel'
import { escaped, plainDocument, plainHeaders, wantsPage } from '@signet/ui/pages'

const titleOf = (status: number): string => {
  if (status === 404) return 'There is nothing here'
  if (status === 410) return 'This link has ended'
  if (status === 409 || status === 429 || status === 503) return 'Please try again later'
  return status >= 500 ? 'Something went wrong on our side' : 'This does not work'
}

export const failurePage: NonNullable<ApiApp['failurePage']> = ({ status, sentence }, { incoming }) => {
  if (!wantsPage(incoming.headers.accept)) return undefined
  // All paths of visitors are /trust/<slug>/<what>/<which>. What stands before them depends on who serves them.
  const slug = incoming.path.split('/').at(-3) ?? ''
  const main = `<p role="alert">${escaped(sentence)}.</p><p><a href="../../${escaped(slug)}">To the trust page</a></p>`
  return { headers: plainHeaders({}), body: plainDocument({ title: titleOf(status), main }) }
}
