import type { CheckName } from '@signet/receipts'
import { describe, expect, it } from 'vitest'
import { receiptPage } from '../../../lambdas/receipts/page/receipt-page.ts'
import { FAILURE_TEXT, verificationText } from '../../../lambdas/receipts/page/verification-text.ts'
import type { PublishedReceipt } from '../../../lambdas/receipts/views/published-receipt.ts'

const HASH = 'a'.repeat(64)
const pass = { status: 'pass', detail: 'Good' } as const
const skipped = { status: 'skipped', detail: 'No claims were given' } as const
const checks = { payload: pass, signature: pass, key: pass, chain: pass, log: pass, claims: pass } as const

const renderPage = (reply: object = {}, statement?: object) =>
  receiptPage(
    {
      hash: HASH,
      reply: {
        valid: true,
        kind: 'ciso.intake',
        issuedAt: '2026-11-30T16:20:01.000Z',
        issuer: 'https://signet.example',
        chain: { seq: 5 },
        log: { index: 9, treeSize: 13, origin: 'signet.example/log/2026' },
        claimsVisibility: 'public',
        status: { state: 'active', at: null, reason: null, by: null },
        checks,
        ...reply,
      },
      evidence: { publicClaims: { organization: 'Loaf Ltd', asOf: '2026-11-01', logRetentionDays: 365 } },
      statement,
      cosignatures: [{ name: 'witness.example', at: new Date('2026-11-30T16:21:00.000Z') }],
      isPrivate: false,
      isLogged: true,
      noteKeys: [],
    } as unknown as PublishedReceipt,
    '',
  ).body

describe('page of a receipt', () => {
  it('states that the identity of the organization is not verified', () => {
    const text = renderPage()
    expect(text).toContain(
      'evaluated the security claims of an organization that calls itself <strong>Loaf Ltd</strong>',
    )
    expect(text).toContain('The organization’s identity is not verified.')
    expect(text).not.toContain('do not name organizations')
  })

  it('formats its times and names its positions', () => {
    const text = renderPage()
    expect(text).toContain('30 November 2026, 16:20 UTC')
    expect(text).toContain('Receipt 5 of this organization')
    expect(text).toContain('Entry 10 of 13 in ')
    expect(text).toContain('</code> confirmed the log entry by 30 November 2026, 16:21 UTC')
  })

  it('states that an invalid receipt proves nothing', () => {
    const text = renderPage({ valid: false })
    expect(text).toContain('<h1>This receipt is invalid</h1>')
    expect(text).toContain('anyone can create an invalid receipt')
    expect(text).not.toContain('Signet signed this receipt')
  })

  it.each([
    ['withdrawn', 'This receipt was withdrawn'],
    ['superseded', 'This receipt was replaced'],
  ])('has a title that states that the receipt is %s', (state, title) => {
    const text = renderPage({ status: { state, at: '2026-12-01T08:00:00.000Z', reason: 'Wrong month', by: null } })
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain('Reason: Wrong month')
    expect(text).not.toContain('<h1>This receipt is valid</h1>')
  })

  it('states that a refused assessment does not meet the rules', () => {
    const subject = [{ name: 'ciso-intake', digest: { sha256: 'b'.repeat(64) } }]
    const refused = renderPage({}, { subject, predicate: { result: { refused: 1 } } })
    expect(refused).toContain('Does not meet the rules.')
    expect(refused).toContain('b'.repeat(64))
    const met = renderPage({}, { subject, predicate: { result: { refused: 0 } } })
    expect(met).not.toContain('Does not meet the rules.')
    expect(met).toContain('<strong>Loaf Ltd</strong> meets the rules. It has no open gap.')
  })

  it('lists each public claim with its words', () => {
    const text = renderPage()
    expect(text).toContain('<dt>Evaluation date</dt><dd>1 November 2026</dd>')
    expect(text).toContain('<dt>Log retention (days)</dt><dd>365</dd>')
  })

  it('prints the status of a check once', () => {
    const text = renderPage({ checks: { ...checks, claims: skipped } })
    expect(text).toContain('– Not checked. No claims were given.')
    expect(text.match(/not checked/gi)).toHaveLength(1)
    const ofPrivateClaims = renderPage({ claimsVisibility: 'private', checks: { ...checks, claims: skipped } })
    expect(ofPrivateClaims).toContain('– Not checked. The claims are private.')
  })

  it('names the number of the previous receipt', () => {
    expect(renderPage()).toContain('It follows receipt 4 of this organization.')
    expect(renderPage({ chain: { seq: 1 } })).not.toContain('It follows')
  })

  it.each([
    ['withdrawn', 'Proof of the withdrawal: receipt <a href="bbb">'],
    ['superseded', 'Replaced by: receipt <a href="bbb">'],
  ])('labels the link to the other receipt of a %s receipt', (state, text) => {
    expect(renderPage({ status: { state, at: null, reason: null, by: 'bbb' } })).toContain(text)
  })

  it('mentions the right to use an image only for images', () => {
    expect(renderPage({ kind: 'image' })).toContain('the right to use the image')
    expect(renderPage()).not.toContain('the right to use')
  })
})

describe('result of the verification in a browser', () => {
  const resultOf = (statuses: Partial<Record<CheckName, typeof pass | typeof skipped>>) =>
    verificationText({ isValid: true, matchesPage: true, checks: { ...checks, ...statuses } })

  it('names the checks that passed and the skipped ones', () => {
    const pending = { status: 'pending', detail: 'Soon' } as unknown as typeof skipped
    expect(resultOf({ chain: skipped, claims: skipped, log: pending })).toBe(
      'Your browser also verified the receipt: content, signature and signing key passed. Not checked: previous receipt and claims.',
    )
  })

  it('distinguishes an invalid receipt from another receipt', () => {
    const failed = { isValid: false, matchesPage: true, checks }
    expect(verificationText(failed)).toBe('Verification failed: the receipt is invalid.')
    expect(verificationText({ ...failed, matchesPage: false })).toBe(
      'Verification failed: the receipt does not match this page.',
    )
  })

  it('does not state that the server verified the receipt if the browser could not', () => {
    expect(FAILURE_TEXT).not.toMatch(/server has verified/i)
  })
})
