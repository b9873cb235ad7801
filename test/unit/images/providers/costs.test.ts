import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CATALOG } from '../../../../lambdas/images/models/catalog.ts'
import { EDGE_MODELS, edgeCostMicros } from '../../../../lambdas/images/providers/edge-hosted/edge-models.ts'
import { pauseBefore, retryAfterOf } from '../../../../lambdas/images/providers/live/retry-delay.ts'
import { gptImageCostMicros } from '../../../../lambdas/images/providers/provider-a/gpt-image-prices.ts'
import { geminiCostMicros } from '../../../../lambdas/images/providers/provider-b/gemini-prices.ts'
import { type FakeVendor, fakeVendor } from './fake-vendor.ts'
import { imageRequestFor, liveWorld, secretOf } from './live-world.ts'
import { EDGE, PROVIDER_A, PROVIDER_B, picture } from './wire-formats.ts'

const IMAGE = await picture(64, 64)
let vendor: FakeVendor
beforeAll(async () => {
  vendor = await fakeVendor()
})
afterAll(() => vendor.close())

describe('the cost of a call', () => {
  it.each([
    // 1 tile at 287 millionths.
    [EDGE, 287],
    // 20 x 5 + 1056 x 30.
    [PROVIDER_A, 31_780],
    // 10 x 0.5 + 1120 x 60 + (10 + 100) x 3.
    [PROVIDER_B, 67_535],
  ] as const)('appears on the painting and as a metric: %#', async (wire, micros) => {
    vendor.answersWith(wire.broken, wire.delivered(IMAGE))
    const { painter, metrics } = liveWorld(wire, { secret: async () => secretOf(vendor) })
    const { costMicros } = await painter.paint(imageRequestFor(wire.modelId), new AbortController().signal)
    expect(costMicros).toBe(micros)
    const dimensions = { provider: wire.provider, model: wire.modelId }
    expect(metrics.filter(({ name }) => name === 'PainterCostMicros')).toEqual([
      { name: 'PainterCostMicros', value: micros, dimensions },
    ])
  })

  it('falls back to the list price if the vendor reports no count', () => {
    expect(gptImageCostMicros('gpt-image-2', undefined)).toBe(53_000)
    expect(geminiCostMicros('gemini-3-pro-image', undefined)).toBe(134_000)
    expect(edgeCostMicros(EDGE_MODELS['@cf/black-forest-labs/flux-2-dev']!, { width: 1024, height: 1024 })).toBe(41_000)
    expect(edgeCostMicros(EDGE_MODELS['@cf/black-forest-labs/flux-1-schnell']!, { width: 1024, height: 1024 })).toBe(
      634,
    )
    expect(edgeCostMicros(EDGE_MODELS['@cf/leonardo/phoenix-1.0']!, { width: 1280, height: 720 })).toBe(37_730)
  })

  it('exists for every model that a vendor still serves', () => {
    for (const { provider, vendorId } of CATALOG) {
      if (vendorId === null) continue
      if (provider === 'provider-a') expect(gptImageCostMicros(vendorId, undefined)).toBeGreaterThan(0)
      if (provider === 'provider-b') expect(geminiCostMicros(vendorId, undefined)).toBeGreaterThan(0)
      if (provider === 'edge-hosted') expect(EDGE_MODELS[vendorId]).toBeDefined()
    }
  })

  it('never falls with higher usage, and is a whole number', () => {
    const tokens = fc.nat(1_000_000)
    fc.assert(
      fc.property(tokens, tokens, tokens, (text, image, output) => {
        const usage = (more: number) => ({
          input_tokens: text + image,
          input_tokens_details: { text_tokens: text, image_tokens: image },
          output_tokens: output + more,
        })
        for (const id of ['gpt-image-1-mini', 'gpt-image-1.5', 'gpt-image-2']) {
          const cost = gptImageCostMicros(id, usage(0))
          expect(Number.isSafeInteger(cost)).toBe(true)
          expect(gptImageCostMicros(id, usage(1))).toBeGreaterThan(cost)
        }
      }),
    )
  })
})

describe('the pause before another attempt', () => {
  const share = fc.double({ min: 0, max: 0.999_999, noNaN: true })
  it('exceeds the vendor’s wait by at most half a second, and is never shorter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 }), fc.nat(120_000), share, (failed, requestedMs, random) => {
        const pause = pauseBefore(failed, requestedMs, () => random)
        expect(pause).toBeGreaterThanOrEqual(requestedMs)
        expect(pause).toBeLessThanOrEqual(requestedMs + 500)
      }),
    )
  })

  it('otherwise lies between zero and a bound that doubles up to 20 s', () => {
    const bounds = [1, 2, 3, 4, 5, 9].map((failed) => pauseBefore(failed, undefined, () => 0.999_999))
    expect(bounds).toEqual([2000, 4000, 8000, 16_000, 20_000, 20_000])
    expect(pauseBefore(1, undefined, () => 0)).toBe(0)
  })

  it('accepts milliseconds, seconds or an HTTP date; a past date is zero, an invalid value is ignored', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    const retryAfter = (headers: Record<string, string>) => retryAfterOf(new Headers(headers), now)
    expect(retryAfter({ 'retry-after': '7' })).toBe(7000)
    expect(retryAfter({ 'retry-after-ms': '1500', 'retry-after': '7' })).toBe(1500)
    expect(retryAfter({ 'retry-after': 'Fri, 20 Nov 2026 12:00:30 GMT' })).toBe(30_000)
    expect(retryAfter({ 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' })).toBe(0)
    for (const text of ['soon', '-5', '', 'NaN', 'Infinity'])
      expect(retryAfter({ 'retry-after': text }), text).toBeUndefined()
    expect(retryAfter({})).toBeUndefined()
  })
})
