import { isReservedSlug, isTrustSlug } from '@signet/artifacts'
import { parseRequest } from '@signet/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putSlug } from '../../../lambdas/trust/contract/slugs.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { hashOf, slugsOver, storeReceipt } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenantCount = 0
const newTenant = () => {
  tenantCount += 1
  return `slug-tenant-${tenantCount}`
}
/** Clock that advances by a second per call. */
const tickingNow = () => {
  time += 1_000
  return new Date(time)
}
const slugsOn = (db = world.db, now: () => Date = tickingNow) => slugsOver({ db, now })

/** Returns slugs and hashes of a tenant, as listed. */
const listSlugs = async (tenant: string) => {
  const { slugs } = (await slugsOn().list(tenant)) as { slugs: { slug: string; current_hash: string }[] }
  return slugs.map(({ slug, current_hash }) => `${slug} ${current_hash.slice(0, 1)}`)
}

/** Returns the first digits of the hashes to which the slug pointed, newest first. */
const hashHistory = async (tenant: string, slug: string) => {
  const { body } = await slugsOn().history(tenant, slug)
  return (body.history as { hash: string | null }[] | undefined)?.map(({ hash }) => hash?.slice(0, 1) ?? null)
}

describe('trust slug', () => {
  it('belongs to the first organization, can point to another hash, and has a history', async () => {
    const tenant = newTenant()
    const { put, get } = slugsOn()
    const firstReply = await put(tenant, 'Acme-One', hashOf('A'))
    const row = { slug: 'acme-one', current_hash: hashOf('a'), tenant_id: `${tenant}-org` }
    expect([firstReply.status, firstReply.body]).toEqual([
      201,
      { ...row, created_at: expect.any(String), updated_at: firstReply.body.created_at },
    ])
    const moved = await put(tenant, 'acme-one', hashOf('b'))
    expect([moved.status, moved.body]).toEqual([
      200,
      { ...firstReply.body, current_hash: hashOf('b'), updated_at: expect.any(String) },
    ])
    expect(String(moved.body.updated_at) > String(firstReply.body.updated_at)).toBe(true)
    const repeated = await put(tenant, 'ACME-ONE', hashOf('b'))
    expect([repeated.status, String(repeated.body.updated_at) > String(moved.body.updated_at)]).toEqual([200, true])
    expect((await get(tenant, 'ACME-one')).body).toEqual(repeated.body)
    expect(await hashHistory(tenant, 'acme-one')).toEqual(['b', 'a'])
  })

  it('has its own history and list entry, even if its name starts with another slug', async () => {
    const tenant = newTenant()
    const { put } = slugsOn()
    for (const [slug, digit] of [
      ['ab', '1'],
      ['ab-c', '2'],
      ['a', '3'],
      ['abc', '4'],
    ] as const)
      await put(tenant, slug, hashOf(digit))
    expect(await listSlugs(tenant)).toEqual(['a 3', 'ab 1', 'ab-c 2', 'abc 4'])
    expect(await Promise.all(['a', 'ab', 'ab-c', 'abc'].map((slug) => hashHistory(tenant, slug)))).toEqual([
      ['3'],
      ['1'],
      ['2'],
      ['4'],
    ])
  })

  it('gets one owner in a hundred concurrent requests of two organizations', async () => {
    const firstTenant = newTenant()
    const otherTenant = newTenant()
    const { put } = slugsOn()
    const claims = Array.from({ length: 100 }, (_, nth) =>
      put(nth % 2 === 0 ? firstTenant : otherTenant, 'contested', hashOf('c')),
    )
    const responses = await Promise.all(claims)
    const count = (matches: (response: (typeof responses)[number]) => boolean) => responses.filter(matches).length
    expect([
      count(({ status }) => status === 201),
      count(({ status }) => status === 200),
      count(({ code }) => code === 'cross_tenant_conflict'),
    ]).toEqual([1, 49, 50])
    expect((await Promise.all([listSlugs(firstTenant), listSlugs(otherTenant)])).flat()).toEqual(['contested c'])
  })

  it('gets one history row per hash, even for several hashes in one millisecond', async () => {
    const tenant = newTenant()
    const fixedTime = new Date('2026-11-22T12:00:00.000Z')
    const { put } = slugsOn(world.db, () => fixedTime)
    const hashes = Array.from({ length: 10 }, (_, nth) => hashOf(String(nth)))
    for (const hash of hashes) expect((await put(tenant, 'moments', hash)).code).toBeUndefined()
    expect((await hashHistory(tenant, 'moments'))?.toSorted()).toEqual(hashes.map((hash) => hash.slice(0, 1)))
  })

  it('accepts only ASCII and rejects look-alikes', () => {
    const accepts = (slug: string) => parseRequest(putSlug, { body: { slug, hash: hashOf('a') } }).ok
    for (const slug of ['a', '7', 'a--b', 'x'.repeat(64), 'ACME', 'acme-2'])
      expect([slug, accepts(slug), isTrustSlug(slug)]).toEqual([slug, true, true])
    const rejectedSlugs = [
      ...['', '-a', 'a-', 'a_b', 'a.b', 'a b', ' a', 'a\n', 'a/b', '..', 'a%2fb', 'a#b', 'x'.repeat(65)],
      // Kelvin sign, dotted and dotless i, long s, full width, Cyrillic а, sharp s, combining mark, zero width.
      ...[
        '\u212aey',
        '\u0130d',
        '\u0131d',
        '\u017fite',
        '\uff41cme',
        '\u0430cme',
        'stra\u00dfe',
        'e\u0301a',
        'a\u200bb',
      ],
    ]
    for (const slug of rejectedSlugs) expect([slug, accepts(slug), isTrustSlug(slug)]).toEqual([slug, false, false])
    const hash = (text: string) => parseRequest(putSlug, { body: { slug: 'a', hash: text } }).ok
    expect(
      [hashOf('A'), 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}g`, `${'a'.repeat(64)}\n`].map(hash),
    ).toEqual([true, false, false, false, false])
  })

  it('cannot be a reserved word in any letter case', async () => {
    const tenant = newTenant()
    const { put } = slugsOn()
    for (const slug of ['signet', 'SigNet', 'at', 'bundle', 'signet-security', 'official-signet', 'the-signet-team'])
      expect([slug, isReservedSlug(slug.toLowerCase()), (await put(tenant, slug)).extras]).toEqual([
        slug,
        true,
        { errors: [{ field: 'slug', message: 'is reserved for the platform; choose another slug' }] },
      ])
    expect(await listSlugs(tenant)).toEqual([])
    for (const slug of ['signet-jewelers', 'signet-health', 'acme-security'])
      expect([slug, isReservedSlug(slug), (await put(tenant, slug)).code]).toEqual([slug, false, undefined])
  })
})

describe("another organization's slug", () => {
  it('returns a conflict on write, 404 on read and 403 on removal', async () => {
    const firstTenant = newTenant()
    const otherTenant = newTenant()
    const thirdTenant = newTenant()
    const { put, get, remove, history } = slugsOn()
    await put(firstTenant, 'matrix-one', hashOf('1'))
    await put(otherTenant, 'matrix-other', hashOf('2'))
    const owners = { 'matrix-one': firstTenant, 'matrix-other': otherTenant }
    for (const [slug, owner] of Object.entries(owners))
      for (const tenant of [firstTenant, otherTenant, thirdTenant].filter((each) => each !== owner)) {
        expect((await put(tenant, slug, hashOf('3'))).code).toBe('cross_tenant_conflict')
        expect(await get(tenant, slug)).toEqual(await get(tenant, 'matrix-nobody'))
        expect((await history(tenant, slug)).code).toBe('not_found')
        expect((await remove(tenant, slug)).code).toBe('cross_tenant_forbidden')
      }
    expect((await remove(thirdTenant, 'matrix-nobody')).code).toBe('not_found')
    expect(await Promise.all([firstTenant, otherTenant, thirdTenant].map(listSlugs))).toEqual([
      ['matrix-one 1'],
      ['matrix-other 2'],
      [],
    ])
  })

  it("cannot point to the hash of another organization's receipt, but to unknown hashes", async () => {
    const firstTenant = newTenant()
    const otherTenant = newTenant()
    const { put } = slugsOn()
    const known = hashOf('e1')
    await storeReceipt({ db: world.db, now: tickingNow }, firstTenant, known)
    expect((await put(otherTenant, 'receipt-page', known.toUpperCase())).code).toBe('cross_tenant_conflict')
    expect((await put(firstTenant, 'receipt-page', known)).status).toBe(201)
    expect((await put(otherTenant, 'receipt-page-2', hashOf('e2'))).status).toBe(201)
    expect((await put(otherTenant, 'receipt-page-2', known)).code).toBe('cross_tenant_conflict')
    expect(await listSlugs(otherTenant)).toEqual(['receipt-page-2 e'])
  })
})

describe('released slug', () => {
  it('belongs to the next organization that claims it; each organization sees only its own history', async () => {
    const firstTenant = newTenant()
    const otherTenant = newTenant()
    const { put, remove } = slugsOn()
    await put(firstTenant, 'passed-on', hashOf('1'))
    expect((await remove(firstTenant, 'Passed-On')).status).toBe(204)
    expect((await remove(firstTenant, 'passed-on')).code).toBe('not_found')
    expect((await put(otherTenant, 'passed-on', hashOf('2'))).status).toBe(201)
    expect([await hashHistory(firstTenant, 'passed-on'), await hashHistory(otherTenant, 'passed-on')]).toEqual([
      [null, '1'],
      ['2'],
    ])
    await remove(otherTenant, 'passed-on')
    expect((await put(firstTenant, 'passed-on', hashOf('3'))).status).toBe(201)
    expect([await hashHistory(firstTenant, 'passed-on'), await hashHistory(otherTenant, 'passed-on')]).toEqual([
      ['3', null, '1'],
      [null, '2'],
    ])
  })

  it('has a paged history that rejects a cursor of another list', async () => {
    const tenant = newTenant()
    const { put, history } = slugsOn()
    await put(tenant, 'paged-0', hashOf('9'))
    for (const digit of ['1', '2', '3']) await put(tenant, 'paged', hashOf(digit))
    await put(tenant, 'paged0', hashOf('9'))
    const first = await history(tenant, 'paged', { limit: 2 })
    const secondPage = await history(tenant, 'paged', { limit: 2, cursor: first.body.next_cursor })
    const digits = ({ body }: typeof first) => (body.history as { hash: string }[]).map(({ hash }) => hash.slice(0, 1))
    expect([digits(first), digits(secondPage), secondPage.body.next_cursor]).toEqual([['3', '2'], ['1'], null])
    const foreign = { limit: 2, cursor: first.body.next_cursor }
    await expect(history(tenant, 'paged-0', foreign)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('slug limit', () => {
  it('allows exactly 100 under concurrent claims; an existing slug can still move', async () => {
    const tenant = newTenant()
    const { put, remove } = slugsOn()
    const answers = await Promise.all(Array.from({ length: 130 }, (_, nth) => put(tenant, `room-${tenant}-${nth}`)))
    const created = answers.filter(({ status }) => status === 201)
    const limitRefusals = answers.filter(({ code }) => code === 'trust_slug_limit')
    expect([created.length, limitRefusals.length, (await listSlugs(tenant)).length]).toEqual([100, 30, 100])
    expect(limitRefusals[0]?.extras).toEqual({ limit: 100, current: 100 })
    const slug = String(created[0]?.body.slug)
    expect((await put(tenant, slug, hashOf('b'))).status).toBe(200)
    await remove(tenant, slug)
    expect([(await put(tenant, 'room-made')).status, (await put(tenant, 'room-less')).code]).toEqual([
      201,
      'trust_slug_limit',
    ])
  })
})

describe('crash during a slug write', () => {
  it('leaves a complete slug or nothing; a retry creates one slug', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (crash, name) => {
        const tenant = newTenant()
        const slug = `killed-${tenantCount}`
        const crashing = slugsOn(under(world, crash))
        await crashing.put(tenant, slug, hashOf('1')).catch(() => undefined)
        expect([name, [200, 201].includes((await slugsOn().put(tenant, slug, hashOf('1'))).status)]).toEqual([
          name,
          true,
        ])
        expect([name, await hashHistory(tenant, slug), await listSlugs(tenant)]).toEqual([name, ['1'], [`${slug} 1`]])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(5)
  })

  it('leaves the slug complete or removed; a retry releases it', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
      async (crash, name) => {
        const tenant = newTenant()
        const otherTenant = newTenant()
        const slug = `freed-${tenant}`
        await slugsOn().put(tenant, slug, hashOf('1'))
        await slugsOn(under(world, crash))
          .remove(tenant, slug)
          .catch(() => undefined)
        const again = await slugsOn().remove(tenant, slug)
        expect([name, again.status === 204 || again.code === 'not_found']).toEqual([name, true])
        expect([name, (await slugsOn().put(otherTenant, slug)).status]).toEqual([name, 201])
        expect([name, await hashHistory(tenant, slug)]).toEqual([name, [null, '1']])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(3)
  })
})
