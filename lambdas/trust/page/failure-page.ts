import type { ApiApp } from '@signet/kernel'
import { escapeHtml, wantsPage } from '@signet/ui/pages'
import { readTrustArtifact, readTrustArtifactAt, readTrustPage, readTrustPageAt } from '../contract/pages.ts'
import { type AbsentPage, absentDocument, pageHeaders } from './page-document.ts'

const FORBIDDEN = 403

/** Links are relative, because the path prefix depends on the server. */
const linkTo = (href: string, text: string): string => `<p><a href="${escapeHtml(href)}">${text}</a></p>`

/**
 * Returns the title and link for an unavailable document. On `/trust/acme/bundle/plan`, the link goes to the request
 * form if the document is on request, otherwise to the trust page.
 */
const documentNotFound = (operation: string, path: string, status: number): Pick<AbsentPage, 'title' | 'link'> => {
  const segments = path.split('/')
  const artifact = segments.at(-1) ?? ''
  const title = status === FORBIDDEN ? 'Available on request' : 'Document not found'
  const isCurrentPage = operation === readTrustArtifact.name
  if (isCurrentPage && status === FORBIDDEN)
    return { title, link: linkTo(`../request/${artifact}`, 'Request this document') }
  const slug = segments.at(isCurrentPage ? -3 : -5) ?? ''
  return { title, link: linkTo(`${isCurrentPage ? '../..' : '../../../..'}/${slug}`, 'Back to trust page') }
}

export const failurePage: NonNullable<ApiApp['failurePage']> = ({ status, sentence }, { incoming, route }) => {
  const operation = route?.operation ?? ''
  const isPage = operation === readTrustPage.name || operation === readTrustPageAt.name
  const isDocument = operation === readTrustArtifact.name || operation === readTrustArtifactAt.name
  if (!(isPage || isDocument) || !wantsPage(incoming.headers.accept)) return undefined
  const content = isPage ? { title: 'Trust page not found' } : documentNotFound(operation, incoming.path, status)
  const headers = pageHeaders({ accent: undefined, path: (path) => path, url: '', program: undefined })
  return { headers: { ...headers, 'cache-control': 'no-store' }, body: absentDocument({ ...content, sentence }) }
}
