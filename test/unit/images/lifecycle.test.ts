import type { SecretSource } from '@signet/kernel'
import { PLANS, TIER_CREDITS } from '@signet/ledger'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lifecycleFrom, type SyncReport, syncLifecycles } from '../../../lambdas/images/lifecycle/sync-lifecycles.ts'
import { CATALOG, findModel } from '../../../lambdas/images/models/catalog.ts'
import { type Lifecycles, NO_LIFECYCLES } from '../../../lambdas/images/models/lifecycle.ts'
import { lifecycleTable } from '../../../lambdas/images/models/lifecycle-table.ts'
import { listModels } from '../../../lambdas/images/models/list-models.ts'
import { resolveModel } from '../../../lambdas/images/models/resolve-model.ts'
import { VENDORS } from '../../../lambdas/images/providers/vendors.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { requireUnrefused } from '../../support/granted.ts'
import { request } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { type FakeVendor, fakeVendor } from './providers/fake-vendor.ts'
import { KEY, missingSecret, secretOf } from './providers/live-world.ts'
import { EDGE, HTML_PAGE, PROVIDER_A, PROVIDER_B, type WireFormat } from './providers/wire-formats.ts'

const DAY_MS = 86_400_000
const MONDAY = new Date('2026-11-23T03:00:00Z')
const idsOf = ({ provider }: WireFormat): string[] =>
  CATALOG.filter((model) => model.provider === provider).flatMap(({ vendorId }) => vendorId ?? [])

let world: TableWorld
let vendor: FakeVendor
/** Advances 100 days per test, so that the marks of one test do not affect another. */
let day = MONDAY.getTime()
beforeAll(async () => {
  world = await openTable()
  vendor = await fakeVendor()
})
beforeEach(() => {
  day += 100 * DAY_MS
})
afterAll(async () => {
  await vendor.close()
  await world.close()
})

const dateAfter = (days: number): Date => new Date(day + days * DAY_MS)
const table = () => lifecycleTable({ db: world.db, table: TABLE })

const sync = async (
  wire: WireFormat,
  now: Date,
  { secret = async () => secretOf(vendor) }: { secret?: SecretSource } = {},
): Promise<SyncReport & { lines: string[] }> => {
  const lines: string[] = []
  const secrets = { 'edge-hosted': missingSecret, 'provider-a': missingSecret, 'provider-b': missingSecret }
  const report = await syncLifecycles({
    vendors: VENDORS,
    secrets: { ...secrets, [wire.provider]: secret },
    table: table(),
    fetch,
    now: () => now,
    metrics: { record: () => {} },
    log: createLog({ write: (line) => void lines.push(line) }),
  })()
  return { ...report, lines }
}

describe('the daily lifecycle sync', () => {
  it('does nothing without credentials, and reports it', async () => {
    vendor.answersWith(HTML_PAGE)
    const { synced, unconfigured, marked, failed, lines } = await sync(EDGE, dateAfter(0), { secret: missingSecret })
    expect({ synced, unconfigured, marked, failed }).toEqual({ synced: 0, unconfigured: 3, marked: 0, failed: 0 })
    expect(lines.join()).toContain('provider skipped: no credentials')
    expect(vendor.requests).toHaveLength(0)
  })

  it.each([
    [EDGE, 'flux-2-dev', '2027-02-01T00:00:00.000Z'],
    [PROVIDER_A, 'provider-a-image-2', '2027-02-01'],
  ] as const)('stores the date on which a vendor ends a model: %#', async (wire, id, date) => {
    const vendorId = String(findModel(id)?.vendorId)
    vendor.answersWith(wire.models(idsOf(wire), { [vendorId]: date }))
    expect(await sync(wire, dateAfter(0))).toMatchObject({ synced: 1, failed: 0 })
    expect((await table().read()).get(id)).toEqual({ retiresAt: '2027-02-01' })
    vendor.answersWith(wire.models(idsOf(wire)))
    await sync(wire, dateAfter(1))
    expect((await table().read()).get(id)).toEqual({})
  })

  it.each([EDGE, PROVIDER_A, PROVIDER_B])('marks a missing model as ended on the second day: %#', async (wire) => {
    const otherIds = idsOf(wire).filter((id) => id !== wire.vendorId)
    vendor.answersWith(wire.models(otherIds))
    await sync(wire, dateAfter(0))
    const first = dateAfter(0).toISOString().slice(0, 10)
    expect((await table().read()).get(wire.modelId)).toEqual({ missingSince: first })
    await sync(wire, dateAfter(0))
    expect((await table().read()).get(wire.modelId)).toEqual({ missingSince: first })
    await sync(wire, dateAfter(1))
    const second = dateAfter(1).toISOString().slice(0, 10)
    expect((await table().read()).get(wire.modelId)).toEqual({ missingSince: first, retiresAt: second })
    expect((await sync(wire, dateAfter(2))).marked).toBe(0)
    vendor.answersWith(wire.models(idsOf(wire)))
    await sync(wire, dateAfter(3))
    expect((await table().read()).get(wire.modelId)).toEqual({})
  })

  it('ignores errors, HTML pages, and lists without any catalog model', async () => {
    for (const answer of [EDGE.broken, EDGE.auth, HTML_PAGE, EDGE.models(['@cf/of/another']), EDGE.models([])]) {
      const before = await table().read()
      vendor.answersWith(answer)
      const { failed, marked, lines } = await sync(EDGE, dateAfter(0))
      expect({ failed, marked }).toEqual({ failed: 1, marked: 0 })
      expect(await table().read()).toEqual(before)
      expect(lines.join()).not.toContain(KEY)
    }
  })

  it('reads every page of a list', async () => {
    const page = (name: string, next?: string) => ({
      body: JSON.stringify({ models: [{ name: `models/${name}` }], nextPageToken: next }),
    })
    const [first = '', second = ''] = idsOf(PROVIDER_B)
    vendor.answersWith(page(first, 'two'), page(second))
    await sync(PROVIDER_B, dateAfter(0))
    expect(vendor.requests.map(({ path }) => path)).toEqual([
      '/models?pageSize=1000',
      '/models?pageSize=1000&pageToken=two',
    ])
    expect([...(await table().read()).values()].every(({ missingSince }) => missingSince === undefined)).toBe(true)
  })

  it('does not overwrite the marks of a later sync', async () => {
    expect(await table().mark('flux-2-dev', { retiresAt: '2027-05-01' }, dateAfter(5))).toBe(true)
    expect(await table().mark('flux-2-dev', {}, dateAfter(4))).toBe(false)
    expect((await table().read()).get('flux-2-dev')).toEqual({ retiresAt: '2027-05-01' })
    expect(await table().mark('flux-2-dev', {}, dateAfter(6))).toBe(true)
  })

  it('warns of a model that ends within 30 days, with its replacement', async () => {
    vendor.answersWith(HTML_PAGE)
    const { endingSoon, lines } = await sync(EDGE, new Date('2026-11-20T00:00:00Z'), { secret: missingSecret })
    expect(endingSoon).toBe(2)
    expect(lines.join()).toContain(
      '"model":"provider-a-image-1.5","retires_at":"2026-12-01","replacement":"provider-a-image-2"',
    )
  })
})

describe('the lifecycle from a list', () => {
  it('never ends a model on the first day that it is missing, nor changes the day on which it ended', () => {
    expect(lifecycleFrom(undefined, {}, '2026-11-23')).toEqual({ missingSince: '2026-11-23' })
    expect(lifecycleFrom(undefined, { retiresAt: '2026-11-20' }, '2026-11-23')).toEqual({
      retiresAt: '2026-11-20',
      missingSince: '2026-11-23',
    })
    const ended = { missingSince: '2026-11-20', retiresAt: '2026-11-21' }
    expect(lifecycleFrom(undefined, ended, '2026-11-23')).toEqual(ended)
  })
})

describe('a model that its vendor has ended', () => {
  const NOW = new Date('2026-11-20T12:00:00Z')
  const ended = (...ids: string[]): Lifecycles => new Map(ids.map((id) => [id, { retiresAt: '2026-11-20' }]))
  const modelOf = (body: Parameters<typeof request>[0], lifecycles: Lifecycles) => {
    const { model, billedTier } = requireUnrefused(resolveModel(request(body), NOW, lifecycles))
    return `${model.id} at ${billedTier}`
  }

  it('appears as unavailable, with the date and its replacement', () => {
    const milestone = { backers: 0, unlockedAt: undefined }
    const view = { milestone, now: NOW, hasProvider: () => true, tiers: PLANS.free.tiers }
    const entry = listModels({ ...view, lifecycles: ended('sdxl-lightning') }, undefined).find(
      ({ id }) => id === 'sdxl-lightning',
    )
    expect(entry).toMatchObject({ is_available: false, retires_at: '2026-11-20', replacement: 'sdxl-base-1.0' })
  })

  it('causes a refusal before anything is charged if the caller named it', () => {
    expect(() => modelOf({ edge_model: 'flux-2-dev', quality_tier: 'premium' }, ended('flux-2-dev'))).toThrowError(
      expect.objectContaining({ code: 'model_retired' }),
    )
  })

  it('gives way to its fallback if the caller named a tier, billed as that tier', () => {
    expect(modelOf({ quality_tier: 'draft' }, ended('sdxl-lightning'))).toBe('sdxl-base-1.0 at draft')
    expect(modelOf({ quality_tier: 'draft' }, ended('sdxl-lightning', 'sdxl-base-1.0'))).toBe(
      'dreamshaper-8-lcm at draft',
    )
    expect(modelOf({ quality_tier: 'ultra' }, ended('provider-b-3.1-flash-image-preview'))).toBe(
      'provider-a-image-2 at ultra',
    )
    const both = ended('flux-2-klein-4b', 'flux-2-klein-9b')
    expect(() => modelOf({ quality_tier: 'premium' }, both)).toThrowError(/retired flux-2-klein-9b/)
    expect(() => modelOf({ quality_tier: 'ultra_plus' }, ended('provider-b-3-pro-image-preview'))).toThrowError(
      /retired provider-b-3-pro/,
    )
  })

  it('follows the catalog while its vendor publishes no end', () => {
    expect(modelOf({ quality_tier: 'draft' }, NO_LIFECYCLES)).toBe('sdxl-lightning at draft')
  })
})

describe('a fallback', () => {
  it('has all capabilities of the tier’s default, and costs no more than the tier', () => {
    for (const { id, tier, capabilities, isDefault } of CATALOG) {
      if (!isDefault) continue
      const seen = new Set([id])
      let next = findModel(findModel(id)?.fallback ?? '')
      while (next && !seen.has(next.id)) {
        seen.add(next.id)
        for (const capability of capabilities) expect(next.capabilities, `${next.id} for ${id}`).toContain(capability)
        expect(next.minCredits, `${next.id} for ${id}`).toBeLessThanOrEqual(TIER_CREDITS[tier])
        next = findModel(next.fallback ?? '')
      }
    }
  })
})
