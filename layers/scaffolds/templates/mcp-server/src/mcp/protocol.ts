/** Supported protocol versions, newest first. Older versions have batches, which this server does not support. */
export const VERSIONS = ['2025-11-25', '2025-06-18'] as const

export interface RpcRequest {
  readonly id: string | number | undefined
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A JSON-RPC 2.0 error. */
export class RpcFault extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RpcFault'
    this.code = code
  }
}

/** Error codes of JSON-RPC 2.0. */
export const INVALID_REQUEST = -32_600
export const METHOD_NOT_FOUND = -32_601
export const INVALID_PARAMS = -32_602

/**
 * Reads the request in a body. A request without an ID is a notification.
 * @throws RpcFault
 */
export const readRpc = (body: Readonly<Record<string, unknown>>): RpcRequest => {
  const { jsonrpc, id, method, params = {} } = body
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    throw new RpcFault(INVALID_REQUEST, 'The message is not JSON-RPC 2.0')
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number')
    throw new RpcFault(INVALID_REQUEST, 'id must be a string or a number')
  if (typeof params !== 'object' || params === null || Array.isArray(params))
    throw new RpcFault(INVALID_PARAMS, 'params must be an object')
  return { id, method, params: params as Record<string, unknown> }
}

export const result = (id: RpcRequest['id'], value: unknown) => ({ jsonrpc: '2.0', id: id ?? null, result: value })
export const fault = (id: RpcRequest['id'], { code, message }: RpcFault) => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code, message },
})

/**
 * Whether the version in MCP-Protocol-Version is supported. The header is absent before the client has negotiated a
 * version.
 */
export const isSupportedVersion = (version: string | null): boolean =>
  version === null || VERSIONS.some((each) => each === version)

/** Returns the version of the connection: the requested one, or the newest supported one. */
export const versionFor = (requested: unknown): string =>
  VERSIONS.find((version) => version === requested) ?? VERSIONS[0]
