import { claimsOf, type Intake, judgeIntake } from '@signet/posture'
import { claimLabel, claimSummary } from '@signet/posture/claim-labels'
import { describe, expect, it } from 'vitest'
import { draftFaults, fieldLabel } from '../../../console/trust/draft-faults.ts'
import { accessToSend, selectedAccess } from '../../../console/trust/file-access.ts'
import { slugOf, slugsOf } from '../../../console/trust/file-slugs.ts'
import { dottedFields, faultOutsideFields, ruleSentence } from '../../../console/trust/form-fault.ts'
import { EMPTY_INTAKE, isEmptyIntake, isSameIntake, storedIntake } from '../../../console/trust/intake-draft.ts'
import { ageWords, badgeWords, intakeStatusWords, isInForce } from '../../../console/trust/trust-words.ts'
import type { TrustPage } from '../../../lambdas/trust/contract/page-shapes.ts'
import { slugText } from '../../../lambdas/trust/contract/slugs.ts'
import { receiptPart } from '../../../lambdas/trust/page/receipt-part.ts'

const TODAY = '2026-11-28'

const INTAKE: Intake = {
  ...EMPTY_INTAKE,
  companyProfile: { ...EMPTY_INTAKE.companyProfile, name: 'Loaf Ltd', foundingDate: '2020-02-29' },
  dataHandled: ['pii'],
  subprocessors: [{ name: 'AWS', purpose: 'Hosting', dataAccess: ['logs'], jurisdiction: 'Ireland', dpaSigned: true }],
}

describe('slugsOf', () => {
  it('keep the extension, so that files with one name and two types differ', () => {
    expect([slugOf('CAIQ.csv'), slugOf('CAIQ.pdf')]).toEqual(['caiq-csv', 'caiq-pdf'])
    expect(slugOf('SOC 2 Report (2026).pdf')).toBe('soc-2-report-2026-pdf')
    expect(slugOf('README')).toBe('readme')
  })

  it('distinguish names without ASCII characters, equally in every browser', () => {
    expect(slugOf('報告.pdf')).toMatch(/^document-[0-9a-f]{8}-pdf$/)
    expect(slugOf('報告.pdf')).toBe(slugOf('報告.pdf'))
    expect(slugOf('報告.pdf')).not.toBe(slugOf('監査.pdf'))
    expect(slugOf('Prüfung.pdf')).not.toBe(slugOf('Prafung.pdf'))
    expect(slugOf('Pr\u00fcfung.pdf')).toBe(slugOf('Pru\u0308fung.pdf'))
  })

  it('have at most 64 valid characters, and long names stay distinct', () => {
    const firstSlug = slugOf(`${'x'.repeat(95)}1.pdf`)
    const secondSlug = slugOf(`${'x'.repeat(95)}2.pdf`)
    expect(firstSlug).not.toBe(secondSlug)
    const names = [
      `${'a '.repeat(60)}.pdf`,
      '-.pdf',
      '報告',
      `${'x'.repeat(70)}`,
      `a.${'z'.repeat(90)}`,
      firstSlug,
      secondSlug,
    ]
    for (const slug of slugsOf([...names, ...names]))
      expect(slugText().safeParse(slug)).toMatchObject({ success: true })
  })

  it('names are unique among files sent together', () => {
    expect(slugsOf(['A b.pdf', 'a-b.pdf'], ['a-b-pdf'])).toEqual(['a-b-pdf-2', 'a-b-pdf-3'])
  })
})

describe('accessToSend', () => {
  const noExplicitChoice = { access: undefined, defaultAccess: 'public' } as const

  it('omits the default for a replacement, so that the stored access stays', () => {
    expect(accessToSend(noExplicitChoice, { access: 'request' })).toBeUndefined()
    expect(selectedAccess(noExplicitChoice, { access: 'request' })).toBe('request')
  })

  it('uses the explicit choice, and the last choice for a new document', () => {
    expect(accessToSend({ access: 'request', defaultAccess: 'public' }, { access: 'public' })).toBe('request')
    expect(selectedAccess({ access: 'request', defaultAccess: 'public' }, { access: 'public' })).toBe('request')
    expect([accessToSend(noExplicitChoice, undefined), selectedAccess(noExplicitChoice, undefined)]).toEqual([
      'public',
      'public',
    ])
  })
})

describe('draft errors', () => {
  it('include empty texts and days in lists', () => {
    const incident = { date: '', severity: 'low', scope: '', resolution: '' } as const
    const empty = { name: ' ', purpose: '', dataAccess: [], jurisdiction: 'US', dpaSigned: false }
    const { emptyFields } = draftFaults({ ...INTAKE, subprocessors: [empty], incidentHistory: [incident] }, TODAY)
    expect(emptyFields.map(({ field }) => field)).toEqual([
      'subprocessors.0.name',
      'subprocessors.0.purpose',
      'incidentHistory.0.date',
    ])
    expect(emptyFields.map(({ field }) => fieldLabel(field))).toEqual([
      'Subprocessor 1, name',
      'Subprocessor 1, purpose',
      'Incident 1, date',
    ])
    expect(draftFaults(EMPTY_INTAKE, TODAY).emptyFields).toHaveLength(3)
    expect(draftFaults(INTAKE, TODAY)).toEqual({ emptyFields: [], invalidFields: [] })
  })

  it('errors are found by field name in every notation', () => {
    expect(dottedFields({ 'subprocessors[2].name': 'x', 'a.0': 'y' })).toEqual({
      'subprocessors.2.name': 'x',
      'a.0': 'y',
    })
    expect(ruleSentence('must be a color in the format #rrggbb')).toBe('It must be a color in the format #rrggbb.')
  })

  it('errors are shown once, either at a field or for the whole form', () => {
    const fault = { message: 'slug must be free' }
    const isSlug = (name: string) => name === 'slug'
    expect(faultOutsideFields({ fault, fields: { slug: 'must be free' } }, isSlug)).toBeUndefined()
    expect(faultOutsideFields({ fault, fields: { slug: 'x', hash: 'y' } }, isSlug)).toBe(fault)
    expect(faultOutsideFields({ fault, fields: {} }, isSlug)).toBe(fault)
  })

  it('do not prevent the restoring of a stored draft', () => {
    expect(isEmptyIntake(storedIntake(null))).toBe(true)
    expect(isEmptyIntake(storedIntake('{'))).toBe(true)
    expect(storedIntake(JSON.stringify(INTAKE))).toEqual(INTAKE)
  })

  it('keep a draft that another tab changed after sending', () => {
    const { dataHandled, ...rest } = INTAKE
    expect(isSameIntake(storedIntake(JSON.stringify(INTAKE)), { dataHandled, ...rest })).toBe(true)
    expect(isSameIntake(INTAKE, { ...INTAKE, dataHandled: [] })).toBe(false)
    expect(isSameIntake(storedIntake(null), INTAKE)).toBe(false)
  })
})

/** Returns the receipt part of the public page as HTML. */
const publicReceiptHtml = ({ refused, state }: Parameters<typeof badgeWords>[0]): string => {
  const hash = 'a'.repeat(64)
  const page = {
    hash,
    receipt: {
      hash,
      kind: 'ciso.intake',
      issuedAt: `${TODAY}T00:00:00.000Z`,
      valid: true,
      state,
      by: null,
      changedAt: null,
      reason: null,
    },
    posture: {
      refused,
      asOf: TODAY,
      certifications: {},
      ruleset: { ruleset: 'r', sha256: hash },
      freshness: { state: 'fresh', outOfDateFrom: null, reasons: [] },
    },
  } as unknown as TrustPage
  const unchangedPath = (path: string) => path
  return receiptPart(page, { verify: unchangedPath, keys: '/keys', logKeys: '/log-keys', path: unchangedPath })
}

describe('trust texts', () => {
  it.each([
    { refused: false, state: 'active' },
    { refused: true, state: 'active' },
    { refused: false, state: 'withdrawn' },
    { refused: true, state: 'superseded' },
  ] as const)('equal the badge of the public page: %o', (receiptStatus) => {
    const { text, tone, meaning } = badgeWords(receiptStatus)
    expect(publicReceiptHtml(receiptStatus)).toContain(
      `<strong class="badge ${tone}">${text}</strong></p><p>${meaning}</p>`,
    )
  })

  it('exist for every claim and its fields', () => {
    const claims = claimsOf(INTAKE, judgeIntake(INTAKE, TODAY), TODAY)
    expect(claims.filter(({ name }) => claimLabel(name) === name)).toEqual([])
    const allTexts = claims.map(({ name, value }) => claimSummary(name, value)).join('\n')
    expect(allTexts).toContain('data processing agreement: yes')
    expect(allTexts).not.toMatch(/dpaSigned|dataAccess|lastAudit/)
    expect(claimSummary('incidents', { critical: 0, high: 0, low: 1, medium: 2 })).toBe(
      'critical: 0; high: 0; medium: 2; low: 1',
    )
    expect(claimLabel('later')).toBe('later')
  })

  it('show the receipt status of an intake before its verdict', () => {
    expect(intakeStatusWords({ refused: true, state: 'withdrawn' }).text).toBe('Withdrawn')
    expect(intakeStatusWords({ refused: true, state: 'active' }).text).toBe('Does not meet the rules')
    expect(badgeWords({ refused: true, state: 'active' }).text).toBe('Does not meet the rules')
    expect([ageWords('amber', 'active').text, ageWords('fresh', 'withdrawn').text]).toEqual(['Aging', 'Not current'])
    expect(isInForce({ refused: false, state: 'superseded' })).toBe(false)
    expect(isInForce({ refused: false, state: 'active' })).toBe(true)
  })
})
