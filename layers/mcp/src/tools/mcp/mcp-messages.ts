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
import type { AuthenticatedMessage } from './mcp-endpoint.ts'
import { paramsFault } from './params-fault.ts'

/**
 * The media types that the SDK requires in `Accept`, compared as literal text (MCP, Streamable HTTP, Sending Messages
 * to the Server).
 */
const MEDIA_TYPES = ['application/json', 'text/event-stream'] as const

/** Compares media types without regard to case; a range covers its types (RFC 9110 8.3.1 and 12.5.1). */
const covers = (range: string, type: string): boolean => {
  const [mediaRange = '', parameters = ''] = range
    .trim()
    .toLowerCase()
    .split(/\s*;\s*/, 2)
  if (/^q=0(?:\.0*)?$/.test(parameters)) return false
  return mediaRange === '*/*' || mediaRange === type || mediaRange === `${type.split('/')[0]}/*`
}

/** Returns the MCP media types that an `Accept` header covers. An absent header covers every type (RFC 9110 12.5.1). */
const acceptedTypes = (accept: string | undefined): string => {
  const ranges = (accept ?? '*/*').split(',')
  return MEDIA_TYPES.filter((type) => ranges.some((range) => covers(range, type))).join(', ')
}

const LISTEN = 'subscriptions/listen'

const methodOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined

const isListenRequest = (message: unknown): message is { readonly id?: unknown } => methodOf(message) === LISTEN

/**
 * Refuses to open an event stream, which would occupy a function without ever sending a message, because tools do not
 * change at run time.
 */
const refuseListening = ({ id = null }: { readonly id?: unknown }): Outgoing => ({
  ...rpcRefusal(404, -32_601, ''),
  body: JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: `Method not found: ${LISTEN}` } }),
})

const requestOf = ({ incoming, address, message }: AuthenticatedMessage): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    // Removes credentials, which are already checked and which the SDK does not need.
    if (!['authorization', 'x-api-key', 'cookie', 'content-length'].includes(name)) headers.set(name, value)
  }
  // Expands ranges, because the SDK compares literal type names.
  headers.set('accept', acceptedTypes(incoming.headers.accept))
  return new Request(address, { method: 'POST', headers, body: JSON.stringify(message) })
}

const outgoingOf = async (response: Response): Promise<Outgoing> => {
  const headers = Object.fromEntries(response.headers)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const body = isStream ? (response.body ?? undefined) : await response.text()
  return { status: response.status, headers: { 'cache-control': 'no-store', ...headers }, body }
}

const queryParameter = ({ query }: Incoming, name: string): string | null =>
  query instanceof URLSearchParams ? query.get(name) : null

/** Validity that is passed to the SDK, which requires an expiry. API keys have none, and no call takes this long. */
const VALID_SECONDS = 900

interface MessageOptions {
  readonly onError: (error: Error) => void
  readonly scopes?: Readonly<Record<string, string>>
}

/**
 * Returns the challenge for the scope that a credential lacks for a method, in the same form as for tools, so that a
 * client can request it from its user.
 */
const scopeChallenge = ({ caller, message, metadataUrl }: AuthenticatedMessage, { scopes = {} }: MessageOptions) => {
  const method = methodOf(message)
  const scope = typeof method === 'string' && Object.hasOwn(scopes, method) ? scopes[method] : undefined
  if (scope === undefined || caller.scopes.includes(scope)) return undefined
  return bearerAuthChallengeResponse(new OAuthError(OAuthErrorCode.InsufficientScope, 'Insufficient scope'), {
    requiredScopes: [scope],
    resourceMetadataUrl: metadataUrl,
  })
}

/** Answers protocol messages of every revision at one address, with a new server for each request and no sessions. */
export const mcpMessages = (servers: McpServerFactory, options: MessageOptions) => {
  const { onError } = options
  const handler = createMcpHandler(servers, { onerror: onError })
  return async (authenticated: AuthenticatedMessage): Promise<Outgoing> => {
    const { caller, arrival, message, metadataUrl, address, incoming } = authenticated
    if (isListenRequest(message)) return refuseListening(message)
    const challenge = scopeChallenge(authenticated, options)
    if (challenge) return outgoingOf(challenge)
    const fault = await paramsFault(message, () => isLegacyRequest(requestOf(authenticated), message))
    if (fault) return fault
    const extra = {
      caller,
      log: arrival.log,
      traceId: arrival.traceId,
      baseUrl: address,
      images: queryParameter(incoming, 'images') === 'link' ? 'link' : 'inline',
    }
    const response = await handler.fetch(requestOf(authenticated), {
      parsedBody: message,
      authInfo: {
        // Required by the SDK. The credential is already checked, and the SDK does not need it.
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
