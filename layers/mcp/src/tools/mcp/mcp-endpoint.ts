import { type RateDefinition, ratesOf } from '@signet/contracts'
import { type Incoming, jsonOf, type Outgoing } from '@signet/contracts/http'
import { isDeeperThan } from '@signet/contracts/nesting'
import {
  type Arrival,
  type Authenticator,
  type Caller,
  type Limiter,
  noteIds,
  type Protocol,
  type ProtocolReply,
  Refusal,
} from '@signet/kernel'
import { type AllowedCallers, gateReply, pageHeaders, rpcRefusal } from './gates.ts'

interface Challenge {
  /** Address of the protected resource metadata (RFC 9728 5.1). */
  readonly metadataUrl: string
  readonly scopes: readonly string[]
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '')}"`

/**
 * Returns 401 as required by RFC 6750 3 and MCP. Without a credential it has no `error` (RFC 6750 3.1), so that a
 * client starts to authorize instead of reporting an invalid token.
 */
const challengeReply = ({ metadataUrl, scopes }: Challenge, problem: string | undefined): Outgoing => {
  const problemParts = problem === undefined ? [] : ['error="invalid_token"', `error_description=${quoted(problem)}`]
  const parts = [...problemParts, `resource_metadata=${quoted(metadataUrl)}`, `scope=${quoted(scopes.join(' '))}`]
  const error = problem === undefined ? 'unauthorized' : 'invalid_token'
  const error_description = problem ?? 'Send an API key or a token as Authorization: Bearer'
  return {
    status: 401,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'www-authenticate': `Bearer ${parts.join(', ')}`,
    },
    body: JSON.stringify({ error, error_description }),
  }
}

/**
 * Maximum nesting of a message. Tool arguments need only a few levels; a much deeper message would overflow recursive
 * parsers.
 */
const LEVELS_MAX = 64

const isTooDeep = (message: unknown): boolean => isDeeperThan(LEVELS_MAX, message)

export interface AuthenticatedMessage {
  readonly incoming: Incoming
  readonly arrival: Arrival
  readonly caller: Caller
  readonly message: unknown
  readonly address: string
  readonly metadataUrl: string
}

export interface McpEndpointOptions {
  readonly name: string
  readonly path: string
  readonly allowedCallers: AllowedCallers
  /** Authenticates by API key or token. If it returns undefined or a 401 refusal, the endpoint sends the challenge. */
  readonly authenticate: Authenticator
  readonly scopes: readonly string[]
  readonly metadataPath: string
  readonly limit: Limiter
  readonly rate: RateDefinition
  readonly maxBodyBytes: number
  /** Loads the implementation of the protocol with the first message that passes all checks. */
  readonly load: () => Promise<(message: AuthenticatedMessage) => Promise<Outgoing>>
}

const authenticateCaller = async (
  incoming: Incoming,
  { sourceIp }: Arrival,
  address: string,
  { authenticate, metadataPath, scopes }: McpEndpointOptions,
): Promise<Caller | Outgoing> => {
  const { headers, method } = incoming
  const challenge = { metadataUrl: `${address}${metadataPath}`, scopes }
  try {
    const caller = await authenticate({ headers, method, origin: address, baseUrl: address, sourceIp })
    noteIds({ tenant_id: caller?.tenantId })
    return caller ?? challengeReply(challenge, undefined)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'unauthenticated') return challengeReply(challenge, error.message)
    return rpcRefusal(error.code === 'unavailable' ? 503 : 400, -32_600, error.message, error.headers)
  }
}

const rateRefusal = async (
  caller: Caller,
  { limit, name, rate }: McpEndpointOptions,
): Promise<Outgoing | undefined> => {
  try {
    // The rate counts callers, so the address is not used.
    await limit({ route: { endpoint: { name, rates: ratesOf(rate) } }, caller, arrival: { sourceIp: '' } }, 'requests')
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return rpcRefusal(429, -32_000, error.message, error.headers)
    throw error
  }
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i

const readMessage = async (
  incoming: Incoming,
  { maxBodyBytes }: McpEndpointOptions,
): Promise<{ readonly message: unknown } | Outgoing> => {
  if (!JSON_TYPE.test(incoming.headers['content-type'] ?? '')) {
    return rpcRefusal(415, -32_000, 'Send Content-Type: application/json')
  }
  try {
    const bytes = await incoming.bytes(maxBodyBytes)
    const message = jsonOf(bytes)
    if (message === undefined) return rpcRefusal(400, -32_700, 'Parse error: the body is empty')
    return isTooDeep(message) ? rpcRefusal(400, -32_600, 'The message is nested too deeply') : { message }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'invalid_json') return rpcRefusal(400, -32_700, `Parse error: ${error.message}`)
    return rpcRefusal(413, -32_000, error.message)
  }
}

const protocolReply = async (
  incoming: Incoming,
  arrival: Arrival,
  options: McpEndpointOptions,
): Promise<ProtocolReply> => {
  const address = new URL(arrival.baseUrl).origin
  const refused = gateReply(incoming, address, options.allowedCallers)
  if (refused) return { outgoing: refused }
  const caller = await authenticateCaller(incoming, arrival, address, options)
  if ('status' in caller) return { outgoing: caller }
  const limited = await rateRefusal(caller, options)
  if (limited) return { outgoing: limited, caller }
  const parsedBody = await readMessage(incoming, options)
  if ('status' in parsedBody) return { outgoing: parsedBody, caller }
  const answerMessage = await options.load()
  const metadataUrl = `${address}${options.metadataPath}`
  return {
    outgoing: await answerMessage({
      incoming,
      arrival,
      caller,
      message: parsedBody.message,
      address,
      metadataUrl,
    }),
    caller,
  }
}

export const mcpEndpoint = (options: McpEndpointOptions): Protocol => ({
  name: options.name,
  path: options.path,
  answer: async (incoming, arrival) => {
    const { outgoing, caller } = await protocolReply(incoming, arrival, options)
    // `gateReply` refused the host or the page, so the page must not read the response.
    const isForeign = outgoing.status === 403 && outgoing.headers['www-authenticate'] === undefined
    if (isForeign) return { outgoing, caller }
    return {
      outgoing: { ...outgoing, headers: { ...pageHeaders(incoming.headers.origin), ...outgoing.headers } },
      caller,
    }
  },
})
