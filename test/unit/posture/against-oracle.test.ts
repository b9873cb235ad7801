import { judgeIntake } from '@signet/posture'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oracle, ROWS } from './oracle.ts'
import { AS_OF, anyIntake } from './world.ts'

const RUNS = { numRuns: 2_000, seed: 20_261_127 }

describe('verdict', () => {
  it('matches the reference table for 2,000 intakes', async () => {
    const fired = new Set<string>()
    const recovered = new Set<string>()
    await fc.assert(
      fc.property(anyIntake, (intake) => {
        const { isRefused, findings } = judgeIntake(intake, AS_OF)
        const summaries = findings.map(({ id, path, severity, recoveredBy }) => {
          fired.add(id)
          if (recoveredBy) recovered.add(id)
          return { id, path, kind: severity === 'disqualifier' ? 'D' : 'W', ...(recoveredBy && { recoveredBy }) }
        })
        expect({ isRefused, findings: summaries }).toEqual(oracle(intake, AS_OF))
      }),
      RUNS,
    )
    // A rule that never fires would prove nothing.
    expect([...fired].sort()).toEqual(ROWS.map(([id]) => id).sort())
    const recoverable = ROWS.filter(([, , , isRecoverable]) => isRecoverable).map(([id]) => id)
    expect([...recovered].sort()).toEqual(recoverable.sort())
  })

  it('summarizes the counts of its findings', async () => {
    await fc.assert(
      fc.property(anyIntake, (intake) => {
        const { isRefused, summary, findings, unrecovered } = judgeIntake(intake, AS_OF)
        const open = findings.filter(({ severity, recoveredBy }) => severity === 'disqualifier' && !recoveredBy)
        expect(isRefused).toBe(open.length > 0)
        expect(unrecovered).toEqual([...new Set(open.map(({ id }) => id))])
        const [first, second, third] = [...summary.matchAll(/\b(no|\d+) /g)].map(([, count]) =>
          count === 'no' ? 0 : Number(count),
        )
        const warnings = findings.filter(({ severity }) => severity === 'warning').length
        expect([first, second, third]).toEqual([open.length, findings.length - warnings - open.length, warnings])
      }),
    )
  })
})
