import { identityOf, scopesOf } from '@signet/identity'
import { describe, expect, it } from 'vitest'
import { verifies } from '../../spec/verifies.ts'

describe('the scope rules of the platform', () => {
  const user = { kind: 'session', userId: 'u', orgId: 'o', tenantId: 't' } as const
  const orgKey = { kind: 'key', userId: 'u', orgId: 'o', tenantId: 'o' } as const
  const tenantKey = { kind: 'key', userId: 'u', orgId: 'o', tenantId: 't' } as const
  const keyWithoutOrganization = { kind: 'key', tenantId: 't' } as const

  it.each([
    ['a person', user, { userId: 'u', orgId: 'o', tenantId: 't' }],
    ['a key of an organization', orgKey, { userId: 'u', orgId: 'o', tenantId: null }],
    ['a key of a tenant', tenantKey, { userId: 'u', orgId: 'o', tenantId: 't' }],
    ['a key without an organization', keyWithoutOrganization, { userId: 't', orgId: null, tenantId: 't' }],
  ] as const)('derive the identity of %s from %j', (_, caller, identity) => {
    expect(identityOf(caller)).toEqual(identity)
  })

  it('check entitlements against the organization, with the same result for its keys and users', () => {
    const all = [user, orgKey, tenantKey].map((caller) => scopesOf(caller).entitlementScope)
    expect(all).toEqual(['o', 'o', 'o'])
    expect(scopesOf(keyWithoutOrganization).entitlementScope).toBe('t')
  })

  verifies('PLA-2.1-4', 'count resources per tenant, else per organization', () => {
    expect(scopesOf(user).resourceScope).toBe('t')
    expect(scopesOf(orgKey).resourceScope).toBe('o')
    expect(scopesOf(tenantKey).resourceScope).toBe('t')
    expect(scopesOf(keyWithoutOrganization).resourceScope).toBe('t')
  })
})
