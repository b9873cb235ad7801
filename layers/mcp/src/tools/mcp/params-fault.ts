import { INVALID_PARAMS, specTypeSchemas } from '@modelcontextprotocol/server'
import type { Outgoing } from '@signet/contracts/http'

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

type SchemaCheck = { readonly issues?: readonly Issue[] | undefined }

interface Schema {
  readonly '~standard': { readonly validate: (message: unknown) => SchemaCheck | Promise<SchemaCheck> }
}

const REQUESTS = new Map<string, Schema>([
  ['initialize', specTypeSchemas.InitializeRequest],
  ['ping', specTypeSchemas.PingRequest],
  ['tools/list', specTypeSchemas.ListToolsRequest],
  ['prompts/list', specTypeSchemas.ListPromptsRequest],
  ['prompts/get', specTypeSchemas.GetPromptRequest],
  ['resources/list', specTypeSchemas.ListResourcesRequest],
  ['resources/read', specTypeSchemas.ReadResourceRequest],
  ['resources/templates/list', specTypeSchemas.ListResourceTemplatesRequest],
])

/** Methods of the handshake. Revision 2026-07-28 does not have them, and the SDK reports an unknown method there. */
const HANDSHAKE_METHODS: readonly string[] = ['initialize', 'ping']

interface Message {
  readonly method: string
  readonly id: string | number
  readonly params?: unknown
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether the message is a JSON-RPC request. The SDK refuses all others. */
const isRequest = (message: unknown): message is Message => {
  if (!isObject(message)) return false
  const { method, id, params = {} } = message as Partial<Record<keyof Message, unknown>>
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') && isObject(params)
}

const issueText = ({ path = [], message }: Issue): string =>
  `${path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')}: ${message}`

/**
 * Returns the error for a request with wrong parameters (JSON-RPC 2.0, 5.1); undefined for every other message. The
 * status is 200, because clients of handshake revisions ignore the body of other statuses. `isHandshake`: the request
 * belongs to a revision that starts with a handshake.
 */
export const paramsFault = async (
  message: unknown,
  isHandshake: () => Promise<boolean>,
): Promise<Outgoing | undefined> => {
  if (!isRequest(message)) return undefined
  const { issues } = (await REQUESTS.get(message.method)?.['~standard'].validate(message)) ?? {}
  if (!issues || (HANDSHAKE_METHODS.includes(message.method) && !(await isHandshake()))) return undefined
  const error = {
    code: INVALID_PARAMS,
    message: `Invalid params for ${message.method}: ${issues.map(issueText).join('; ')}`,
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ jsonrpc: '2.0', id: message.id, error }),
  }
}
