import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { ASSET, type AssetBody, libraryOver } from './library-world.ts'

let world: TableWorld
let at = Date.parse('2026-11-22T09:00:00Z')
const now = () => {
  at += 1000
  return new Date(at)
}

beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => `library-tenant-${++tenants}`
const routesOn = (tier: 'free' | 'pro' | 'team' = 'pro', db = world.db) => libraryOver({ db, now, tier })

const assetOf = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => body.asset as AssetBody

describe('capacity of a library', () => {
  it('equals 0 on plan Free and 50 on Pro, for concurrent requests', async () => {
    const tenant = newTenant()
    const { create, ids, remove } = routesOn()
    const free = await routesOn('free').create(tenant, { body: ASSET })
    expect([free.code, free.extras]).toEqual([
      'library_limit',
      { tier: 'free', limit: 0, current: 0, upgrade: '/pricing' },
    ])
    for (let count = 0; count < 40; count++) await create(tenant, { body: ASSET })
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(tenant, { body: ASSET })))
    const added = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ code }) => code === 'library_limit')
    expect([added.length, refused.length, (await ids(tenant)).length]).toEqual([10, 20, 50])
    expect(refused[0]?.extras).toEqual({ tier: 'pro', limit: 50, current: 50, upgrade: '/pricing' })

    const [newest = ''] = await ids(tenant)
    expect((await remove(tenant, { params: { id: newest } })).body).toEqual({ id: newest, deleted: true })
    expect((await create(tenant, { body: ASSET })).status).toBe(201)
    expect((await create(tenant, { body: ASSET })).code).toBe('library_limit')
  })

  it('a crash at any call leaves a complete asset, or uses no capacity', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (cut, name) => {
        const tenant = newTenant()
        const { create, ids } = routesOn()
        for (let count = 0; count < 2; count++) await create(tenant, { body: ASSET })
        await routesOn('pro', under(world, cut))
          .create(tenant, { body: ASSET })
          .catch(() => undefined)
        const storedCount = (await ids(tenant)).length
        for (let count = storedCount; count < 50; count++)
          expect([name, (await create(tenant, { body: ASSET })).status]).toEqual([name, 201])
        expect([name, (await create(tenant, { body: ASSET })).code]).toEqual([name, 'library_limit'])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(3)
  })
})

describe('asset', () => {
  it('returns the submitted fields unchanged, for any content', async () => {
    const tenant = newTenant()
    const { create, get } = routesOn()
    const content = { deep: JSON.parse('['.repeat(60) + ']'.repeat(60)), big: 1e300, '': null, __proto: 'x' }
    const created = await create(tenant, { body: { ...ASSET, content } })
    const { id } = assetOf(created)
    expect(created.body).toEqual({
      asset: { ...ASSET, content, id, usageCount: 0, createdAt: expect.any(String), updatedAt: expect.any(String) },
    })
    expect((await get(tenant, { params: { id } })).body).toEqual(created.body)
  })

  it('refuses by field what the store cannot preserve, for new assets and changes', async () => {
    const tenant = newTenant()
    const { create, update, ids } = routesOn()
    const deep = JSON.parse(`{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
    const refused = (field: string) => ({
      code: 'invalid_input',
      extras: { errors: [{ field, message: expect.any(String) }] },
    })
    for (const [field, body] of [
      ['content', { content: deep }],
      ['content', { content: { many: Array(15_000).fill(1e20) } }],
      ['tags', { tags: ['bread', 'half \ud800 a character'] }],
    ] as const) {
      await expect(create(tenant, { body: { ...ASSET, ...body } })).rejects.toMatchObject(refused(field))
      await expect(update(tenant, { params: { id: 'any' }, body })).rejects.toMatchObject(refused(field))
    }
    expect(await ids(tenant)).toEqual([])
  })

  it('changes the given fields and updatedAt; two concurrent changes both apply', async () => {
    const tenant = newTenant()
    const { create, update, get } = routesOn()
    const before = assetOf(await create(tenant, { body: ASSET }))
    const params = { id: before.id }
    const empty = assetOf(await update(tenant, { params, body: {} }))
    expect(empty).toEqual({ ...before, updatedAt: expect.any(String) })
    expect(empty.updatedAt > before.updatedAt).toBe(true)
    await Promise.all([
      update(tenant, { params, body: { domains: ['legal', 'medical'] } }),
      update(tenant, { params, body: { title: 'Another title of it', content: { a: 1 } } }),
    ])
    expect(assetOf(await get(tenant, { params }))).toMatchObject({
      domains: ['legal', 'medical'],
      title: 'Another title of it',
      content: { a: 1 },
      tags: ['bread'],
    })
  })

  it("returns 404 for another tenant's asset, and leaves it unchanged", async () => {
    const ada = newTenant()
    const bob = newTenant()
    const { create, get, update, remove, ids } = routesOn()
    const { id } = assetOf(await create(ada, { body: ASSET }))
    const nowhere = '0192f0c0-0000-7000-8000-000000000000'
    for (const route of [get, update, remove]) {
      const foreign = await route(bob, { params: { id }, body: { title: 'Taken over by Bob' } })
      const absent = await route(bob, { params: { id: nowhere }, body: { title: 'Taken over by Bob' } })
      expect([foreign.code, foreign]).toEqual(['not_found', absent])
    }
    expect([await ids(ada), await ids(bob)]).toEqual([[id], []])
    expect(assetOf(await get(ada, { params: { id } })).title).toBe(ASSET.title)
  })
})

describe('asset list', () => {
  const titles = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) =>
    (body.assets as readonly AssetBody[]).map(({ title }) => title.replace(/ .*/, ''))

  it('sorts newest first, in pages, filtered by type, domain and words', async () => {
    const tenant = newTenant()
    const { create, list } = routesOn()
    const otherAssets = [
      { title: 'one of the assets', type: 'expert_quote', domains: ['legal'] },
      { title: 'two of the assets', content: { deep: ['Stone OVEN'] } },
      { title: 'three of the assets', authorName: 'Ada Stone', domains: ['legal', 'food'] },
    ]
    for (const other of otherAssets) await create(tenant, { body: { ...ASSET, ...other } })
    const first = await list(tenant, { query: { limit: 2 } })
    expect([titles(first), typeof first.body.nextCursor]).toEqual([['three', 'two'], 'string'])
    const secondPage = await list(tenant, { query: { limit: 2, cursor: first.body.nextCursor } })
    expect([titles(secondPage), 'nextCursor' in secondPage.body]).toEqual([['one'], false])
    const titlesFor = async (query: object) => titles(await list(tenant, { query: { limit: 20, ...query } }))
    expect(await titlesFor({ type: 'expert_quote' })).toEqual(['one'])
    expect(await titlesFor({ domain: 'legal' })).toEqual(['three', 'one'])
    expect(await titlesFor({ q: 'stone' })).toEqual(['three', 'two'])
    expect(await titlesFor({ q: 'oven  stone' })).toEqual(['two'])
    expect(await titlesFor({ q: 'stone', domain: 'medical' })).toEqual([])
    await expect(list(tenant, { query: { limit: 2, cursor: 'e30' } })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('shortens a page of large assets without losing any', async () => {
    const tenant = newTenant()
    const { create, list, ids } = routesOn()
    for (let count = 0; count < 36; count++)
      await create(tenant, { body: { ...ASSET, content: { text: 'x'.repeat(120_000) } } })
    const first = await list(tenant, { query: { limit: 100 } })
    const secondPage = await list(tenant, { query: { limit: 100, cursor: first.body.nextCursor } })
    const listedIds = [first, secondPage].flatMap(({ body }) => (body.assets as AssetBody[]).map(({ id }) => id))
    expect([titles(first).length < 36, listedIds]).toEqual([true, await ids(tenant)])
  })
})
