import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { orgOf } from '../../support/images.ts'
import { keyOfPerson } from '../../support/paid-work.ts'
import { newPerson } from '../../support/people.ts'
import { receiptOfMonth } from '../../support/receipts.ts'
import {
  deleteSlugAs,
  getSlugAs,
  historyAs,
  listSlugsAs,
  newHash,
  newSlug,
  putSlugAs,
  type SlugBody,
} from './trust-world.ts'

describe('POST /api/trust/slugs', () => {
  verifies(
    ['PLA-2.7-1', 'PLA-3-7', 'PLA-3-8', 'PLA-4.6-2'],
    'returns 201 with slug and hash in lower case, 200 with a new updated_at for another or the same hash',
    async () => {
      const ada = await newPerson()
      const slug = newSlug()
      const hash = newHash()
      const firstReply = await putSlugAs(ada, slug.toUpperCase(), hash.toUpperCase())
      expect([firstReply.status, firstReply.body]).toEqual([
        201,
        {
          slug,
          current_hash: hash,
          tenant_id: await orgOf(ada),
          created_at: expect.any(String),
          updated_at: firstReply.body.created_at,
        },
      ])
      const otherHash = newHash()
      const moved = await putSlugAs(ada, slug, otherHash)
      expect([moved.status, moved.body]).toMatchObject([
        200,
        { current_hash: otherHash, created_at: firstReply.body.created_at },
      ])
      const repeated = await putSlugAs(ada, slug, otherHash)
      expect([repeated.status, repeated.body.current_hash]).toEqual([200, otherHash])
      expect([firstReply, moved, repeated].map(({ body }) => body.updated_at)).toEqual(
        [firstReply, moved, repeated].map(({ body }) => body.updated_at).toSorted(),
      )
      expect((await getSlugAs(ada, slug)).body).toEqual(repeated.body)
    },
  )

  verifies(
    'PLA-4.6-3',
    'returns 400 with the field for an invalid body, slug or hash and a reserved slug, 401',
    async () => {
      const ada = await newPerson()
      const invalidInputs = [
        ...['', '-a', 'a-', 'a_b', 'x'.repeat(65), '\u212aey', '\u0430cme', 7, 'Signet'].map((slug) => ({
          field: 'slug',
          slug,
          hash: newHash(),
        })),
        ...['', 'a'.repeat(63), 'g'.repeat(64), null].map((hash) => ({ field: 'hash', slug: newSlug(), hash })),
      ]
      for (const { field, slug, hash } of invalidInputs) {
        const { status, body } = await putSlugAs(ada, slug, hash)
        expect([slug, hash, status, body.code, body.errors?.[0]?.field]).toEqual([
          slug,
          hash,
          400,
          'invalid_input',
          field,
        ])
      }
      const anonymous = await call('POST', '/api/trust/slugs', { body: {}, as: 'putTrustSlug' })
      expect(anonymous.status).toBe(401)
    },
  )

  verifies(
    ['PLA-4.6-4', 'PLA-7-4'],
    "returns 409 cross_tenant_conflict for another organization's slug and for its receipt's hash",
    async () => {
      const ada = await newPerson()
      const bob = await newPerson()
      const slug = newSlug()
      await putSlugAs(ada, slug, newHash())
      const conflict = await putSlugAs(bob, slug.toUpperCase(), newHash())
      expect([conflict.status, conflict.body]).toEqual([
        409,
        { error: expect.any(String), code: 'cross_tenant_conflict' },
      ])
      const { hash } = await receiptOfMonth(await orgOf(ada), '2026-09')
      expect((await putSlugAs(bob, newSlug(), hash)).body.code).toBe('cross_tenant_conflict')
      expect((await putSlugAs(ada, newSlug(), hash)).status).toBe(201)
      expect((await listSlugsAs(bob)).body.slugs).toEqual([])
    },
  )

  test('one of twenty concurrent requests of two organizations gets the slug', async () => {
    const ada = await newPerson()
    const bob = await newPerson()
    const slug = newSlug()
    const hash = newHash()
    const concurrentPuts = Array.from({ length: 20 }, (_, nth) => putSlugAs(nth % 2 === 0 ? ada : bob, slug, hash))
    const responses = await Promise.all(concurrentPuts)
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const owner = responses.find(({ status }) => status === 201)?.body.tenant_id
    expect(new Set(responses.flatMap(({ status, body }) => (status < 300 ? [body.tenant_id] : [])))).toEqual(
      new Set([owner]),
    )
  })

  test('returns 409 trust_slug_limit above 100 slugs', async () => {
    const ada = await newPerson()
    for (let nth = 0; nth < 100; nth++) expect((await putSlugAs(ada, newSlug(), newHash())).status).toBe(201)
    const { status, body } = await putSlugAs(ada, newSlug(), newHash())
    expect([status, body]).toMatchObject([409, { code: 'trust_slug_limit', limit: 100, current: 100 }])
  })
})

describe('GET /api/trust/slugs', () => {
  verifies('PLA-4.6-1', 'returns 200 with the organization and only its slugs, for sessions and API keys', async () => {
    const ada = await newPerson()
    const bob = await newPerson()
    const slugs = [newSlug(), newSlug()].toSorted()
    for (const slug of slugs) await putSlugAs(ada, slug, newHash())
    await putSlugAs(bob, newSlug(), newHash())
    const list = await listSlugsAs(ada)
    expect([list.status, list.body.tenantId, list.body.slugs?.map(({ slug }) => slug)]).toEqual([
      200,
      await orgOf(ada),
      slugs,
    ])
    const key = await keyOfPerson(ada, ['trust:read'])
    expect((await call<SlugBody>('GET', '/api/trust/slugs', { key, as: 'listTrustSlugs' })).body).toEqual(list.body)
    const refusal = await call('POST', '/api/trust/slugs', {
      key,
      as: 'putTrustSlug',
      body: { slug: newSlug(), hash: newHash() },
    })
    expect(refusal.status).toBe(403)
  })
})

describe('GET /api/trust/slugs/:slug', () => {
  verifies(
    'PLA-4.6-5',
    "returns 200 with the row, 400 for a malformed slug, 401, 404 for unknown slugs and another organization's",
    async () => {
      const ada = await newPerson()
      const bob = await newPerson()
      const slug = newSlug()
      const { body } = await putSlugAs(ada, slug, newHash())
      expect((await getSlugAs(ada, slug)).body).toEqual(body)
      expect([(await getSlugAs(ada, 'a_b')).status, (await getSlugAs(ada, 'x'.repeat(65))).status]).toEqual([400, 400])
      expect((await call('GET', `/api/trust/slugs/${slug}`, { as: 'getTrustSlug' })).status).toBe(401)
      const foreign = await getSlugAs(bob, slug)
      const absent = await getSlugAs(bob, newSlug())
      expect([foreign.status, foreign.body]).toEqual([404, absent.body])
    },
  )
})

describe('DELETE /api/trust/slugs/:slug', () => {
  verifies(
    ['PLA-4.6-6', 'PLA-7-4'],
    "returns 204 and frees the slug, 400, 401, 403 cross_tenant_forbidden for another organization's slug, 404",
    async () => {
      const ada = await newPerson()
      const bob = await newPerson()
      const slug = newSlug()
      await putSlugAs(ada, slug, newHash())
      const foreign = await deleteSlugAs(bob, slug)
      expect([foreign.status, foreign.body]).toEqual([
        403,
        { error: expect.any(String), code: 'cross_tenant_forbidden' },
      ])
      expect((await call('DELETE', `/api/trust/slugs/${slug}`, { as: 'deleteTrustSlug' })).status).toBe(401)
      expect([(await deleteSlugAs(ada, 'a_b')).status, (await deleteSlugAs(ada, slug)).status]).toEqual([400, 204])
      expect((await deleteSlugAs(ada, slug)).status).toBe(404)
      expect((await putSlugAs(bob, slug, newHash())).status).toBe(201)
    },
  )
})

describe('GET /api/trust/slugs/:slug/history', () => {
  test('returns 200 in pages, also for a removed slug; 400 for a malformed slug, 404 for a slug that was never owned', async () => {
    const ada = await newPerson()
    const bob = await newPerson()
    const slug = newSlug()
    const hashes = [newHash(), newHash()]
    for (const hash of hashes) await putSlugAs(ada, slug, hash)
    await deleteSlugAs(ada, slug)
    const foreignHash = newHash()
    await putSlugAs(bob, slug, foreignHash)
    const first = await historyAs(ada, slug, '?limit=2')
    expect([first.status, first.body.history?.map(({ hash }) => hash)]).toEqual([200, [null, hashes[1]]])
    const secondPage = await historyAs(ada, slug, `?limit=2&cursor=${first.body.next_cursor}`)
    expect([secondPage.body.history?.map(({ hash }) => hash), secondPage.body.next_cursor]).toEqual([[hashes[0]], null])
    expect((await historyAs(bob, slug)).body.history).toMatchObject([
      { hash: foreignHash, tenant_id: await orgOf(bob) },
    ])
    expect((await historyAs(ada, slug, '?cursor=e30')).status).toBe(400)
    expect((await historyAs(ada, newSlug())).status).toBe(404)
  })
})
