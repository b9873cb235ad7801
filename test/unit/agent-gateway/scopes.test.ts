import { SERVICE_SCOPES, scopesAskedFor } from '@signet/identity/oauth'
import type { Caller } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { admitted, askFor } from '../../../lambdas/agent-gateway/mcp/scopes.ts'
import { toolsOf } from './gateway-world.ts'

const caller = (kind: Caller['kind'], scopes: readonly string[]): Caller => ({
  kind,
  tenantId: 't',
  scopes,
  rateKey: 'r',
})

describe('scopes of the gateway', () => {
  it('are two for people, each of which stands for what tools require', () => {
    const all = admitted(caller('oauth', ['runtime:read', 'runtime:run'])).scopes
    for (const { name, scope } of toolsOf()) expect([name, all]).toEqual([name, expect.arrayContaining([scope])])
    expect(admitted(caller('oauth', ['runtime:read'])).scopes).toEqual(['runtime:read', 'agents:read', 'flows:read'])
  })

  it('of other services count for nothing here', () => {
    expect(admitted(caller('oauth', ['generate', 'billing:purchase', 'agents:run'])).scopes).toEqual([])
    expect(scopesAskedFor('generate read', 'runtime')).toEqual(['runtime:read', 'runtime:run'])
    expect(scopesAskedFor('generate runtime:read', 'runtime')).toEqual(['runtime:read'])
    expect(scopesAskedFor('runtime:run', 'images')).toEqual(['generate', 'read'])
  })

  it('of keys are as they are: runtime:run of the runtime itself gives no scaffold here', () => {
    const key = caller('key', ['runtime:read', 'runtime:run'])
    expect(admitted(key)).toBe(key)
  })

  it('that are asked for are those that people grant', () => {
    for (const { name, scope } of toolsOf())
      expect([name, SERVICE_SCOPES.runtime.all]).toEqual([name, expect.arrayContaining([askFor(scope)])])
  })
})
