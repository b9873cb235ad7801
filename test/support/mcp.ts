import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { testStack } from './test-stack.ts'

/** Revisions that a client may require: the newest, and those with a handshake. */
export const ERAS = ['modern', 'legacy'] as const
export type Era = (typeof ERAS)[number]

export const mcpAddress = (query = ''): string => `${testStack().urls.imageAgents}/${query}`

/** The person's answer to a question. */
export type Says = 'yes' | 'no' | 'nothing'

const ANSWERS = {
  yes: { action: 'accept', content: { confirm: true } },
  no: { action: 'accept', content: { confirm: false } },
  nothing: { action: 'cancel' },
} as const

/** Connects the official client with an API key. With a person's answer, it handles questions of the server. */
export const clientAt = async (
  address: string,
  key: string,
  era: Era,
  person?: { readonly says: Says; readonly asked: string[] },
): Promise<Client> => {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : ('legacy' as const)
  const capabilities = person ? { elicitation: { form: {} } } : {}
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode }, capabilities })
  if (person) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      person.asked.push(params.message)
      return ANSWERS[person.says]
    })
  }
  const requestInit = { headers: { authorization: `Bearer ${key}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }))
  return client
}

/** Connects to the image tools. */
export const mcpClient = (
  key: string,
  era: Era = 'modern',
  query = '',
  person?: { readonly says: Says; readonly asked: string[] },
): Promise<Client> => clientAt(mcpAddress(query), key, era, person)

type Block = Readonly<{ type: string; text?: string; data?: string; mimeType?: string; uri?: string }>

/** The answer of a tool. */
export interface ToolAnswer {
  readonly isError: boolean
  readonly content: readonly Block[]
  readonly output: Record<string, unknown>
  /** Code, message, hint and next call of a failure. */
  readonly failure: Record<string, unknown>
}

export const callTool = async (client: Client, name: string, args: object = {}): Promise<ToolAnswer> => {
  const result = await client.callTool({ name, arguments: { ...args } })
  const content = result.content as readonly Block[]
  const isError = result.isError === true
  return {
    isError,
    content,
    output: (result.structuredContent ?? {}) as Record<string, unknown>,
    failure: isError ? JSON.parse(content[0]?.text ?? '{}') : {},
  }
}

/** Sends one message like a client without a library. */
export const post = (
  body: string | object | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
  address = mcpAddress(),
): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  })

export const listMessage = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
