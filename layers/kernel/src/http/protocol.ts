import type { Incoming, Outgoing } from '@signet/contracts/http'
import type { Caller } from '../caller.ts'
import type { Arrival } from './arrival.ts'

export interface ProtocolReply {
  readonly outgoing: Outgoing
  readonly caller?: Caller | undefined
}

/**
 * A protocol with answers of its own, such as JSON-RPC, instead of a contract. It gets every request of its path, for
 * any method, before anything has checked it. Its requests are logged and measured like any other.
 */
export interface Protocol {
  readonly name: string
  readonly path: string
  readonly answer: (incoming: Incoming, arrival: Arrival) => Promise<ProtocolReply>
}

const PREFLIGHT_SECONDS = '7200'

/**
 * The answer to a browser's question whether a page of any origin may call (Fetch, CORS preflight). No gateway answers it: a
 * method of its own for each path would be a third of the resources of an API (docs/adr/0041). Undefined for every other request.
 */
export const preflightAnswer = ({ method, headers }: Incoming): Outgoing | undefined => {
  const wanted = headers['access-control-request-method']
  if (method !== 'OPTIONS' || wanted === undefined) return undefined
  const asked = headers['access-control-request-headers']
  return {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': wanted,
      ...(asked === undefined ? {} : { 'access-control-allow-headers': asked }),
      'access-control-max-age': PREFLIGHT_SECONDS,
    },
    body: undefined,
  }
}
