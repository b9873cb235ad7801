import type { Caller } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { querentScope } from '../../../lambdas/runtime/namespaces/namespace.ts'

const caller = (members: Partial<Caller> = {}): Caller => ({
  kind: 'key',
  tenantId: 'acme',
  orgId: 'acme',
  scopes: [],
  rateKey: 'r',
  keyHash: 'a'.repeat(32),
  ...members,
})

const namespaceOf = (requester: Caller, header?: string, querent?: string) => {
  const namespace = querentScope(requester, header).writeNamespace(querent)
  return namespace instanceof Error ? namespace.code : `${namespace.org} ${namespace.namespaceId}`
}

describe('namespace of a request', () => {
  it("without a header, an API key has its own namespace, and sessions and siblings have their tenant's", () => {
    expect(namespaceOf(caller())).toBe(`acme key/${'a'.repeat(32)}/default`)
    expect(namespaceOf(caller({ keyHash: 'b'.repeat(32) }), undefined, 'q')).toBe(`acme key/${'b'.repeat(32)}/q`)
    expect(namespaceOf(caller({ kind: 'session', tenantId: 't' }))).toBe('acme tenant/t/default')
    expect(namespaceOf(caller({ kind: 'service', tenantId: 't' }))).toBe('acme tenant/t/default')
  })

  it('callers of an organization share a named querent, and an unnamed one is refused', () => {
    expect(namespaceOf(caller(), ' a, b ,a')).toBe('acme shared/a')
    expect(namespaceOf(caller(), 'a,b', 'b')).toBe('acme shared/b')
    expect(namespaceOf(caller(), 'a,b', 'c')).toBe('querent_out_of_scope')
    expect(namespaceOf(caller({ orgId: 'other', tenantId: 'other' }), 'a')).toBe('other shared/a')
  })

  it('reads cover the named querents and nothing else', () => {
    const namedScope = querentScope(caller(), 'a,b')
    expect([namedScope.readNamespace('b')?.namespaceId, namedScope.readNamespace('c')]).toEqual(['shared/b', undefined])
    const ownNamespaceId = `key/${'a'.repeat(32)}/default`
    expect(['shared/a', 'shared/c', ownNamespaceId].map(namedScope.canSee)).toEqual([true, false, false])
    const plain = querentScope(caller(), undefined)
    expect(['shared/a', ownNamespaceId, `key/${'a'.repeat(32)}b/q`].map(plain.canSee)).toEqual([false, true, false])
  })

  it.each(['', 'a,,b', 'a b', 'a#b', 'x'.repeat(65), Array.from({ length: 11 }, (_, at) => `q${at}`).join(',')])(
    'refuses the header %j',
    (header) => {
      expect(() => querentScope(caller(), header)).toThrow(/x-querent-ids must be 1 to 10 IDs/)
    },
  )
})
