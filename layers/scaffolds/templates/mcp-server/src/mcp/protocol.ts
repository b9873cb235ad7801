/** Supported versions of the protocol, newest first. Older versions have batches, which this server does not support. */
export const VERSIONS = ['2025-11-25', '2025-06-18'] as const

export interface RpcRequest {
  readonly id: string | number | undefined
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

/** A fault of JSON-RPC 2.0. */
export class RpcFault extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.name = 'RpcFault'
    this.code = code
  }
}

export const INVALID_REQUEST = -32_600
export const METHOD_NOT_FOUND = -32_601
export const INVALID_PARAMS = -32_602

/** The request in a body; one without id is a notification. @throws RpcFault */
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

/** Whether a request may go on by its header MCP-Protocol-Version: one without it is of a client that has not agreed yet. */
export const isSpoken = (version: string | null): boolean =>
  version === null || VERSIONS.some((each) => each === version)

/** Returns the version for a session: the requested one, or the newest supported one. */
export const versionFor = (asked: unknown): string => VERSIONS.find((version) => version === asked) ?? VERSIONS[0]
