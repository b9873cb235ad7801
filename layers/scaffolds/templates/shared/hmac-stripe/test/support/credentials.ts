import { createHmac } from 'node:crypto'
import { START } from './world.ts'

export const KEY = 'test-signing-key'

interface RequestOverrides {
  readonly key?: string
  readonly id?: string
  /** Milliseconds since 1970 of the signature. */
  readonly signedAt?: number
}

const signatureHeaders = (body: string, overrides: RequestOverrides): Record<string, string> => {
  const key = overrides.key ?? KEY
  const seconds = String(Math.floor((overrides.signedAt ?? START) / 1_000))
  const content = `${seconds}.${body}`
  const signature = createHmac('sha256', key).update(content).digest('hex')
  return { 'stripe-signature': `t=${seconds},v1=${signature}` }
}

/** Stripe puts the ID of the event into the body. */
const withId = (body: string, { id = '1' }: RequestOverrides): string =>
  body.startsWith('{') ? body.replace('{', `{"id":"evt_${id.replace(/[^A-Za-z0-9]/g, '')}",`) : body

/** A request with the signature of its sender. */
export const authorized = (method: string, path: string, body?: string, overrides: RequestOverrides = {}): Request => {
  const url = `https://service.test${path}`
  if (body === undefined) return new Request(url, { method, headers: signatureHeaders('', overrides) })
  const text = withId(body, overrides)
  return new Request(url, {
    method,
    body: text,
    headers: { 'content-type': 'application/json', ...signatureHeaders(text, overrides) },
  })
}
