import { ApiError, NetworkError, TimeoutError } from '@signet/http-client'
import { describe, expect, it } from 'vitest'
import { costWords, creditOutcomeOf, remainingScaffolds } from '../../../console/scaffold-credit/credit-words.ts'
import { paidSamples } from '../../../console/scaffold-credit/request-samples.ts'

const refused = (status: number, code: string): Error => new ApiError('createFlow', status, { error: 'No', code })

describe('creditOutcomeOf', () => {
  it.each([
    [refused(429, 'quota_exceeded'), 'used-up'],
    [refused(429, 'rate_limited'), 'other'],
    [refused(409, 'idempotency_in_progress'), 'in-progress'],
    [refused(502, 'upstream_failed'), 'not-charged'],
    [refused(503, 'unavailable'), 'not-charged'],
    [refused(400, 'invalid_input'), 'other'],
    [new NetworkError('consultRole', new TypeError('fetch failed')), 'no-response'],
    [new TimeoutError('createFlow', 30_000), 'no-response'],
    [new TypeError('x is undefined'), 'other'],
  ])('classifies %s as %s', (error, kind) => {
    expect(creditOutcomeOf(error)).toBe(kind)
  })
})

describe('price', () => {
  it.each([
    [0, 3, 'Uses 1 scaffold (shared quota of flows, consultations and intakes), 3 left'],
    [2, 3, 'Uses 1 scaffold (shared quota of flows, consultations and intakes), 1 left'],
    [5, 3, 'Uses 1 scaffold (shared quota of flows, consultations and intakes), 0 left'],
  ])('with %i of %i used is: %s', (used, limit, words) => {
    expect(costWords({ used, limit })).toBe(words)
    expect(remainingScaffolds({ used, limit })).toBeGreaterThanOrEqual(0)
  })
})

describe('paid samples', () => {
  const samples = paidSamples(
    'https://console.example/api/agents/run',
    { intention: "a club's boats" },
    'analysis.summary',
  )

  it('send an idempotency key each', () => {
    expect(samples.map(({ text }) => text.includes('idempotency-key'))).toEqual([true, true, true])
  })

  it('escape quotes for the shell and print a field of the response', () => {
    const [curl, typescript, python] = samples.map(({ text }) => text)
    expect(curl).toContain(`'{"intention":"a club'\\''s boats"}'`)
    expect(typescript).toContain('result.analysis.summary')
    expect(python).toContain('result["analysis"]["summary"]')
  })
})
