import type { ApiApp } from '@signet/kernel'
import { escapeHtml, plainDocument, plainHeaders, wantsPage } from '@signet/ui/pages'

const titleOf = (status: number): string => {
  if (status === 404) return 'Page not found'
  if (status === 410) return 'This link has expired'
  if (status === 409 || status === 429 || status === 503) return 'Try again later'
  return status >= 500 ? 'Something went wrong on our side' : 'The request could not be completed'
}

export const failurePage: NonNullable<ApiApp['failurePage']> = ({ status, sentence }, { incoming }) => {
  if (!wantsPage(incoming.headers.accept)) return undefined
  // Visitor paths are /trust/<slug>/<action>/<id>. Their prefix depends on the server.
  const slug = incoming.path.split('/').at(-3) ?? ''
  const main = `<p role="alert">${escapeHtml(sentence)}.</p><p><a href="../../${escapeHtml(slug)}">Back to trust page</a></p>`
  return { headers: plainHeaders({}), body: plainDocument({ title: titleOf(status), main }) }
}
