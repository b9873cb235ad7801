import { CAIQ_QUESTIONS, type CaiqQuestion } from './caiq-questions.ts'
import { requireDay } from './days.ts'
import { anyMatches } from './judge/conditions.ts'
import type { Verdict } from './judge/judge-intake.ts'
import type { Condition } from './rules/rule.ts'
import type { Intake } from './schemas.ts'

export interface CaiqAnswer {
  /** Id of the question, such as `IAM-14.1`. */
  readonly id: string
  readonly answer: 'yes' | 'no'
  readonly covers: 'whole' | 'part'
  /** The claims on which the answer depends. */
  readonly claims: readonly string[]
  readonly findings: readonly string[]
}

const isWithin = (path: string, scope: string): boolean => path === scope || path.startsWith(`${scope}.`)

/** Whether a condition tests the claim: a field within its path, or the classes of data. */
const testsClaim = ({ tests, handles, handlesNone }: Condition, claim: string, path: string | undefined): boolean =>
  path === undefined
    ? claim === 'dataHandled' && (handles ?? handlesNone) !== undefined
    : tests.some(({ member }) => isWithin(member, path))

export const caiqAnswer = (
  { id, claims, paths, covers, yes, no }: CaiqQuestion,
  intake: Intake,
  asOf: string,
): Omit<CaiqAnswer, 'findings'> | undefined => {
  const conditionScope = { intake, asOf, names: new Set<string>() }
  const met = (conditions: readonly Condition[]) =>
    conditions.filter((condition) => anyMatches([condition], { path: '', key: '' }, conditionScope))
  const affirming = met(yes)
  const supporting = affirming.length > 0 ? affirming : met(no)
  if (supporting.length === 0) return undefined
  return {
    id,
    answer: affirming.length > 0 ? 'yes' : 'no',
    covers,
    claims: claims.filter((claim, nth) => supporting.some((condition) => testsClaim(condition, claim, paths[nth]))),
  }
}

/**
 * Questions of CAIQ v4.0 that an intake answers, by id. Omits questions that the intake neither affirms nor denies; a
 * finding that a compensating control mitigates still results in a no.
 * The verdict is the result of `judgeIntake` for the same day.
 * @throws RangeError for an invalid date
 */
export const caiqAnswers = (intake: Intake, { findings }: Verdict, asOf: string): readonly CaiqAnswer[] => {
  requireDay(asOf, 'asOf')
  return CAIQ_QUESTIONS.flatMap((question): CaiqAnswer[] => {
    const answer = caiqAnswer(question, intake, asOf)
    if (answer === undefined) return []
    const relatedFindings = findings.filter(({ path }) =>
      question.paths.some((scope) => isWithin(path, scope) || isWithin(scope, path)),
    )
    return [{ ...answer, findings: [...new Set(relatedFindings.map((finding) => finding.id))] }]
  })
}
