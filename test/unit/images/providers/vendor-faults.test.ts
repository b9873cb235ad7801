import type { ImageRefused, RefusalCode } from '@signet/imaging/image-provider'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type FakeVendor, fakeVendor } from './fake-vendor.ts'
import { imageRequestFor, KEY, liveWorld, missingSecret, secretOf, type World } from './live-world.ts'
import { EDGE, HTML_PAGE, PROVIDER_A, PROVIDER_B, picture, WIRE_FORMATS, type WireFormat } from './wire-formats.ts'

const SIGNAL = new AbortController().signal
const IMAGE = await picture(64, 64)
let vendor: FakeVendor
beforeAll(async () => {
  vendor = await fakeVendor()
})
afterAll(() => vendor.close())

const world = (wire: WireFormat): World => liveWorld(wire, { secret: async () => secretOf(vendor) })

const paint = async ({ painter }: World, { modelId }: WireFormat): Promise<string> => {
  try {
    const { width, height, contentType } = await painter.paint(imageRequestFor(modelId), SIGNAL)
    return `${contentType} ${width}x${height}`
  } catch (error) {
    const { name, code } = error as ImageRefused
    return `${name} ${code}`
  }
}

const truncated = (wire: WireFormat): Answer => wire.delivered(IMAGE.subarray(0, IMAGE.byteLength / 2))
/** A picture of 10,000 x 10,000 in a few kilobytes. */
const BOMB = await sharp({
  create: { width: 10_000, height: 10_000, channels: 3, background: '#000' },
  limitInputPixels: false,
})
  .png()
  .toBuffer()

/** The result of each persistent fault, and the number of calls. */
const PERSISTENT_FAULTS: readonly (readonly [string, (wire: WireFormat) => Answer, RefusalCode, number])[] = [
  ['a refused prompt', ({ moderation }) => moderation, 'content_rejected', 1],
  ['a quota that is used up', ({ quota }) => quota, 'provider_quota', 1],
  ['a refused key', ({ auth }) => auth, 'provider_auth', 1],
  ['an ended model', ({ retired }) => retired, 'model_retired', 1],
  ['a rejected request', ({ badRequest }) => badRequest, 'provider_rejected', 1],
  ['429 with a time to wait', ({ rateLimited }) => rateLimited, 'provider_rate_limited', 3],
  ['5xx', ({ broken }) => broken, 'provider_unavailable', 3],
  ['5xx in HTML', () => ({ ...HTML_PAGE, status: 502 }), 'provider_unavailable', 3],
  ['HTML instead of a response', () => HTML_PAGE, 'provider_unavailable', 2],
  ['an answer without a picture', ({ empty }) => empty, 'provider_unavailable', 2],
  ['a truncated picture', truncated, 'provider_unavailable', 2],
  ['a file that is not an image', (wire) => wire.delivered(Buffer.from('<svg xmlns="…"/>')), 'provider_unavailable', 2],
  ['a decompression bomb', (wire) => wire.delivered(BOMB), 'provider_unavailable', 2],
  ['a truncated body', (wire) => ({ ...wire.delivered(IMAGE), cutAfter: 200 }), 'provider_unavailable', 2],
  ['a body that never ends', (wire) => ({ ...wire.delivered(IMAGE), stallAfter: 200 }), 'provider_timeout', 2],
]

/** Metric class of each fault. */
const CLASSES: Readonly<Record<string, string>> = {
  content_rejected: 'refused',
  invalid_source: 'refused',
  model_retired: 'refused',
  provider_quota: 'limited',
  provider_rate_limited: 'limited',
  provider_auth: 'failed',
  provider_rejected: 'failed',
  provider_timeout: 'failed',
  provider_unavailable: 'failed',
}

for (const wire of WIRE_FORMATS) {
  describe(`faults of ${wire.provider}`, () => {
    it.each(PERSISTENT_FAULTS)(
      'end in their code after the expected calls if they persist: %s',
      async (_, fault, code, calls) => {
        vendor.answersWith(fault(wire))
        const live = world(wire)
        expect(await paint(live, wire)).toBe(`ImageRefused ${code}`)
        expect(vendor.requests).toHaveLength(calls)
        expect(live.pauses).toHaveLength(calls - 1)
        const results = live.metrics
          .filter(({ name }) => name === 'VendorResult')
          .map(({ dimensions }) => dimensions.result)
        expect(results).toEqual(Array.from({ length: calls }, () => CLASSES[code]))
      },
    )

    it.each(PERSISTENT_FAULTS.filter(([, , , calls]) => calls > 1))(
      'do not fail the request if the next call succeeds: %s',
      async (_, fault) => {
        vendor.answersWith(fault(wire), wire.delivered(IMAGE))
        expect(await paint(world(wire), wire)).toBe('image/png 64x64')
        expect(vendor.requests).toHaveLength(2)
      },
    )

    it('with a retry time are waited for, and slightly longer', async () => {
      vendor.answersWith(wire.rateLimited, wire.delivered(IMAGE))
      const live = world(wire)
      await paint(live, wire)
      expect(live.pauses).toEqual([2250])
    })

    it('with a retry time beyond a minute are not waited for', async () => {
      vendor.answersWith({ ...wire.broken, headers: { 'retry-after': '61' } })
      const live = world(wire)
      expect(await paint(live, wire)).toBe('ImageRefused provider_unavailable')
      expect(vendor.requests).toHaveLength(1)
    })

    it('for a rotated key cause one new read of the secret', async () => {
      const keys = ['old', 'new']
      let keyIndex = 0
      const secret = async ({ fresh = false } = {}) => secretOf(vendor, keys[fresh ? ++keyIndex : keyIndex])
      vendor.answersWith(wire.auth, wire.delivered(IMAGE))
      expect(await paint(liveWorld(wire, { secret }), wire)).toBe('image/png 64x64')
      expect(vendor.requests.map(({ headers }) => headers.authorization ?? headers['x-goog-api-key'])).toEqual(
        keys.map((key) => expect.stringContaining(key)),
      )
      vendor.answersWith(wire.auth)
      keyIndex = 0
      expect(await paint(liveWorld(wire, { secret }), wire)).toBe('ImageRefused provider_auth')
      expect(vendor.requests).toHaveLength(2)
    })

    it('for a missing or malformed secret cause no call', async () => {
      vendor.answersWith(wire.delivered(IMAGE))
      for (const secret of [missingSecret, async () => 'not json', async () => '{"key":"x"}']) {
        expect(await paint(liveWorld(wire, { secret }), wire)).toBe('ImageRefused provider_auth')
      }
      expect(vendor.requests).toHaveLength(0)
    })

    it('cause three attempts if the connection failed, because nothing was sent', async () => {
      const closedVendor = await fakeVendor()
      await closedVendor.close()
      const live = liveWorld(wire, { secret: async () => secretOf(closedVendor) })
      expect(await paint(live, wire)).toBe('ImageRefused provider_unavailable')
      expect(live.pauses).toHaveLength(2)
    })

    it("at the end of the step's time are reported as such, without a retry", async () => {
      vendor.answersWith({ ...wire.delivered(IMAGE), stallAfter: 10 })
      const { painter } = liveWorld(wire, { secret: async () => secretOf(vendor), attemptMs: 10_000 })
      await expect(painter.paint(imageRequestFor(wire.modelId), AbortSignal.timeout(100))).rejects.toMatchObject({
        code: 'provider_timeout',
      })
      expect(vendor.requests).toHaveLength(1)
    })

    it('leave neither key nor the vendor’s words in log, metrics or the refusal', async () => {
      for (const answer of [wire.auth, wire.moderation, wire.badRequest, wire.quota]) {
        vendor.answersWith(answer)
        const live = world(wire)
        const error: unknown = await live.painter.paint(imageRequestFor(wire.modelId), SIGNAL).catch((caught) => caught)
        const record = JSON.stringify([live.lines, live.metrics, (error as Error).message])
        expect(record).not.toContain(KEY)
        expect(record).not.toContain('lighthouse')
        expect(record).not.toMatch(/about your prompt|daily free allocation|NSFW content/)
      }
    })
  })
}

describe('a block in the middle of a response of provider-b', () => {
  const REASONS = [
    'SAFETY',
    'IMAGE_SAFETY',
    'PROHIBITED_CONTENT',
    'IMAGE_PROHIBITED_CONTENT',
    'BLOCKLIST',
    'SPII',
    'RECITATION',
    'IMAGE_RECITATION',
  ]
  it.each(REASONS)('%s is a refused prompt after one call', async (finishReason) => {
    vendor.answersWith({ body: JSON.stringify({ candidates: [{ finishReason, content: { parts: [] } }] }) })
    expect(await paint(world(PROVIDER_B), PROVIDER_B)).toBe('ImageRefused content_rejected')
    expect(vendor.requests).toHaveLength(1)
  })

  it.each(['NO_IMAGE', 'IMAGE_OTHER', 'OTHER'])(
    '%s causes a second call that insists on an image',
    async (finishReason) => {
      vendor.answersWith({ body: JSON.stringify({ candidates: [{ finishReason }] }) }, PROVIDER_B.delivered(IMAGE))
      expect(await paint(world(PROVIDER_B), PROVIDER_B)).toBe('image/png 64x64')
      const texts = vendor.requests.map(({ body }) => JSON.parse(body.toString()).contents[0].parts[0].text)
      expect(texts[0]).toBe('a red lighthouse at dusk')
      expect(texts[1]).toMatch(/^a red lighthouse at dusk\n\n.*exactly one image/)
    },
  )
})

describe('the rules of provider-a', () => {
  it('x-should-retry takes precedence over the status', async () => {
    vendor.answersWith({ ...PROVIDER_A.broken, headers: { 'x-should-retry': 'false' } })
    expect(await paint(world(PROVIDER_A), PROVIDER_A)).toBe('ImageRefused provider_unavailable')
    expect(vendor.requests).toHaveLength(1)
    vendor.answersWith({ ...PROVIDER_A.badRequest, headers: { 'x-should-retry': 'true' } }, PROVIDER_A.delivered(IMAGE))
    expect(await paint(world(PROVIDER_A), PROVIDER_A)).toBe('image/png 64x64')
  })

  it('a spending limit with status 400 is a quota', async () => {
    vendor.answersWith({
      status: 400,
      body: JSON.stringify({ error: { code: 'billing_hard_limit_reached', type: 'invalid_request_error' } }),
    })
    expect(await paint(world(PROVIDER_A), PROVIDER_A)).toBe('ImageRefused provider_quota')
  })
})

describe('responses of edge-hosted models', () => {
  it('may be the file itself, whatever content type it declares', async () => {
    const jpeg = await picture(64, 64, 'jpeg')
    vendor.answersWith({ headers: { 'content-type': 'image/png' }, body: jpeg })
    expect(await paint(world(EDGE), EDGE)).toBe('image/jpeg 64x64')
  })

  it('with success: false and status 200 are errors', async () => {
    vendor.answersWith({ ...EDGE.moderation, status: 200 })
    expect(await paint(world(EDGE), EDGE)).toBe('ImageRefused content_rejected')
  })

  it('with new codes are matched by their wording for unsafe prompts', async () => {
    const body = JSON.stringify({ success: false, errors: [{ code: 9999, message: 'NSFW detected' }] })
    vendor.answersWith({ status: 400, body })
    expect(await paint(world(EDGE), EDGE)).toBe('ImageRefused content_rejected')
  })
})
