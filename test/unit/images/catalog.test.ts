import { ASPECT_RATIOS, CAPABILITIES, PROVIDER_A_MODELS, PROVIDER_B_MODELS } from '@signet/imaging/schemas/vocabulary'
import { ANONYMOUS_PLAN, PLANS, TIER_CREDITS } from '@signet/ledger'
import { QUALITY_TIERS } from '@signet/ledger/tiers'
import { describe, expect, it } from 'vitest'
import { CATALOG, findModel, tierDefault } from '../../../lambdas/images/models/catalog.ts'
import { NO_LIFECYCLES } from '../../../lambdas/images/models/lifecycle.ts'
import { listModels } from '../../../lambdas/images/models/list-models.ts'
import { SIZE_TABLES, sizeFor } from '../../../lambdas/images/models/sizes.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const milestone = { backers: 12, unlockedAt: undefined }

describe('the catalog', () => {
  it('charges what the specification says (spec image-service 2.4, 8)', () => {
    expect(TIER_CREDITS).toEqual({ draft: 1, standard: 2, premium: 5, ultra: 10, ultra_plus: 20 })
  })

  it('has one default per tier, priced as the tier', () => {
    for (const tier of QUALITY_TIERS) {
      expect(CATALOG.filter((model) => model.isDefault && model.tier === tier)).toEqual([tierDefault(tier)])
      expect(tierDefault(tier).credits).toBe(TIER_CREDITS[tier])
    }
  })

  it('names each model once, and no model by the vendor id of another', () => {
    const ids = CATALOG.flatMap(({ id, vendorId }) => [id, ...(vendorId === null || vendorId === id ? [] : [vendorId])])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('contains every override that a request may name', () => {
    for (const id of [...PROVIDER_A_MODELS, ...PROVIDER_B_MODELS]) expect(findModel(id)?.id).toBe(id)
  })

  it('offers the eight kinds of edge override (spec image-service 2.5), priced by the tier of the request', () => {
    const overrides = CATALOG.filter(({ provider, isDefault }) => provider === 'edge-hosted' && !isDefault)
    expect(overrides).toHaveLength(8)
    expect(overrides.every(({ credits }) => credits === null)).toBe(true)
  })

  it('prices no model below its floor at its own tier', () => {
    for (const { id, minCredits, tier, credits } of CATALOG) {
      expect(minCredits, id).toBeGreaterThanOrEqual(1)
      expect(minCredits, id).toBeLessThanOrEqual(credits ?? TIER_CREDITS[tier])
    }
  })

  it('lists provider-a models at ultra with 10 credits, and no frontier model with seeds or negative prompts', () => {
    for (const model of CATALOG.filter(({ provider }) => provider !== 'edge-hosted')) {
      expect(model.capabilities, model.id).not.toContain('seed_control')
      expect(model.capabilities, model.id).not.toContain('negative_prompt')
      if (model.provider === 'provider-a') expect([model.tier, model.credits]).toEqual(['ultra', 10])
    }
  })

  it('names an available replacement for every model with an end date', () => {
    for (const { id, retiresAt, replacement } of CATALOG) {
      if (retiresAt === null) continue
      expect(retiresAt, id).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(findModel(replacement ?? '')?.retiresAt, id).toBeNull()
    }
  })

  it('has no vendor id exactly for models that the vendor has ended by the release date', () => {
    expect(CATALOG.filter(({ vendorId }) => vendorId === null).map(({ id }) => id)).toEqual(['provider-a-image-1'])
  })
})

describe('GET /v2/models', () => {
  const view = ({ hasProvider = true } = {}) => ({
    milestone,
    now: NOW,
    lifecycles: NO_LIFECYCLES,
    hasProvider: () => hasProvider,
    tiers: PLANS.free.tiers,
  })
  it('shows unlock progress on every frontier model and on no other', () => {
    for (const entry of listModels(view(), undefined)) {
      expect(entry.unlock_status !== undefined, entry.id).toBe(entry.provider !== 'edge-hosted')
      if (entry.unlock_status)
        expect(entry.unlock_status).toMatchObject({ type: 'community_milestone', display_current: 12 })
    }
  })

  it('silently omits edge models that the caller may not use, but no frontier model', () => {
    const listedIds = listModels({ ...view(), tiers: ANONYMOUS_PLAN.tiers }, undefined).map(({ id }) => id)
    const omitted = CATALOG.filter(({ id }) => !listedIds.includes(id))
    expect(omitted.map(({ id }) => id)).toEqual(['flux-2-klein-9b', 'flux-2-dev', 'lucid-origin'])
    expect(listModels({ ...view(), tiers: [] }, undefined)).toHaveLength(6)
  })

  it('filters by each capability, and shows all without a filter', () => {
    expect(listModels(view(), undefined)).toHaveLength(CATALOG.length)
    for (const capability of CAPABILITIES) {
      const found = listModels(view(), capability)
      expect(found.length, capability).toBeGreaterThan(0)
      expect(
        found.every(({ capabilities }) => capabilities[capability]),
        capability,
      ).toBe(true)
    }
  })

  it('shows a retired model and one without a provider as unavailable', () => {
    const unavailable = (hasProvider: boolean) =>
      listModels(view({ hasProvider }), undefined).flatMap(({ id, is_available }) => (is_available ? [] : [id]))
    expect(unavailable(true)).toEqual(['provider-a-image-1'])
    expect(unavailable(false)).toHaveLength(CATALOG.length)
  })
})

describe('picture sizes', () => {
  /** The ratios of spec image-service 4.2; a size must have exactly the requested ratio. */
  const hasRatio = (ratio: string, width: number, height: number): boolean => {
    const [x = 0, y = 0] = ratio.split(':').map(Number)
    return width * y === height * x
  }
  for (const [name, multiple] of [
    ['oneMegapixel', 16],
    ['sd15', 8],
  ] as const) {
    it(`${name} sizes have exactly the requested ratio, in multiples of ${multiple}, and about the same area`, () => {
      expect(Object.keys(SIZE_TABLES[name]).sort()).toEqual([...ASPECT_RATIOS].sort())
      const square = sizeFor(name, '1:1')
      for (const ratio of ASPECT_RATIOS) {
        const { width, height } = sizeFor(name, ratio)
        expect(hasRatio(ratio, width, height), ratio).toBe(true)
        expect([width % multiple, height % multiple], ratio).toEqual([0, 0])
        expect((width * height) / (square.width * square.height), ratio).toBeGreaterThan(0.85)
        expect((width * height) / (square.width * square.height), ratio).toBeLessThan(1.15)
      }
    })
  }
})
