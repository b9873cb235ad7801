import type { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import type { Plan } from '@signet/ledger'
import { ANONYMOUS_PLAN, PLANS } from '@signet/ledger'
import { describe, expect, it, vi } from 'vitest'
import { gateRefusal, type Subscriber } from '../../../lambdas/images/models/gates.ts'
import { resolveModel } from '../../../lambdas/images/models/resolve-model.ts'
import { requireUnrefused } from '../../support/granted.ts'
import { request } from '../../support/sample-job.ts'

const LOCKED = { backers: 3, unlockedAt: undefined }
const UNLOCKED = { ...LOCKED, unlockedAt: '2026-11-01T00:00:00Z' }
const EVERY_PLAN: readonly Plan[] = ['free', 'pack', 'pro', 'agency']
const callerOn = (plan: Plan): Subscriber => ({ plan, tiers: PLANS[plan].tiers, hasAccount: true })

const FRONTIER: readonly Partial<GenerateRequest>[] = [
  { quality_tier: 'ultra' },
  { quality_tier: 'ultra_plus' },
  { provider_a_model: 'provider-a-image-2', quality_tier: 'draft' },
  { model: 'provider-b-3-pro-image-preview', quality_tier: 'draft' },
]
const EDGE: readonly Partial<GenerateRequest>[] = [
  { quality_tier: 'draft' },
  { quality_tier: 'standard' },
  { quality_tier: 'premium' },
  { edge_model: 'flux-2-dev', quality_tier: 'premium' },
]

const resolved = (body: Partial<GenerateRequest>) =>
  requireUnrefused(resolveModel(request(body), new Date('2026-11-20')))

const refused = (body: Partial<GenerateRequest>, plan: Plan, milestone: typeof LOCKED | typeof UNLOCKED) =>
  gateRefusal(resolved(body), callerOn(plan), async () => milestone)

describe('the gates of spec image-service 5', () => {
  for (const body of EDGE) {
    it(`allow ${JSON.stringify(body)} on every plan without reading the milestone`, async () => {
      const read = vi.fn(async () => LOCKED)
      for (const plan of EVERY_PLAN) {
        expect(await gateRefusal(resolved(body), callerOn(plan), read)).toBeUndefined()
      }
      expect(read).not.toHaveBeenCalled()
    })
  }

  for (const body of FRONTIER) {
    it(`refuse ${JSON.stringify(body)} for free and pack callers (402) whatever the unlock state`, async () => {
      for (const plan of ['free', 'pack'] as const) {
        for (const milestone of [LOCKED, UNLOCKED]) {
          const needsPlan = { code: 'plan_required', extras: { upgrade: '/pricing' } }
          expect(await refused(body, plan, milestone)).toMatchObject(needsPlan)
        }
      }
    })

    it(`refuse ${JSON.stringify(body)} for subscribers until the milestone (403), and allow it afterwards`, async () => {
      for (const plan of ['pro', 'agency'] as const) {
        expect(await refused(body, plan, LOCKED)).toMatchObject({ code: 'model_locked' })
        expect(await refused(body, plan, UNLOCKED)).toBeUndefined()
      }
    })
  }

  const anonymous: Subscriber = { plan: 'free', tiers: ANONYMOUS_PLAN.tiers, hasAccount: false }
  const refusedAnonymously = (body: Partial<GenerateRequest>) =>
    gateRefusal(resolved(body), anonymous, async () => UNLOCKED)

  it('allow callers without a credential draft and standard only (402)', async () => {
    for (const quality_tier of ['draft', 'standard'] as const) {
      expect(await refusedAnonymously({ quality_tier })).toBeUndefined()
    }
    // Billing an expensive model at a cheaper tier does not make it available.
    const expensiveBody = { edge_model: 'flux-2-dev', quality_tier: 'draft' } as const
    for (const body of [{ quality_tier: 'premium' } as const, expensiveBody, ...FRONTIER]) {
      expect(await refusedAnonymously(body)).toMatchObject({ code: 'plan_required' })
    }
  })
})
