import { ASPECT_RATIOS } from '@signet/imaging/schemas/vocabulary'
import { expect } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf, newAddress } from '../../support/api.ts'
import { generate, generateCompleted, waitForEnd } from '../../support/jobs.ts'

const JOB_FIELDS = [
  'job_id',
  'state',
  'original_prompt',
  'final_prompt',
  'enhancement_logic',
  'model_id',
  'quality_tier',
  'asset_url',
  'preset_url',
  'bg_removed_url',
  'output_format',
  'seed_used',
  'error',
  'created_at',
  'completed_at',
]

verifies(
  ['IMG-1-1', 'IMG-3-3', 'IMG-2.1-1', 'IMG-2.1-4', 'IMG-5-2'],
  '201: a prompt becomes an image that can be fetched',
  async () => {
    const { status, body, headers } = await generate(
      { prompt: 'a lighthouse at dusk', sync: true },
      { from: newAddress() },
    )
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(expect.arrayContaining(JOB_FIELDS))
    expect(body).toMatchObject({
      state: 'completed',
      quality_tier: 'standard',
      output_format: 'webp',
      error: null,
      preset_url: null,
    })
    expect(headers.get('location')).toMatch(new RegExp(`^http.*/v2/jobs/${body.job_id}$`))
    const image = await call('GET', String(body.asset_url), { as: 'getAsset' })
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toBe('image/webp')
  },
)

verifies(
  ['IMG-3-2', 'IMG-3-4', 'IMG-1-3', 'IMG-3-1'],
  '202: an asynchronous job moves from queued to completed',
  async () => {
    const from = newAddress()
    const { status, body, headers } = await generate({ prompt: 'a slow boat', sync: false }, { from })
    expect(status).toBe(202)
    expect(body).toMatchObject({ state: 'queued', asset_url: null, completed_at: null })
    expect(headers.get('retry-after')).toBe('1')
    const { job, states } = await waitForEnd(body.job_id, { from })
    const order = ['queued', 'processing', 'encoding', 'completed']
    expect(states).toEqual(order.filter((state) => states.includes(state)))
    expect(job.asset_url).toMatch(/^http.*\/v2\/assets\//)
    expect(new Date(String(job.completed_at)).getTime()).toBeGreaterThanOrEqual(new Date(job.created_at).getTime())
  },
)

verifies('IMG-4.2-19', 'draft and standard wait by default, premium does not', async () => {
  const from = newAddress()
  expect((await generate({ prompt: 'a', quality_tier: 'draft' }, { from })).status).toBe(201)
  expect((await generate({ prompt: 'a' }, { from })).status).toBe(201)
  const key = keyOf('free')
  expect((await generate({ prompt: 'a', quality_tier: 'premium' }, { key })).status).toBe(202)
  expect((await generate({ prompt: 'a', quality_tier: 'premium', sync: true }, { key })).status).toBe(201)
})

verifies(
  'IMG-4.2-8',
  'the same seed gives the same bytes and another seed different ones; without a seed, a random one is reported',
  async () => {
    const from = newAddress()
    const image = async (seed?: number) => {
      const job = await generateCompleted(
        { prompt: 'a quiet forest', ...(seed === undefined ? {} : { seed }) },
        { from },
      )
      const { bytes } = await call('GET', String(job.asset_url), { as: 'getAsset' })
      return { seed: job.seed_used, bytes: Buffer.from(bytes).toString('base64') }
    }
    const first = await image(7)
    const again = await image(7)
    const other = await image(8)
    const drawn = await image()
    expect(first.bytes).toBe(again.bytes)
    expect(first.bytes).not.toBe(other.bytes)
    expect(drawn.seed).toBeGreaterThanOrEqual(0)
    expect((await image(Number(drawn.seed))).bytes).toBe(drawn.bytes)
  },
)

verifies('IMG-2.1-7', 'a job of a model without seeds has no seed', async () => {
  const job = await generateCompleted({ prompt: 'a', edge_model: 'flux-1-schnell' }, { from: newAddress() })
  expect(job.seed_used).toBeNull()
})

verifies('IMG-4.2-5', 'every aspect ratio gives an image of exactly that ratio', async () => {
  const from = newAddress()
  const jobs = await Promise.all(
    ASPECT_RATIOS.map((aspect_ratio) => generateCompleted({ prompt: 'dunes', aspect_ratio }, { from })),
  )
  for (const { aspect_ratio, width, height } of jobs) {
    const [w = 0, h = 0] = aspect_ratio.split(':').map(Number)
    expect(Number(width) * h).toBe(Number(height) * w)
  }
  expect((await generateCompleted({ prompt: 'dunes' }, { from })).aspect_ratio).toBe('1:1')
})

verifies(
  ['IMG-2.5-3', 'IMG-4.2-3'],
  'an edge override is billed at the tier of the request, and its vendor id is an alias',
  async () => {
    const from = newAddress()
    const job = await generateCompleted({ prompt: 'a', edge_model: 'dreamshaper-8-lcm' }, { from })
    expect(job).toMatchObject({ model_id: 'dreamshaper-8-lcm', quality_tier: 'draft' })
    const alias = await generateCompleted({ prompt: 'a', edge_model: '@cf/lykon/dreamshaper-8-lcm' }, { from })
    expect(alias.model_id).toBe('dreamshaper-8-lcm')
    const wrong = await generate({ prompt: 'a', quality_tier: 'ultra', edge_model: 'dreamshaper-8-lcm' }, { from })
    expect(wrong.body).toMatchObject({ errors: [{ field: 'edge_model' }] })
  },
)

verifies('IMG-4.2-7', 'a negative prompt changes drafts only', async () => {
  const key = keyOf('free')
  const bytes = async (body: object) => {
    const job = await generateCompleted({ prompt: 'a bay with birds', seed: 1, ...body }, { key })
    return Buffer.from((await call('GET', String(job.asset_url), { as: 'getAsset' })).bytes).toString('base64')
  }
  expect(await bytes({ negative_prompt: 'birds' })).not.toBe(await bytes({}))
  const premium = { quality_tier: 'premium', sync: true }
  expect(await bytes({ ...premium, negative_prompt: 'birds' })).toBe(await bytes(premium))
})
