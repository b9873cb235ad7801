import type { ApiApp } from '@signet/kernel'
import { escapeHtml, plainDocument, plainHeaders, wantsPage } from '@signet/ui/pages'
import { authorizeAgent } from '../contract/oauth.ts'

const titleOf = (status: number): string => {
  if (status === 429 || status === 503) return 'Try again in a moment'
  return status >= 500 ? 'Something went wrong on our side' : 'This program cannot be authorized'
}

const REASONS: Readonly<Record<string, string>> = {
  invalid_client: 'This program is not registered with Signet, or Signet cannot read its description.',
  invalid_redirect_uri: 'The program requested a redirect to an address that it has not registered.',
  rate_limited: 'Too many requests were sent.',
}

const reasonOf = (status: number, code: string): string =>
  REASONS[code] ?? (status >= 500 ? 'Signet could not process the request.' : 'The program sent an invalid request.')

const advice = (status: number): string =>
  status === 429 || status >= 500
    ? 'Wait a minute, then connect again from the program.'
    : 'Close this page and connect again from the program. If the problem persists, contact its publisher.'

/**
 * Shows errors of the authorization endpoint as a page, because browsers are sent there (OAuth 2.1 4.1.2.1). Clients
 * that do not accept HTML get the JSON error of the contract.
 */
export const failurePage: NonNullable<ApiApp['failurePage']> = ({ status, code, sentence }, { incoming, route }) => {
  if (route?.operation !== authorizeAgent.name || !wantsPage(incoming.headers.accept)) return undefined
  const main = `
    <p>A program sent you to this page to request access. Access was not granted, and the program got no response.</p>
    <p role="status">${reasonOf(status, code)}</p>
    <p>${advice(status)}</p>
    <details><summary>Details for developers</summary><p>${escapeHtml(sentence)}.</p></details>`
  const page = { title: titleOf(status), main }
  return { headers: plainHeaders({}), body: plainDocument(page) }
}
