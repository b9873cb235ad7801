import { describe, expect, it } from 'vitest'
import { failureText, verificationText } from '../../../lambdas/trust/page/verification-text.ts'

const ACTIVE = { state: 'active', at: null }
const valid = { isValid: true, differing: [], status: ACTIVE, log: 'pass' } as const

describe('result of the verification in a browser', () => {
  it('reports an invalid receipt before anything else', () => {
    expect(verificationText({ ...valid, isValid: false, differing: ['mfa'] })).toBe(
      'Verification failed: the receipt is invalid.',
    )
  })

  it('names differing entries by their labels', () => {
    expect(verificationText({ ...valid, differing: ['mfa', 'soc2', 'subprocessors[1]', 'later'] })).toBe(
      'These entries differ from the receipt: Multi-factor authentication, SOC 2, Subprocessor 2, later.',
    )
  })

  it('reports the date of a withdrawal', () => {
    const status = { state: 'withdrawn', at: '2026-11-22T10:00:00.000Z' }
    expect(verificationText({ ...valid, status })).toMatch(
      /its signature is valid, but it was withdrawn on 22 November 2026\.$/,
    )
  })

  it.each([
    ['pass', /matches the signed receipt\. The receipt is in the transparency log\.$/],
    ['pending', /matches the signed receipt\. The receipt is not in the transparency log yet\.$/],
    ['skipped', /matches the signed receipt\.$/],
  ] as const)('states the log entry only as far as it was checked: %s', (log, expected) => {
    expect(verificationText({ ...valid, log })).toMatch(expected)
  })

  it('does not mention claims that the receipt does not publish', () => {
    expect(verificationText({ ...valid, differing: undefined })).not.toContain('claim')
  })

  it('distinguishes an unsupported browser from missing data', () => {
    expect(failureText(new DOMException('', 'NotSupportedError'))).toContain('does not support Ed25519')
    expect(failureText(new TypeError('Failed to fetch'))).toBe(
      'Your browser could not load the verification data. Try again.',
    )
  })
})
