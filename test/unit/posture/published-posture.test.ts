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
import { AS_OF, anyIntake, edited, faultFreeIntake } from './world.ts'

/** Claims as stored in a receipt: JSON with members in alphabetical order. */
const storedClaims = (intake: Intake): Readonly<Record<string, ClaimValue>> => {
  const claims = claimsOf(intake, judgeIntake(intake, AS_OF), AS_OF).map(({ name, value }) => [name, value] as const)
  return Object.fromEntries(claims.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

describe('posture from public claims', () => {
  it('answers the questionnaire exactly as its intake does', () => {
    return fc.assert(
      fc.property(anyIntake, (intake) => {
        const answers = caiqAnswers(intake, judgeIntake(intake, AS_OF), AS_OF)
        expect(publishedAnswers(publishedPosture(storedClaims(intake)))).toEqual(
          answers.map(({ findings: _, ...answer }) => answer),
        )
      }),
    )
  })

  it('lists subprocessors in order, also beyond ten', () => {
    const [one] = faultFreeIntake().subprocessors
    const subprocessors = Array.from({ length: 12 }, (_, nth) => ({ ...one, name: `Vendor ${nth}` }))
    const names = publishedPosture(storedClaims(edited({ subprocessors }))).subprocessors.map(({ name }) => name)
    expect(names).toEqual(subprocessors.map(({ name }) => name))
  })

  it('has every control, and reports a missing claim', () => {
    const claims = storedClaims(faultFreeIntake())
    expect(Object.keys(publishedPosture(claims).controls)).toEqual(CONTROL_CLAIMS)
    const { mfa: _, ...others } = claims
    expect(() => publishedPosture(others)).toThrow(new TypeError('The claims lack "mfa"'))
  })
})
