import { describe, expect, it } from 'vitest'
import { FailedStep } from '../../../lambdas/images/jobs/job-step.ts'
import { CATALOG } from '../../../lambdas/images/models/catalog.ts'
import { configuredProvider } from '../../../lambdas/images/providers/configured-provider.ts'
import { providerByName } from '../../../lambdas/images/providers/provider-by-name.ts'

describe('the provider of a model', () => {
  const only = (provider: string) => ({
    'edge-hosted': async () => provider === 'edge-hosted',
    'provider-a': async () => provider === 'provider-a',
    'provider-b': async () => provider === 'provider-b',
  })
  it('uses the provider with credentials, and none without them', async () => {
    const providerFor = configuredProvider('live', only('provider-b'))
    for (const model of CATALOG) {
      expect(await providerFor(model), model.id).toBe(model.provider === 'provider-b' ? 'provider-b' : undefined)
    }
  })

  it('uses the fallback for all models if configured, and reads no credentials', async () => {
    const failingCall = async () => {
      throw new Error('asked')
    }
    const providerFor = configuredProvider('offline', {
      'edge-hosted': failingCall,
      'provider-a': failingCall,
      'provider-b': failingCall,
    })
    expect(new Set(await Promise.all(CATALOG.map(providerFor)))).toEqual(new Set(['offline']))
  })

  it('an unknown name throws', () => {
    expect(() => providerByName(new Map())('provider-c')).toThrow(/Unknown image provider: provider-c/)
  })
})

describe('the input of the settling step', () => {
  const step = { tenantId: 't', jobId: '0199c5a4-8a3e-7c1b-a2d4-5e6f7a8b9c0d' }
  it('takes the caught error, or the refusal that a step returned', () => {
    expect(FailedStep.parse({ ...step, failure: { Error: 'X', Cause: '{}' } })).toHaveProperty('failure.Error', 'X')
    const result = { outcome: 'refused', error: 'No', error_code: 'content_rejected' }
    expect(FailedStep.parse({ ...step, result })).toHaveProperty('result', result)
    // The caught error takes precedence over the result of an earlier step.
    const both = FailedStep.parse({ ...step, result: { outcome: 'painted' }, failure: { Error: 'X' } })
    expect(both).toHaveProperty('failure.Error', 'X')
  })

  it('refuses an input without either', () => {
    for (const result of [undefined, { outcome: 'painted' }]) {
      expect(FailedStep.safeParse({ ...step, result }).success).toBe(false)
    }
  })
})
