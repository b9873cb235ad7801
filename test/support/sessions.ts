import { randomUUID } from 'node:crypto'
import { type Answer, type Call, call } from './api.ts'
import { testStack } from './test-stack.ts'

/** Creates a session of a user through the local runner's issuer. */
export const sessionOf = async (userId: string, lifetimeSeconds = 3600): Promise<string> => {
  const response = await fetch(`${testStack().control}/_local/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: userId, lifetime_seconds: lifetimeSeconds }),
  })
  if (!response.ok) throw new Error(`POST /_local/sessions answered ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { session: string }).session
}

/** Creates a user with a session. */
export const newUser = async (): Promise<{ readonly userId: string; readonly session: string }> => {
  const userId = randomUUID()
  return { userId, session: await sessionOf(userId) }
}

export interface CreatedTenant {
  readonly tenant_id: string
  readonly name: string | null
  readonly api_key: string
  readonly api_key_prefix: string
  readonly scopes: readonly string[]
  readonly tier: string
  readonly rotated_at: string | null
  readonly old_key_valid_until?: string | null
}

/** Creates a tenant of the session's user. */
export const createTenant = (
  session: string,
  body: object = {},
  headers: Call['headers'] = {},
): Promise<Answer<CreatedTenant>> =>
  call<CreatedTenant>('POST', '/v2/tenants', { key: session, body, headers, as: 'createTenant' })

/** Replaces the key of a tenant. */
export const rotateTenantKey = (
  session: string,
  id: string,
  body: object = {},
  headers: Call['headers'] = {},
): Promise<Answer<CreatedTenant>> =>
  call<CreatedTenant>('POST', `/v2/tenants/${id}/rotate`, { key: session, body, headers, as: 'rotateTenantKey' })
