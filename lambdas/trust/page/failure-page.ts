import type { ApiApp } from '@signet/kernel'
import { escaped, wantsPage } from '@signet/ui/pages'
import { readTrustArtifact, readTrustArtifactAt, readTrustPage, readTrustPageAt } from '../contract/pages.ts'
import { type AbsentPage, absentDocument, pageHeaders } from './page-document.ts'

const FORBIDDEN = 403

/** Links are relative, because the path prefix depends on the server. */
const linkTo = (href: string, text: string): string => `<p><a href="${escaped(href)}">${text}</a></p>`

/**
 * Title and link for a missing document: `/trust/acme/bundle/plan` links to its form, an earlier page to the current
 * one.
 */
const noDocument = (operation: string, path: string, status: number): Pick<AbsentPage, 'title' | 'link'> => {
  const parts = path.split('/')
  const artifact = parts.at(-1) ?? ''
  const title = status === FORBIDDEN ? 'Available on request' : 'Document not found'
  const isNow = operation === readTrustArtifact.name
  if (isNow && status === FORBIDDEN) return { title, link: linkTo(`../request/${artifact}`, 'Request this document') }
  const slug = parts.at(isNow ? -3 : -5) ?? ''
  return { title, link: linkTo(`${isNow ? '../..' : '../../../..'}/${slug}`, 'Back to trust page') }
}

export const failurePage: NonNullable<ApiApp['failurePage']> = ({ status, sentence }, { incoming, route }) => {
  const operation = route?.operation ?? ''
  const isPage = operation === readTrustPage.name || operation === readTrustPageAt.name
  const isDocument = operation === readTrustArtifact.name || operation === readTrustArtifactAt.name
  if (!(isPage || isDocument) || !wantsPage(incoming.headers.accept)) return undefined
  const content = isPage ? { title: 'Trust page not found' } : noDocument(operation, incoming.path, status)
  const headers = pageHeaders({ accent: undefined, path: (path) => path, url: '', program: undefined })
  return { headers: { ...headers, 'cache-control': 'no-store' }, body: absentDocument({ ...content, sentence }) }
}
