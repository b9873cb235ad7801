import type { Incoming, Outgoing } from '@signet/contracts/http'
import type { Caller } from '../caller.ts'
import type { Arrival } from './arrival.ts'

export interface ProtocolReply {
  readonly outgoing: Outgoing
  readonly caller?: Caller | undefined
}

/**
 * A protocol with its own answers, such as JSON-RPC, instead of a contract. It gets every request of its path, for any
 * method, before any check. Its requests are logged and measured like others.
 */
export interface Protocol {
  readonly name: string
  readonly path: string
  readonly answer: (incoming: Incoming, arrival: Arrival) => Promise<ProtocolReply>
}

const PREFLIGHT_SECONDS = '7200'

/**
 * Returns the answer to a CORS preflight request of a page of any origin (Fetch); undefined for every other request.
 * The gateway does not answer it: a separate method for each path would be a third of the resources of an API
 * (docs/adr/0041).
 */
export const preflightAnswer = ({ method, headers }: Incoming): Outgoing | undefined => {
  const requestedMethod = headers['access-control-request-method']
  if (method !== 'OPTIONS' || requestedMethod === undefined) return undefined
  const requestedHeaders = headers['access-control-request-headers']
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': requestedMethod,
      ...(requestedHeaders === undefined ? {} : { 'access-control-allow-headers': requestedHeaders }),
      'access-control-max-age': PREFLIGHT_SECONDS,
    },
    body: undefined,
  }
}
