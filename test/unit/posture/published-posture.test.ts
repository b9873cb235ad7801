import {
  type ClaimValue,
  CONTROL_CLAIMS,
  caiqAnswers,
  claimsOf,
  type Intake,
  judgeIntake,
  publishedAnswers,
  publishedPosture,
} from '@signet/posture'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AS_OF, anyIntake, clean, edited } from './world.ts'

/** Claims as a receipt keeps them: as JSON whose members are in the order of the alphabet. */
const kept = (intake: Intake): Readonly<Record<string, ClaimValue>> => {
  const claims = claimsOf(intake, judgeIntake(intake, AS_OF), AS_OF).map(({ name, value }) => [name, value] as const)
  return Object.fromEntries(claims.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

describe('a posture by its public claims', () => {
  it('answers the questionnaire exactly as its intake does', () => {
    return fc.assert(
      fc.property(anyIntake, (intake) => {
        const answers = caiqAnswers(intake, judgeIntake(intake, AS_OF), AS_OF)
        expect(publishedAnswers(publishedPosture(kept(intake)))).toEqual(
          answers.map(({ findings: _, ...answer }) => answer),
        )
      }),
    )
  })

  it('has subprocessors in their order, beyond ten of them too', () => {
    const [one] = clean().subprocessors
    const subprocessors = Array.from({ length: 12 }, (_, nth) => ({ ...one, name: `Vendor ${nth}` }))
    const names = publishedPosture(kept(edited({ subprocessors }))).subprocessors.map(({ name }) => name)
    expect(names).toEqual(subprocessors.map(({ name }) => name))
  })

  it('has each control, and names a claim that is missing', () => {
    const claims = kept(clean())
    expect(Object.keys(publishedPosture(claims).controls)).toEqual(CONTROL_CLAIMS)
    const { mfa: _, ...others } = claims
    expect(() => publishedPosture(others)).toThrow(new TypeError('The claims have no "mfa"'))
  })
})
