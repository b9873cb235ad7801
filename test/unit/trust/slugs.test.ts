import { isReservedSlug, isTrustSlug } from '@signet/artifacts'
import { parseRequest } from '@signet/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putSlug } from '../../../lambdas/trust/contract/slugs.ts'
import { atEveryCall, crashPoint } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { under } from '../receipts/issuing/issuing-world.ts'
import { giveReceipt, hashOf, slugsOver } from './trust-world.ts'

let world: TableWorld
let time = Date.parse('2026-11-22T09:00:00.000Z')
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

let tenants = 0
const newTenant = () => {
  tenants += 1
  return `slug-tenant-${tenants}`
}
/** Clock that advances by a second per call. */
const ticking = () => {
  time += 1_000
  return new Date(time)
}
const over = (db = world.db, now: () => Date = ticking) => slugsOver({ db, now })

/** Returns slugs and hashes of a tenant, as listed. */
const listed = async (tenant: string) => {
  const { slugs } = (await over().list(tenant)) as { slugs: { slug: string; current_hash: string }[] }
  return slugs.map(({ slug, current_hash }) => `${slug} ${current_hash.slice(0, 1)}`)
}

/** Returns the hashes that the slug pointed at, newest first. */
const stoodFor = async (tenant: string, slug: string) => {
  const { body } = await over().history(tenant, slug)
  return (body.history as { hash: string | null }[] | undefined)?.map(({ hash }) => hash?.slice(0, 1) ?? null)
}

describe('trust slug', () => {
  it('belongs to the first organization, can move to another hash, and keeps its history', async () => {
    const tenant = newTenant()
    const { put, get } = over()
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
    const again = await put(tenant, 'ACME-ONE', hashOf('b'))
    expect([again.status, String(again.body.updated_at) > String(moved.body.updated_at)]).toEqual([200, true])
    expect((await get(tenant, 'ACME-one')).body).toEqual(again.body)
    expect(await stoodFor(tenant, 'acme-one')).toEqual(['b', 'a'])
  })

  it('similar names have separate histories and list entries', async () => {
    const tenant = newTenant()
    const { put } = over()
    for (const [slug, digit] of [
      ['ab', '1'],
      ['ab-c', '2'],
      ['a', '3'],
      ['abc', '4'],
    ] as const)
      await put(tenant, slug, hashOf(digit))
    expect(await listed(tenant)).toEqual(['a 3', 'ab 1', 'ab-c 2', 'abc 4'])
    expect(await Promise.all(['a', 'ab', 'ab-c', 'abc'].map((slug) => stoodFor(tenant, slug)))).toEqual([
      ['3'],
      ['1'],
      ['2'],
      ['4'],
    ])
  })

  it('gets one owner of a hundred requests of two organizations', async () => {
    const one = newTenant()
    const other = newTenant()
    const { put } = over()
    const asked = Array.from({ length: 100 }, (_, nth) => put(nth % 2 === 0 ? one : other, 'contested', hashOf('c')))
    const answers = await Promise.all(asked)
    const count = (has: (told: (typeof answers)[number]) => boolean) => answers.filter(has).length
    expect([
      count(({ status }) => status === 201),
      count(({ status }) => status === 200),
      count(({ code }) => code === 'cross_tenant_conflict'),
    ]).toEqual([1, 49, 50])
    expect((await Promise.all([listed(one), listed(other)])).flat()).toEqual(['contested c'])
  })

  it('many hashes sent in one millisecond get one history row each', async () => {
    const tenant = newTenant()
    const still = new Date('2026-11-22T12:00:00.000Z')
    const { put } = over(world.db, () => still)
    const hashes = Array.from({ length: 10 }, (_, nth) => hashOf(String(nth)))
    for (const hash of hashes) expect((await put(tenant, 'moments', hash)).code).toBeUndefined()
    expect((await stoodFor(tenant, 'moments'))?.toSorted()).toEqual(hashes.map((hash) => hash.slice(0, 1)))
  })

  it('accepts only ASCII: look-alikes are rejected and never folded', () => {
    const accepts = (slug: string) => parseRequest(putSlug, { body: { slug, hash: hashOf('a') } }).ok
    for (const slug of ['a', '7', 'a--b', 'x'.repeat(64), 'ACME', 'acme-2'])
      expect([slug, accepts(slug), isTrustSlug(slug)]).toEqual([slug, true, true])
    const tricks = [
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
    for (const slug of tricks) expect([slug, accepts(slug), isTrustSlug(slug)]).toEqual([slug, false, false])
    const hash = (text: string) => parseRequest(putSlug, { body: { slug: 'a', hash: text } }).ok
    expect(
      [hashOf('A'), 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(63)}g`, `${'a'.repeat(64)}\n`].map(hash),
    ).toEqual([...[true, false, false, false, false]])
  })

  it('cannot be a reserved word in any case', async () => {
    const tenant = newTenant()
    const { put } = over()
    for (const slug of ['signet', 'SigNet', 'at', 'bundle', 'signet-security', 'official-signet', 'the-signet-team'])
      expect([slug, isReservedSlug(slug.toLowerCase()), (await put(tenant, slug)).extras]).toEqual([
        ...[slug, true],
        { errors: [{ field: 'slug', message: 'is reserved for the platform; choose another slug' }] },
      ])
    expect(await listed(tenant)).toEqual([])
    for (const slug of ['signet-jewelers', 'signet-health', 'acme-security'])
      expect([slug, isReservedSlug(slug), (await put(tenant, slug)).code]).toEqual([slug, false, undefined])
  })
})

describe("another organization's slug", () => {
  it('writing returns a conflict, reading 404, and removing fails', async () => {
    const one = newTenant()
    const other = newTenant()
    const third = newTenant()
    const { put, get, remove, history } = over()
    await put(one, 'matrix-one', hashOf('1'))
    await put(other, 'matrix-other', hashOf('2'))
    const owners = { 'matrix-one': one, 'matrix-other': other }
    for (const [slug, owner] of Object.entries(owners))
      for (const tenant of [one, other, third].filter((each) => each !== owner)) {
        expect((await put(tenant, slug, hashOf('3'))).code).toBe('cross_tenant_conflict')
        expect(await get(tenant, slug)).toEqual(await get(tenant, 'matrix-nobody'))
        expect((await history(tenant, slug)).code).toBe('not_found')
        expect((await remove(tenant, slug)).code).toBe('cross_tenant_forbidden')
      }
    expect((await remove(third, 'matrix-nobody')).code).toBe('not_found')
    expect(await Promise.all([one, other, third].map(listed))).toEqual([['matrix-one 1'], ['matrix-other 2'], []])
  })

  it("cannot use a hash of another organization's receipt; unknown hashes are free", async () => {
    const one = newTenant()
    const other = newTenant()
    const { put } = over()
    const known = hashOf('e1')
    await giveReceipt({ db: world.db, now: ticking }, one, known)
    expect((await put(other, 'receipt-page', known.toUpperCase())).code).toBe('cross_tenant_conflict')
    expect((await put(one, 'receipt-page', known)).status).toBe(201)
    expect((await put(other, 'receipt-page-2', hashOf('e2'))).status).toBe(201)
    expect((await put(other, 'receipt-page-2', known)).code).toBe('cross_tenant_conflict')
    expect(await listed(other)).toEqual(['receipt-page-2 e'])
  })
})

describe('released slug', () => {
  it('goes to the next claimant; each keeps a history that the other never sees', async () => {
    const one = newTenant()
    const other = newTenant()
    const { put, remove } = over()
    await put(one, 'passed-on', hashOf('1'))
    expect((await remove(one, 'Passed-On')).status).toBe(204)
    expect((await remove(one, 'passed-on')).code).toBe('not_found')
    expect((await put(other, 'passed-on', hashOf('2'))).status).toBe(201)
    expect([await stoodFor(one, 'passed-on'), await stoodFor(other, 'passed-on')]).toEqual([[null, '1'], ['2']])
    await remove(other, 'passed-on')
    expect((await put(one, 'passed-on', hashOf('3'))).status).toBe(201)
    expect([await stoodFor(one, 'passed-on'), await stoodFor(other, 'passed-on')]).toEqual([
      ['3', null, '1'],
      [null, '2'],
    ])
  })

  it('the history is paged and rejects a cursor of another list', async () => {
    const tenant = newTenant()
    const { put, history } = over()
    await put(tenant, 'paged-0', hashOf('9'))
    for (const digit of ['1', '2', '3']) await put(tenant, 'paged', hashOf(digit))
    await put(tenant, 'paged0', hashOf('9'))
    const first = await history(tenant, 'paged', { limit: 2 })
    const rest = await history(tenant, 'paged', { limit: 2, cursor: first.body.next_cursor })
    const digits = ({ body }: typeof first) => (body.history as { hash: string }[]).map(({ hash }) => hash.slice(0, 1))
    expect([digits(first), digits(rest), rest.body.next_cursor]).toEqual([['3', '2'], ['1'], null])
    const foreign = { limit: 2, cursor: first.body.next_cursor }
    await expect(history(tenant, 'paged-0', foreign)).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

describe('slug limit', () => {
  it('allows exactly 100 under concurrent claims; an existing slug can still move', async () => {
    const tenant = newTenant()
    const { put, remove } = over()
    const answers = await Promise.all(Array.from({ length: 130 }, (_, nth) => put(tenant, `room-${tenant}-${nth}`)))
    const created = answers.filter(({ status }) => status === 201)
    const full = answers.filter(({ code }) => code === 'trust_slug_limit')
    expect([created.length, full.length, (await listed(tenant)).length]).toEqual([100, 30, 100])
    expect(full[0]?.extras).toEqual({ limit: 100, current: 100 })
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
  it('leaves a slug with owner and history, or nothing; a retry creates it once', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepCutting: true }),
      async (cut, name) => {
        const tenant = newTenant()
        const slug = `killed-${tenants}`
        const dying = over(under(world, cut))
        await dying.put(tenant, slug, hashOf('1')).catch(() => undefined)
        expect([name, [200, 201].includes((await over().put(tenant, slug, hashOf('1'))).status)]).toEqual([name, true])
        expect([name, await stoodFor(tenant, slug), await listed(tenant)]).toEqual([name, ['1'], [`${slug} 1`]])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(5)
  })

  it('leaves a removed slug with its owner or without; a retry frees it', async () => {
    const runs = await atEveryCall(
      (call, moment) => crashPoint(call, moment, { keepCutting: true }),
      async (cut, name) => {
        const tenant = newTenant()
        const other = newTenant()
        const slug = `freed-${tenant}`
        await over().put(tenant, slug, hashOf('1'))
        await over(under(world, cut))
          .remove(tenant, slug)
          .catch(() => undefined)
        const again = await over().remove(tenant, slug)
        expect([name, again.status === 204 || again.code === 'not_found']).toEqual([name, true])
        expect([name, (await over().put(other, slug)).status]).toEqual([name, 201])
        expect([name, await stoodFor(tenant, slug)]).toEqual([name, [null, '1']])
      },
    )
    expect(runs).toBeGreaterThanOrEqual(3)
  })
})
