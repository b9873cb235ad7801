import type { ModelEntry } from '@signet/imaging/schemas/model-entry'
import { afterEach, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { backersNow } from '../../support/frontier.ts'
import { testStack } from '../../support/test-stack.ts'

afterEach(endOutages)

const list = async (query = '', key?: string): Promise<ModelEntry[]> => {
  const options = { as: 'listModels', ...(key ? { key } : {}) }
  const { status, body } = await call<{ models: ModelEntry[] }>('GET', `/v2/models${query}`, options)
  expect(status).toBe(200)
  return body.models
}

const defaultOf = (models: ModelEntry[], tier: string) => models.find((m) => m.is_default && m.quality_tier === tier)

verifies(
  ['IMG-4.1-1', 'IMG-2.2-1', 'IMG-2.2-3', 'IMG-1-2'],
  '200 lists a default for each of the five tiers',
  async () => {
    const models = await list('', keyOf('free'))
    expect(models.filter((m) => m.is_default).map((m) => m.quality_tier)).toEqual([
      'draft',
      'standard',
      'premium',
      'ultra',
      'ultra_plus',
    ])
    expect(defaultOf(models, 'draft')).toMatchObject({
      provider: 'edge-hosted',
      capabilities: { txt2img: true, img2img: false, inpaint: false, negative_prompt: true, seed_control: true },
      credits_per_request: 1,
      output_types: ['png', 'webp', 'avif'],
      default_size: '1024x1024',
      is_available: true,
    })
  },
)

verifies(
  ['IMG-2.4-1', 'IMG-2.4-2'],
  '200 bills the tiers 1, 2, 5, 10 and 20 credits, the first three edge-hosted with seeds',
  async () => {
    const defaults = (await list('', keyOf('free'))).filter((m) => m.is_default)
    expect(defaults.map((m) => m.credits_per_request)).toEqual([1, 2, 5, 10, 20])
    expect(defaults.map((m) => m.provider)).toEqual([
      'edge-hosted',
      'edge-hosted',
      'edge-hosted',
      'provider-b',
      'provider-b',
    ])
    expect(defaults.map((m) => m.capabilities.seed_control)).toEqual([true, true, true, false, false])
  },
)

verifies(['IMG-2.2-2', 'IMG-2.5-4'], '200 lists eight edge overrides that bill at the caller tier', async () => {
  const overrides = (await list('', keyOf('free'))).filter((m) => m.provider === 'edge-hosted' && !m.is_default)
  expect(overrides).toHaveLength(8)
  expect(overrides.every((m) => m.credits_per_request === null && m.unlock_status === undefined)).toBe(true)
  expect(overrides.filter((m) => m.capabilities.inpaint)).toHaveLength(1)
  expect(overrides.filter((m) => m.capabilities.img2img)).toHaveLength(1)
})

verifies(
  ['IMG-2.2-4', 'IMG-4.1-3', 'IMG-2.5-1'],
  '200 shows every frontier model and its unlock progress to anonymous callers',
  async () => {
    const frontier = (await list()).filter((m) => m.provider !== 'edge-hosted')
    expect(frontier.filter((m) => m.provider === 'provider-a').map((m) => [m.id, m.credits_per_request])).toEqual([
      ['provider-a-image-1-mini', 10],
      ['provider-a-image-1', 10],
      ['provider-a-image-1.5', 10],
      ['provider-a-image-2', 10],
    ])
    // The demo person `agency` pays for a plan that backs the milestone, and so do other tests. On an emulator no one
    // pays.
    const backers = await backersNow()
    expect(backers).toBeGreaterThanOrEqual(testStack().kind === 'local' ? 1 : 0)
    for (const { unlock_status: unlock } of frontier) {
      expect(unlock).toMatchObject({ type: 'community_milestone', display_current: backers, funded_basis: true })
      expect(unlock?.agent_hint).toContain('Pro')
    }
    expect(frontier.find((m) => m.id === 'provider-a-image-1')).toMatchObject({
      is_available: false,
      retires_at: '2026-10-23',
      replacement: 'provider-a-image-2',
    })
  },
)

verifies('IMG-4.1-4', '200 omits edge models above standard for callers without an account, silently', async () => {
  const ids = (models: ModelEntry[]) => models.map(({ id }) => id)
  const [anonymous, free, pro] = await Promise.all([list(), list('', keyOf('free')), list('', keyOf('pro'))])
  expect(ids(free)).toEqual(ids(pro))
  expect(ids(free).filter((id) => !ids(anonymous).includes(id))).toEqual([
    'flux-2-klein-9b',
    'flux-2-dev',
    'lucid-origin',
  ])
  const body = { prompt: 'a', quality_tier: 'draft', edge_model: 'flux-2-dev' }
  const refused = await call('POST', '/v2/generate', { body, as: 'job_generate' })
  expect([refused.status, refused.body.code]).toEqual([402, 'plan_required'])
})

verifies('IMG-4.1-2', '200 lists only models with the requested capability', async () => {
  for (const capability of ['txt2img', 'img2img', 'inpaint', 'negative_prompt', 'seed_control'] as const) {
    const models = await list(`?capability=${capability}`)
    expect(models.length).toBeGreaterThan(0)
    expect(models.every((m) => m.capabilities[capability])).toBe(true)
  }
})

test('400 names the known capabilities', async () => {
  const { status, body } = await call('GET', '/v2/models?capability=fly', { as: 'listModels' })
  expect(status).toBe(400)
  expect(body).toMatchObject({ errors: [{ field: 'capability', message: expect.stringContaining('txt2img') }] })
})

test('401 for an unknown key, although no key is needed', async () => {
  const { status, body } = await call('GET', '/v2/models', { key: 'gen_nobody', as: 'listModels' })
  expect(status).toBe(401)
  expect(body.code).toBe('unauthenticated')
})

const unreadable = {
  function: 'images-api',
  service: 'dynamodb',
  operation: 'GetItem',
  times: 20,
  status: 400,
} as const

test('503 with Retry-After when the table is throttled', async () => {
  await planOutage({ ...unreadable, type: 'ThrottlingException' })
  const { status, headers } = await call('GET', '/v2/models', { as: 'listModels' })
  expect([status, headers.get('retry-after')]).toEqual([503, '2'])
})

test('500 with only the request id when the table is broken', async () => {
  await planOutage({ ...unreadable, type: 'AccessDeniedException' })
  const { status, body, headers } = await call('GET', '/v2/models', { as: 'listModels' })
  expect(status).toBe(500)
  expect(body).toEqual({ error: 'Internal error', code: 'internal', request_id: headers.get('x-request-id') })
})
