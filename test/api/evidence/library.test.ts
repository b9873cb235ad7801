import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { keyOfPerson, paidPerson } from '../../support/paid-work.ts'
import { newPerson } from '../../support/people.ts'
import { ASSET, createAs, deleteAs, getAs, listAs, listWithKey, updateAs } from './evidence-world.ts'

afterEach(endOutages)

const NOWHERE = '0192f0c0-0000-7000-8000-000000000000'

/** Makes writes of the function fail. */
const writesFail = (operation: string) =>
  planOutage({
    function: 'evidence-api',
    service: 'dynamodb',
    operation,
    times: 1_000,
    status: 400,
    type: 'ItemTooBig',
  })

describe('POST /api/v1/evidence/library', () => {
  verifies(['PLA-2.6-2', 'PLA-4.5-21'], '201 with every field of an asset', async () => {
    const ada = await paidPerson()
    const { status, body } = await createAs(ada, { qualityScore: 87.5, tags: ['bread'], authorName: 'Ada' })
    expect([status, body.asset]).toEqual([
      201,
      {
        ...ASSET,
        id: expect.any(String),
        tags: ['bread'],
        qualityScore: 87.5,
        verificationStatus: 'unverified',
        authorName: 'Ada',
        authorBio: null,
        sourceUrl: null,
        usageCount: 0,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ])
    expect((await getAs(ada, body.asset.id)).body).toEqual(body)
  })

  verifies('PLA-4.5-22', '402 with tier, limit, current and upgrade on plan Free', async () => {
    const { status, body } = await createAs(await newPerson())
    expect([status, body]).toMatchObject([
      402,
      { code: 'library_limit', tier: 'free', limit: 0, current: 0, upgrade: '/pricing' },
    ])
  })

  verifies('PLA-4.5-23', '400 with field and rule, 401, 413 with the limit, 502', async () => {
    const ada = await paidPerson()
    const wrong = [
      ['title', { title: 'Too short' }],
      ['title', { title: 'x'.repeat(201) }],
      ['type', { type: 'rumour' }],
      ['domains', { domains: [] }],
      ['content', { content: 'text' }],
      ['qualityScore', { qualityScore: 101 }],
      ['verificationStatus', { verificationStatus: 'maybe' }],
    ] as const
    for (const [field, body] of wrong) {
      const refused = await createAs(ada, body)
      expect([refused.status, refused.body.code, refused.body.errors?.[0]?.field]).toEqual([
        400,
        'invalid_input',
        field,
      ])
    }
    const anonymous = await call('POST', '/api/v1/evidence/library', { body: ASSET, as: 'createEvidenceAsset' })
    expect(anonymous.status).toBe(401)
    const large = await createAs(ada, { content: { text: 'x'.repeat(131_072) } })
    expect([large.status, large.body.code, large.body.limit]).toEqual([413, 'payload_too_large', 131_072])
    await writesFail('TransactWriteItems')
    const failed = await createAs(ada)
    expect([failed.status, failed.body.code]).toEqual([502, 'upstream_failed'])
    await endOutages()
    expect((await listAs(ada)).body.assets).toEqual([])
  })
})

describe('GET /api/v1/evidence/library', () => {
  verifies('PLA-4.5-20', '200 newest first, in pages, filtered; 400 for an invalid value or cursor, 401', async () => {
    const ada = await paidPerson()
    const ids: string[] = []
    for (const type of ['case_study', 'expert_quote', 'case_study'])
      ids.unshift((await createAs(ada, { type, domains: [type === 'case_study' ? 'food' : 'legal'] })).body.asset.id)
    const first = (await listAs(ada, '?limit=2')).body
    const secondPage = (await listAs(ada, `?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.assets, ...secondPage.assets].map(({ id }) => id)).toEqual(ids)
    expect('nextCursor' in secondPage).toBe(false)
    const idsFor = async (query: string) => (await listAs(ada, query)).body.assets.map(({ id }) => id)
    expect(await idsFor('?type=expert_quote')).toEqual([ids[1]])
    expect(await idsFor('?domain=food')).toEqual([ids[0], ids[2]])
    expect(await idsFor('?q=BAKERY%20400')).toEqual(ids)
    for (const query of ['type=rumour', 'domain=bread', 'limit=0', 'limit=101', 'cursor=e30']) {
      const refused = await listAs(ada, `?${query}`)
      const [field] = query.split('=')
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field])
    }
    expect((await call('GET', '/api/v1/evidence/library', { as: 'listEvidenceAssets' })).status).toBe(401)
  })

  test('200 with a key of the same organization only', async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    const { id } = (await createAs(ada)).body.asset
    const list = async (key: string) => (await listWithKey(key)).body
    expect((await list(await keyOfPerson(ada, ['evidence:read']))).assets.map((asset) => asset.id)).toEqual([id])
    expect((await list(await keyOfPerson(bob, ['evidence:read']))).assets).toEqual([])
    expect((await list(await keyOfPerson(ada, ['evidence:write']))).code).toBe('forbidden')
  })
})

describe('/api/v1/evidence/library/:id', () => {
  verifies(
    'PLA-4.5-24',
    'GET 200, 400 for an invalid id, 401, 404 for a missing asset and another tenant’s',
    async () => {
      const ada = await paidPerson()
      const bob = await paidPerson()
      const { id } = (await createAs(ada)).body.asset
      expect((await getAs(ada, id)).status).toBe(200)
      expect((await getAs(ada, 'x')).status).toBe(400)
      const foreign = await getAs(bob, id)
      const none = await getAs(bob, NOWHERE)
      expect([foreign.status, foreign.body]).toEqual([404, none.body])
      expect((await call('GET', `/api/v1/evidence/library/${id}`, { as: 'getEvidenceAsset' })).status).toBe(401)
    },
  )

  verifies('PLA-4.5-25', 'PUT 200 with the given members and a new updatedAt; 400, 401, 404, 413, 502', async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    const { asset } = (await createAs(ada)).body
    const changed = (await updateAs(ada, asset.id, { domains: ['legal', 'food'] })).body.asset
    expect(changed).toEqual({ ...asset, domains: ['legal', 'food'], updatedAt: expect.any(String) })
    expect(changed.updatedAt > asset.updatedAt).toBe(true)
    const answers = [
      await updateAs(ada, 'x', {}),
      await updateAs(ada, asset.id, { title: 'Short' }),
      await updateAs(bob, asset.id, { title: 'It is mine now' }),
      await updateAs(ada, asset.id, { content: { text: 'x'.repeat(131_072) } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 413])
    const path = `/api/v1/evidence/library/${asset.id}`
    expect((await call('PUT', path, { body: {}, as: 'updateEvidenceAsset' })).status).toBe(401)
    await writesFail('PutItem')
    expect((await updateAs(ada, asset.id, { title: 'Never to be seen' })).status).toBe(502)
    await endOutages()
    expect((await getAs(ada, asset.id)).body.asset).toEqual(changed)
  })

  verifies('PLA-4.5-26', 'DELETE 200 {id, deleted: true}; 400, 401, 404, 502', async () => {
    const ada = await paidPerson()
    const bob = await paidPerson()
    const { id } = (await createAs(ada)).body.asset
    expect([(await deleteAs(ada, 'x')).status, (await deleteAs(bob, id)).status]).toEqual([400, 404])
    expect((await call('DELETE', `/api/v1/evidence/library/${id}`, { as: 'deleteEvidenceAsset' })).status).toBe(401)
    await writesFail('DeleteItem')
    expect((await deleteAs(ada, id)).status).toBe(502)
    await endOutages()
    expect(await deleteAs(ada, id)).toMatchObject({ status: 200, body: { id, deleted: true } })
    expect((await deleteAs(ada, id)).status).toBe(404)
  })
})
