import type { ImageRequest } from '@signet/imaging/image-provider'
import { ASPECT_RATIOS } from '@signet/imaging/schemas/vocabulary'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CATALOG } from '../../../../lambdas/images/models/catalog.ts'
import { sizeFor } from '../../../../lambdas/images/models/sizes.ts'
import { EDGE_MODELS } from '../../../../lambdas/images/providers/edge-hosted/edge-models.ts'
import { gptImageSize } from '../../../../lambdas/images/providers/provider-a/gpt-image-vendor.ts'
import { verifies } from '../../../spec/verifies.ts'
import { type FakeVendor, fakeVendor, type SeenRequest } from './fake-vendor.ts'
import { imageRequestFor, KEY, liveWorld, secretOf } from './live-world.ts'
import { EDGE, PROVIDER_A, PROVIDER_B, picture, type WireFormat } from './wire-formats.ts'

const SIGNAL = new AbortController().signal
const IMAGE = await picture(64, 64)
const WIDE = await picture(300, 200)
/** Left half black (unchanged), right half white (repainted). */
const MASK = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#000' } })
  .composite([{ input: { create: { width: 32, height: 64, channels: 3, background: '#fff' } }, left: 32, top: 0 }])
  .png()
  .toBuffer()
let vendor: FakeVendor
beforeAll(async () => {
  vendor = await fakeVendor()
})
afterAll(() => vendor.close())

const vendorRequest = async (
  wire: WireFormat,
  modelId: string,
  changes: Partial<ImageRequest> = {},
): Promise<SeenRequest> => {
  vendor.answersWith(wire.delivered(IMAGE))
  const { painter } = liveWorld(wire, { secret: async () => secretOf(vendor), attemptMs: 5_000 })
  await painter.paint(imageRequestFor(modelId, changes), SIGNAL)
  return vendor.requests[0]!
}

const jsonOf = ({ body }: SeenRequest) => JSON.parse(body.toString())
const formOf = ({ body, headers }: SeenRequest): Promise<FormData> =>
  new Response(body as Uint8Array<ArrayBuffer>, {
    headers: { 'content-type': String(headers['content-type']) },
  }).formData()
const fileOf = async (form: FormData, name: string): Promise<Buffer> =>
  Buffer.from(await (form.get(name) as File).arrayBuffer())
const prompt = 'a red lighthouse at dusk'

describe('requests to Workers AI', () => {
  it('name account and model in the path, its slashes as they are, with the token', async () => {
    const { method, path, headers } = await vendorRequest(EDGE, 'sdxl-lightning', { seed: 7 })
    expect([method, path]).toEqual(['POST', '/accounts/acc/ai/run/@cf/bytedance/stable-diffusion-xl-lightning'])
    expect(headers.authorization).toBe(`Bearer ${KEY}`)
  })

  it('have JSON for the diffusion models, with seed, size, few steps, and a negative prompt if given', async () => {
    const all = { seed: 7, negativePrompt: 'fog' }
    expect(jsonOf(await vendorRequest(EDGE, 'sdxl-lightning', all))).toEqual({
      prompt,
      width: 64,
      height: 64,
      seed: 7,
      negative_prompt: 'fog',
      num_steps: 8,
    })
    expect(jsonOf(await vendorRequest(EDGE, 'phoenix-1.0', { negativePrompt: '' }))).not.toHaveProperty(
      'negative_prompt',
    )
  })

  it('have multipart for flux-2, with a boundary and always a size', async () => {
    const request = await vendorRequest(EDGE, 'flux-2-klein-4b', { seed: 0 })
    expect(request.headers['content-type']).toMatch(/^multipart\/form-data; boundary=.+/)
    expect(Object.fromEntries(await formOf(request))).toEqual({ prompt, width: '64', height: '64', seed: '0' })
  })

  it('to flux-1-schnell contain only fields of its closed schema', async () => {
    expect(jsonOf(await vendorRequest(EDGE, 'flux-1-schnell', { seed: 7 }))).toEqual({ prompt, steps: 4 })
  })

  it('to v1.5 img2img have the source at the working size and the strength', async () => {
    const body = jsonOf(await vendorRequest(EDGE, 'sd-1.5-img2img', { source: WIDE, strength: 0.4, seed: 1 }))
    expect(body).toMatchObject({ strength: 0.4, seed: 1 })
    expect(body).not.toHaveProperty('mask')
    expect(await sharp(Buffer.from(body.image_b64, 'base64')).metadata()).toMatchObject({
      format: 'png',
      width: 64,
      height: 64,
    })
  })

  it('to v1.5 inpainting have the mask as a list of the bytes of a gray PNG, white where it repaints', async () => {
    const body = jsonOf(await vendorRequest(EDGE, 'sd-1.5-inpainting', { source: WIDE, mask: MASK }))
    const mask = sharp(Buffer.from(body.mask))
    expect(await mask.metadata()).toMatchObject({ format: 'png', channels: 1, width: 64, height: 64 })
    const { data, info } = await mask.raw().toBuffer({ resolveWithObject: true })
    expect([data[0], data[63 * info.channels]]).toEqual([0, 255])
  })

  it('exist for every edge model of the catalog, with the parameters that the catalog promises', () => {
    for (const { id, vendorId, provider, capabilities } of CATALOG) {
      if (provider !== 'edge-hosted') continue
      const model = EDGE_MODELS[String(vendorId)]
      expect(model, id).toBeDefined()
      const promised = { seed: 'seed_control', negative_prompt: 'negative_prompt', mask: 'inpaint' } as const
      for (const [field, capability] of Object.entries(promised)) {
        expect(model?.accepts.includes(field as keyof typeof promised), `${id} ${field}`).toBe(
          capabilities.includes(capability),
        )
      }
    }
  })
})

describe('requests to provider-a', () => {
  it('have JSON for a new picture: one PNG at medium quality, on behalf of a digest', async () => {
    const request = await vendorRequest(PROVIDER_A, 'provider-a-image-2', {
      width: 1280,
      height: 720,
      aspectRatio: '16:9',
    })
    expect([request.method, request.path]).toEqual(['POST', '/images/generations'])
    expect(request.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(jsonOf(request)).toEqual({
      model: 'gpt-image-2',
      prompt,
      n: 1,
      size: '1280x720',
      quality: 'medium',
      output_format: 'png',
      moderation: 'auto',
      safety_identifier: 'digest-of-tenant',
    })
  })

  it('have multipart for an edit, with the source as a file', async () => {
    const request = await vendorRequest(PROVIDER_A, 'provider-a-image-1.5', { source: WIDE })
    expect(request.path).toBe('/images/edits')
    const form = await formOf(request)
    expect(form.get('model')).toBe('gpt-image-1.5')
    expect([form.has('moderation'), form.has('mask'), form.has('response_format')]).toEqual([false, false, false])
    expect(await sharp(await fileOf(form, 'image')).metadata()).toMatchObject({
      format: 'webp',
      width: 300,
      height: 200,
    })
  })

  it('with a mask send both at one size, transparent where it repaints', async () => {
    const form = await formOf(await vendorRequest(PROVIDER_A, 'provider-a-image-2', { source: WIDE, mask: MASK }))
    expect(await sharp(await fileOf(form, 'image')).metadata()).toMatchObject({ format: 'png', width: 64, height: 64 })
    const { data, info } = await sharp(await fileOf(form, 'mask'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 64, height: 64, channels: 4 })
    expect([data[3], data[63 * 4 + 3]]).toEqual([255, 0])
  })

  it('have any size within the limits of the later models, at every ratio and size class', () => {
    for (const aspectRatio of ASPECT_RATIOS) {
      for (const imageSize of [undefined, '512', '1K', '2K', '4K'] as const) {
        const { width, height } = sizeFor('oneMegapixel', aspectRatio, imageSize)
        const size = gptImageSize('gpt-image-2', imageRequestFor('provider-a-image-2', { width, height }))
        const [w = 0, h = 0] = size.split('x').map(Number)
        const name = `${aspectRatio} ${imageSize} ${size}`
        expect([w % 16, h % 16], name).toEqual([0, 0])
        expect(w * h, name).toBeGreaterThanOrEqual(655_360)
        expect(w * h, name).toBeLessThanOrEqual(8_294_400)
        expect(Math.max(w, h), name).toBeLessThanOrEqual(3840)
        expect(Math.abs(w / h / (width / height) - 1), name).toBeLessThan(0.03)
        if (imageSize === undefined || imageSize === '1K') expect(size, name).toBe(`${width}x${height}`)
      }
    }
  })

  it('have the nearest of three sizes for the earlier models, and the picture is cut to the ratio', async () => {
    const nearest = (width: number, height: number) =>
      gptImageSize('gpt-image-1.5', imageRequestFor('provider-a-image-1.5', { width, height }))
    expect([
      nearest(1280, 720),
      nearest(720, 1280),
      nearest(1024, 1024),
      nearest(896, 1120),
      nearest(1120, 896),
    ]).toEqual(['1536x1024', '1024x1536', '1024x1024', '1024x1536', '1536x1024'])
    vendor.answersWith(PROVIDER_A.delivered(await picture(96, 64)))
    const { painter } = liveWorld(PROVIDER_A, { secret: async () => secretOf(vendor) })
    const painted = await painter.paint(imageRequestFor('provider-a-image-1.5', { width: 160, height: 90 }), SIGNAL)
    expect([painted.width, painted.height]).toEqual([96, 54])
    expect(await sharp(painted.bytes).metadata()).toMatchObject({ width: 96, height: 54 })
  })
})

describe('requests to provider-b', () => {
  it('name text and image at the ratio, with the key in the header and never in the URL', async () => {
    const request = await vendorRequest(PROVIDER_B, PROVIDER_B.modelId, { aspectRatio: '21:9', width: 64, height: 64 })
    expect([request.method, request.path]).toEqual(['POST', '/models/gemini-3.1-flash-image:generateContent'])
    expect(request.headers['x-goog-api-key']).toBe(KEY)
    expect(jsonOf(request)).toEqual({
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'], imageConfig: { aspectRatio: '21:9' } },
    })
  })

  verifies(['IMG-4.2-6'], 'pass image_size, and a source as an inline part', async () => {
    const body = jsonOf(
      await vendorRequest(PROVIDER_B, 'provider-b-3-pro-image-preview', { imageSize: '4K', source: WIDE }),
    )
    expect(body.generationConfig.imageConfig).toEqual({ aspectRatio: '1:1', imageSize: '4K' })
    const [text, inline] = body.contents[0].parts
    expect(text).toEqual({ text: prompt })
    expect(inline.inlineData.mimeType).toBe('image/webp')
    expect(await sharp(Buffer.from(inline.inlineData.data, 'base64')).metadata()).toMatchObject({
      width: 300,
      height: 200,
    })
  })

  it('return the last picture that is not a draft of a thought, at the size that the vendor chose', async () => {
    const unevenImage = await picture(96, 95)
    vendor.answersWith(PROVIDER_B.delivered(unevenImage))
    const { painter } = liveWorld(PROVIDER_B, { secret: async () => secretOf(vendor) })
    const painted = await painter.paint(imageRequestFor(PROVIDER_B.modelId), SIGNAL)
    expect(Buffer.from(painted.bytes).equals(unevenImage)).toBe(true)
    expect([painted.width, painted.height]).toEqual([96, 95])
  })
})
