import { diffIntakes, type Intake, type JudgedIntake, judgeIntake } from '@signet/posture'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AS_OF, anyIntake, type Edits, edited } from './world.ts'

const judge = (intake: Intake): JudgedIntake => ({ findings: judgeIntake(intake, AS_OF).findings, intake })
const of = (edits: Edits): JudgedIntake => judge(edited(edits))
const ids = (earlier: JudgedIntake, later: JudgedIntake) => {
  const { fixed, appeared, stillOpen, recovered } = diffIntakes(earlier, later)
  const labels = (findings: JudgedIntake['findings']) => findings.map(({ id, path }) => `${id} ${path}`)
  return {
    fixed: labels(fixed),
    appeared: labels(appeared),
    stillOpen: labels(stillOpen),
    recovered: labels(recovered),
  }
}
const none = { fixed: [], appeared: [], stillOpen: [], recovered: [] }

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
    const open = of({ [SCOPE]: 'none' })
    const at = `MFA-02 ${SCOPE}`
    expect(ids(open, of({}))).toEqual({ ...none, fixed: [at] })
    expect(ids(of({}), open)).toEqual({ ...none, appeared: [at] })
    expect(ids(open, open)).toEqual({ ...none, stillOpen: [at] })
    const recovered = of({ [SCOPE]: 'none', compensatingControls: recovery })
    expect(ids(open, recovered)).toEqual({ ...none, recovered: [at] })
    expect(ids(of({}), recovered)).toEqual({ ...none, recovered: [at] })
    // A finding that is no longer recovered is open, not new.
    expect(ids(recovered, open)).toEqual({ ...none, stillOpen: [at] })
    expect(ids(recovered, of({ [EDR]: false }))).toEqual({ ...none, fixed: [at], appeared: [`WKS-02 ${EDR}`] })
  })

  it('identifies a subprocessor by name, at any position', () => {
    const both = of({ subprocessors: [unsigned('Mailer'), unsigned('Desk')] })
    const one = of({ subprocessors: [unsigned(' desk')] })
    const first = 'SUB-02 subprocessors[0].dpaSigned'
    const second = 'SUB-02 subprocessors[1].dpaSigned'
    expect(ids(both, one)).toEqual({ ...none, fixed: [first], stillOpen: [first] })
    expect(ids(one, both)).toEqual({ ...none, appeared: [first], stillOpen: [second] })
    // Without the intakes, only positions can be compared.
    expect(ids({ findings: both.findings }, one)).toEqual({ ...none, fixed: [second], stillOpen: [first] })
  })

  it('counts subprocessors of the same name', () => {
    const two = of({ subprocessors: [unsigned('Mailer'), unsigned('Mailer')] })
    expect(ids(two, of({ subprocessors: [unsigned('Mailer')] }))).toEqual({
      ...none,
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
        const back = diffIntakes(later, earlier)
        const remainingCount = earlier.findings.length - fixed.length
        expect(later.findings.length - back.fixed.length).toBe(remainingCount)
        expect(diffIntakes(earlier, earlier)).toMatchObject({ fixed: [], appeared: [] })
      }),
      { numRuns: 300 },
    )
  })
})
