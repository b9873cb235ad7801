import type { ApiApp } from '@signet/kernel'
import { escaped, plainDocument, plainHeaders, wantsPage } from '@signet/ui/pages'
import { authorizeAgent } from '../contract/oauth.ts'

const titleOf = (status: number): string => {
  if (status === 429 || status === 503) return 'Try again in a moment'
  return status >= 500 ? 'Something went wrong on our side' : 'This program cannot be authorized'
}

/**
 * Shows errors of the authorization endpoint as a page, because browsers are sent there (OAuth 2.1 4.1.2.1). Clients
 * that do not accept HTML get the JSON error of the contract.
 */
export const failurePage: NonNullable<ApiApp['failurePage']> = ({ status, sentence }, { incoming, route }) => {
  if (route?.operation !== authorizeAgent.name || !wantsPage(incoming.headers.accept)) return undefined
  const main = `
    <p>A program sent you to this page to request access. Access was not granted, and the program got no response.</p>
    <p role="status">Reason: ${escaped(sentence)}.</p>
    <p>Close this page and connect again from the program. If the problem persists, contact its publisher.</p>`
  const page = { title: titleOf(status), main }
  return { headers: plainHeaders({}), body: plainDocument(page) }
}
