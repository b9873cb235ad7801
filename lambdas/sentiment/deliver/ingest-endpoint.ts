import { isIP } from 'node:net'
import type { FieldError } from '@signet/contracts'
import { webhookUrlErrors } from '@signet/notifications/webhooks'

const FIELD = 'ingestEndpoint'
/** The runtime of a Lambda function listens there. */
const RUNTIME_PORT = 9001

const portProblem = ({ port, protocol }: URL): string | undefined => {
  const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
  const isFine = number === 443 || (number >= 1024 && number !== RUNTIME_PORT)
  return isFine ? undefined : 'must have the port 443, or one from 1024 on other than 9001'
}

/**
 * The errors of a URL for batches, without a DNS lookup. Checked when it is stored and before each attempt. It must be
 * a name: a public IP address may change its owner unnoticed.
 */
export const ingestEndpointErrors = (text: string, { allowsLoopback }: { allowsLoopback: boolean }): FieldError[] => {
  const problems = webhookUrlErrors(text, { allowsLoopback }).map(({ message }) => message)
  const url = URL.parse(text)
  const isOwn = allowsLoopback && url !== null && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (problems.length === 0 && url && !isOwn) {
    const port = portProblem(url)
    if (port !== undefined) problems.push(port)
    if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) problems.push('must name a host, not an address')
  }
  return problems.map((message) => ({ field: FIELD, message }))
}
