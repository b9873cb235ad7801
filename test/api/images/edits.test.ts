import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call, keyOf, newAddress } from '../../support/api.ts'
import { generate, generateCompleted, waitForEnd } from '../../support/jobs.ts'
import { keysBelow } from '../../support/objects.ts'

const flat = (color: string, width = 512, height = 512) =>
  sharp({ create: { width, height, channels: 3, background: color } })

const base64 = async (image: Sharp): Promise<string> => (await image.png().toBuffer()).toString('base64')

/** Left half white (to be repainted), right half black (unchanged). */
const leftMask = async (): Promise<string> =>
  base64(flat('black').composite([{ input: await flat('white', 256, 512).png().toBuffer(), left: 0, top: 0 }]))

const pixels = async (url: unknown): Promise<Buffer> => {
  const { bytes } = await call('GET', String(url), { as: 'getAsset' })
  return sharp(bytes).removeAlpha().resize(512, 512, { fit: 'fill' }).raw().toBuffer()
}

const meanDifference = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length

const png = { output_format: 'png', prompt: 'a storm at sea', seed: 9 }

verifies(
  ['IMG-4.2-12', 'IMG-4.2-14', 'IMG-4.2-9'],
  'img2img starts from the source and changes it according to strength',
  async () => {
    const from = newAddress()
    const input_image = await base64(flat('#2266aa'))
    const source = await flat('#2266aa').raw().toBuffer()
    const difference = async (input_strength: number) => {
      const job = await generateCompleted(
        { ...png, edge_model: 'sd-1.5-img2img', mode: 'img2img', input_image, input_strength },
        { from },
      )
      expect([job.width, job.height]).toEqual([512, 512])
      return meanDifference(await pixels(job.asset_url), source)
    }
    const atZero = await difference(0)
    const atMedium = await difference(0.4)
    const atFull = await difference(1)
    expect(atZero).toBeLessThan(1)
    expect(atMedium).toBeGreaterThan(atZero)
    expect(atFull).toBeGreaterThan(atMedium)
  },
)

verifies('IMG-4.2-13', 'inpainting repaints only where the mask is white', async () => {
  const from = newAddress()
  const edge_model = 'sd-1.5-inpainting'
  const body = {
    ...png,
    edge_model,
    input_image: await base64(flat('#cc8833')),
    mask_image: `data:image/png;base64,${await leftMask()}`,
  }
  const job = await generateCompleted(body, { from })
  const image = await pixels(job.asset_url)
  const strip = (left: number) =>
    sharp(image, { raw: { width: 512, height: 512, channels: 3 } })
      .extract({ left, top: 0, width: 200, height: 512 })
      .raw()
      .toBuffer()
  const source = await flat('#cc8833', 200, 512).raw().toBuffer()
  expect(meanDifference(await strip(300), source)).toBe(0)
  expect(meanDifference(await strip(20), source)).toBeGreaterThan(5)
})

verifies('IMG-4.2-11', 'the asset URL of a prior job of the same tenant can be chained into img2img', async () => {
  const from = newAddress()
  const first = await generateCompleted({ prompt: 'an island', seed: 2 }, { from })
  const body = {
    prompt: 'the island at night',
    edge_model: 'sd-1.5-img2img',
    mode: 'img2img',
    input_asset_url: first.asset_url,
  }
  expect((await generateCompleted({ ...body, input_strength: 0.3 }, { from })).model_id).toBe('sd-1.5-img2img')
  const foreign = await generate({ ...body, quality_tier: 'draft' }, { key: keyOf('free') })
  expect([foreign.status, foreign.body]).toMatchObject([400, { errors: [{ field: 'input_asset_url' }] }])
})

test('the transparent image of a prior job is chained by its URL; a job without one is refused with the field name', async () => {
  const from = newAddress()
  const plain = await generateCompleted({ prompt: 'an apple', seed: 3 }, { from })
  const withoutBackground = await generateCompleted({ prompt: 'a pear', seed: 3, background_removal: true }, { from })
  const request = { prompt: 'a pear on a table', edge_model: 'sd-1.5-img2img', mode: 'img2img', input_strength: 0.3 }
  const chained = await generateCompleted(
    { ...request, input_asset_url: String(withoutBackground.bg_removed_url) },
    { from },
  )
  expect(chained.model_id).toBe('sd-1.5-img2img')
  const [, jobId = ''] = /assets\/([0-9a-f-]+)$/.exec(plain.asset_url ?? '') ?? []
  // A transparent image has the ID of its job as a version 8 UUID. The plain job has none.
  const absentTransparentUrl = `${plain.asset_url?.replace(jobId, `${jobId.slice(0, 14)}8${jobId.slice(15)}`)}`
  const refused = await generate({ ...request, quality_tier: 'draft', input_asset_url: absentTransparentUrl }, { from })
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { errors: [{ field: 'input_asset_url', message: 'refers to the transparent image of a job without one' }] },
  ])
})

test('a source that breaks during decoding fails the job, with a message for its owner', async () => {
  const from = newAddress()
  const whole = Buffer.from(await base64(flat('red')), 'base64')
  const input_image = whole.subarray(0, Math.floor(whole.length / 2)).toString('base64')
  const body = {
    prompt: 'a',
    quality_tier: 'draft',
    edge_model: 'sd-1.5-img2img',
    mode: 'img2img',
    input_image,
    sync: false,
  }
  const { body: accepted } = await generate(body, { from })
  const { job } = await waitForEnd(accepted.job_id, { from })
  expect(job).toMatchObject({
    state: 'failed',
    error_code: 'invalid_source',
    error: expect.stringMatching(/image|source/i),
  })
})

test('413 for inputs larger than 4 MiB together', async () => {
  const largeImage = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2_150_000)]).toString('base64')
  const body = {
    prompt: 'a',
    quality_tier: 'draft',
    edge_model: 'sd-1.5-inpainting',
    input_image: largeImage,
    mask_image: largeImage,
  }
  const { status, body: refusal } = await generate(body, { from: newAddress() })
  expect([status, refusal]).toMatchObject([413, { code: 'payload_too_large', limit: 4_194_304 }])
})

test('sources and masks are deleted with their job', async () => {
  const from = newAddress()
  const body = {
    ...png,
    edge_model: 'sd-1.5-inpainting',
    input_image: await base64(flat('gray')),
    mask_image: await leftMask(),
  }
  const { job_id: id } = await generateCompleted(body, { from })
  expect(await keysBelow(`tmp/${id}/`)).toEqual([`tmp/${id}/mask`, `tmp/${id}/source`])
  await call('DELETE', `/v2/jobs/${id}`, { from, as: 'job_delete' })
  expect(await keysBelow(`tmp/${id}/`)).toEqual([])
})
