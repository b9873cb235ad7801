import { createHash, createHmac } from 'node:crypto'
import type { Call } from '../http/serve.ts'

/**
 * Headers that identify the caller to the upstream service, signed for this request. The secret contains one key, or
 * two separated by a comma during a rotation: the first one signs, and the upstream service accepts both.
 */
export const identityHeaders = async ({ method, url, body, caller, deps }: Call): Promise<Record<string, string>> => {
  const seconds = String(Math.floor(deps.now() / 1_000))
  const scopes = caller.scopes.join(' ')
  const digest = createHash('sha256').update(body).digest('base64url')
  const payload = JSON.stringify([seconds, method, url.pathname + url.search, digest, caller.id, caller.tenant, scopes])
  const [key = ''] = (await deps.secret('IDENTITY_KEY')).split(',')
  if (key === '') throw new Error('The secret IDENTITY_KEY is empty')
  const signature = createHmac('sha256', key).update(payload).digest('base64url')
  return {
    'x-caller-id': encodeURIComponent(caller.id),
    'x-caller-tenant': encodeURIComponent(caller.tenant),
    'x-caller-scopes': encodeURIComponent(scopes),
    'x-caller-time': seconds,
    'x-caller-signature': signature,
  }
}
