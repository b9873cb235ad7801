import { afterAll, beforeAll, expect, it } from 'vitest'
import { atEveryCall, type CrashPoint, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { bundlesOver, faultsOf, memoryObjects, sha256 } from './bundle-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let time = Date.parse('2026-11-22T09:00:00.000Z')
const objects = memoryObjects()
const options = () => ({ db: world.db, now: () => new Date(time), objects })
const bundles = (crash?: CrashPoint) =>
  bundlesOver(crash ? { ...options(), db: under(world, crash), cut: crash } : options())

let tenantCount = 0
/** Returns a new tenant and hash. */
const newTenantAndHash = () => {
  tenantCount += 1
  return { tenant: `killed-tenant-${tenantCount}`, hash: sha256(`killed ${tenantCount}`) }
}

const everyCall = (scenario: (cut: CrashPoint, name: string) => Promise<void>): Promise<number> =>
  atEveryCall((call, moment) => crashPoint(call, moment, { keepsCrashing: true }), scenario)

/** Advances time and stores another artifact, which sweeps unreferenced objects. */
const sweepLater = async (tenant: string, hash: string): Promise<void> => {
  time += 3_600_000
  expect((await bundles().put(tenant, hash, 'later')).code).toBeUndefined()
}
const objectCount = async (tenant: string) => (await objects.list(`artifacts/${tenant}-org/`)).length
const unreferencedCount = async (tenant: string) => (await bundles().unreferenced.all({ org: `${tenant}-org` })).length

it('retrying a crashed first upload stores one artifact, and the sweep removes leftover objects', async () => {
  const runs = await everyCall(async (cut, name) => {
    const { tenant, hash } = newTenantAndHash()
    await bundles(cut)
      .put(tenant, hash, 'a', { body: 'One' })
      .catch(() => undefined)
    expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
    expect([name, [200, 201].includes((await bundles().put(tenant, hash, 'a', { body: 'One' })).status)]).toEqual([
      name,
      true,
    ])
    expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
    await sweepLater(tenant, hash)
    const { body } = await bundles().list(tenant, hash)
    // The artifacts `a` and `later`.
    expect([name, body.count, await objectCount(tenant), await unreferencedCount(tenant)]).toEqual([name, 2, 2, 0])
    expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
  })
  expect(runs).toBeGreaterThanOrEqual(8)
})

it('after a crashed replacement, readers get either the old or the new version', async () => {
  const runs = await everyCall(async (cut, name) => {
    const { tenant, hash } = newTenantAndHash()
    await bundles().put(tenant, hash, 'a', { body: 'One' })
    await bundles(cut)
      .put(tenant, hash, 'a', { body: 'Two' })
      .catch(() => undefined)
    const { content_hash } = (await bundles().get(tenant, hash, 'a')).body
    expect([name, [sha256('One'), sha256('Two')].includes(String(content_hash))]).toEqual([name, true])
    expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
    expect([name, (await bundles().put(tenant, hash, 'a', { body: 'Two' })).status]).toEqual([name, 200])
    expect([name, (await bundles().get(tenant, hash, 'a')).body.content_hash]).toEqual([name, sha256('Two')])
    await sweepLater(tenant, hash)
    expect([name, await objectCount(tenant), await unreferencedCount(tenant)]).toEqual([name, 2, 0])
    expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
  })
  expect(runs).toBeGreaterThanOrEqual(10)
})

it('retrying a crashed removal removes the artifact, its bytes and the owner of its hash', async () => {
  const runs = await everyCall(async (cut, name) => {
    const { tenant, hash } = newTenantAndHash()
    const { tenant: otherTenant } = newTenantAndHash()
    await bundles().put(tenant, hash, 'a')
    await bundles(cut)
      .remove(tenant, hash, 'a')
      .catch(() => undefined)
    const { status, code } = await bundles().remove(tenant, hash, 'a')
    expect([name, status === 204 || code === 'not_found']).toEqual([name, true])
    expect([name, await objectCount(tenant), await unreferencedCount(tenant)]).toEqual([name, 0, 0])
    expect([name, (await bundles().put(otherTenant, hash, 'a')).status]).toEqual([name, 201])
  })
  expect(runs).toBeGreaterThanOrEqual(5)
})

it('an upload that takes longer than the function timeout fails, because its object was removed', async () => {
  const { tenant, hash } = newTenantAndHash()
  const put = async (key: string, bytes: Uint8Array) => {
    await objects.put(key, bytes)
    await sweepLater(tenant, hash)
  }
  const slow = bundlesOver({ ...options(), objects: { ...objects, put } })
  expect((await slow.put(tenant, hash, 'a')).code).toBe('unavailable')
  expect([(await bundles().get(tenant, hash, 'a')).code, await objectCount(tenant)]).toEqual(['not_found', 1])
  expect((await bundles().put(tenant, hash, 'a')).status).toBe(201)
  expect([await objectCount(tenant), await unreferencedCount(tenant), await faultsOf(options(), tenant)]).toEqual([
    2,
    0,
    [],
  ])
})
