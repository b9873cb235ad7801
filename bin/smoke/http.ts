import { StepFailure } from './report.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: each step reads the members that it needs, and fails if they are missing
  readonly body: any
  readonly bytes: Uint8Array
  readonly requestId: string | undefined
}

export interface ApiRequest {
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

const headersOf = (url: string, { key, session, body }: ApiRequest): Record<string, string> => ({
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  // A session is accepted only from pages of the same host.
  ...(session === undefined ? {} : { cookie: `auth.session_token=${session}`, origin: new URL(url).origin }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
})

/** Sends one request. @throws StepFailure if the host does not respond */
export const callApi = async (url: string, request: ApiRequest = {}): Promise<Answer> => {
  const { method = 'GET', body } = request
  try {
    const response = await fetch(url, {
      method,
      headers: headersOf(url, request),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const requestId = response.headers.get('x-request-id') ?? response.headers.get('x-amzn-requestid') ?? undefined
    return { status: response.status, headers: response.headers, body: jsonOf(bytes), bytes, requestId }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    throw new StepFailure(
      `${new URL(url).host} does not respond (${cause?.code ?? (error as Error).message})`,
      'check that the address is correct, the stage is deployed, and no proxy blocks it',
    )
  }
}

const remedyOf = (status: number): string => {
  if (status === 401) return 'the key or the session is unknown or has ended: use another one'
  if (status === 402) return 'the account has no credits or quota left: use another account, or buy credits'
  if (status === 403) return 'the key lacks a scope that the step needs: see the message'
  if (status === 429) return 'a rate limit is reached: wait for the time in Retry-After'
  if (status === 404 || status === 405) return 'the address serves another version or another service'
  if (status === 503) return 'the table, a vendor or Lambda is busy: check the alarms (docs/operations.md)'
  return 'search the logs for the request ID: docs/operations/why.md'
}

/** Returns the answer if it has one of the statuses. @throws StepFailure with the error of the answer */
export const expectStatus = (subject: string, answer: Answer, ...statuses: readonly number[]): Answer => {
  const { status, body, requestId } = answer
  if (statuses.includes(status)) return answer
  const errorText = typeof body?.error === 'string' ? `: ${body.error}` : ''
  throw new StepFailure(`${subject} answered ${status}${errorText}`, remedyOf(status), requestId)
}
