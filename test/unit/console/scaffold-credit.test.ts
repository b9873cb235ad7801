import { describe, expect, it } from 'vitest'
import { costWords, refusedAs, scaffoldsLeft } from '../../../lambdas/console/client/scaffold-credit/credit-words.ts'
import { paidSamples } from '../../../lambdas/console/client/scaffold-credit/request-samples.ts'

const refused = (status: number, code: string): Error => Object.assign(new Error(code), { status, code, body: {} })

const named = (name: string): Error => Object.assign(new Error('none'), { name })

describe('what an attempt that failed has cost', () => {
  it.each([
    [refused(429, 'quota_exceeded'), 'used-up'],
    [refused(429, 'rate_limited'), 'other'],
    [refused(409, 'idempotency_in_progress'), 'under-way'],
    [refused(502, 'upstream_failed'), 'not-charged'],
    [refused(503, 'unavailable'), 'not-charged'],
    [refused(400, 'invalid_input'), 'other'],
    [named('ConsultationsNetworkError'), 'no-answer'],
    [named('FlowsTimeoutError'), 'no-answer'],
    [new TypeError('x is undefined'), 'other'],
  ])('%s is %s', (error, kind) => {
    expect(refusedAs(error)).toBe(kind)
  })
})

describe('the price', () => {
  it.each([
    [0, 3, 'Takes 1 of 3 scaffolds left'],
    [2, 3, 'Takes 1 of 1 scaffold left'],
    [5, 3, 'Takes 1 of 0 scaffolds left'],
  ])('with %i of %i used is: %s', (used, limit, words) => {
    expect(costWords({ used, limit })).toBe(words)
    expect(scaffoldsLeft({ used, limit })).toBeGreaterThanOrEqual(0)
  })
})

describe('samples', () => {
  const samples = paidSamples(
    'https://console.example/api/agents/run',
    { intention: "a club's boats" },
    'analysis.summary',
  )

  it('each send a key of the request, so that it is charged once', () => {
    expect(samples.map(({ text }) => text.includes('idempotency-key'))).toEqual([true, true, true])
  })

  it('hold a quote in the body in a shell, and print a member of the answer', () => {
    const [curl, typescript, python] = samples.map(({ text }) => text)
    expect(curl).toContain(`'{"intention":"a club'\\''s boats"}'`)
    expect(typescript).toContain('said.analysis.summary')
    expect(python).toContain('said["analysis"]["summary"]')
  })
})
