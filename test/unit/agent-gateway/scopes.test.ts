import { requestedScopes, SERVICE_SCOPES } from '@signet/identity/oauth'
import type { Caller } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { scopeToRequest, withImpliedScopes } from '../../../lambdas/agent-gateway/mcp/scopes.ts'
import { toolsOf } from './gateway-world.ts'

const caller = (kind: Caller['kind'], scopes: readonly string[]): Caller => ({
  kind,
  tenantId: 't',
  scopes,
  rateKey: 'r',
})

describe('scopes of the gateway', () => {
  it('map the two granted scopes to all scopes that tools require', () => {
    const all = withImpliedScopes(caller('oauth', ['runtime:read', 'runtime:run'])).scopes
    for (const { name, scope } of toolsOf()) expect([name, all]).toEqual([name, expect.arrayContaining([scope])])
    expect(withImpliedScopes(caller('oauth', ['runtime:read'])).scopes).toEqual([
      'runtime:read',
      'agents:read',
      'flows:read',
    ])
  })

  it('ignore scopes of other services', () => {
    expect(withImpliedScopes(caller('oauth', ['generate', 'billing:purchase', 'agents:run'])).scopes).toEqual([])
    expect(requestedScopes('generate read', 'runtime')).toEqual(['runtime:read', 'runtime:run'])
    expect(requestedScopes('generate runtime:read', 'runtime')).toEqual(['runtime:read'])
    expect(requestedScopes('runtime:run', 'images')).toEqual(['generate', 'read'])
  })

  it('leave API keys unchanged: runtime:run alone does not allow scaffolds', () => {
    const key = caller('key', ['runtime:read', 'runtime:run'])
    expect(withImpliedScopes(key)).toBe(key)
  })

  it('request the scopes that users grant', () => {
    for (const { name, scope } of toolsOf())
      expect([name, SERVICE_SCOPES.runtime.all]).toEqual([name, expect.arrayContaining([scopeToRequest(scope)])])
  })
})
