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
const over = (cut?: CrashPoint) => bundlesOver(cut ? { ...options(), db: under(world, cut), cut } : options())

let tenants = 0
/** Returns a new tenant and hash. */
const newPlace = () => {
  tenants += 1
  return { tenant: `killed-tenant-${tenants}`, hash: sha256(`killed ${tenants}`) }
}

const everyCall = (scenario: (cut: CrashPoint, name: string) => Promise<void>): Promise<number> =>
  atEveryCall((call, moment) => crashPoint(call, moment, { keepCutting: true }), scenario)

/** Advances time and stores another artifact, which sweeps unnamed objects. */
const later = async (tenant: string, hash: string): Promise<void> => {
  time += 3_600_000
  expect((await over().put(tenant, hash, 'later')).code).toBeUndefined()
}
const keysOf = async (tenant: string) => (await objects.list(`artifacts/${tenant}-org/`)).length
const looseOf = async (tenant: string) => (await over().unreferenced.all({ org: `${tenant}-org` })).length

it('a retry of a first upload stores it once, and the sweep removes other objects', async () => {
  const runs = await everyCall(async (cut, name) => {
    const { tenant, hash } = newPlace()
    await over(cut)
      .put(tenant, hash, 'a', { body: 'One' })
      .catch(() => undefined)
    expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
    expect([name, [200, 201].includes((await over().put(tenant, hash, 'a', { body: 'One' })).status)]).toEqual([
      name,
      true,
    ])
    expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
    await later(tenant, hash)
    const { body } = await over().list(tenant, hash)
    expect([name, body.count, await keysOf(tenant), await looseOf(tenant)]).toEqual([name, 2, 2, 0])
    expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
  })
  expect(runs).toBeGreaterThanOrEqual(8)
})

it('a crashed replacement leaves readers one whole version', async () => {
  const runs = await everyCall(async (cut, name) => {
    const { tenant, hash } = newPlace()
    await over().put(tenant, hash, 'a', { body: 'One' })
    await over(cut)
      .put(tenant, hash, 'a', { body: 'Two' })
      .catch(() => undefined)
    const { content_hash } = (await over().get(tenant, hash, 'a')).body
    expect([name, [sha256('One'), sha256('Two')].includes(String(content_hash))]).toEqual([name, true])
    expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
    expect([name, (await over().put(tenant, hash, 'a', { body: 'Two' })).status]).toEqual([name, 200])
    expect([name, (await over().get(tenant, hash, 'a')).body.content_hash]).toEqual([name, sha256('Two')])
    await later(tenant, hash)
    expect([name, await keysOf(tenant), await looseOf(tenant)]).toEqual([name, 2, 0])
    expect([name, await faultsOf(options(), tenant)]).toEqual([name, []])
  })
  expect(runs).toBeGreaterThanOrEqual(10)
})

it('a retry of a removal removes the artifact, its bytes and the owner of its hash', async () => {
  const runs = await everyCall(async (cut, name) => {
    const { tenant, hash } = newPlace()
    const { tenant: other } = newPlace()
    await over().put(tenant, hash, 'a')
    await over(cut)
      .remove(tenant, hash, 'a')
      .catch(() => undefined)
    const { status, code } = await over().remove(tenant, hash, 'a')
    expect([name, status === 204 || code === 'not_found']).toEqual([name, true])
    expect([name, await keysOf(tenant), await looseOf(tenant)]).toEqual([name, 0, 0])
    expect([name, (await over().put(other, hash, 'a')).status]).toEqual([name, 201])
  })
  expect(runs).toBeGreaterThanOrEqual(5)
})

it('storing that exceeds the lifetime of a function fails, because its object was removed', async () => {
  const { tenant, hash } = newPlace()
  const put = async (key: string, bytes: Uint8Array) => {
    await objects.put(key, bytes)
    await later(tenant, hash)
  }
  const slow = bundlesOver({ ...options(), objects: { ...objects, put } })
  expect((await slow.put(tenant, hash, 'a')).code).toBe('unavailable')
  expect([(await over().get(tenant, hash, 'a')).code, await keysOf(tenant)]).toEqual(['not_found', 1])
  expect((await over().put(tenant, hash, 'a')).status).toBe(201)
  expect([await keysOf(tenant), await looseOf(tenant), await faultsOf(options(), tenant)]).toEqual([2, 0, []])
})
