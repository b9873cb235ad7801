import type { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { Refusal } from '@signet/kernel'
import { describe, expect, it } from 'vitest'
import { resolveModel } from '../../../lambdas/images/models/resolve-model.ts'
import { requireUnrefused } from '../../support/granted.ts'
import { request } from '../../support/sample-job.ts'

const DAY = new Date('2026-11-20T12:00:00Z')
type Body = Partial<GenerateRequest>
const resolved = (body: Body, now = DAY): string => {
  const { model, billedTier } = requireUnrefused(resolveModel(request(body), now))
  return `${model.id} at ${billedTier}`
}
const refusal = (body: Body, now = DAY): Refusal => {
  try {
    requireUnrefused(resolveModel(request(body), now))
  } catch (error) {
    if (error instanceof Refusal) return error
  }
  throw new Error(`${JSON.stringify(body)} was not refused`)
}

/** Spec image-service 2.4 and 2.5, as literals. */
const CHOICES: readonly (readonly [Body, string])[] = [
  [{}, 'flux-2-klein-4b at standard'],
  [{ quality_tier: 'draft' }, 'sdxl-lightning at draft'],
  [{ quality_tier: 'standard' }, 'flux-2-klein-4b at standard'],
  [{ quality_tier: 'premium' }, 'flux-2-klein-9b at premium'],
  [{ quality_tier: 'ultra' }, 'provider-b-3.1-flash-image-preview at ultra'],
  [{ quality_tier: 'ultra_plus' }, 'provider-b-3-pro-image-preview at ultra_plus'],
  [{ provider_a_model: 'provider-a-image-2' }, 'provider-a-image-2 at ultra'],
  [{ provider_a_model: 'provider-a-image-1-mini', quality_tier: 'draft' }, 'provider-a-image-1-mini at ultra'],
  [{ provider_a_model: 'provider-a-image-1.5', quality_tier: 'ultra_plus' }, 'provider-a-image-1.5 at ultra'],
  [{ model: 'provider-b-3-pro-image-preview', quality_tier: 'draft' }, 'provider-b-3-pro-image-preview at ultra_plus'],
  [
    { model: 'provider-b-3.1-flash-image-preview', quality_tier: 'ultra_plus' },
    'provider-b-3.1-flash-image-preview at ultra',
  ],
  [{ edge_model: 'flux-2-dev', quality_tier: 'premium' }, 'flux-2-dev at premium'],
  [{ edge_model: 'flux-2-dev', quality_tier: 'draft' }, 'flux-2-dev at draft'],
  [{ edge_model: '@cf/lykon/dreamshaper-8-lcm' }, 'dreamshaper-8-lcm at standard'],
]

const CONTRADICTIONS: readonly (readonly [Body, string, string])[] = [
  [{ edge_model: 'flux-2-dev', provider_a_model: 'provider-a-image-2' }, 'edge_model', 'provider_a_model'],
  [{ model: 'provider-b-3-pro-image-preview', provider_a_model: 'provider-a-image-2' }, 'model', 'provider_a_model'],
  [{ model: 'provider-b-3-pro-image-preview', edge_model: 'flux-2-dev' }, 'model', 'edge_model'],
  [{ edge_model: 'flux-2-dev', quality_tier: 'ultra' }, 'edge_model', 'draft, standard and premium'],
  [{ edge_model: 'flux-2-dev', quality_tier: 'ultra_plus' }, 'edge_model', 'draft, standard and premium'],
  [{ edge_model: 'no-such-model' }, 'edge_model', 'GET /v2/models'],
  [{ edge_model: 'provider-a-image-2' }, 'edge_model', 'GET /v2/models'],
  [{ edge_model: 'provider-b-3-pro-image-preview' }, 'edge_model', 'GET /v2/models'],
  [{ edge_model: 'gpt-image-2' }, 'edge_model', 'GET /v2/models'],
]

describe('the model of a request', () => {
  for (const [body, expected] of CHOICES) {
    it(`${JSON.stringify(body)} is ${expected}`, () => expect(resolved(body)).toBe(expected))
  }

  for (const [body, field, hint] of CONTRADICTIONS) {
    it(`${JSON.stringify(body)} is refused at ${field}, naming ${hint}`, () => {
      const { code, extras } = refusal(body)
      expect(code).toBe('invalid_input')
      expect(extras.errors).toEqual([{ field, message: expect.stringContaining(hint) }])
    })
  }

  it('with three overrides is refused for both superfluous ones', () => {
    const body = {
      provider_a_model: 'provider-a-image-2',
      edge_model: 'flux-2-dev',
      model: 'provider-b-3-pro-image-preview',
    } as const
    expect(refusal(body).extras.errors).toMatchObject([{ field: 'edge_model' }, { field: 'model' }])
  })

  it('causes a refusal with date and replacement if its provider has ended it', () => {
    const { code, extras, message } = refusal({ provider_a_model: 'provider-a-image-1' })
    expect([code, extras]).toEqual(['model_retired', { replacement: 'provider-a-image-2' }])
    expect(message).toMatch(/2026-10-23.*use provider-a-image-2/)
  })

  it('causes a refusal from the first second of its end date (UTC), but not before', () => {
    const body = { provider_a_model: 'provider-a-image-1' } as const
    expect(resolved(body, new Date('2026-10-22T23:59:59.999Z'))).toBe('provider-a-image-1 at ultra')
    expect(refusal(body, new Date('2026-10-23T00:00:00.000Z')).code).toBe('model_retired')
  })
})
