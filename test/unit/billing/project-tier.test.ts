import { isProductKey, PRODUCTS } from '@signet/ledger'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  duplicatesAmong,
  isLive,
  type Override,
  projectTier,
  skuOf,
} from '../../../lambdas/billing/plans/project-tier.ts'
import type { Subscription } from '../../../lambdas/billing/stripe/payment-processor.ts'

const STATUSES = ['active', 'trialing', 'past_due', 'canceled', 'unpaid', 'paused', 'incomplete', 'incomplete_expired']
const RANK = { pro: 1, team: 2, agency: 3 }
const rank = (sku: string | null) => (sku === null ? 0 : RANK[sku as keyof typeof RANK])

const time = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
const subscription = fc
  .record({
    id: fc.stringMatching(/^sub_[a-z]{6}$/),
    status: fc.constantFrom(...STATUSES),
    product: fc.constantFrom(...Object.keys(PRODUCTS).filter(isProductKey), undefined),
    created: time,
    isEnding: fc.boolean(),
    isDuplicate: fc.boolean(),
  })
  .map(
    ({ id, status, product, created, isEnding, isDuplicate }): Subscription => ({
      id,
      status,
      product,
      customerId: 'cus_1',
      createdAt: created.toISOString(),
      periodStart: created.toISOString(),
      periodEnd: new Date(created.getTime() + 86_400_000).toISOString(),
      endsAt: isEnding ? new Date(created.getTime() + 86_400_000).toISOString() : undefined,
      endedAt: status === 'canceled' ? created.toISOString() : undefined,
      duplicateOf: isDuplicate ? 'sub_first' : undefined,
    }),
  )
const override = fc.option(
  fc.record({
    sku: fc.constantFrom<Override['sku']>('pro', 'team', 'agency'),
    source: fc.constantFrom<Override['source']>('override', 'comp'),
  }),
  { nil: undefined },
)

const givesTier = (each: Subscription) => isLive(each) && each.duplicateOf === undefined && skuOf(each) !== undefined

describe('the tier derived from subscriptions', () => {
  it("equals the highest of the live subscriptions and the operator's decision", () => {
    fc.assert(
      fc.property(fc.array(subscription, { maxLength: 6 }), override, (all, granted) => {
        const highestRank = Math.max(
          0,
          ...all.filter(givesTier).map((each) => rank(skuOf(each) ?? null)),
          rank(granted?.sku ?? null),
        )
        const { sku, source } = projectTier(all, granted)
        expect(rank(sku)).toBe(highestRank)
        if (sku === null) expect(source).toBe('subscription')
        if (source !== 'subscription') expect(all.some((each) => givesTier(each) && skuOf(each) === sku)).toBe(false)
      }),
    )
  })

  it('does not depend on the order of the subscriptions or on repetitions', () => {
    fc.assert(
      fc.property(
        fc.array(subscription, { maxLength: 6 }),
        override,
        fc.infiniteStream(fc.nat()),
        (all, given, random) => {
          const shuffled = [...all, ...all.slice(0, 2)]
            .map((each) => [random.next().value as number, each] as const)
            .sort(([a], [b]) => a - b)
            .map(([, each]) => each)
          expect(projectTier(shuffled, given).sku).toBe(projectTier(all, given).sku)
        },
      ),
    )
  })

  it('equals free without live subscriptions, and a tier from an operator replaces it', () => {
    fc.assert(
      fc.property(fc.array(subscription, { maxLength: 6 }), (all) => {
        const withoutTier = all.filter((each) => !givesTier(each))
        expect(projectTier(withoutTier, undefined)).toEqual({ sku: null, source: 'subscription' })
        expect(projectTier(withoutTier, { sku: 'team', source: 'comp' })).toMatchObject({ sku: 'team', source: 'comp' })
      }),
    )
  })

  it('comes from the oldest of several live plans; all others are duplicates', () => {
    fc.assert(
      fc.property(fc.uniqueArray(subscription, { maxLength: 6, selector: ({ id }) => id }), (all) => {
        const tierGiving = all.filter(givesTier)
        const duplicates = duplicatesAmong(all)
        expect(duplicates.length).toBe(Math.max(0, tierGiving.length - 1))
        for (const { duplicate, original } of duplicates) expect(duplicate.createdAt >= original.createdAt).toBe(true)
      }),
    )
  })
})
