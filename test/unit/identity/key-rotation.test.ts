import { keyEnds, keyRotation, leakedKeys, orgKeys, personalTenantOf } from '@signet/identity'
import { newUuid, Refusal } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyAuthenticator } from '../../../layers/identity/src/key-table.ts'
import { standingClock } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
const clock = standingClock()
const deps = () => ({
  db: world.db,
  table: TABLE,
  now: clock.now,
  newId: newUuid,
  pepper: async () => 'pepper',
  prefix: 'plat_',
  prefixes: ['plat_'],
  knownScopes: ['read', 'write'],
})
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const callerOf = (raw: string) =>
  keyAuthenticator(deps())({
    headers: { authorization: `Bearer ${raw}` },
    method: 'GET',
    origin: 'https://a.example',
    baseUrl: 'https://a.example',
    sourceIp: '203.0.113.7',
  }).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
const works = async (raw: string): Promise<boolean> => (await callerOf(raw)) !== undefined

const newKey = async (further: object = {}) => {
  const userId = newUuid()
  const org = personalTenantOf(userId)
  const maker = { kind: 'session', tenantId: org, orgId: org, userId, scopes: [], rateKey: userId } as const
  const made = await orgKeys(deps()).create({ maker, name: 'shop', scopes: ['read'], ...further })
  if (made instanceof Refusal) throw made
  return { org, userId, id: made.key.id, raw: made.raw, key: made.key }
}
const rotated = async (org: string, id: string, graceSeconds = 0) => {
  const done = await keyRotation(deps())({ org, id, graceSeconds })
  if (done === undefined || done instanceof Refusal) throw new Error('The key was not rotated')
  return done
}

describe('a key rotation', () => {
  it('without grace revokes the old raw key immediately; the key does not change otherwise', async () => {
    const expires = { at: '2027-01-01T00:00:00.000Z', field: 'expires_at' }
    const { org, id, raw, key } = await newKey({ dailyBudget: 20, expires })
    const before = await callerOf(raw)
    const after = await rotated(org, id)
    expect(await works(raw)).toBe(false)
    const caller = await callerOf(after.raw)
    // The raw key is identified by its digest, which has changed.
    expect(caller).toEqual({ ...before, rateKey: caller?.rateKey, keyHash: caller?.keyHash })
    expect(caller?.keyHash).toMatch(/^[0-9a-f]{32}$/)
    expect(caller?.keyHash).not.toBe(before?.keyHash)
    const { digest, prefix, last4, ...kept } = key
    expect(await keyEnds(deps()).list(org)).toMatchObject([{ ...kept, last4: after.raw.slice(-4) }])
  })

  it('with grace keeps the old raw key until the grace ends, and a further rotation revokes it immediately', async () => {
    const { org, id, raw } = await newKey()
    const second = await rotated(org, id, 60)
    expect([await works(raw), await works(second.raw)]).toEqual([true, true])
    clock.advance(61_000)
    expect([await works(raw), await works(second.raw)]).toEqual([false, true])
    const third = await rotated(org, id, 60)
    const fourth = await rotated(org, id, 60)
    expect(await Promise.all([second, third, fourth].map((each) => works(each.raw)))).toEqual([false, true, true])
  })

  it("limits the old raw key to the key's expiry, and is refused after it", async () => {
    const at = new Date(clock.now().getTime() + 30_000).toISOString()
    const { org, id, raw } = await newKey({ expires: { at, field: 'expires_at' } })
    const second = await rotated(org, id, 86_400)
    expect(second.key.oldUntil).toBe(at)
    clock.advance(30_000)
    expect([await works(raw), await works(second.raw)]).toEqual([false, false])
    expect(await keyRotation(deps())({ org, id, graceSeconds: 0 })).toMatchObject({ code: 'key_ended' })
  })

  it('leaves one raw key and its predecessor under concurrent rotations', async () => {
    const { org, id, raw } = await newKey()
    const all = await Promise.all(Array.from({ length: 4 }, () => rotated(org, id, 600)))
    const working = await Promise.all([raw, ...all.map((each) => each.raw)].map(works))
    expect(working.filter(Boolean)).toHaveLength(2)
    await keyEnds(deps()).revoke(org, id)
    expect(await Promise.all(all.map((each) => works(each.raw)))).toEqual([false, false, false, false])
  })

  it('keeps the child keys, which end with the key', async () => {
    const { org, id, raw } = await newKey()
    const maker = await callerOf(raw)
    const child = await orgKeys(deps()).create({ maker: maker!, name: 'child', scopes: ['read'] })
    if (child instanceof Refusal) throw child
    await rotated(org, id)
    expect(await works(child.raw)).toBe(true)
    await keyEnds(deps()).revoke(org, id)
    expect([await works(child.raw), await keyEnds(deps()).list(org)]).toEqual([false, []])
  })

  it("returns undefined for another organization's key and an unknown one", async () => {
    const mine = await newKey()
    const others = await newKey()
    const rotate = keyRotation(deps())
    expect(await rotate({ org: mine.org, id: others.id, graceSeconds: 0 })).toBeUndefined()
    expect(await works(others.raw)).toBe(true)
  })
})

describe('the grace period of a rotation', () => {
  it('ends for both raw keys when the key is revoked', async () => {
    const { org, id, raw } = await newKey()
    const second = await rotated(org, id, 600)
    expect(await keyEnds(deps()).revoke(org, id)).toBe(true)
    expect([await works(raw), await works(second.raw)]).toEqual([false, false])
  })

  it('allows a leak of the old raw key to revoke it alone; a leak of the new one revokes both', async () => {
    const { org, id, raw } = await newKey()
    const second = await rotated(org, id, 600)
    const leaks = leakedKeys(deps())
    await leaks.revoke(raw, () => [])
    expect([await works(raw), await works(second.raw)]).toEqual([false, true])
    expect(await keyEnds(deps()).list(org)).toMatchObject([{ id, oldUntil: clock.now().toISOString() }])
    const third = await rotated(org, id, 600)
    await leaks.revoke(third.raw, () => [])
    expect([await works(second.raw), await works(third.raw)]).toEqual([false, false])
    expect(await keyEnds(deps()).list(org)).toEqual([])
  })
})
