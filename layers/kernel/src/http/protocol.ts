import type { Incoming, Outgoing } from '@signet/contracts/http'
import type { Caller } from '../caller.ts'
import type { Arrival } from './arrival.ts'

/** What a protocol has answered, and whom. */
export interface Answered {
  readonly outgoing: Outgoing
  readonly caller?: Caller | undefined
}

/**
 * A protocol that has answers of its own, such as JSON-RPC, where a contract has none: it is handed every request of its
 * path, whatever the method, before anybody has looked at it. Requests are logged and measured like any other.
 */
export interface Protocol {
  /** As the log has it. */
  readonly name: string
  readonly path: string
  readonly answer: (incoming: Incoming, arrival: Arrival) => Promise<Answered>
}

const PREFLIGHT_SECONDS = '7200'

/**
 * The answer to the question of a browser whether a page of any origin may call (Fetch, CORS preflight): an address of a
 * function's own has no gateway that would give it. Undefined for every other request.
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
