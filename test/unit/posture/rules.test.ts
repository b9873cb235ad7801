import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CISO_RULES, CISO_RULESET, judgeIntake, ruleSet } from '@signet/posture'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../support/source-files.ts'
import { ROWS } from './oracle.ts'
import { RULE_CASES } from './rule-cases.ts'
import { AS_OF, edited, faultFreeIntake } from './world.ts'

const CSF_SUBCATEGORIES = join(ROOT, 'test/fixtures/posture/csf-2.0.json')

describe('CISO rules', () => {
  it('match the reference table: ids, paths, classes, order', () => {
    const summaries = CISO_RULES.map(({ id, path, severity, isRecoverable }) => [
      ...[id, path, severity === 'disqualifier' ? 'D' : 'W', isRecoverable],
    ])
    expect(summaries).toEqual(ROWS.map(([id, path, kind, isRecoverable]) => [id, path, kind, isRecoverable]))
  })

  it('find nothing in a clean intake, for any class of data', () => {
    const summary = 'The intake is accepted with no open disqualifiers, no mitigated disqualifiers and no warnings.'
    for (const name of ['pii', 'phi', 'pci', 'financial', 'biometric', 'credentials', 'health', 'none']) {
      expect(judgeIntake(edited({ dataHandled: [name] }), AS_OF)).toEqual({
        isRefused: false,
        summary,
        findings: [],
        unrecovered: [],
      })
    }
  })

  it.each(RULE_CASES)('$id fires only at $path, and not in its twin', ({ id, path, fires, satisfies }) => {
    const { findings, isRefused, unrecovered } = judgeIntake(edited(fires), AS_OF)
    expect(findings.map((finding) => [finding.id, finding.path])).toEqual([[id, path]])
    const refuses = findings[0]?.severity === 'disqualifier'
    expect([isRefused, unrecovered]).toEqual([refuses, refuses ? [id] : []])
    expect(judgeIntake(edited(satisfies), AS_OF).findings).toEqual([])
  })

  it('have at least one case each', () => {
    expect([...new Set(RULE_CASES.map(({ id }) => id))].sort()).toEqual(CISO_RULES.map(({ id }) => id).sort())
  })

  it('describe problem and remediation in sentences, and name clauses', () => {
    for (const { id, description, remediation, mappings } of CISO_RULES) {
      expect([id, description]).toEqual([id, expect.stringMatching(/^[A-Z].{15,120}\.$/)])
      expect([id, remediation]).toEqual([id, expect.stringMatching(/^[A-Z].{10,120}\.$/)])
      expect([id, mappings.soc2.length * mappings.iso27001.length * mappings.csf.length > 0]).toEqual([id, true])
    }
  })

  it('name only subcategories of CSF 2.0', () => {
    const { subcategories } = JSON.parse(readFileSync(CSF_SUBCATEGORIES, 'utf8')) as { subcategories: string[] }
    expect([subcategories.length, new Set(subcategories).size]).toEqual([106, 106])
    const unknownIds = CISO_RULES.flatMap(({ mappings }) => mappings.csf).filter((id) => !subcategories.includes(id))
    expect(unknownIds).toEqual([])
  })

  it('have a published hash that changes with the wording', () => {
    const { sha256, ...published } = ruleSet()
    expect(JSON.parse(JSON.stringify(published))).toEqual(published)
    expect([published.ruleset, published.rules.length]).toEqual([CISO_RULESET, 38])
    // A published ruleset never changes; a change requires another version.
    expect(sha256).toBe('5d0f4b0197d29376d457e2af4663d25c8eca8dd272e1052b3be8dfcc49f9a6dd')
  })

  it('report findings in the order of the table, then of elements', () => {
    const intake = edited({
      'controlBaseline.iam.owner': '',
      'controlBaseline.mfa.owner': '',
      'controlBaseline.workstationSecurity.edr': false,
      subprocessors: ['US', 'EU', 'India'].map((jurisdiction) => ({
        name: jurisdiction,
        purpose: 'Mails',
        dataAccess: ['pii'],
        jurisdiction,
        dpaSigned: false,
      })),
    })
    expect(judgeIntake(intake, AS_OF).findings.map(({ id, path }) => `${id} ${path}`)).toEqual([
      'WKS-02 controlBaseline.workstationSecurity.edr',
      ...[0, 1, 2].map((nth) => `SUB-02 subprocessors[${nth}].dpaSigned`),
      'SUB-04 subprocessors[0].jurisdiction',
      'SUB-04 subprocessors[2].jurisdiction',
      'GOV-01 controlBaseline.mfa.owner',
      'GOV-01 controlBaseline.iam.owner',
    ])
  })

  it('refuse an invalid date', () => {
    for (const day of ['2026-02-30', '2026-13-01', '2026-1-1', '', 'today', '2026-11-27T00:00:00Z']) {
      expect(() => judgeIntake(faultFreeIntake(), day)).toThrow(RangeError)
    }
  })
})
