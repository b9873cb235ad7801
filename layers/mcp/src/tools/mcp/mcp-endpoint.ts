import { type RateDefinition, ratesOf } from '@signet/contracts'
import { type Incoming, jsonOf, type Outgoing } from '@signet/contracts/http'
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
import { challengeAnswer } from './challenge.ts'
import { type Neighbours, pageHeaders, passGates, rpcRefusal } from './gates.ts'
import { isTooDeep } from './nesting.ts'

export interface Spoken {
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
  readonly neighbours: Neighbours
  /** Authenticates by API key or token. Undefined and 401 are answered with the challenge. */
  readonly authenticate: Authenticator
  readonly scopes: readonly string[]
  readonly metadataPath: string
  readonly limit: Limiter
  readonly rate: RateDefinition
  readonly maxBodyBytes: number
  /** Loads the protocol's implementation, on the first message that passes the gates. */
  readonly load: () => Promise<(spoken: Spoken) => Promise<Outgoing>>
}

const recognised = async (
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
    return caller ?? challengeAnswer(challenge, undefined)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'unauthenticated') return challengeAnswer(challenge, error.message)
    return rpcRefusal(error.code === 'unavailable' ? 503 : 400, -32_600, error.message, error.headers)
  }
}

const isAnswer = (result: Caller | Outgoing): result is Outgoing => 'status' in result

const tooMany = async (caller: Caller, { limit, name, rate }: McpEndpointOptions): Promise<Outgoing | undefined> => {
  try {
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
    return isTooDeep(message) ? rpcRefusal(400, -32_600, 'The message is nested too deep') : { message }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'invalid_json') return rpcRefusal(400, -32_700, `Parse error: ${error.message}`)
    return rpcRefusal(413, -32_000, error.message)
  }
}

const answered = async (incoming: Incoming, arrival: Arrival, options: McpEndpointOptions): Promise<ProtocolReply> => {
  const address = new URL(arrival.baseUrl).origin
  const refused = passGates(incoming, address, options.neighbours)
  if (refused) return { outgoing: refused }
  const caller = await recognised(incoming, arrival, address, options)
  if (isAnswer(caller)) return { outgoing: caller }
  const limited = await tooMany(caller, options)
  if (limited) return { outgoing: limited, caller }
  const read = await readMessage(incoming, options)
  if ('status' in read) return { outgoing: read, caller }
  const speak = await options.load()
  const metadataUrl = `${address}${options.metadataPath}`
  return {
    outgoing: await speak({ incoming, arrival, caller, message: read.message, address: address, metadataUrl }),
    caller,
  }
}

export const mcpEndpoint = (options: McpEndpointOptions): Protocol => ({
  name: options.name,
  path: options.path,
  answer: async (incoming, arrival) => {
    const { outgoing, caller } = await answered(incoming, arrival, options)
    const isForeign = outgoing.status === 403 && outgoing.headers['www-authenticate'] === undefined
    if (isForeign) return { outgoing, caller }
    return {
      outgoing: { ...outgoing, headers: { ...pageHeaders(incoming.headers.origin), ...outgoing.headers } },
      caller,
    }
  },
})
