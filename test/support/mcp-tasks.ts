import { post } from './mcp.ts'

const REVISION = '2026-07-28'
const EXTENSION = 'io.modelcontextprotocol/tasks'
const META = 'io.modelcontextprotocol/'

/** The response to a request. */
export interface RpcAnswer {
  readonly status: number
  readonly headers: Headers
  readonly result: Record<string, unknown>
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined
}

/** Sends one request of the newest revision, like a client without a library. It accepts tasks by default. */
export const rpc = async (
  key: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { takesTasks } = { takesTasks: true },
): Promise<RpcAnswer> => {
  const extensions = takesTasks ? { extensions: { [EXTENSION]: {} } } : {}
  const _meta = {
    [`${META}protocolVersion`]: REVISION,
    [`${META}clientInfo`]: { name: 'raw', version: '1.0.0' },
    [`${META}clientCapabilities`]: extensions,
  }
  const answer = await post(
    { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    {
      authorization: `Bearer ${key}`,
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      'mcp-name': String(params.taskId ?? params.name ?? ''),
    },
  )
  const { result = {}, error } = (await answer.json()) as Partial<RpcAnswer>
  return { status: answer.status, headers: answer.headers, result, error }
}

/** Returns a result without the server's description of itself. */
export const plainResult = ({ result: { _meta, ...plain } }: RpcAnswer): Record<string, unknown> => plain
