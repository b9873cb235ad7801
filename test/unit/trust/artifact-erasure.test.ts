import { eraseAccount } from '@signet/erasure'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rows } from '../../../lambdas/trust/contract/rows.ts'
import { artifactErasure, type ErasureDeps } from '../../../lambdas/trust/erasure/artifact-erasure.ts'
import { atEveryCall, crashPoint, withCrash } from '../../support/crash-point.ts'
import { scaled } from '../../support/scale.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { filesOf, recordsIn } from '../erasure/account-rows.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { bundlesOver, memoryObjects, sha256 } from './bundle-world.ts'
import { hashOf, slugsOver, tablesOf } from './trust-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let time = Date.parse('2026-11-22T09:00:00.000Z')
const now = () => {
  time += 5
  return new Date(time)
}
const objects = memoryObjects()
const options = () => ({ db: world.db, now, objects })
const depsOf = (): ErasureDeps => ({ ...tablesOf(options()), objects })
const accountOf = (org_id: string) => ({ org_id, user_id: null, email: null })
const erase = (org: string, deps = depsOf()) => eraseAccount(deps, rows, accountOf(org), artifactErasure(deps))

/** Keys of uploaded, uncommitted objects. */
const stagingKeys = new Map<string, string>()

/**
 * Stores an upload, two slugs with histories, one of them deleted, two artifacts of an unknown hash, and an object
 * without a row.
 */
const fillTenant = async (tenant: string): Promise<void> => {
  const slugs = slugsOver(options())
  const bundles = bundlesOver(options())
  const { id } = await bundles.send(tenant, sha256(tenant), 'large')
  stagingKeys.set(tenant, `staging/${id}`)
  for (const digit of ['1', '2']) await slugs.put(tenant, `${tenant}-page`, hashOf(digit))
  await slugs.put(tenant, `${tenant}-old`)
  await slugs.remove(tenant, `${tenant}-old`)
  for (const slug of ['a', 'b']) await bundles.put(tenant, sha256(tenant), slug, { body: `${slug} of ${tenant}` })
  await objects.put(`artifacts/${tenant}-org/${sha256(tenant)}/c/lost`, Buffer.from('lost'))
}

/** Returns the numbers of rows per partition and slug, of stored objects and of staged objects of a tenant. */
const remainingCounts = async (tenant: string) => {
  const partitions = [`TRUST#${tenant}-org`, `TRUSTHISTORY#${tenant}-org`, `TRUSTHASH#${sha256(tenant)}`]
  const owners = [`TRUSTSLUG#${tenant}-page`, `TRUSTSLUG#${tenant}-old`]
  const rows = await Promise.all([...partitions, ...owners].map((pk) => world.partition(pk)))
  return [
    ...rows.map(({ length }) => length),
    (await objects.list(`artifacts/${tenant}-org/`)).length,
    (await objects.list(stagingKeys.get(tenant) ?? '')).length,
  ]
}

it('exports only the slugs, histories, artifacts and bytes of the organization', async () => {
  for (const tenant of ['deleted', 'stays']) await fillTenant(tenant)
  const files = await filesOf(depsOf(), rows, accountOf('deleted-org'), artifactErasure(depsOf()))
  const hash = sha256('deleted')
  expect([files.get(`artifacts/${hash}/a`), files.get(`artifacts/${hash}/b`)]).toEqual(['a of deleted', 'b of deleted'])
  expect(recordsIn(files, 'trust-slugs')).toMatchObject([{ slug: 'deleted-page', current_hash: hashOf('2') }])
  expect(recordsIn(files, 'trust-slug-history').map(({ slug, hash }) => [slug, hash])).toEqual([
    ['deleted-old', hashOf('a')],
    ['deleted-old', null],
    ['deleted-page', hashOf('1')],
    ['deleted-page', hashOf('2')],
  ])
  expect(recordsIn(files, 'trust-artifacts').map(({ artifact_slug }) => artifact_slug)).toEqual(['a', 'b'])
  expect([...files.keys()].filter((path) => path.includes(sha256('stays')))).toEqual([])
})

it('a retry after a crash at any call erases all rows and objects, and none of other organizations', async () => {
  await fillTenant('others')
  const before = await remainingCounts('others')
  expect(before).toEqual([4, 4, 1, 1, 0, 3, 1])
  let tenants = 0
  const runs = await atEveryCall(
    (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
    async (cut, name) => {
      tenants += 1
      const tenant = `erased-${tenants}`
      await fillTenant(tenant)
      const port = withCrash({ list: objects.list, remove: objects.remove }, cut)
      const crashingDeps = { ...tablesOf({ ...options(), db: under(world, cut) }), objects: { ...objects, ...port } }
      await erase(`${tenant}-org`, crashingDeps).catch(() => undefined)
      expect([name, await erase(`${tenant}-org`)]).toEqual([name, 'done'])
      expect([name, await remainingCounts(tenant)]).toEqual([name, [0, 0, 0, 0, 0, 0, 0]])
    },
    { step: scaled(2, 1) },
  )
  expect(runs).toBeGreaterThanOrEqual(8)
  expect(await remainingCounts('others')).toEqual(before)
})

it('does not erase a slug that another organization has claimed since', async () => {
  const slugs = slugsOver(options())
  await slugs.put('first', 'wanted')
  await erase('first-org')
  expect((await slugs.put('second', 'wanted')).status).toBe(201)
  expect(await erase('first-org')).toBe('done')
  expect((await slugs.get('second', 'wanted')).status).toBe(200)
})
