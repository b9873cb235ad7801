import { randomUUID } from 'node:crypto'
import { mintPlatformCall } from '@signet/kernel'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, platformKeyOf } from '../../support/api.ts'
import { receivedEvents } from '../../support/bus.ts'
import { endOutages, killAt, planOutage, runFunction } from '../../support/control.ts'
import { generateAs, generateWithKey, imagesUsed, orgOf } from '../../support/images.ts'
import { killPaintings } from '../../support/job-faults.ts'
import { pauses } from '../../support/pauses.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { scaled } from '../../support/scale.ts'

afterEach(endOutages)

interface Statement {
  readonly buckets: readonly { readonly name: string; readonly credits: number }[]
  readonly entries: readonly { readonly type: string; readonly ref: string; readonly lines: readonly object[] }[]
}

const statementOf = async (person: Person): Promise<Statement> => {
  const path = `/v2/tenants/${await orgOf(person)}/usage`
  return (await asPerson<Statement>(person, 'GET', path, { as: 'getTenantUsage' })).body
}

const waitUntil = async (isMet: () => Promise<boolean>): Promise<void> => {
  const pause = pauses()
  for (let i = 0; i < 100; i++) {
    if (await isMet()) return
    await pause()
  }
  expect.fail('The condition was not met within 20 s')
}

/** Concurrent callers. */
const CALLER_COUNT = scaled(8, 200)

describe('POST /api/images/generate', () => {
  verifies(
    ['PLA-2.9-2', 'PLA-4.8-4'],
    '201 with the image uses one image of the cycle and no credit; the ledger records it',
    async () => {
      const ada = await newPerson()
      const before = await statementOf(ada)
      const { status, body } = await generateAs(ada)
      expect([status, body]).toEqual([
        201,
        {
          id: body.job_id,
          job_id: expect.any(String),
          state: 'completed',
          original_prompt: 'a red fox',
          final_prompt: 'a red fox',
          asset_url: expect.stringContaining('/v2/assets/'),
          created_at: expect.any(String),
        },
      ])
      expect((await fetch(String(body.asset_url))).status).toBe(200)
      expect(await imagesUsed(ada)).toBe(1)
      const after = await statementOf(ada)
      expect(after.buckets).toEqual(before.buckets)
      expect(after.entries.map(({ type, ref, lines }) => [type, ref, lines])).toEqual([['capture', body.id, []]])
    },
  )

  test('400 for a blank prompt, as at the image service; no quota is used', async () => {
    const ada = await newPerson()
    const request = { body: { prompt: ' ' }, as: 'generateImage' }
    const { status, body } = await asPerson<{ errors: object[] }>(ada, 'POST', '/api/images/generate', request)
    expect([status, body.errors]).toMatchObject([400, [{ field: 'prompt' }]])
    expect(await imagesUsed(ada)).toBe(0)
  })

  verifies('PLA-4.8-2', '201 in another quality tier, by default standard, and with a negative prompt', async () => {
    const ada = await newPerson()
    const { body } = await asPerson<{ id: string }>(ada, 'POST', '/api/images/generate', {
      body: { prompt: 'a lake', negative_prompt: 'people' },
      as: 'generateImage',
    })
    const { body: image } = await asPerson(ada, 'GET', `/api/images/${body.id}`, { as: 'getImage' })
    expect(image).toMatchObject({ quality_tier: 'standard', prompt: 'a lake', error: null })
  })

  verifies(
    ['PLA-4.8-3', 'PLA-8-5', 'PLA-7-1'],
    '429 with the upgrade page once the cycle is used up, and a warning from 80 percent',
    async () => {
      const ada = await newPerson()
      const answers = []
      for (let i = 0; i < 6; i++) answers.push(await generateAs(ada))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429])
      const warnings = answers.map(({ body, headers }) => [body.warning, headers.get('x-quota-warning')])
      expect(warnings.slice(2, 5)).toEqual([
        [undefined, null],
        [{ meter: 'images', used: 4, limit: 5 }, 'images; used=4; limit=5'],
        [{ meter: 'images', used: 5, limit: 5 }, 'images; used=5; limit=5'],
      ])
      const last = answers[5]
      expect(last?.body).toMatchObject({ code: 'quota_exceeded', upgrade: '/pricing', limit: 5 })
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await imagesUsed(ada)).toBe(5)
    },
  )

  test('201 beyond 80 percent, with one event per cycle, from the request that crosses the line', async () => {
    const ada = await newPerson()
    const org = await orgOf(ada)
    const nearlyUsedEvents = () =>
      receivedEvents(({ type, tenantid }) => type === 'org.signet.quota.nearly_used.v1' && tenantid === org)
    for (let i = 0; i < 3; i++) await generateAs(ada)
    expect((await generateAs(ada, { prompt: 'nsfw' })).status).toBe(422)
    expect(await nearlyUsedEvents()).toEqual([])
    // The bus is unavailable, so the event is stored with the counted usage.
    await planOutage({ function: 'platform-images-api', service: 'events', times: 10 })
    await Promise.all([generateAs(ada), generateAs(ada), generateAs(ada)])
    await endOutages()
    await runFunction('event-relay-publish', { after: 120_000 })
    const [event, ...more] = await nearlyUsedEvents()
    expect([event?.data, more]).toEqual([
      {
        subject_id: org,
        org_id: org,
        meter: 'images',
        used: expect.any(Number),
        limit: 5,
        cycle_started_at: expect.any(String),
        cycle_ends_at: expect.any(String),
      },
      [],
    ])
  })

  test('201 for five concurrent requests, 429 for the others', async () => {
    const ada = await newPerson()
    const createdKey = await asPerson<{ key: string }>(ada, 'POST', '/api/keys', {
      body: { name: 'a' },
      as: 'createApiKey',
    })
    const answers = await Promise.all(Array.from({ length: CALLER_COUNT }, () => generateWithKey(createdKey.body.key)))
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((each) => each === 201).length, await imagesUsed(ada)]).toEqual([5, 5])
    expect(statuses.filter((each) => each === 429)).toHaveLength(CALLER_COUNT - 5)
  })

  test('402 for a tier outside the plan, 403 for a locked model; nothing is counted', async () => {
    const ada = await newPerson()
    const locked = await generateAs(ada, { quality_tier: 'ultra' })
    expect([locked.status, locked.body.code, locked.body.upgrade]).toEqual([402, 'plan_required', '/pricing'])
    expect(await imagesUsed(ada)).toBe(0)
    const { status, body } = await generateWithKey(platformKeyOf('pro'), { quality_tier: 'ultra' })
    expect([status, body.code]).toEqual([403, 'model_locked'])
  })

  test('422 for a refused prompt; nothing is counted', async () => {
    const ada = await newPerson()
    const { status, body } = await generateAs(ada, { prompt: 'nsfw' })
    expect([status, body.code, await imagesUsed(ada)]).toEqual([422, 'content_rejected', 0])
  })

  test('502 while the image service fails; nothing is counted until it works again', async () => {
    const ada = await newPerson()
    // The call is retried once.
    for (const nth of [1, 2]) await killAt('images-api', 'before', nth)
    const { status, body } = await generateAs(ada)
    expect([status, body.code, await imagesUsed(ada)]).toEqual([502, 'upstream_failed', 0])
    expect([(await generateAs(ada)).status, await imagesUsed(ada)]).toEqual([201, 1])
  })

  test('201, 409 and 422 for an idempotency key: the stored image, in progress, another request', async () => {
    const ada = await newPerson()
    const headers = { 'idempotency-key': randomUUID() }
    const both = await Promise.all([generateAs(ada, {}, headers), generateAs(ada, {}, headers)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const first = both.find(({ status }) => status === 201)
    const again = await generateAs(ada, {}, headers)
    expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first?.body.id,
      'true',
    ])
    const other = await generateAs(ada, { prompt: 'another' }, headers)
    expect([other.status, other.body.code, await imagesUsed(ada)]).toEqual([422, 'idempotency_mismatch', 1])
    const bob = await newPerson('Bob')
    expect((await generateAs(bob, {}, headers)).body.id).not.toBe(first?.body.id)
  })

  test('201 once for a run that died after the image service had responded, and was repeated', async () => {
    const ada = await newPerson()
    const headers = { 'idempotency-key': randomUUID() }
    // The image is counted, and then the end of the request cannot be stored.
    await planOutage({
      function: 'platform-images-api',
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      times: 1,
      status: 400,
      type: 'ValidationException',
    })
    expect((await generateAs(ada, {}, headers)).status).toBe(500)
    expect([(await generateAs(ada, {}, headers)).status, await imagesUsed(ada)]).toEqual([201, 1])
  })

  test('201 for an image drawn later; a later failure gives the count back', async () => {
    const ada = await newPerson()
    await killPaintings()
    const { status, body } = await generateAs(ada, { quality_tier: 'premium' })
    expect([status, body.asset_url]).toEqual([201, null])
    await waitUntil(async () => (await imagesUsed(ada)) === 0)
    const { body: image } = await asPerson(ada, 'GET', `/api/images/${body.id}`, { as: 'getImage' })
    expect(image).toMatchObject({ status: 'failed', image_url: null, error: expect.any(String) })
  })

  test('400 for unknown fields', async () => {
    const ada = await newPerson()
    const bodies = [{ prompt: '' }, { quality_tier: 'gold' }, { seed: 1 }, { prompt: 'x'.repeat(2_001) }]
    for (const body of bodies) expect([body, (await generateAs(ada, body)).status]).toEqual([body, 400])
    expect(await imagesUsed(ada)).toBe(0)
  })
})

describe('a call of the platform', () => {
  test('cannot be forged: the image service returns 401', async () => {
    const forged = mintPlatformCall(
      'another secret',
      { audience: 'images', tenantId: 't', scopes: ['generate'] },
      new Date(),
    )
    const [head = '', mac = ''] = forged.split('.')
    for (const key of [forged, `${head}.`, head, `call_.${mac}`, 'call_e30.e30', `${forged}.x`]) {
      const { status } = await call('POST', '/v2/generate', { key, body: { prompt: 'a' }, as: 'job_generate' })
      expect([key, status]).toEqual([key, 401])
    }
  })
})
