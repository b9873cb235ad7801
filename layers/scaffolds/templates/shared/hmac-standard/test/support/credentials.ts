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
  const id = overrides.id ?? 'msg_1'
  const content = Buffer.concat([Buffer.from(`${id}.${seconds}.`), Buffer.from(body)])
  const signature = createHmac('sha256', key).update(content).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

/** A request with the signature of its sender. */
export const authorized = (method: string, path: string, body?: string, overrides: RequestOverrides = {}): Request => {
  const url = `https://service.test${path}`
  if (body === undefined) return new Request(url, { method, headers: signatureHeaders('', overrides) })
  return new Request(url, {
    method,
    body,
    headers: { 'content-type': 'application/json', ...signatureHeaders(body, overrides) },
  })
}
