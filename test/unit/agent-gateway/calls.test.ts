import { describe, expect, it } from 'vitest'
import { contextFor } from '../../support/sample-tool.ts'
import { gatewayWorld } from './gateway-world.ts'

const USER = {
  tenantId: 'tenant',
  orgId: 'org',
  userId: 'user',
  rateKey: 'k',
  kind: 'key' as const,
  scopes: ['runtime:read', 'runtime:run', 'agents:run'],
}

const unavailableReply = () => ({ status: 503, body: { error: 'x', code: 'unavailable' } })

describe('calls to siblings', () => {
  it('calls to the runtime have the tenant, its namespace and the read scope only', async () => {
    const { call, requests } = gatewayWorld(unavailableReply)
    await call('reading_run', { spreadType: 'threat_model' }, contextFor(USER))
    expect(requests[0]?.claims).toMatchObject({ tenant: 'tenant', org: 'org', user: 'user', scopes: ['runtime:read'] })
    expect(requests[0]?.headers.get('x-querent-ids')).toBe('tenant')
  })

  it('calls to the platform have the scopes of the caller and the same key within a minute', async () => {
    const { call, requests } = gatewayWorld(unavailableReply)
    for (const role of ['cto', 'cto', 'cfo']) await call('agent_run', { role, intention: 'x' }, contextFor(USER))
    expect(requests[0]?.claims).toMatchObject({ aud: 'consultations', tenant: 'tenant', scopes: USER.scopes })
    const keys = new Set(requests.map(({ headers }) => headers.get('idempotency-key')))
    expect(keys.size).toBe(2)
  })

  it('never forward the credential of the caller', async () => {
    const { call, requests } = gatewayWorld(unavailableReply)
    await call('agent_memory', { role: 'cto' }, contextFor({ ...USER, scopes: ['agents:read'] }))
    for (const { headers } of requests) expect(headers.get('authorization')).toMatch(/^Bearer call_/)
  })

  it('spending calls are refused for a revoked agent', async () => {
    for (const allowance of [
      undefined,
      { budget: null, spent: 0, left: null, centsLeft: 0, revokedAt: '2026-11-26' },
    ]) {
      const { call, requests } = gatewayWorld(unavailableReply, { allowanceOf: async () => allowance })
      const { failure } = await call(
        'agent_run',
        { role: 'cto', intention: 'x' },
        contextFor({ ...USER, grantId: 'g' }),
      )
      expect([failure?.code, requests]).toEqual(['ACCESS_REVOKED', []])
    }
  })
})
