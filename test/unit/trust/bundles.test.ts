import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bundlesOver, faultsOf, memoryObjects, sha256, type Upload } from './bundle-world.ts'
import { storeReceipt } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let nameCount = 0
const newTenant = () => {
  nameCount += 1
  return `bundle-tenant-${nameCount}`
}
const newHash = () => {
  nameCount += 1
  return sha256(`hash ${nameCount}`)
}
/** Clock that advances by some milliseconds per call. */
const now = () => {
  time += 5
  return new Date(time)
}
const objects = memoryObjects()
const options = () => ({ db: world.db, now, objects })
const bundles = () => bundlesOver(options())

/** Returns the slugs of a bundle as listed for a tenant. */
const slugsOf = async (tenant: string, hash: string) => {
  const { body } = await bundles().list(tenant, hash)
  const artifacts = body.artifacts as { artifact_slug: string }[]
  expect(body).toMatchObject({ receipt_hash: hash, count: artifacts.length })
  return artifacts.map(({ artifact_slug }) => artifact_slug)
}
const keysOf = (tenant: string) => objects.list(`artifacts/${tenant}-org/`)

describe('artifact routes', () => {
  it('store all metadata of an artifact, and replace all of it with the next upload', async () => {
    const tenant = newTenant()
    const hash = newHash()
    const { put, get } = bundles()
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
    const replaced = await put(tenant, hash, 'posture-overview', {
      body: 'a,b\n=1+1,2\n',
      type: 'text/csv',
      name: 'Table',
    })
    expect([replaced.status, replaced.body]).toMatchObject([
      200,
      {
        created: false,
        content_hash: sha256('a,b\n=1+1,2\n'),
        warnings: [{ rule: 'csv_formula' }],
        row: { display_name: 'Table', excerpt: null, signed: 0, mime_type: 'text/csv', created_at: stored.created_at },
      },
    ])
    expect((await get(tenant, hash, 'POSTURE-overview')).body).toEqual(replaced.body.row)
    expect([(await keysOf(tenant)).length, await faultsOf(options(), tenant)]).toEqual([1, []])
  })

  it('keep access on request when the bytes are replaced', async () => {
    const tenant = newTenant()
    const otherTenant = newTenant()
    const hash = newHash()
    const { put, get, change } = bundles()
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
      (await change(otherTenant, hash, 'a', 'request')).code,
      (await change(tenant, hash, 'b', 'request')).code,
    ]).toEqual(['not_found', 'not_found'])
    expect([await accessOf(), await faultsOf(options(), tenant)]).toEqual(['public', []])
  })

  it('list artifacts of one bundle by slug', async () => {
    const tenant = newTenant()
    const { put } = bundles()
    const firstHash = newHash()
    const otherHash = newHash()
    for (const slug of ['caiq-lite', 'a', 'ir-plan']) await put(tenant, firstHash, slug)
    await put(tenant, otherHash, 'b')
    expect([
      await slugsOf(tenant, firstHash),
      await slugsOf(tenant, otherHash),
      await slugsOf(tenant, newHash()),
    ]).toEqual([['a', 'caiq-lite', 'ir-plan'], ['b'], []])
  })

  it.each<[string, Upload, string, object]>([
    ['no name', { name: null }, 'invalid_input', { errors: [{ field: 'x-display-name' }] }],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'invalid_input', { errors: [{ field: 'x-display-name' }] }],
    [
      'an excerpt of 501 characters',
      { excerpt: 'x'.repeat(501) },
      'invalid_input',
      { errors: [{ field: 'x-excerpt' }] },
    ],
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
    const refusal = await bundles().put(tenant, hash, 'a', upload)
    expect([refusal.code, refusal.extras]).toMatchObject([code, extras])
    expect([await slugsOf(tenant, hash), await keysOf(tenant)]).toEqual([[], []])
  })

  it('refuse to store above the daily ceiling', async () => {
    const tenant = newTenant()
    const hash = newHash()
    const ceilingError = new Error('The daily ceiling is reached')
    const reserve = async (): Promise<never> => Promise.reject(ceilingError)
    await expect(bundlesOver({ ...options(), reserve }).put(tenant, hash, 'a')).rejects.toBe(ceilingError)
    expect([await slugsOf(tenant, hash), await keysOf(tenant)]).toEqual([[], []])
  })

  it('remove an artifact with its bytes, and return 404 for malformed names', async () => {
    const tenant = newTenant()
    const hash = newHash()
    const { put, remove, get } = bundles()
    await put(tenant, hash, 'a')
    expect([(await remove(tenant, hash, 'A')).status, await keysOf(tenant)]).toEqual([204, []])
    for (const [pathHash, slug] of [
      [hash, 'a'],
      [hash, 'a_b'],
      [hash, '\u212a'],
      [hash.toUpperCase(), 'a'],
      ['..', 'a'],
    ] as const)
      expect([pathHash, slug, (await remove(tenant, pathHash, slug)).code]).toEqual([pathHash, slug, 'not_found'])
    expect((await get(tenant, hash, 'a')).code).toBe('not_found')
  })
})

describe("another organization's artifact", () => {
  it('returns a conflict on write, 404 on read and 403 on removal', async () => {
    const firstTenant = newTenant()
    const otherTenant = newTenant()
    const thirdTenant = newTenant()
    const known = newHash()
    const unknown = newHash()
    const { put, get, remove } = bundles()
    await storeReceipt({ db: world.db, now }, firstTenant, known)
    await put(firstTenant, known, 'a', { body: 'of one' })
    await put(otherTenant, unknown, 'a', { body: 'of other' })
    const owners = { [known]: firstTenant, [unknown]: otherTenant }
    for (const [hash, owner] of Object.entries(owners))
      for (const tenant of [firstTenant, otherTenant, thirdTenant].filter((each) => each !== owner)) {
        for (const slug of ['a', 'b'])
          expect((await put(tenant, hash, slug, { body: 'of a third party' })).code).toBe('cross_tenant_conflict')
        expect(await slugsOf(tenant, hash)).toEqual([])
        expect(await get(tenant, hash, 'a')).toEqual(await get(tenant, newHash(), 'a'))
        expect((await remove(tenant, hash, 'a')).code).toBe('cross_tenant_forbidden')
        expect((await remove(tenant, hash, 'b')).code).toBe('not_found')
      }
    expect(await keysOf(thirdTenant)).toEqual([])
    for (const tenant of [firstTenant, otherTenant])
      expect([(await keysOf(tenant)).length, await faultsOf(options(), tenant)]).toEqual([1, []])
  })

  it('an unknown hash can be claimed after the other organization has emptied its bundle', async () => {
    const firstTenant = newTenant()
    const otherTenant = newTenant()
    const hash = newHash()
    const { put, remove } = bundles()
    await put(firstTenant, hash, 'a')
    await put(firstTenant, hash, 'b')
    await remove(firstTenant, hash, 'a')
    expect((await put(otherTenant, hash, 'a')).code).toBe('cross_tenant_conflict')
    await remove(firstTenant, hash, 'b')
    expect((await put(otherTenant, hash, 'a')).status).toBe(201)
    expect((await put(firstTenant, hash, 'a')).code).toBe('cross_tenant_conflict')
  })

  it('loses the hash when a receipt proves another owner', async () => {
    const firstTenant = newTenant()
    const otherTenant = newTenant()
    const hash = newHash()
    const { put, remove } = bundles()
    await put(firstTenant, hash, 'a')
    await storeReceipt({ db: world.db, now }, otherTenant, hash)
    expect((await put(firstTenant, hash, 'b')).code).toBe('cross_tenant_conflict')
    expect((await put(otherTenant, hash, 'a')).status).toBe(201)
    expect([await slugsOf(firstTenant, hash), await slugsOf(otherTenant, hash)]).toEqual([['a'], ['a']])
    expect([(await remove(firstTenant, hash, 'a')).status, (await remove(otherTenant, hash, 'a')).status]).toEqual([
      204, 204,
    ])
    expect(await world.partition(`TRUSTHASH#${hash}`)).toEqual([])
  })
})

describe('concurrent writers', () => {
  it('get one owner for an unknown hash, and the losing writes leave no objects', async () => {
    const tenants = [newTenant(), newTenant(), newTenant()]
    const hash = newHash()
    const { put } = bundles()
    const writes = Array.from({ length: 18 }, (_, nth) => put(String(tenants[nth % 3]), hash, `a-${nth % 6}`))
    const codes = (await Promise.all(writes)).map(({ status, code }) => code ?? status)
    expect([codes.filter((code) => code === 'cross_tenant_conflict').length, new Set(codes)]).toEqual([
      12,
      new Set(['cross_tenant_conflict', 200, 201]),
    ])
    const counts = await Promise.all(tenants.map(async (tenant) => (await keysOf(tenant)).length))
    expect(counts.filter((count) => count > 0)).toHaveLength(1)
    expect((await Promise.all(tenants.map((tenant) => faultsOf(options(), tenant)))).flat()).toEqual([])
  })

  it('leave at most one artifact, whose row matches the stored bytes', async () => {
    const tenant = newTenant()
    const hash = newHash()
    const { put, remove, get } = bundles()
    const sent = Array.from({ length: 12 }, (_, nth) =>
      nth % 4 === 3 ? remove(tenant, hash, 'a') : put(tenant, hash, 'a', { body: `Version ${nth % 5}` }),
    )
    for (const { status, code } of await Promise.all(sent))
      expect([code ?? status, [200, 201, 204, 'not_found'].includes(code ?? status)]).toEqual([code ?? status, true])
    await put(tenant, hash, 'b')
    const expectedObjects = (await get(tenant, hash, 'a')).code === undefined ? 2 : 1
    expect([(await keysOf(tenant)).length, await faultsOf(options(), tenant)]).toEqual([expectedObjects, []])
    expect(await bundles().unreferenced.all({ org: `${tenant}-org` })).toEqual([])
  })

  it('fill a bundle to exactly 50 artifacts, and can still replace one', async () => {
    const tenant = newTenant()
    const hash = newHash()
    const { put } = bundlesOver({ ...options(), sleep: wait })
    for (let nth = 0; nth < 45; nth++) await put(tenant, hash, `a-${nth}`)
    const responses = await Promise.all(Array.from({ length: 10 }, (_, nth) => put(tenant, hash, `b-${nth}`)))
    const limitRefusals = responses.filter(({ code }) => code === 'trust_bundle_limit')
    expect([responses.filter(({ status }) => status === 201).length, limitRefusals.length]).toEqual([5, 5])
    expect(limitRefusals[0]?.extras).toEqual({ limit: 50, current: 50 })
    expect([(await put(tenant, hash, 'a-0')).status, (await put(tenant, newHash(), 'a-0')).status]).toEqual([200, 201])
    expect([(await keysOf(tenant)).length, await faultsOf(options(), tenant)]).toEqual([51, []])
  })
})
