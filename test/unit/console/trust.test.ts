import { claimsOf, type Intake, judgeIntake } from '@signet/posture'
import { describe, expect, it } from 'vitest'
import { claimName, claimWords } from '../../../console/trust/claim-words.ts'
import { draftFaults, fieldName } from '../../../console/trust/draft-faults.ts'
import { sentAccess, shownAccess } from '../../../console/trust/file-access.ts'
import { slugOf, slugsOf } from '../../../console/trust/file-slugs.ts'
import { EMPTY_INTAKE, isEmptyIntake, isSameIntake, keptIntake } from '../../../console/trust/intake-draft.ts'
import { dottedFields, faultBesideFields, ruleWords } from '../../../console/trust/placed-fault.ts'
import { ageWords, badgeWords, isInForce, standingWords } from '../../../console/trust/trust-words.ts'
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

describe('slugs of files', () => {
  it('keep the ending, so that a table and a document of one name are two', () => {
    expect([slugOf('CAIQ.csv'), slugOf('CAIQ.pdf')]).toEqual(['caiq-csv', 'caiq-pdf'])
    expect(slugOf('SOC 2 Report (2026).pdf')).toBe('soc-2-report-2026-pdf')
    expect(slugOf('README')).toBe('readme')
  })

  it('tell names without ASCII apart, the same in every browser', () => {
    expect(slugOf('報告.pdf')).toMatch(/^document-[0-9a-f]{8}-pdf$/)
    expect(slugOf('報告.pdf')).toBe(slugOf('報告.pdf'))
    expect(slugOf('報告.pdf')).not.toBe(slugOf('監査.pdf'))
    expect(slugOf('Prüfung.pdf')).not.toBe(slugOf('Prafung.pdf'))
    expect(slugOf('Pr\u00fcfung.pdf')).toBe(slugOf('Pru\u0308fung.pdf'))
  })

  it('are at most 64 characters of what a service takes, and long names stay apart', () => {
    const one = slugOf(`${'x'.repeat(95)}1.pdf`)
    const other = slugOf(`${'x'.repeat(95)}2.pdf`)
    expect(one).not.toBe(other)
    const names = [`${'a '.repeat(60)}.pdf`, '-.pdf', '報告', `${'x'.repeat(70)}`, `a.${'z'.repeat(90)}`, one, other]
    for (const slug of slugsOf([...names, ...names]))
      expect(slugText().safeParse(slug)).toMatchObject({ success: true })
  })

  it('are each once among files that are sent together', () => {
    expect(slugsOf(['A b.pdf', 'a-b.pdf'], ['a-b-pdf'])).toEqual(['a-b-pdf-2', 'a-b-pdf-3'])
  })
})

describe('who may have a file', () => {
  const nobodyChose = { access: undefined, usual: 'public' } as const

  it('is for a replacement what the service has, whatever was chosen for another file', () => {
    expect(sentAccess(nobodyChose, { access: 'request' })).toBeUndefined()
    expect(shownAccess(nobodyChose, { access: 'request' })).toBe('request')
  })

  it('is what somebody chose for it, and for a new document what was chosen last', () => {
    expect(sentAccess({ access: 'request', usual: 'public' }, { access: 'public' })).toBe('request')
    expect(shownAccess({ access: 'request', usual: 'public' }, { access: 'public' })).toBe('request')
    expect([sentAccess(nobodyChose, undefined), shownAccess(nobodyChose, undefined)]).toEqual(['public', 'public'])
  })
})

describe('faults of a draft', () => {
  it('name empty texts and days, of lists as well', () => {
    const incident = { date: '', severity: 'low', scope: '', resolution: '' } as const
    const empty = { name: ' ', purpose: '', dataAccess: [], jurisdiction: 'US', dpaSigned: false }
    const { empty: faults } = draftFaults({ ...INTAKE, subprocessors: [empty], incidentHistory: [incident] }, TODAY)
    expect(faults.map(({ field }) => field)).toEqual([
      'subprocessors.0.name',
      'subprocessors.0.purpose',
      'incidentHistory.0.date',
    ])
    expect(faults.map(({ field }) => fieldName(field))).toEqual([
      'Subprocessor 1, name',
      'Subprocessor 1, purpose',
      'Incident 1, day',
    ])
    expect(draftFaults(EMPTY_INTAKE, TODAY).empty).toHaveLength(3)
    expect(draftFaults(INTAKE, TODAY)).toEqual({ empty: [], wrong: [] })
  })

  it('are found by the names of fields, however a service writes them', () => {
    expect(dottedFields({ 'subprocessors[2].name': 'x', 'a.0': 'y' })).toEqual({
      'subprocessors.2.name': 'x',
      'a.0': 'y',
    })
    expect(ruleWords('must be #rrggbb')).toBe('It must be #rrggbb.')
  })

  it('are told once: beside the fields only what no field says', () => {
    const fault = { message: 'slug must be free' }
    const isSlug = (name: string) => name === 'slug'
    expect(faultBesideFields({ fault, fields: { slug: 'must be free' } }, isSlug)).toBeUndefined()
    expect(faultBesideFields({ fault, fields: { slug: 'x', hash: 'y' } }, isSlug)).toBe(fault)
    expect(faultBesideFields({ fault, fields: {} }, isSlug)).toBe(fault)
  })

  it('do not stand in the way of what a browser kept', () => {
    expect(isEmptyIntake(keptIntake(null))).toBe(true)
    expect(isEmptyIntake(keptIntake('{'))).toBe(true)
    expect(keptIntake(JSON.stringify(INTAKE))).toEqual(INTAKE)
  })

  it('are forgotten with what was sent alone: what another tab wrote meanwhile is another draft', () => {
    const { dataHandled, ...rest } = INTAKE
    expect(isSameIntake(keptIntake(JSON.stringify(INTAKE)), { dataHandled, ...rest })).toBe(true)
    expect(isSameIntake(INTAKE, { ...INTAKE, dataHandled: [] })).toBe(false)
    expect(isSameIntake(keptIntake(null), INTAKE)).toBe(false)
  })
})

/** What the public page says of a receipt. */
const publicWords = ({ refused, state }: Parameters<typeof badgeWords>[0]): string => {
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
      ruleset: { ruleset: 'r', sha256: hash },
      freshness: { state: 'fresh', outOfDateFrom: null, reasons: [] },
    },
  } as unknown as TrustPage
  const same = (path: string) => path
  return receiptPart(page, { verify: same, keys: '/keys', logKeys: '/log-keys', path: same })
}

describe('words', () => {
  it.each([
    { refused: false, state: 'active' },
    { refused: true, state: 'active' },
    { refused: false, state: 'withdrawn' },
    { refused: true, state: 'superseded' },
  ] as const)('of a badge are those of the public page: %o', (standing) => {
    const { text, tone, meaning } = badgeWords(standing)
    expect(publicWords(standing)).toContain(`<strong class="badge ${tone}">${text}</strong></p><p>${meaning}</p>`)
  })

  it('are there for every claim and for the members of each', () => {
    const claims = claimsOf(INTAKE, judgeIntake(INTAKE, TODAY), TODAY)
    expect(claims.filter(({ name }) => claimName(name) === name)).toEqual([])
    const said = claims.map(({ name, value }) => claimWords(name, value)).join('\n')
    expect(said).toContain('data processing agreement signed: yes')
    expect(said).not.toMatch(/dpaSigned|dataAccess|lastAudit/)
    expect(claimName('later')).toBe('later')
  })

  it('say what became of an intake before what its verdict was', () => {
    expect(standingWords({ refused: true, state: 'withdrawn' }).text).toBe('Withdrawn')
    expect(standingWords({ refused: true, state: 'active' }).text).toBe('Refused')
    expect(badgeWords({ refused: true, state: 'active' }).text).toBe('Refused by the rules')
    expect([ageWords('amber', 'active').text, ageWords('fresh', 'withdrawn').text]).toEqual(['Ageing', 'Not current'])
    expect(isInForce({ refused: false, state: 'superseded' })).toBe(false)
    expect(isInForce({ refused: false, state: 'active' })).toBe(true)
  })
})
