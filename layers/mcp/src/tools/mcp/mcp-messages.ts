import {
  bearerAuthChallengeResponse,
  createMcpHandler,
  isLegacyRequest,
  type McpServerFactory,
  OAuthError,
  OAuthErrorCode,
} from '@modelcontextprotocol/server'
import type { Incoming, Outgoing } from '@signet/contracts/http'
import { rpcRefusal } from './gates.ts'
import type { Spoken } from './mcp-endpoint.ts'
import { paramsFault } from './params-fault.ts'

/** What the SDK looks for in `Accept`, letter by letter (MCP, Streamable HTTP, Sending Messages to the Server). */
const BOTH = ['application/json', 'text/event-stream'] as const

/** Media types are compared without regard to case; a range covers its types (RFC 9110 8.3.1 and 12.5.1). */
const covers = (range: string, type: string): boolean => {
  const [wanted = '', parameters = ''] = range
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/, 2)
  if (/^q=0(?:\.0*)?$/.test(parameters)) return false
  return wanted === '*/*' || wanted === type || wanted === `${type.split('/')[0]}/*`
}

/** The types of MCP that an `Accept` header covers, by their names. An absent header covers every type (RFC 9110 12.5.1). */
const acceptedTypes = (accept: string | undefined): string => {
  const ranges = (accept ?? '*/*').split(',')
  return BOTH.filter((type) => ranges.some((range) => covers(range, type))).join(', ')
}

const LISTEN = 'subscriptions/listen'

const methodOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined

const asksToListen = (message: unknown): message is { readonly id?: unknown } => methodOf(message) === LISTEN

/** An endless stream would occupy a function for nothing: tools are code and do not change while it runs. */
const nothingToHear = ({ id = null }: { readonly id?: unknown }): Outgoing => ({
  ...rpcRefusal(404, -32_601, ''),
  body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: `Method not found: ${LISTEN}` } }),
})

const requestOf = ({ incoming, address, message }: Spoken): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    // The credential was already checked, and the SDK does not need it.
    if (!['authorization', 'x-api-key', 'cookie', 'content-length'].includes(name)) headers.set(name, value)
  }
  // The SDK compares the names of types, and knows no ranges.
  headers.set('accept', acceptedTypes(incoming.headers.accept))
  return new Request(address, { method: 'POST', headers, body: JSON.stringify(message) })
}

const outgoingOf = async (response: Response): Promise<Outgoing> => {
  const headers = Object.fromEntries(response.headers)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const body = isStream ? (response.body ?? undefined) : await response.text()
  return { status: response.status, headers: { 'cache-control': 'no-store', ...headers }, body }
}

const queried = ({ query }: Incoming, name: string): string | null =>
  query instanceof URLSearchParams ? query.get(name) : null

/** Long enough for any call. Keys have no end of their own, but the SDK requires one. */
const VALID_SECONDS = 900

interface MessageOptions {
  readonly onError: (error: Error) => void
  readonly scopes?: Readonly<Record<string, string>>
}

/**
 * The scope that a credential lacks for a method, in the same form as for tools, so that a client can ask its person
 * for it.
 */
const lackedScope = ({ caller, message, metadataUrl }: Spoken, { scopes = {} }: MessageOptions) => {
  const method = methodOf(message)
  const scope = typeof method === 'string' && Object.hasOwn(scopes, method) ? scopes[method] : undefined
  if (scope === undefined || caller.scopes.includes(scope)) return undefined
  return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InsufficientScope, 'Insufficient scope'), {
    requiredScopes: [scope],
    resourceMetadataUrl: metadataUrl,
  })
}

/** Answers messages of the protocol: every revision at one address, a new server for each request, no session. */
export const mcpMessages = (servers: McpServerFactory, options: MessageOptions) => {
  const { onError } = options
  const handler = createMcpHandler(servers, { onerror: onError })
  return async (spoken: Spoken): Promise<Outgoing> => {
    const { caller, arrival, message, metadataUrl, address, incoming } = spoken
    if (asksToListen(message)) return nothingToHear(message)
    const challenge = lackedScope(spoken, options)
    if (challenge) return outgoingOf(challenge)
    const fault = await paramsFault(message, () => isLegacyRequest(requestOf(spoken), message))
    if (fault) return fault
    const extra = {
      caller,
      log: arrival.log,
      traceId: arrival.traceId,
      baseUrl: address,
      images: queried(incoming, 'images') === 'link' ? 'link' : 'inline',
    }
    const response = await handler.fetch(requestOf(spoken), {
      parsedBody: message,
      authInfo: {
        token: 'checked',
        clientId: caller.clientId ?? caller.rateKey,
        scopes: [...caller.scopes],
        expiresAt: Math.floor(arrival.startedAt / 1000) + VALID_SECONDS,
        resourceMetadataUrl: metadataUrl,
        extra,
      },
    })
    return outgoingOf(response)
  }
}
