import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseTrust, takeTrust } from '../../../lambdas/trust/leave/leave-trust.ts'
import { atEveryCall, crashPoint, withCrash } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
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
const departureOf = (org: string | null) => ({ org_id: org }) as never

/** Where the bytes are that tenants have sent and not committed. */
const sent = new Map<string, string>()

/** What was sent; two slugs with histories, one given up; two artifacts of an unknown hash; an object that nobody names. */
const filled = async (tenant: string): Promise<void> => {
  const slugs = slugsOver(options())
  const bundles = bundlesOver(options())
  const { id } = await bundles.send(tenant, sha256(tenant), 'large')
  sent.set(tenant, `staging/${id}`)
  for (const digit of ['1', '2']) await slugs.put(tenant, `${tenant}-page`, hashOf(digit))
  await slugs.put(tenant, `${tenant}-old`)
  await slugs.remove(tenant, `${tenant}-old`)
  for (const slug of ['a', 'b']) await bundles.put(tenant, sha256(tenant), slug, { body: `${slug} of ${tenant}` })
  await objects.put(`artifacts/${tenant}-org/${sha256(tenant)}/c/lost`, Buffer.from('lost'))
}

/** All that is there of a tenant. */
const left = async (tenant: string) => {
  const partitions = [`TRUST#${tenant}-org`, `TRUSTHISTORY#${tenant}-org`, `TRUSTHASH#${sha256(tenant)}`]
  const owners = [`TRUSTSLUG#${tenant}-page`, `TRUSTSLUG#${tenant}-old`]
  const rows = await Promise.all([...partitions, ...owners].map((pk) => world.partition(pk)))
  return [
    ...rows.map(({ length }) => length),
    (await objects.list(`artifacts/${tenant}-org/`)).length,
    (await objects.list(sent.get(tenant) ?? '')).length,
  ]
}

it('copies slugs, histories, artifacts and their bytes, of no other organisation', async () => {
  for (const tenant of ['leaves', 'stays']) await filled(tenant)
  const files: Record<string, string> = {}
  for await (const { path, bytes } of takeTrust({ ...tablesOf(options()), objects })(departureOf('leaves-org')))
    files[path] = Buffer.from(bytes).toString()
  const hash = sha256('leaves')
  expect(files).toMatchObject({ [`artifacts/${hash}/a`]: 'a of leaves', [`artifacts/${hash}/b`]: 'b of leaves' })
  const records = (name: string) =>
    String(files[`${name}.jsonl`])
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(records('trust-slugs')).toMatchObject([{ slug: 'leaves-page', current_hash: hashOf('2') }])
  expect(records('trust-slug-history').map(({ slug, hash: of }) => [slug, of])).toEqual([
    ['leaves-old', hashOf('a')],
    ['leaves-old', null],
    ['leaves-page', hashOf('1')],
    ['leaves-page', hashOf('2')],
  ])
  expect(records('trust-artifacts').map(({ artifact_slug }) => artifact_slug)).toEqual(['a', 'b'])
  expect(Object.keys(files).filter((path) => path.includes(sha256('stays')))).toEqual([])
})

it('erases all of it, whichever call it dies at, and nothing of others', async () => {
  await filled('others')
  const before = await left('others')
  expect(before).toEqual([4, 4, 1, 1, 0, 3, 1])
  let tenants = 0
  const runs = await atEveryCall(
    (call, moment) => crashPoint(call, moment, { keepCutting: true }),
    async (cut, name) => {
      tenants += 1
      const tenant = `erased-${tenants}`
      await filled(tenant)
      const dying = { ...tablesOf({ ...options(), db: under(world, cut) }), objects: withCrash(objectPort(), cut) }
      await eraseTrust(dying)(departureOf(`${tenant}-org`)).catch(() => undefined)
      const erase = eraseTrust({ ...tablesOf(options()), objects })
      expect([name, await erase(departureOf(`${tenant}-org`))]).toEqual([name, 'done'])
      expect([name, await left(tenant)]).toEqual([name, [0, 0, 0, 0, 0, 0, 0]])
    },
  )
  expect(runs).toBeGreaterThanOrEqual(8)
  expect(await left('others')).toEqual(before)
  expect(await eraseTrust({ ...tablesOf(options()), objects })(departureOf(null))).toBe('done')
})

it('leaves slugs that others have taken meanwhile to them', async () => {
  const slugs = slugsOver(options())
  const erase = eraseTrust({ ...tablesOf(options()), objects })
  await slugs.put('first', 'wanted')
  await erase(departureOf('first-org'))
  expect((await slugs.put('second', 'wanted')).status).toBe(201)
  expect(await erase(departureOf('first-org'))).toBe('done')
  expect((await slugs.get('second', 'wanted')).status).toBe(200)
})

const objectPort = () => ({ list: objects.list, remove: objects.remove })
