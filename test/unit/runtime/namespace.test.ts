import type { Caller } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { querentScope } from '../../../lambdas/runtime/namespaces/namespace.ts'

const caller = (others: Partial<Caller> = {}): Caller => ({
  kind: 'key',
  tenantId: 'acme',
  orgId: 'acme',
  scopes: [],
  rateKey: 'r',
  keyHash: 'a'.repeat(32),
  ...others,
})

const placeOf = (who: Caller, header?: string, querent?: string) => {
  const namespace = querentScope(who, header).writes(querent)
  return namespace instanceof Error ? namespace.code : `${namespace.org} ${namespace.place}`
}

describe('the namespace of a request', () => {
  it('is the key without a header, each key another, and its tenant for a person and a sibling', () => {
    expect(placeOf(caller())).toBe(`acme key/${'a'.repeat(32)}/default`)
    expect(placeOf(caller({ keyHash: 'b'.repeat(32) }), undefined, 'q')).toBe(`acme key/${'b'.repeat(32)}/q`)
    expect(placeOf(caller({ kind: 'session', tenantId: 't' }))).toBe('acme tenant/t/default')
    expect(placeOf(caller({ kind: 'service', tenantId: 't' }))).toBe('acme tenant/t/default')
  })

  it('is shared by all who name a querent of their organization, and refuses one that is not named', () => {
    expect(placeOf(caller(), ' a, b ,a')).toBe('acme shared/a')
    expect(placeOf(caller(), 'a,b', 'b')).toBe('acme shared/b')
    expect(placeOf(caller(), 'a,b', 'c')).toBe('querent_out_of_scope')
    expect(placeOf(caller({ orgId: 'other', tenantId: 'other' }), 'a')).toBe('other shared/a')
  })

  it('reads all that is named, and nothing else', () => {
    const named = querentScope(caller(), 'a,b')
    expect([named.reads('b')?.place, named.reads('c')]).toEqual(['shared/b', undefined])
    const own = `key/${'a'.repeat(32)}/default`
    expect(['shared/a', 'shared/c', own].map(named.sees)).toEqual([true, false, false])
    const plain = querentScope(caller(), undefined)
    expect(['shared/a', own, `key/${'a'.repeat(32)}b/q`].map(plain.sees)).toEqual([false, true, false])
  })

  it.each(['', 'a,,b', 'a b', 'a#b', 'x'.repeat(65), Array.from({ length: 11 }, (_, at) => `q${at}`).join(',')])(
    'refuses the header %j',
    (header) => {
      expect(() => querentScope(caller(), header)).toThrow(/x-querent-ids must be 1 to 10 ids/)
    },
  )
})
