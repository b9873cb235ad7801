import { execFileSync } from 'node:child_process'
import { caiqAnswers, claimsOf, diffIntakes, type Intake, judgeIntake } from '@signet/posture'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../support/source-files.ts'
import { AS_OF, anyIntake, edited } from './world.ts'

/** All public data of an intake, as bytes. */
const publicBytes = (intake: Intake): string => {
  const verdict = judgeIntake(intake, AS_OF)
  const earlier = { findings: judgeIntake(edited({}), AS_OF).findings, intake: edited({}) }
  return JSON.stringify([
    verdict,
    claimsOf(intake, verdict, AS_OF),
    caiqAnswers(intake, verdict, AS_OF),
    diffIntakes(earlier, { findings: verdict.findings, intake }),
  ])
}

const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, child]) => [name, reversed(child)]),
  )
}

const PROGRAM = `
import { claimsOf, freshness, judgeIntake, ruleSet } from '@signet/posture'
let text = ''
for await (const chunk of process.stdin) text += chunk
const intake = JSON.parse(text)
const verdict = judgeIntake(intake, '2026-11-27')
const fresh = freshness({ issuedOn: '2025-12-27', certifications: intake.certifications }, '2026-11-28')
process.stdout.write(JSON.stringify([verdict, claimsOf(intake, verdict, '2026-11-27'), fresh, ruleSet().sha256]))
`

describe('public data of an intake', () => {
  it('has the same bytes in every run and for any order of fields', async () => {
    await fc.assert(
      fc.property(anyIntake, (intake) => {
        const bytes = publicBytes(intake)
        expect(publicBytes(structuredClone(intake))).toBe(bytes)
        expect(publicBytes(reversed(intake) as Intake)).toBe(bytes)
      }),
      { numRuns: 500 },
    )
  })

  it('leaves the intake unchanged', async () => {
    await fc.assert(
      fc.property(anyIntake, (intake) => {
        const before = JSON.stringify(intake)
        publicBytes(intake)
        expect(JSON.stringify(intake)).toBe(before)
      }),
    )
  })

  it('has the same bytes in every time zone and locale', () => {
    const intake = edited({ 'controlBaseline.iam.owner': 'NİL', 'incidentHistory.0.severity': 'critical' })
    const under = (environment: Readonly<Record<string, string>>): string =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
        cwd: ROOT,
        encoding: 'utf8' as const,
        input: JSON.stringify(intake),
        env: { PATH: process.env.PATH ?? '', ...environment },
      })
    const first = under({ TZ: 'UTC', LANG: 'C' })
    expect(first).toContain('"state":"amber"')
    expect(under({ TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' })).toBe(first)
    expect(under({ TZ: 'America/Los_Angeles', LANG: 'de_DE.UTF-8' })).toBe(first)
  })
})
