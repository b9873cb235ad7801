import { describe, expect, inject, test } from 'vitest'
import { call } from '../../support/api.ts'

describe('getProtectedResource', () => {
  test('200 names the endpoint itself and who lets agents in', async () => {
    const base = inject('stack').urls.imageAgents
    const { status, body } = await call('GET', '/.well-known/oauth-protected-resource', { as: 'getProtectedResource' })
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        resource: base,
        authorization_servers: [base],
        scopes_supported: ['generate', 'read'],
        bearer_methods_supported: ['header'],
      }),
    ])
  })
})
