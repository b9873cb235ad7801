import { type ImageProvider, ImageRefused, type ImageRequest } from '@signet/imaging/image-provider'
import { imageTypeOf } from '@signet/imaging/images/image-type'
import { offlinePainter } from '@signet/imaging/painter'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeVendor, fakeVendor } from './fake-vendor.ts'
import { imageRequestFor, liveWorld, secretOf } from './live-world.ts'
import { picture, WIRE_FORMATS, type WireFormat } from './wire-formats.ts'

const SIGNAL = new AbortController().signal
const SOURCE = await picture(80, 60, 'jpeg')
const DELIVERED = new Map(
  await Promise.all(
    [
      [64, 64],
      [96, 64],
      [64, 96],
    ].map(async ([w = 0, h = 0]) => [`${w}x${h}`, await picture(w, h)] as const),
  ),
)
let vendor: FakeVendor
beforeAll(async () => {
  vendor = await fakeVendor()
})
afterAll(() => vendor.close())

interface Subject {
  readonly name: string
  readonly modelId: string
  /** Prepares the vendor behind the painter for an order. */
  prepare(request: ImageRequest): void
  /** An order that it refuses for its content. */
  refuse(request: ImageRequest): ImageRequest
  painter(): ImageProvider
}

const live = (wire: WireFormat): Subject => ({
  name: wire.provider,
  modelId: wire.modelId,
  prepare: ({ width, height }) => vendor.answersWith(wire.delivered(DELIVERED.get(`${width}x${height}`)!)),
  refuse: (request) => {
    vendor.answersWith(wire.moderation)
    return request
  },
  painter: () => liveWorld(wire, { secret: async () => secretOf(vendor), attemptMs: 5_000 }).painter,
})

const SUBJECTS: readonly Subject[] = [
  {
    name: 'offline',
    modelId: 'flux-2-klein-4b',
    prepare: () => {},
    refuse: (request) => ({ ...request, prompt: 'a beheading' }),
    painter: () => offlinePainter,
  },
  ...WIRE_FORMATS.map(live),
]

for (const subject of SUBJECTS) {
  describe(`the painter ${subject.name}`, () => {
    const sizes = [...DELIVERED.keys()].map((name) => name.split('x').map(Number) as [number, number])

    it.each(sizes)('delivers a whole picture of %i x %i, of the declared type and size', async (width, height) => {
      const request = imageRequestFor(subject.modelId, { width, height, seed: 1 })
      subject.prepare(request)
      const { bytes, contentType, width: w, height: h, costMicros } = await subject.painter().paint(request, SIGNAL)
      const { info } = await sharp(bytes, { failOn: 'truncated' }).raw().toBuffer({ resolveWithObject: true })
      expect([info.width, info.height, imageTypeOf(bytes)]).toEqual([w, h, contentType])
      expect(Math.abs(w / h / (width / height) - 1)).toBeLessThan(0.03)
      expect(Number.isSafeInteger(costMicros) && costMicros >= 0).toBe(true)
    })

    it('refuses content as content_rejected, which raises no alarm', async () => {
      const request = subject.refuse(imageRequestFor(subject.modelId))
      const error: unknown = await subject
        .painter()
        .paint(request, SIGNAL)
        .catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(ImageRefused)
      expect(error).toMatchObject({ code: 'content_rejected', isExpected: true })
      expect((error as ImageRefused).userMessage).toMatch(/^[A-Z].{20,}$/)
    })

    it('refuses a source that is not a picture as invalid_source, before any call', async () => {
      const request = imageRequestFor(subject.name === 'edge-hosted' ? 'sd-1.5-img2img' : subject.modelId, {
        source: Buffer.from('<svg/>'),
      })
      subject.prepare(request)
      await expect(subject.painter().paint(request, SIGNAL)).rejects.toMatchObject({ code: 'invalid_source' })
      if (subject.name !== 'offline') expect(vendor.requests).toHaveLength(0)
    })

    it('accepts a source of another format and size', async () => {
      const modelId = subject.name === 'edge-hosted' ? 'sd-1.5-img2img' : subject.modelId
      const request = imageRequestFor(modelId, { source: SOURCE, strength: 0.5 })
      subject.prepare(request)
      expect((await subject.painter().paint(request, SIGNAL)).bytes.byteLength).toBeGreaterThan(0)
    })

    it('stops when its signal aborts', async () => {
      const request = imageRequestFor(subject.modelId)
      subject.prepare(request)
      await expect(subject.painter().paint(request, AbortSignal.abort())).rejects.toThrow()
    })
  })
}
