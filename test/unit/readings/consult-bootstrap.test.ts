import { ROLES, type Role } from '@signet/readings'
import {
  type BootstrapInputs,
  type BootstrapResult,
  bootstrap,
  RESEARCH_TABLE,
  RESEARCH_TYPES,
} from '@signet/readings/consult'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const bootstrapOf = (internalSignals: readonly string[], members: Partial<BootstrapInputs> = {}): BootstrapResult => {
  const outcome = bootstrap({ role: 'cto', internalSignals, ...members })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal))
  return outcome.result
}

describe('a bootstrap', () => {
  it.each([
    ['incident', 'The outage took the shop down'],
    ['metric', 'Conversion rate and churn on the dashboard'],
    ['request', 'Customers ask for a feature'],
    ['market', 'A competitor entered our segment'],
    ['regulation', 'The auditor wants proof of GDPR compliance'],
    ['cost', 'The bill is over budget'],
    ['debt', 'A legacy monolith nobody refactors'],
    ['none', 'Blue sky'],
  ])('signal words give the type %s', (signalType, text) => {
    expect(bootstrapOf([text]).signalType).toBe(signalType)
  })

  it('the type with most hits wins, the first of the list on a tie', () => {
    expect(bootstrapOf(['outage', 'bill, invoice']).signalType).toBe('cost')
    expect(bootstrapOf(['bill', 'outage']).signalType).toBe('incident')
    expect(bootstrapOf([], { domain: 'legacy rewrite' }).signalType).toBe('debt')
  })

  it.each([
    ['knowledge', 'It is unclear and undocumented'],
    ['capability', 'We cannot, there is no skill'],
    ['evidence', 'There is no data, it was never tested'],
    ['ownership', 'No owner, it falls between teams'],
    ['control', 'Unencrypted, and no monitoring'],
    ['none', 'All is well'],
  ])('gap words give the type %s', (gapType, text) => {
    expect(bootstrapOf([text]).gapType).toBe(gapType)
  })

  it.each([
    ['lagging', ['Sales fell']],
    ['lagging', ['3 tickets']],
    ['leading', ['Traffic is growing']],
    ['mixed', ['It broke', 'We plan a rewrite']],
    ['absent', ['Blue sky']],
  ])('signal words distinguish past from future events: %s', (signalClass, signals) => {
    expect(bootstrapOf(signals).signalClass).toBe(signalClass)
  })

  it.each<readonly [BootstrapResult['gapClass'], readonly string[]]>([
    ['critical', ['We were fined']],
    ['critical', ['bill one', 'bill two', 'bill three']],
    ['material', ['bill one', 'bill two', 'blue sky']],
    ['minor', ['bill one']],
    ['minor', ['It is unclear']],
    ['none', ['Blue sky']],
  ])('the class of a gap is %s for %j', (gapClass, signals) => {
    expect(bootstrapOf(signals).gapClass).toBe(gapClass)
  })

  it('the table has 48 cells, each with a strategy and a type', () => {
    const cells = Object.values(RESEARCH_TABLE).flatMap((row) => Object.values(row))
    expect(cells).toHaveLength(48)
    expect([...new Set(cells)].toSorted()).toEqual(Object.keys(RESEARCH_TYPES).toSorted())
    const { researchStrategy, researchType } = bootstrapOf(['The outage took it down, unclear why'])
    expect([researchStrategy, researchType]).toEqual(['document_review', 'qualitative'])
    expect(bootstrapOf(['no data on the churn rate'])).toMatchObject({
      researchStrategy: 'measurement',
      researchType: 'quantitative',
    })
  })

  it.each<readonly [Role, readonly string[], BootstrapResult['evidenceBar']]>([
    ['ciso', ['Blue sky'], 'measured'],
    ['cfo', ['Blue sky'], 'measured'],
    ['cto', ['Blue sky'], 'corroborated'],
    ['cto', ['We were sued'], 'measured'],
    ['ciso', ['We were sued'], 'audited'],
  ])('role and gap set the evidence bar: %s, %j is %s', (role, signals, bar) => {
    expect(bootstrapOf(signals, { role }).evidenceBar).toBe(bar)
  })

  it.each<readonly [string, string, readonly string[]]>([
    ['high', 'tier1', ['bill unclear', 'bill two', 'bill three']],
    ['high', 'tier2', ['bill one', 'bill two', 'bill three']],
    ['medium', 'tier2', ['bill unclear', 'bill two']],
    ['low', 'tier2', ['bill one']],
    ['low', 'tier3', ['Blue sky']],
    ['low', 'tier3', ['We were fined']],
  ])('the tier is %s and %s for %j', (methodologyConfidence, tierAssignment, signals) => {
    expect(bootstrapOf(signals)).toMatchObject({ methodologyConfidence, tierAssignment })
  })

  it('words that two signals share become candidate terms and draft cards', () => {
    const { candidate_vocabulary, candidate_cards } = bootstrapOf([
      'Invoices unclear for dealers',
      'The dealer calls about an invoice',
      'Dealer portal',
      'dealers 2026',
      '2026',
    ])
    expect(candidate_vocabulary).toEqual([
      { term: 'dealers', weight: 4, count: 4, from: [0, 1, 2, 3] },
      { term: 'invoices', weight: 1, count: 2, from: [0, 1] },
    ])
    expect(candidate_cards.map(({ id, element }) => [id, element])).toEqual([
      ['cto-dealers', 'people'],
      ['cto-invoices', 'people'],
    ])
    expect(candidate_cards[0]?.question).toMatch(/dealers.*\?$/)
    expect(candidate_cards[0]?.to_write).toContain('advice')
  })

  it('inputs beyond the limits are refused with their field', () => {
    const signals = (count: number, length = 1) => Array.from({ length: count }, () => 'x'.repeat(length))
    const refusal = (inputs: object) => bootstrap({ role: 'cto', ...inputs } as BootstrapInputs)
    expect(refusal({ role: 'ceo' })).toEqual({
      ok: false,
      refusal: { status: 400, code: 'unknown_role', roles: Object.keys(ROLES) },
    })
    const invalid = (field: string) => ({ refusal: { status: 400, code: 'invalid_input', errors: [{ field }] } })
    expect(refusal({ internalSignals: signals(21) })).toMatchObject(invalid('internalSignals'))
    expect(refusal({ internalSignals: ['', ...signals(1, 301)] })).toMatchObject(invalid('internalSignals.1'))
    expect(refusal({ domain: 'x'.repeat(301) })).toMatchObject(invalid('domain'))
    expect(refusal({ domain: 'x'.repeat(300), internalSignals: signals(20, 300) })).toMatchObject({ ok: true })
  })

  it('any words give a valid result, and the same one when repeated', () => {
    const words = fc.constantFrom(
      'outage',
      'bill',
      'unclear',
      'fined',
      'plan',
      'no',
      'owner',
      'churn',
      'law',
      '3',
      'Zug',
    )
    const signal = fc.array(words, { maxLength: 12 }).map((some) => some.join(' '))
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(ROLES) as Role[])),
        fc.array(signal, { maxLength: 20 }),
        (role, signals) => {
          const result = bootstrapOf(signals, { role })
          expect(bootstrapOf(signals, { role })).toEqual(result)
          expect(result.researchStrategy).toBe(RESEARCH_TABLE[result.signalType][result.gapType])
          expect(result.candidate_vocabulary.every(({ count }) => count >= 2)).toBe(true)
          expect(result.candidate_cards.length).toBeLessThanOrEqual(5)
        },
      ),
      { numRuns: 300 },
    )
  })
})
