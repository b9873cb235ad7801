import { keyRevocation, keyRotation, leakedKeys, orgKeys, personalTenantOf } from '@signet/identity'
import { newUuid, Refusal } from '@signet/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyAuthenticator } from '../../../layers/identity/src/key-table.ts'
import { manualClock } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
const clock = manualClock()
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
const isAccepted = async (raw: string): Promise<boolean> => (await callerOf(raw)) !== undefined

const newKey = async (changes: object = {}) => {
  const userId = newUuid()
  const org = personalTenantOf(userId)
  const user = { kind: 'session', tenantId: org, orgId: org, userId, scopes: [], rateKey: userId } as const
  const created = await orgKeys(deps()).create({ creator: user, name: 'shop', scopes: ['read'], ...changes })
  if (created instanceof Refusal) throw created
  return { org, userId, id: created.key.id, raw: created.raw, key: created.key }
}
const rotateKey = async (org: string, id: string, graceSeconds = 0) => {
  const outcome = await keyRotation(deps())({ org, id, graceSeconds })
  if (outcome === undefined || outcome instanceof Refusal) throw new Error('The key was not rotated')
  return outcome
}

describe('a key rotation', () => {
  it('without a grace period revokes the old raw key immediately; the key does not change otherwise', async () => {
    const expires = { at: '2027-01-01T00:00:00.000Z', field: 'expires_at' }
    const { org, id, raw, key } = await newKey({ dailyBudget: 20, expires })
    const callerBefore = await callerOf(raw)
    const second = await rotateKey(org, id)
    expect(await isAccepted(raw)).toBe(false)
    const caller = await callerOf(second.raw)
    // The raw key is identified by its digest, which has changed.
    expect(caller).toEqual({ ...callerBefore, rateKey: caller?.rateKey, keyHash: caller?.keyHash })
    expect(caller?.keyHash).toMatch(/^[0-9a-f]{32}$/)
    expect(caller?.keyHash).not.toBe(callerBefore?.keyHash)
    const { digest, prefix, last4, ...otherFields } = key
    expect(await keyRevocation(deps()).list(org)).toMatchObject([{ ...otherFields, last4: second.raw.slice(-4) }])
  })

  it('with a grace period keeps the old raw key until it ends; another rotation revokes the old raw key immediately', async () => {
    const { org, id, raw } = await newKey()
    const second = await rotateKey(org, id, 60)
    expect([await isAccepted(raw), await isAccepted(second.raw)]).toEqual([true, true])
    clock.advance(61_000)
    expect([await isAccepted(raw), await isAccepted(second.raw)]).toEqual([false, true])
    const third = await rotateKey(org, id, 60)
    const fourth = await rotateKey(org, id, 60)
    expect(await Promise.all([second, third, fourth].map((each) => isAccepted(each.raw)))).toEqual([false, true, true])
  })

  it("limits the old raw key to the key's expiry, and is rejected after the expiry", async () => {
    const expiresAt = new Date(clock.now().getTime() + 30_000).toISOString()
    const { org, id, raw } = await newKey({ expires: { at: expiresAt, field: 'expires_at' } })
    const second = await rotateKey(org, id, 86_400)
    expect(second.key.oldUntil).toBe(expiresAt)
    clock.advance(30_000)
    expect([await isAccepted(raw), await isAccepted(second.raw)]).toEqual([false, false])
    expect(await keyRotation(deps())({ org, id, graceSeconds: 0 })).toMatchObject({ code: 'key_ended' })
  })

  it('leaves one raw key and its predecessor under concurrent rotations', async () => {
    const { org, id, raw } = await newKey()
    const all = await Promise.all(Array.from({ length: 4 }, () => rotateKey(org, id, 600)))
    const working = await Promise.all([raw, ...all.map((each) => each.raw)].map(isAccepted))
    expect(working.filter(Boolean)).toHaveLength(2)
    await keyRevocation(deps()).revoke(org, id)
    expect(await Promise.all(all.map((each) => isAccepted(each.raw)))).toEqual([false, false, false, false])
  })

  it('keeps the child keys, which end with the key', async () => {
    const { org, id, raw } = await newKey()
    const parentCaller = await callerOf(raw)
    const child = await orgKeys(deps()).create({ creator: parentCaller!, name: 'child', scopes: ['read'] })
    if (child instanceof Refusal) throw child
    await rotateKey(org, id)
    expect(await isAccepted(child.raw)).toBe(true)
    await keyRevocation(deps()).revoke(org, id)
    expect([await isAccepted(child.raw), await keyRevocation(deps()).list(org)]).toEqual([false, []])
  })

  it("returns undefined for another organization's key", async () => {
    const ownKey = await newKey()
    const otherKey = await newKey()
    const rotate = keyRotation(deps())
    expect(await rotate({ org: ownKey.org, id: otherKey.id, graceSeconds: 0 })).toBeUndefined()
    expect(await isAccepted(otherKey.raw)).toBe(true)
  })
})

describe('the grace period of a rotation', () => {
  it('ends for both raw keys when the key is revoked', async () => {
    const { org, id, raw } = await newKey()
    const second = await rotateKey(org, id, 600)
    expect(await keyRevocation(deps()).revoke(org, id)).toBe(true)
    expect([await isAccepted(raw), await isAccepted(second.raw)]).toEqual([false, false])
  })

  it('allows a leak of the old raw key to revoke it alone; a leak of the new one revokes both', async () => {
    const { org, id, raw } = await newKey()
    const second = await rotateKey(org, id, 600)
    const keyLeaks = leakedKeys(deps())
    await keyLeaks.revoke(raw, () => [])
    expect([await isAccepted(raw), await isAccepted(second.raw)]).toEqual([false, true])
    expect(await keyRevocation(deps()).list(org)).toMatchObject([{ id, oldUntil: clock.now().toISOString() }])
    const third = await rotateKey(org, id, 600)
    await keyLeaks.revoke(third.raw, () => [])
    expect([await isAccepted(second.raw), await isAccepted(third.raw)]).toEqual([false, false])
    expect(await keyRevocation(deps()).list(org)).toEqual([])
  })
})
