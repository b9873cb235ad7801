import { createHmac } from 'node:crypto'

export const KEY = 'test-signing-key'

interface RequestOverrides {
  readonly key?: string
  readonly event?: string
}

const signatureHeaders = (body: string, overrides: RequestOverrides): Record<string, string> => {
  const key = overrides.key ?? KEY
  const signature = createHmac('sha256', key).update(body).digest('hex')
  return {
    'x-hub-signature-256': `sha256=${signature}`,
    'x-github-event': overrides.event ?? 'pull_request',
    'x-github-delivery': 'delivery-1',
  }
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
