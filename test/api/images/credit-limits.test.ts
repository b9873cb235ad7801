import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { Job } from '@signet/imaging/schemas/job'
import { rowKey } from '@signet/kernel'
import { quotaCounter } from '@signet/kernel/quota-row'
import { afterEach, expect, test } from 'vitest'
import type { Quote } from '../../../lambdas/images/contract/quote.ts'
import { verifies } from '../../spec/verifies.ts'
import { tenantWith } from '../../support/accounts.ts'
import { call, keyOf, newAddress } from '../../support/api.ts'
import { endOutages, stackNow } from '../../support/control.ts'
import { generate } from '../../support/jobs.ts'
import { newTenant, table } from '../../support/keys.ts'
import { rowsOf } from '../../support/rows.ts'
import { testStack } from '../../support/test-stack.ts'
import { balanceOf } from './credits-world.ts'

afterEach(endOutages)

const quote = (body: object, caller: { key?: string; from?: string }) =>
  call<Quote>('POST', '/v2/generate', { ...caller, body: { prompt: 'a', dry_run: true, ...body }, as: 'job_generate' })

/** The item with this name in a list of limits, which has a quota and the rate of its operation. */
const itemOf = (list: string | null, name: string): string | null =>
  list?.split(', ').find((item) => item.startsWith(`"${name}"`)) ?? null

verifies(
  ['IMG-7-2', 'IMG-8-2'],
  '429 insufficient_credits names price, balance and the page to buy credits',
  async () => {
    const { key, tenantId } = await tenantWith({ welcome: 4 })
    const { status, body, headers } = await generate({ prompt: 'a', quality_tier: 'premium' }, { key })
    expect([status, body]).toMatchObject([
      429,
      { code: 'insufficient_credits', upgrade: '/pricing', required: 5, balance: 4 },
    ])
    expect(headers.get('retry-after')).toBeNull()
    expect(await balanceOf(tenantId)).toMatchObject({ welcome: 4, held: 0 })
    const cycle_end = new Date((await stackNow()) + 3_600_000).toISOString()
    const subscriber = await tenantWith({ welcome: 0, subscription: 1, plan: 'pro', cycle_end })
    const waitingSubscriber = await generate({ prompt: 'a' }, { key: subscriber.key })
    expect(waitingSubscriber.status).toBe(429)
    // Until the renewal in an hour.
    expect(Number(waitingSubscriber.headers.get('retry-after'))).toBeGreaterThan(3000)
  },
)

verifies('IMG-7-2', 'every response from 80 percent has a warning in header and body', async () => {
  const { key } = await tenantWith({ welcome: 10 })
  const answers: (readonly [number, unknown, string | null])[] = []
  const remainders: (string | null)[] = []
  for (let i = 0; i < 5; i++) {
    const { status, body, headers } = await generate({ prompt: 'a' }, { key })
    remainders.push(itemOf(headers.get('ratelimit'), 'credits'))
    answers.push([status, (body as Job & { warning?: unknown }).warning, headers.get('x-quota-warning')])
  }
  expect(remainders).toEqual([8, 6, 4, 2, 0].map((rest) => `"credits";r=${rest}`))
  expect(answers.slice(0, 3).map(([, warning, header]) => [warning, header])).toEqual(Array(3).fill([undefined, null]))
  expect(answers[3]).toEqual([201, { meter: 'credits', used: 8, limit: 10 }, 'credits; used=8; limit=10'])
  expect(answers[4]).toEqual([201, { meter: 'credits', used: 10, limit: 10 }, 'credits; used=10; limit=10'])
})

verifies(['IMG-5-6', 'IMG-7-2'], 'anonymous callers have 100 images a month, warned from 80 on', async () => {
  const from = newAddress()
  const { body: first } = await generate({ prompt: 'a', quality_tier: 'draft' }, { from })
  const { tenantId, network: scope } = await rowsOf(first.job_id)
  expect([tenantId, scope]).toEqual([`anon-${first.job_id}`, expect.stringMatching(/^anon-[0-9a-f]{32}$/)])
  const Key = rowKey(quotaCounter, {
    subject: scope,
    meter: 'images',
    period: new Date(first.created_at).toISOString().slice(0, 7),
  })
  const used = async () => (await table().send(new GetCommand({ TableName: testStack().table, Key }))).Item?.used
  const set = (n: number) =>
    table().send(new PutCommand({ TableName: testStack().table, Item: { ...Key, used: n, ttl: 4_000_000_000 } }))
  expect(await used()).toBe(1)
  await set(79)
  const warned = await generate({ prompt: 'a', quality_tier: 'draft' }, { from })
  expect(warned.headers.get('x-quota-warning')).toBe('images; used=80; limit=100')
  expect(itemOf(warned.headers.get('ratelimit-policy'), 'images')).toBe('"images";q=100')
  const images = itemOf(warned.headers.get('ratelimit'), 'images') ?? ''
  const [, rest, until] = /^"images";r=(\d+);t=(\d+)$/.exec(images) ?? []
  expect(rest).toBe('20')
  expect(Number(until)).toBeLessThanOrEqual(31 * 86_400)
  await set(99)
  expect((await generate({ prompt: 'nsfw picture', quality_tier: 'draft' }, { from })).status).toBe(422)
  expect(await used(), 'an image that failed is given back').toBe(99)
  const last = await Promise.all([1, 2, 3].map(() => generate({ prompt: 'a', quality_tier: 'draft' }, { from })))
  expect(last.map(({ status }) => status).sort()).toEqual([201, 429, 429])
  const { status, body, headers } = await generate({ prompt: 'a', quality_tier: 'draft' }, { from })
  expect([status, body]).toMatchObject([429, { code: 'quota_exceeded', upgrade: '/pricing', limit: 100 }])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await quote({ quality_tier: 'draft' }, { from })).body).toMatchObject({
    would_succeed: false,
    meter: 'images',
    balance: 0,
    gates: { balance: 'quota_exceeded' },
  })
})

test('anonymous callers get 402 for premium, which any account may use', async () => {
  const refused = await generate({ prompt: 'a', quality_tier: 'premium' }, { from: newAddress() })
  expect([refused.status, refused.body]).toMatchObject([402, { code: 'plan_required', upgrade: '/pricing' }])
})

test('200 dry_run quotes price, split, balance, gates, model and size, and writes nothing', async () => {
  const fresh = await newTenant()
  const { status, body } = await quote({ quality_tier: 'premium', aspect_ratio: '16:9' }, { key: fresh.key })
  expect(status).toBe(200)
  expect(body).toEqual({
    dry_run: true,
    would_succeed: true,
    model_id: 'flux-2-klein-9b',
    quality_tier: 'premium',
    aspect_ratio: '16:9',
    width: 1280,
    height: 720,
    meter: 'credits',
    price: 5,
    balance: 50,
    balance_after: 45,
    split: { welcome: 5, purchased: 0, grace: 0, subscription: 0 },
    gates: { plan: 'passed', community: 'passed', balance: 'passed', provider: 'passed', spending: 'passed' },
  })
  expect(await balanceOf(fresh.tenantId)).toBeUndefined()
  const locked = await quote({ quality_tier: 'ultra_plus' }, { key: fresh.key })
  expect(locked.body).toMatchObject({
    would_succeed: false,
    price: 20,
    gates: { plan: 'plan_required', community: 'model_locked' },
  })
  const poor = await tenantWith({ welcome: 1, purchased: 2 })
  expect((await quote({ quality_tier: 'premium' }, { key: poor.key })).body).toMatchObject({
    balance: 3,
    balance_after: null,
    split: null,
    gates: { balance: 'insufficient_credits' },
  })
  expect((await quote({}, { key: poor.key })).body.split).toMatchObject({ welcome: 1, purchased: 1 })
  const jobs = await call<{ jobs: Job[] }>('GET', '/v2/jobs', { key: fresh.key, as: 'job_list' })
  expect(jobs.body.jobs).toEqual([])
  expect((await quote({ sede: 1 }, { key: fresh.key })).status).toBe(400)
})

test('demo accounts never run out of credits', async () => {
  for (const name of ['free', 'pro', 'team', 'agency'] as const) {
    expect((await quote({}, { key: keyOf(name) })).body.balance).toBeGreaterThan(100_000)
  }
})
