import { CISO_RULES, judgeIntake } from '@signet/posture'
import { describe, expect, it } from 'vitest'
import { RULE_CASES, type RuleCase } from './rule-cases.ts'
import { AS_OF, edited } from './world.ts'

const MITIGATION = 'It is twenty letters'
const caseOf = (id: string): RuleCase => {
  const ruleCase = RULE_CASES.find((candidate) => candidate.id === id)
  if (ruleCase === undefined) throw new Error(`The case of ${id} does not exist`)
  return ruleCase
}
const judgeWithControl = (id: string, gap: string, mitigation = MITIGATION, owner = 'Ada Kay') =>
  judgeIntake(edited({ ...caseOf(id).fires, compensatingControls: [{ gap, mitigation, owner }] }), AS_OF)

const recoverable = CISO_RULES.filter(({ isRecoverable }) => isRecoverable)
const otherRules = CISO_RULES.filter(({ isRecoverable, id }) => !isRecoverable && id !== 'GOV-02')

describe('compensating control', () => {
  it.each(recoverable)('recovers $id by its id, its path, and the path of the finding', ({ id, path }) => {
    const { path: findingPath } = caseOf(id)
    for (const gap of [id, path, findingPath, `  ${id.toLowerCase()}\n`, findingPath.toUpperCase()]) {
      const { isRefused, findings, unrecovered, summary } = judgeWithControl(id, gap)
      expect(findings).toMatchObject([{ id, path: findingPath, recoveredBy: { gap: gap.trim(), owner: 'Ada Kay' } }])
      expect([isRefused, unrecovered, summary]).toEqual([
        ...[false, []],
        'The intake is accepted with no open disqualifiers, 1 mitigated disqualifier and no warnings.',
      ])
    }
  })

  it.each(recoverable)('requires 20 characters and an owner to recover $id', ({ id }) => {
    const refused = [
      judgeWithControl(id, id, 'nineteen characters'),
      judgeWithControl(id, id, `  ${'x'.repeat(19)}  `),
      // Ten characters in twenty UTF-16 code units.
      judgeWithControl(id, id, '🔒'.repeat(10)),
      // Only invisible characters.
      judgeWithControl(id, id, '\u200b'.repeat(25)),
      ...[
        'TBD.',
        '(tbd)',
        'to-be-determined',
        'T.B.D.',
        'n.a.',
        'N / A',
        'no-one',
        'TBD\u200b',
        '\uff34\uff22\uff24',
      ].map((owner) => judgeWithControl(id, id, MITIGATION, owner)),
      ...['', ' ', 'n/a', 'TBD', 'todo', 'None', 'unknown', '-', '?', '...', ' N/A '].map((owner) =>
        judgeWithControl(id, id, MITIGATION, owner),
      ),
    ]
    for (const { isRefused, findings, unrecovered } of refused) {
      expect([isRefused, unrecovered]).toEqual([true, [id]])
      // The control refers to a finding, so it is not an orphan.
      expect(findings.map((finding) => [finding.id, 'recoveredBy' in finding])).toEqual([[id, false]])
    }
  })

  it.each(recoverable)('with another gap leaves $id open, and is reported as an orphan', ({ id }) => {
    for (const gap of ['XYZ-01', '', `${id}.`, `${id} MFA-09`, caseOf(id).path.slice(0, -1)]) {
      const { isRefused, findings } = judgeWithControl(id, gap)
      expect([isRefused, findings.map((finding) => finding.id)]).toEqual([true, [id, 'GOV-02']])
    }
  })

  it.each(otherRules)('does not recover $id, and is not reported as an orphan', ({ id, severity }) => {
    const { isRefused, findings } = judgeWithControl(id, id)
    expect(findings.map((finding) => [finding.id, 'recoveredBy' in finding])).toEqual([[id, false]])
    expect(isRefused).toBe(severity === 'disqualifier')
  })

  it('with the path of one element, recovers only that element', () => {
    const subprocessors = ['One', 'Two'].map((name) => ({
      name,
      purpose: 'Mails',
      dataAccess: ['pii'],
      jurisdiction: 'EU',
      dpaSigned: false,
    }))
    const control = (gap: string) => ({ gap, mitigation: MITIGATION, owner: 'Ada Kay' })
    const judgeWithGaps = (...gaps: string[]) =>
      judgeIntake(edited({ subprocessors, compensatingControls: gaps.map(control) }), AS_OF)
    expect(judgeWithGaps('subprocessors[1].dpaSigned').findings.map(({ recoveredBy }) => recoveredBy?.gap)).toEqual([
      ...[undefined, 'subprocessors[1].dpaSigned'],
    ])
    expect(judgeWithGaps('subprocessors[i].dpaSigned').isRefused).toBe(false)
    // The first sufficient control applies.
    const both = judgeWithGaps('subprocessors[1].dpaSigned', 'SUB-02').findings
    expect(both.map(({ recoveredBy }) => recoveredBy?.gap)).toEqual(['SUB-02', 'subprocessors[1].dpaSigned'])
  })

  it('becomes an orphan if it refers to an orphan control', () => {
    const controls = ['GOV-02', 'compensatingControls[0].gap'].map((gap) => ({
      gap,
      mitigation: MITIGATION,
      owner: 'Ada Kay',
    }))
    const { findings } = judgeIntake(edited({ compensatingControls: controls }), AS_OF)
    expect(findings.map(({ id, path }) => `${id} ${path}`)).toEqual([
      'GOV-02 compensatingControls[0].gap',
      'GOV-02 compensatingControls[1].gap',
    ])
  })
})
