import { describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { testStack } from '../../support/test-stack.ts'
import { gatewayUrl } from './gateway-world.ts'

describe('getGatewayResource', () => {
  test('returns 200 with the gateway itself and its authorization server', async () => {
    const { status, body, headers } = await call('GET', '/.well-known/oauth-protected-resource', {
      as: 'getGatewayResource',
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(body).toEqual({
      resource: gatewayUrl(),
      authorization_servers: [testStack().urls.imageAgents],
      scopes_supported: ['runtime:read', 'runtime:run'],
      bearer_methods_supported: ['header'],
      resource_name: 'Signet agent gateway',
    })
  })

  test('the authorization server issues tokens for it, and supports its scopes', async () => {
    const { body } = await call('GET', '/.well-known/oauth-authorization-server', { as: 'getAuthorizationServer' })
    expect(body.protected_resources).toContain(gatewayUrl())
    expect(body.scopes_supported).toEqual(expect.arrayContaining(['runtime:read', 'runtime:run']))
  })
})

describe('getGatewayHealth', () => {
  test('returns 200 without a credential, with engine, decks and seconds', async () => {
    const { status, body } = await call('GET', '/health', { as: 'getGatewayHealth' })
    expect([status, body]).toEqual([
      200,
      { ok: true, engine: 'reading/1', decks: expect.any(Number), uptime_s: expect.any(Number) },
    ])
  })
})
