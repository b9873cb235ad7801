import { ERASURE_DUE, EXPORT_DUE } from '@signet/erasure/access'
import { type RowKeys, rowKind } from '@signet/kernel/row-kind'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { erasureOrder, exportOf, isErased, ownerPart } from '../../layers/erasure/src/row-plan.ts'
import { type PlatformService, SERVICES } from '../../lib/services.ts'

const OWNERS: readonly unknown[] = ['organization', 'tenant', 'person', 'platform']

/**
 * Lists row kinds without an owner, without a decision about the export, or whose rows cannot be found by their owner.
 */
const withoutOwner = (kinds: readonly RowKeys[]): readonly string[] =>
  kinds.flatMap((kind) => {
    if (!OWNERS.includes(kind.owner)) return [`${kind.name}: no owner`]
    if (kind.owner === 'platform') return []
    if (kind.exported === undefined) return [`${kind.name}: neither exported nor a reason`]
    if (!isErased(kind) && !exportOf(kind)) return []
    try {
      ownerPart(kind)
      return []
    } catch (error) {
      return [(error as Error).message]
    }
  })

describe('row kinds', () => {
  it.each(SERVICES.map(({ service }) => [service.name, service.rows as readonly RowKeys[]] as const))(
    '%s: each has an owner by which its rows are found',
    (_, kinds) => {
      expect(withoutOwner(kinds)).toEqual([])
    },
  )

  it('fail the check without an owner', () => {
    const baseKind = { name: 'Thing', prefix: 'THING#', keep: 'permanent', schema: z.object({}) } as const
    const owned = { owner: 'organization', exported: { none: 'a test' } } as const
    const unowned = {
      ...rowKind({ ...baseKind, keys: { pk: '<org>', sk: 'THING' }, owner: 'platform' }),
      owner: undefined,
    }
    const ambiguous = rowKind({ ...baseKind, ...owned, keys: { pk: '<org>#<slug>', sk: 'THING' } })
    expect(withoutOwner([unowned as never, { ...unowned, owner: 'person' }, ambiguous])).toEqual([
      'Thing: no owner',
      'Thing: neither exported nor a reason',
      'Thing: the partition key has 2 parts that could name the owner; expected 1',
    ])
  })

  it('precede the kinds by which their rows are found during erasure', () => {
    const kinds = SERVICES.find(({ service }) => service.name === 'trust')?.service.rows as readonly RowKeys[]
    const prefixes = erasureOrder(kinds).map(({ kind }) => kind.prefix)
    for (const child of ['TRUSTNEWS#', 'TRUSTSLUG#', 'TRUSTHASH#', 'TRUSTPAGES#'])
      expect([child, prefixes.indexOf(child) < prefixes.indexOf('TRUST#')]).toEqual([child, true])
    expect(prefixes.indexOf('TRUSTLINK#')).toBeLessThan(prefixes.indexOf('TRUSTNEWS#'))
    expect(prefixes.indexOf('TRUSTNEWS#')).toBeLessThan(prefixes.indexOf('TRUSTSLUG#'))
  })
})

/** Lists services that declare an erasure function but have none that handles both events, and the reverse. */
const servicesWithWrongErasure = (services: readonly PlatformService[]): readonly string[] =>
  services.flatMap(({ service, access }) => {
    const types = access.erasure?.subscribes?.types ?? []
    const hasErasureFunction = [ERASURE_DUE, EXPORT_DUE].every((type) => types.includes(type))
    return 'by' in service.erasure === hasErasureFunction ? [] : [service.name]
  })

describe('services with data of accounts', () => {
  it('have a function that erases and exports it', () => {
    expect(SERVICES.filter(({ service }) => 'by' in service.erasure).length).toBeGreaterThan(5)
    expect(servicesWithWrongErasure(SERVICES)).toEqual([])
  })

  it('fail the check without the function, and with a function that they do not name', () => {
    const flags = SERVICES.find(({ service }) => service.name === 'flags') as PlatformService
    const withoutFunction = { ...flags, access: { api: flags.access.api as never } }
    const withoutDeclaration = { ...flags, service: { ...flags.service, erasure: { none: 'nothing' } } }
    expect(servicesWithWrongErasure([withoutFunction, withoutDeclaration])).toEqual(['flags', 'flags'])
  })
})
