import type { ApiApp } from '@signet/kernel'
import { escaped, plainDocument, plainHeaders, wantsPage } from '@signet/ui/pages'
import { authorizeAgent } from '../contract/oauth.ts'

const titleOf = (status: number): string => {
  if (status === 429 || status === 503) return 'Please try again in a moment'
  return status >= 500 ? 'Something went wrong on our side' : 'This program cannot be authorized'
}

/**
 * Browsers are sent to the authorization endpoint. If a request cannot be sent back to its client, a page tells the
 * person what is wrong (OAuth 2.1 4.1.2.1). Programs get the answer of the contract.
 */
export const failurePage: NonNullable<ApiApp['failurePage']> = ({ status, sentence }, { incoming, route }) => {
  if (route?.operation !== authorizeAgent.name || !wantsPage(incoming.headers.accept)) return undefined
  const main = `
    <p>A program sent you here to be authorized. It was not authorized, and nothing was sent back to it.</p>
    <p role="status">What is wrong: ${escaped(sentence)}.</p>
    <p>Close this page and connect again in the program. If it happens again, tell its maker.</p>`
  const page = { title: titleOf(status), main }
  return { headers: plainHeaders({}), body: plainDocument(page) }
}
