import { Wrong } from './report.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: each step reads the members that it asks for, and fails where they are not there
  readonly body: any
  readonly bytes: Uint8Array
  readonly requestId: string | undefined
}

export interface Ask {
  readonly method?: string
  readonly key?: string | undefined
  readonly session?: string | undefined
  readonly body?: object | string
}

const TIMEOUT_MS = 40_000

const jsonOf = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

const headersOf = (url: string, { key, session, body }: Ask): Record<string, string> => ({
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  // A session is taken from pages of the host itself only.
  ...(session === undefined ? {} : { cookie: `auth.session_token=${session}`, origin: new URL(url).origin }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
})

/** Asks once. @throws Wrong when nobody answers. */
export const ask = async (url: string, wanted: Ask = {}): Promise<Answer> => {
  const { method = 'GET', body } = wanted
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(url, wanted),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const requestId = response.headers.get('x-request-id') ?? response.headers.get('x-amzn-requestid') ?? undefined
    return { status: response.status, headers: response.headers, body: jsonOf(bytes), bytes, requestId }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    throw new Wrong(
      `${new URL(url).host} does not answer (${cause?.code ?? (error as Error).message})`,
      'is the address right, is the stage deployed, is a proxy before it?',
    )
  }
}

const nextOf = (status: number): string => {
  if (status === 401) return 'the key or the session is unknown or has ended: give another one'
  if (status === 402) return 'the account has no credits or quota left: use an account that has, or buy'
  if (status === 403) return 'the key lacks a scope that the step needs: see the message'
  if (status === 429) return 'a limit is reached: wait as long as Retry-After says'
  if (status === 404 || status === 405)
    return 'another version is deployed there, or another service answers at that address'
  if (status === 503) return 'the table, a vendor or Lambda is busy: the alarms say which (docs/operations.md)'
  return 'look for the request id: docs/operations/why.md'
}

/** The answer, if it has the status. @throws Wrong that quotes the answer's own error. */
export const expectStatus = (what: string, answer: Answer, ...statuses: readonly number[]): Answer => {
  const { status, body, requestId } = answer
  if (statuses.includes(status)) return answer
  const errorText = typeof body?.error === 'string' ? `: ${body.error}` : ''
  throw new Wrong(`${what} answered ${status}${errorText}`, nextOf(status), requestId)
}
