import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Quote } from '../../../lambdas/images/contract/quote.ts'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf } from '../../support/api.ts'
import { unlockFrontier } from '../../support/frontier.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'

let relockFrontier = async (): Promise<void> => undefined
beforeAll(async () => {
  relockFrontier = await unlockFrontier()
})
afterAll(() => relockFrontier())

const ULTRA = { prompt: 'a castle', quality_tier: 'ultra', aspect_ratio: '16:9' }
const SIZES = [
  ['512', 640, 360],
  ['1K', 1280, 720],
  ['2K', 2560, 1440],
  ['4K', 5120, 2880],
] as const

verifies('IMG-4.2-6', 'a quote names the requested image_size, by default 1K', async () => {
  const sizeOf = async (image_size?: string) => {
    const body = { ...ULTRA, ...(image_size ? { image_size } : {}), dry_run: true }
    const { body: quote } = await call<Quote>('POST', '/v2/generate', { key: keyOf('pro'), body, as: 'job_generate' })
    return [quote.width, quote.height]
  }
  expect(await sizeOf()).toEqual([1280, 720])
  for (const [name, width, height] of SIZES) expect(await sizeOf(name)).toEqual([width, height])
})

verifies('IMG-4.2-6', '201: the picture has the requested size class', async () => {
  for (const [image_size, width, height] of SIZES.filter(([name]) => name === '512' || name === '2K')) {
    const key = keyOf('agency')
    const { body: accepted } = await generate({ ...ULTRA, image_size }, { key })
    const { job } = await waitForEnd(accepted.job_id, { key })
    expect(job).toMatchObject({ state: 'completed', width, height })
    const { bytes } = await call('GET', String(job.asset_url), { as: 'getAsset' })
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height })
  }
})
