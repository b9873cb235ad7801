import { diffIntakes, type Intake, type JudgedIntake, judgeIntake } from '@signet/posture'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AS_OF, anyIntake, type Edits, edited } from './world.ts'

const judge = (intake: Intake): JudgedIntake => ({ findings: judgeIntake(intake, AS_OF).findings, intake })
const judgedWith = (edits: Edits): JudgedIntake => judge(edited(edits))
const diffLabels = (earlier: JudgedIntake, later: JudgedIntake) => {
  const { fixed, appeared, stillOpen, recovered } = diffIntakes(earlier, later)
  const labels = (findings: JudgedIntake['findings']) => findings.map(({ id, path }) => `${id} ${path}`)
  return {
    fixed: labels(fixed),
    appeared: labels(appeared),
    stillOpen: labels(stillOpen),
    recovered: labels(recovered),
  }
}
const NO_CHANGES = { fixed: [], appeared: [], stillOpen: [], recovered: [] }

const SCOPE = 'controlBaseline.mfa.scope'
const EDR = 'controlBaseline.workstationSecurity.edr'
const recovery = [{ gap: 'MFA-02', mitigation: 'Networks are closed to others', owner: 'Bo' }]
const unsigned = (name: string) => ({
  name,
  purpose: 'Mails',
  dataAccess: ['pii'],
  jurisdiction: 'EU',
  dpaSigned: false,
})

describe('intake comparison', () => {
  it('distinguishes fixed, new, still open and recovered findings', () => {
    const open = judgedWith({ [SCOPE]: 'none' })
    const mfaFinding = `MFA-02 ${SCOPE}`
    expect(diffLabels(open, judgedWith({}))).toEqual({ ...NO_CHANGES, fixed: [mfaFinding] })
    expect(diffLabels(judgedWith({}), open)).toEqual({ ...NO_CHANGES, appeared: [mfaFinding] })
    expect(diffLabels(open, open)).toEqual({ ...NO_CHANGES, stillOpen: [mfaFinding] })
    const recovered = judgedWith({ [SCOPE]: 'none', compensatingControls: recovery })
    expect(diffLabels(open, recovered)).toEqual({ ...NO_CHANGES, recovered: [mfaFinding] })
    expect(diffLabels(judgedWith({}), recovered)).toEqual({ ...NO_CHANGES, recovered: [mfaFinding] })
    // A finding that is no longer recovered is open, not new.
    expect(diffLabels(recovered, open)).toEqual({ ...NO_CHANGES, stillOpen: [mfaFinding] })
    expect(diffLabels(recovered, judgedWith({ [EDR]: false }))).toEqual({
      ...NO_CHANGES,
      fixed: [mfaFinding],
      appeared: [`WKS-02 ${EDR}`],
    })
  })

  it('identifies a subprocessor by name, at any position', () => {
    const both = judgedWith({ subprocessors: [unsigned('Mailer'), unsigned('Desk')] })
    const one = judgedWith({ subprocessors: [unsigned(' desk')] })
    const first = 'SUB-02 subprocessors[0].dpaSigned'
    const second = 'SUB-02 subprocessors[1].dpaSigned'
    expect(diffLabels(both, one)).toEqual({ ...NO_CHANGES, fixed: [first], stillOpen: [first] })
    expect(diffLabels(one, both)).toEqual({ ...NO_CHANGES, appeared: [first], stillOpen: [second] })
    // Without the intakes, only positions can be compared.
    expect(diffLabels({ findings: both.findings }, one)).toEqual({ ...NO_CHANGES, fixed: [second], stillOpen: [first] })
  })

  it('counts subprocessors of the same name', () => {
    const two = judgedWith({ subprocessors: [unsigned('Mailer'), unsigned('Mailer')] })
    expect(diffLabels(two, judgedWith({ subprocessors: [unsigned('Mailer')] }))).toEqual({
      ...NO_CHANGES,
      fixed: ['SUB-02 subprocessors[1].dpaSigned'],
      stillOpen: ['SUB-02 subprocessors[0].dpaSigned'],
    })
  })

  it('assigns each finding to exactly one group', async () => {
    await fc.assert(
      fc.property(anyIntake, anyIntake, (one, other) => {
        const earlier = judge(one)
        const later = judge(other)
        const { fixed, appeared, stillOpen, recovered } = diffIntakes(earlier, later)
        expect(new Set([...appeared, ...stillOpen, ...recovered])).toEqual(new Set(later.findings))
        expect(appeared.length + stillOpen.length + recovered.length).toBe(later.findings.length)
        expect(fixed.every((finding) => earlier.findings.includes(finding))).toBe(true)
        const reverse = diffIntakes(later, earlier)
        const remainingCount = earlier.findings.length - fixed.length
        expect(later.findings.length - reverse.fixed.length).toBe(remainingCount)
        expect(diffIntakes(earlier, earlier)).toMatchObject({ fixed: [], appeared: [] })
      }),
      { numRuns: 300 },
    )
  })
})
