import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

export class ControlError extends Error {
  override readonly name = 'ControlError'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/

export const isLoopbackOrigin = (origin: string): boolean =>
  origin.startsWith('http://') && LOOPBACK.test(origin.slice('http://'.length))

/**
 * Rejects a request that a page in a browser may have sent to this machine, as any page can. Such a request has the
 * page's origin. Its `Host` may be a name of the page's owner that resolves to this machine.
 * @returns the reason; undefined if the request is accepted.
 */
export const pageRefusal = ({ host = '', origin }: IncomingHttpHeaders, resource: string): string | undefined => {
  if (!LOOPBACK.test(host)) return `Host must be 127.0.0.1 (got ${host})`
  return origin === undefined || origin === `http://${host}` ? undefined : `Pages of ${origin} must not use ${resource}`
}

/** Rejects requests that a page in a browser may have sent. Some content types need no preflight. */
export const assertNotFromAPage = ({ method, headers }: IncomingMessage): void => {
  const refusal = pageRefusal(headers, 'the control API')
  if (refusal !== undefined) throw new ControlError(403, refusal)
  const hasBody = headers['content-type'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (method !== 'POST' || !hasBody) return
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw new ControlError(415, 'The body requires Content-Type: application/json')
}

export const parseObject = (text: string): Record<string, unknown> => {
  if (text === '') return {}
  try {
    const value = JSON.parse(text) as unknown
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Continues to the error below.
  }
  throw new ControlError(400, 'The body must be a JSON object')
}
