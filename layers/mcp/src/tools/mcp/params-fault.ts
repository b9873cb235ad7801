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

/** Revision 2026-07-28 has none of these: there, the SDK tells that there is no such method. */
const OF_THE_HANDSHAKE: readonly string[] = ['initialize', 'ping']

interface Message {
  readonly method: string
  readonly id: string | number
  readonly params?: unknown
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is no JSON-RPC request at all, the SDK refuses as such. */
const isRequest = (message: unknown): message is Message => {
  if (!isObject(message)) return false
  const { method, id, params = {} } = message as Partial<Record<keyof Message, unknown>>
  return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') && isObject(params)
}

const inWords = ({ path = [], message }: Issue): string =>
  `${path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')}: ${message}`

/**
 * The answer to a request with wrong parameters: they are the caller's fault (JSON-RPC 2.0, 5.1). Undefined for every
 * other message. Its status is 200, because clients of the handshake read no message beside another. `isHandshake`: whether the
 * request is one of the revisions that begin with a handshake.
 */
export const paramsFault = async (
  message: unknown,
  isHandshake: () => Promise<boolean>,
): Promise<Outgoing | undefined> => {
  if (!isRequest(message)) return undefined
  const { issues } = (await REQUESTS.get(message.method)?.['~standard'].validate(message)) ?? {}
  if (!issues || (OF_THE_HANDSHAKE.includes(message.method) && !(await isHandshake()))) return undefined
  const error = {
    code: INVALID_PARAMS,
    message: `Invalid params for ${message.method}: ${issues.map(inWords).join('; ')}`,
  }
  return {
    status: 200,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ jsonrpc: '2.0', id: message.id, error }),
  }
}
