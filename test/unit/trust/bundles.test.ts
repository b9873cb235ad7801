import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bundlesOver, faultsOf, memoryObjects, sha256, type Upload } from './bundle-world.ts'
import { giveReceipt } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => {
  tenants += 1
  return `bundle-tenant-${tenants}`
}
const newHash = () => {
  tenants += 1
  return sha256(`hash ${tenants}`)
}
/** Clock that advances by some milliseconds per call. */
const now = () => {
  time += 5
  return new Date(time)
}
const objects = memoryObjects()
const options = () => ({ db: world.db, now, objects })
const over = () => bundlesOver(options())

/** Returns the slugs of a bundle as listed for a tenant. */
const slugsOf = async (tenant: string, hash: string) => {
  const { body } = await over().list(tenant, hash)
  const artifacts = body.artifacts as { artifact_slug: string }[]
  expect(body).toMatchObject({ receipt_hash: hash, count: artifacts.length })
  return artifacts.map(({ artifact_slug }) => artifact_slug)
}
const keysOf = (tenant: string) => objects.list(`artifacts/${tenant}-org/`)

describe('artifact routes', () => {
  it('store all metadata of an artifact, and replace it as a whole', async () => {
    const tenant = newTenant()
    const hash = newHash()
    const { put, get } = over()
    const upload = { body: '# All is well\n', type: 'Text/Markdown; charset=utf-8', name: "UTF-8''%C3%9Cbersicht" }
    const firstReply = await put(tenant, hash, 'Posture-Overview', { ...upload, excerpt: 'In short', signed: 'true' })
    const row = {
      receipt_hash: hash,
      artifact_slug: 'posture-overview',
      tenant_id: `${tenant}-org`,
      content_hash: sha256(upload.body),
      mime_type: 'text/markdown',
      byte_size: 14,
      display_name: 'Übersicht',
      excerpt: 'In short',
      signed: 1,
      access: 'public',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    }
    expect([firstReply.status, firstReply.body]).toEqual([
      201,
      { row, content_hash: row.content_hash, created: true, warnings: [] },
    ])
    const stored = firstReply.body.row as { created_at: string }
    const again = await put(tenant, hash, 'posture-overview', {
      body: 'a,b\n=1+1,2\n',
      type: 'text/csv',
      name: 'Table',
    })
    expect([again.status, again.body]).toMatchObject([
      200,
      {
        created: false,
        content_hash: sha256('a,b\n=1+1,2\n'),
        warnings: [{ rule: 'csv_formula' }],
        row: { display_name: 'Table', excerpt: null, signed: 0, mime_type: 'text/csv', created_at: stored.created_at },
      },
    ])
    expect((await get(tenant, hash, 'POSTURE-overview')).body).toEqual(again.body.row)
    expect([(await keysOf(tenant)).length, await faultsOf(options(), tenant)]).toEqual([1, []])
  })

  it('keep access on request when the bytes are replaced', async () => {
    const tenant = newTenant()
    const other = newTenant()
    const hash = newHash()
    const { put, get, change } = over()
    const accessOf = async () => (await get(tenant, hash, 'a')).body.access
    await put(tenant, hash, 'a')
    expect(await accessOf()).toBe('public')
    const { content_hash, updated_at } = (await get(tenant, hash, 'a')).body
    for (let again = 0; again < 2; again++)
      expect((await change(tenant, hash, 'A', 'request')).body).toMatchObject({
        access: 'request',
        content_hash,
        updated_at,
      })
    await put(tenant, hash, 'a', { body: 'Two' })
    expect(await accessOf()).toBe('request')
    await put(tenant, hash, 'a', { body: 'Three', access: 'public' })
    expect(await accessOf()).toBe('public')
    expect([
      (await change(other, hash, 'a', 'request')).code,
      (await change(tenant, hash, 'b', 'request')).code,
    ]).toEqual(['not_found', 'not_found'])
    expect([await accessOf(), await faultsOf(options(), tenant)]).toEqual(['public', []])
  })

  it('list artifacts of one bundle by slug', async () => {
    const tenant = newTenant()
    const { put } = over()
    const one = newHash()
    const other = newHash()
    for (const slug of ['caiq-lite', 'a', 'ir-plan']) await put(tenant, one, slug)
    await put(tenant, other, 'b')
    expect([await slugsOf(tenant, one), await slugsOf(tenant, other), await slugsOf(tenant, newHash())]).toEqual([
      ['a', 'caiq-lite', 'ir-plan'],
      ['b'],
      [],
    ])
  })

  it.each<[string, Upload, string, object]>([
    ['no name', { name: null }, 'invalid_input', { errors: [{ field: 'x-display-name' }] }],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'invalid_input', { errors: [{ field: 'x-display-name' }] }],
    ['an excerpt of 501', { excerpt: 'x'.repeat(501) }, 'invalid_input', { errors: [{ field: 'x-excerpt' }] }],
    ['no bytes', { body: '' }, 'invalid_input', { errors: [{ field: 'body' }] }],
    ['no type', { type: null }, 'invalid_input', { errors: [{ field: 'content-type' }] }],
    ['a malformed type', { type: 'pdf' }, 'invalid_input', { errors: [{ field: 'content-type' }] }],
    ['another type', { type: 'image/svg+xml' }, 'unsupported_media_type', { rule: 'content_type' }],
    ['a parameter', { type: 'text/plain; charset=utf-16' }, 'unsupported_media_type', { rule: 'content_type' }],
    ['other bytes than a PDF', { type: 'application/pdf' }, 'unsupported_media_type', { rule: 'pdf_header' }],
    ['HTML', { body: '<script>alert(1)</script>' }, 'unsupported_media_type', { rule: 'text_markup' }],
    ['broken JSON', { body: '{', type: 'application/json' }, 'unsupported_media_type', { rule: 'json_syntax' }],
    ['other bytes than an archive', { type: 'application/zip' }, 'unsupported_media_type', { rule: 'zip_start' }],
  ])('refuse an artifact for %s, without storing anything', async (_, upload, code, extras) => {
    const tenant = newTenant()
    const hash = newHash()
    const refused = await over().put(tenant, hash, 'a', upload)
    expect([refused.code, refused.extras]).toMatchObject([code, extras])
    expect([await slugsOf(tenant, hash), await keysOf(tenant)]).toEqual([[], []])
  })

  it('refuse to store above the daily ceiling', async () => {
    const tenant = newTenant()
    const hash = newHash()
    const stop = new Error('The ceiling was not expected')
    const reserve = async (): Promise<never> => Promise.reject(stop)
    await expect(bundlesOver({ ...options(), reserve }).put(tenant, hash, 'a')).rejects.toBe(stop)
    expect([await slugsOf(tenant, hash), await keysOf(tenant)]).toEqual([[], []])
  })

  it('remove an artifact with its bytes, and return 404 for malformed names', async () => {
    const tenant = newTenant()
    const hash = newHash()
    const { put, remove, get } = over()
    await put(tenant, hash, 'a')
    expect([(await remove(tenant, hash, 'A')).status, await keysOf(tenant)]).toEqual([204, []])
    for (const [of, slug] of [
      [hash, 'a'],
      [hash, 'a_b'],
      [hash, '\u212a'],
      [hash.toUpperCase(), 'a'],
      ['..', 'a'],
    ] as const)
      expect([of, slug, (await remove(tenant, of, slug)).code]).toEqual([of, slug, 'not_found'])
    expect((await get(tenant, hash, 'a')).code).toBe('not_found')
  })
})

describe("another organization's artifact", () => {
  it('writing returns a conflict, reading 404, removing 403', async () => {
    const one = newTenant()
    const other = newTenant()
    const third = newTenant()
    const known = newHash()
    const unknown = newHash()
    const { put, get, remove } = over()
    await giveReceipt({ db: world.db, now }, one, known)
    await put(one, known, 'a', { body: 'of one' })
    await put(other, unknown, 'a', { body: 'of other' })
    const owners = { [known]: one, [unknown]: other }
    for (const [hash, owner] of Object.entries(owners))
      for (const tenant of [one, other, third].filter((each) => each !== owner)) {
        for (const slug of ['a', 'b'])
          expect((await put(tenant, hash, slug, { body: 'of somebody else' })).code).toBe('cross_tenant_conflict')
        expect(await slugsOf(tenant, hash)).toEqual([])
        expect(await get(tenant, hash, 'a')).toEqual(await get(tenant, newHash(), 'a'))
        expect((await remove(tenant, hash, 'a')).code).toBe('cross_tenant_forbidden')
        expect((await remove(tenant, hash, 'b')).code).toBe('not_found')
      }
    expect(await keysOf(third)).toEqual([])
    for (const tenant of [one, other])
      expect([(await keysOf(tenant)).length, await faultsOf(options(), tenant)]).toEqual([1, []])
  })

  it('frees an unknown hash when its bundle is empty', async () => {
    const one = newTenant()
    const other = newTenant()
    const hash = newHash()
    const { put, remove } = over()
    await put(one, hash, 'a')
    await put(one, hash, 'b')
    await remove(one, hash, 'a')
    expect((await put(other, hash, 'a')).code).toBe('cross_tenant_conflict')
    await remove(one, hash, 'b')
    expect((await put(other, hash, 'a')).status).toBe(201)
    expect((await put(one, hash, 'a')).code).toBe('cross_tenant_conflict')
  })

  it('loses its hash when a receipt proves another owner', async () => {
    const one = newTenant()
    const other = newTenant()
    const hash = newHash()
    const { put, remove } = over()
    await put(one, hash, 'a')
    await giveReceipt({ db: world.db, now }, other, hash)
    expect((await put(one, hash, 'b')).code).toBe('cross_tenant_conflict')
    expect((await put(other, hash, 'a')).status).toBe(201)
    expect([await slugsOf(one, hash), await slugsOf(other, hash)]).toEqual([['a'], ['a']])
    expect([(await remove(one, hash, 'a')).status, (await remove(other, hash, 'a')).status]).toEqual([204, 204])
    expect(await world.partition(`TRUSTHASH#${hash}`)).toEqual([])
  })
})

describe('concurrent writers', () => {
  it('give an unknown hash one owner, and leave no objects of the losers', async () => {
    const all = [newTenant(), newTenant(), newTenant()]
    const hash = newHash()
    const { put } = over()
    const sent = Array.from({ length: 18 }, (_, nth) => put(String(all[nth % 3]), hash, `a-${nth % 6}`))
    const codes = (await Promise.all(sent)).map(({ status, code }) => code ?? status)
    expect([codes.filter((code) => code === 'cross_tenant_conflict').length, new Set(codes)]).toEqual([
      12,
      new Set(['cross_tenant_conflict', 200, 201]),
    ])
    const counts = await Promise.all(all.map(async (tenant) => (await keysOf(tenant)).length))
    expect(counts.filter((count) => count > 0)).toHaveLength(1)
    expect((await Promise.all(all.map((tenant) => faultsOf(options(), tenant)))).flat()).toEqual([])
  })

  it('leave one artifact whole: its row matches the stored bytes', async () => {
    const tenant = newTenant()
    const hash = newHash()
    const { put, remove, get } = over()
    const sent = Array.from({ length: 12 }, (_, nth) =>
      nth % 4 === 3 ? remove(tenant, hash, 'a') : put(tenant, hash, 'a', { body: `Version ${nth % 5}` }),
    )
    for (const { status, code } of await Promise.all(sent))
      expect([code ?? status, [200, 201, 204, 'not_found'].includes(code ?? status)]).toEqual([code ?? status, true])
    await put(tenant, hash, 'b')
    const there = (await get(tenant, hash, 'a')).code === undefined ? 2 : 1
    expect([(await keysOf(tenant)).length, await faultsOf(options(), tenant)]).toEqual([there, []])
    expect(await over().unreferenced.all({ org: `${tenant}-org` })).toEqual([])
  })

  it('fill a bundle to exactly 50 artifacts, and can still replace one', async () => {
    const tenant = newTenant()
    const hash = newHash()
    const { put } = bundlesOver({ ...options(), sleep: wait })
    for (let nth = 0; nth < 45; nth++) await put(tenant, hash, `a-${nth}`)
    const answers = await Promise.all(Array.from({ length: 10 }, (_, nth) => put(tenant, hash, `b-${nth}`)))
    const full = answers.filter(({ code }) => code === 'trust_bundle_limit')
    expect([answers.filter(({ status }) => status === 201).length, full.length]).toEqual([5, 5])
    expect(full[0]?.extras).toEqual({ limit: 50, current: 50 })
    expect([(await put(tenant, hash, 'a-0')).status, (await put(tenant, newHash(), 'a-0')).status]).toEqual([200, 201])
    expect([(await keysOf(tenant)).length, await faultsOf(options(), tenant)]).toEqual([51, []])
  })
})
