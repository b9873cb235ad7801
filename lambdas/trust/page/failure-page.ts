import type { ApiApp } from '@signet/kernel'
import { wantsPage } from '@signet/pages'
import { readTrustPage, readTrustPageAt } from '../contract/pages.ts'
import { absentDocument, pageHeaders } from './page-document.ts'

const PAGES: readonly string[] = [readTrustPage.name, readTrustPageAt.name]

/** People who ask for a page that is not there are told so by one. Programs get the answer of the contract. */
export const failurePage: NonNullable<ApiApp['failurePage']> = ({ sentence }, { incoming, route }) => {
  if (!PAGES.includes(route?.operation ?? '') || !wantsPage(incoming.headers.accept)) return undefined
  const headers = pageHeaders({ accent: undefined, path: (path) => path, program: undefined })
  return { headers: { ...headers, 'cache-control': 'no-store' }, body: absentDocument(sentence) }
}
