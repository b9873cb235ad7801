import type { IncomingMessage } from 'node:http'

/** A request that the control API does not do; the message says what is wrong with it. */
export class BadControl extends Error {
  override readonly name = 'BadControl'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/

/**
 * Any page in a browser can send requests to this machine. Such a request has the origin of the page, or a body of a
 * type that needs no preflight; and `Host` may hold a name of the page's own that resolves to this machine.
 */
export function assertNotFromAPage({ method, headers }: IncomingMessage): void {
  if (!LOOPBACK.test(headers.host ?? '')) throw new BadControl(403, `Host must be 127.0.0.1 (got ${headers.host})`)
  const { origin } = headers
  if (origin !== undefined && origin !== `http://${headers.host}`)
    throw new BadControl(403, `Pages of ${origin} may not use the control API`)
  const hasBody = headers['content-type'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (method !== 'POST' || !hasBody) return
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw new BadControl(415, 'The body must be sent as Content-Type: application/json')
}

export async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  if (text === '') return {}
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Falls through to the refusal below.
  }
  throw new BadControl(400, 'The body must be a JSON object')
}
