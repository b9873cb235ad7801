import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payableModel } from '../../../../lambdas/images/api/payable-model.ts'
import { CATALOG, findModel } from '../../../../lambdas/images/models/catalog.ts'
import { maxCostMicros } from '../../../../lambdas/images/providers/call-price.ts'
import { memorySpendGuard } from '../../../support/spending.ts'
import { type FakeVendor, fakeVendor } from './fake-vendor.ts'
import { imageRequestFor, liveWorld, secretOf } from './live-world.ts'
import { EDGE, PROVIDER_A, PROVIDER_B, picture, WIRE_FORMATS, type WireFormat } from './wire-formats.ts'

const IMAGE = await picture(64, 64)
let vendor: FakeVendor
beforeAll(async () => {
  vendor = await fakeVendor()
})
beforeEach(() => {
  vendor.requests.length = 0
})
afterAll(() => vendor.close())

const worldOf = (wire: WireFormat, ...usedUp: WireFormat['provider'][]) =>
  liveWorld(wire, { secret: async () => secretOf(vendor), usedUp })
const paint = (wire: WireFormat, { painter }: ReturnType<typeof worldOf>, changes = {}) =>
  painter.paint(imageRequestFor(wire.modelId, changes), new AbortController().signal)

describe.each(WIRE_FORMATS)('a call of $provider', (wire) => {
  it('reserves its maximum price, and is settled to its actual price', async () => {
    vendor.answersWith(wire.delivered(IMAGE))
    const world = worldOf(wire)
    const { costMicros } = await paint(wire, world)
    const order = { ...imageRequestFor(wire.modelId), vendorId: wire.vendorId }
    const amount = maxCostMicros(wire.provider, order)
    expect(amount).toBeGreaterThanOrEqual(costMicros)
    expect(world.reserved).toEqual([{ category: wire.provider, amount, actual: costMicros }])
  })

  it('stops at the ceiling, and the refusal ends the job without an error of the function', async () => {
    const refused = await paint(wire, worldOf(wire, wire.provider)).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'spend_ceiling', isExpected: true })
    expect(vendor.requests).toEqual([])
  })

  it.each([
    ['that the vendor refuses', wire.moderation, [0]],
    ['that the vendor has no capacity for', wire.broken, [0, 0, 0]],
    ['whose picture arrived incomplete', wire.empty, [undefined, undefined]],
  ] as const)('%s counts as %o', async (_, answer, actuals) => {
    vendor.answersWith(answer)
    const world = worldOf(wire)
    await expect(paint(wire, world)).rejects.toThrow()
    expect(world.reserved.map(({ actual }) => actual)).toEqual(actuals)
  })

  it('reserves nothing if it is not sent because its source cannot be read', async () => {
    const world = worldOf(wire)
    const source = Buffer.from('not a picture')
    await paint(wire, world, { source }).catch(() => undefined)
    // Whether the call is sent depends on the vendor.
    const isSent = vendor.requests.length > 0
    expect(world.reserved.length > 0).toBe(isSent)
  })
})

describe('the maximum price of a call', () => {
  it('exists for every model that a vendor still serves, and is never zero', () => {
    for (const { provider, vendorId } of CATALOG) {
      if (vendorId === null) continue
      for (const imageSize of ['512', '1K', '2K', '4K', undefined] as const) {
        const order = { vendorId, width: 1024, height: 1024, imageSize }
        expect(maxCostMicros(provider, order), `${vendorId} ${imageSize}`).toBeGreaterThanOrEqual(1)
      }
    }
  })

  it('grows with the size of the picture', () => {
    const maxCostAt = (imageSize: '1K' | '4K') =>
      maxCostMicros('provider-b', { vendorId: 'gemini-3-pro-image', width: 1, height: 1, imageSize })
    expect([maxCostAt('1K'), maxCostAt('4K')]).toEqual([268_000, 480_000])
  })
})

describe('a request beyond the spending ceiling of its vendor', () => {
  const resolved = (id: string) => {
    const model = findModel(id)
    if (!model) throw new Error(id)
    return { model, billedTier: model.tier }
  }
  const SQUARE = { aspect_ratio: '1:1' } as const
  const FLASH = 'provider-b-3.1-flash-image-preview'
  interface PayableOptions {
    /** The request named a tier, not the model. */
    readonly isByTier?: boolean
    readonly atCeiling?: readonly WireFormat['provider'][]
    readonly isConfigured?: boolean
  }
  const payable = (id: string, { isByTier = true, atCeiling = [], isConfigured = true }: PayableOptions = {}) =>
    payableModel(
      {
        spend: memorySpendGuard(...atCeiling),
        providerFor: async ({ provider }) => (isConfigured ? provider : undefined),
      },
      resolved(id),
      SQUARE,
      { isByTier },
    )

  it('gets the next payable model of the chain if it named only a tier', async () => {
    expect(await payable(FLASH)).toMatchObject({ model: { id: FLASH } })
    expect(await payable(FLASH, { atCeiling: ['provider-b'] })).toMatchObject({
      model: { id: 'provider-a-image-2' },
      billedTier: 'ultra',
    })
  })

  it.each([
    ['it named the model', FLASH, { isByTier: false, atCeiling: ['provider-b'] }],
    ['the vendor of the next model is at its ceiling too', FLASH, { atCeiling: ['provider-a', 'provider-b'] }],
    ['the next model is not configured', FLASH, { atCeiling: ['provider-b'], isConfigured: false }],
    ['all models of the chain are of that vendor', 'sdxl-lightning', { atCeiling: ['edge-hosted'] }],
    ['the model has no fallback', 'provider-b-3-pro-image-preview', { atCeiling: ['provider-b'] }],
  ] as const)('fails if %s', async (_, id, options) => {
    expect(await payable(id, options)).toMatchObject({ code: 'spend_ceiling' })
  })
})

it('every vendor with a ceiling has a wire format', () => {
  expect([EDGE, PROVIDER_A, PROVIDER_B].map(({ provider }) => provider)).toEqual([
    'edge-hosted',
    'provider-a',
    'provider-b',
  ])
})
