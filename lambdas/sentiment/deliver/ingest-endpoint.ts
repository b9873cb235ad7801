import { isIP } from 'node:net'
import type { FieldError } from '@signet/contracts'
import { webhookUrlErrors } from '@signet/notifications/webhooks'

const FIELD = 'ingestEndpoint'
/** Port of the Lambda runtime API on this host. */
const RUNTIME_PORT = 9001

const portProblem = ({ port, protocol }: URL): string | undefined => {
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
  const isAllowed = number === 443 || (number >= 1024 && number !== RUNTIME_PORT)
  return isAllowed ? undefined : 'must use port 443, or a port from 1024 except 9001'
}

/**
 * Returns the errors of a batch URL, without a DNS lookup. Checked when the URL is stored and before each attempt. It
 * must contain a host name, because the owner of a public IP address can change unnoticed.
 */
export const ingestEndpointErrors = (text: string, { allowsLoopback }: { allowsLoopback: boolean }): FieldError[] => {
  const problems = webhookUrlErrors(text, { allowsLoopback }).map(({ message }) => message)
  const url = URL.parse(text)
  const isLoopback = allowsLoopback && url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (problems.length === 0 && url && !isLoopback) {
    const port = portProblem(url)
    if (port !== undefined) problems.push(port)
    if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) problems.push('must contain a host name, not an IP address')
  }
  return problems.map((message) => ({ field: FIELD, message }))
}
