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
  readonly claims: readonly string[]
  readonly findings: readonly string[]
}

const isWithin = (path: string, scope: string): boolean => path === scope || path.startsWith(`${scope}.`)

export const caiqAnswer = (
  { id, claims, covers, yes, no }: CaiqQuestion,
  intake: Intake,
  asOf: string,
): Omit<CaiqAnswer, 'findings'> | undefined => {
  const conditionScope = { intake, asOf, names: new Set<string>() }
  const matches = (conditions: readonly Condition[]) => anyMatches(conditions, { path: '', key: '' }, conditionScope)
  const answer = matches(yes) ? 'yes' : matches(no) ? 'no' : undefined
  return answer && { id, answer, covers, claims }
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
