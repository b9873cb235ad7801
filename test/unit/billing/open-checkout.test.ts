import { rowTable } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptedProducts } from '../../../lambdas/billing/checkout/catalog.ts'
import { openCheckout } from '../../../lambdas/billing/checkout/open-checkout.ts'
import { checkoutRow } from '../../../lambdas/billing/contract/billing-rows.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { billingWorld } from './billing-world.ts'

const MINUTE = 60_000
let table: TableWorld
beforeAll(async () => {
  table = await openTable()
})
afterAll(() => table.close())

let orgs = 0
const openWorld = () => {
  orgs += 1
  const world = billingWorld(table.db)
  const org = `org-${orgs}`
  const checkouts = rowTable(checkoutRow, world.deps)
  const open = openCheckout({ ...world.settling, checkouts })
  const checkoutInput = { org, product: 'pro', baseUrl: 'https://signet.example' } as const
  const callsStartingWith = (word: string) => world.calls.filter((call) => call.startsWith(word))
  return { world, org, callsStartingWith, open: (members: object = {}) => open({ ...checkoutInput, ...members }) }
}
const sessionOf = (url: string) => url.split('/').at(-1) ?? ''

describe('a checkout page', () => {
  it('opens once, for one customer, under concurrent clicks and tabs', async () => {
    const { open, callsStartingWith, org } = openWorld()
    const urls = await Promise.all(Array.from({ length: 8 }, () => open()))
    expect(new Set(urls).size).toBe(1)
    expect(callsStartingWith('customer')).toEqual([`customer cus:${org}`])
    expect(callsStartingWith('checkout')).toHaveLength(1)
    expect(callsStartingWith('checkout')[0]).toMatch(new RegExp(`^checkout co:${org}:pro:\\d+:`))
  })

  it('stays the same while it is open, and is replaced afterwards', async () => {
    const { open, world } = openWorld()
    const first = await open()
    world.clock.advance(60 * MINUTE)
    expect(await open()).toBe(first)
    world.acts.closeCheckout(sessionOf(first))
    expect(await open()).not.toBe(first)
  })

  it('opens again for a product that was just bought, although the key is from the same ten minutes', async () => {
    const { open, world } = openWorld()
    const pack = { product: 'agent-credits-500' }
    const first = await open(pack)
    world.acts.closeCheckout(sessionOf(first))
    const second = await open(pack)
    expect(second).not.toBe(first)
    expect(await open(pack)).toBe(second)
  })

  it('differs for another product', async () => {
    const { open } = openWorld()
    const urls = [await open(), await open({ product: 'agency' })]
    expect(new Set(urls).size).toBe(2)
  })
})

describe('the accepted products', () => {
  it('include those of the specification, and more by configuration', () => {
    expect(acceptedProducts('specified')).toEqual(['ciso-trust-bundle', 'ciso-trust-page-hosting', 'cto-consultation'])
    expect(acceptedProducts('all')).toEqual([
      ...acceptedProducts('specified'),
      'agency',
      'agent-credits-500',
      'agent-credits-1000',
    ])
  })
})
