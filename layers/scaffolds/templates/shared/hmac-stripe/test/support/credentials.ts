import { createHmac } from 'node:crypto'
import { START } from './world.ts'

export const KEY = 'test-signing-key'

interface Over {
  readonly key?: string
  readonly id?: string
  /** Milliseconds since 1970 of the signature. */
  readonly at?: number
}

const signatureHeaders = (body: string, over: Over): Record<string, string> => {
  const key = over.key ?? KEY
  const seconds = String(Math.floor((over.at ?? START) / 1_000))
  const content = `${seconds}.${body}`
  const signature = createHmac('sha256', key).update(content).digest('hex')
  return { 'stripe-signature': `t=${seconds},v1=${signature}` }
}

/** Stripe puts the id of the event into the body. */
const withId = (body: string, { id = '1' }: Over): string =>
  body.startsWith('{') ? body.replace('{', `{"id":"evt_${id.replace(/[^A-Za-z0-9]/g, '')}",`) : body

/** A request with the signature of its sender. */
export const authorized = (method: string, path: string, body?: string, over: Over = {}): Request => {
  const url = `https://service.test${path}`
  if (body === undefined) return new Request(url, { method, headers: signatureHeaders('', over) })
  const text = withId(body, over)
  return new Request(url, {
    method,
    body: text,
    headers: { 'content-type': 'application/json', ...signatureHeaders(text, over) },
  })
}
