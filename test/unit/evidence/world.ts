import { type Content, findPolicy, type Policy, type Verdict, validate } from '@signet/evidence'

export const policyOf = (id: string): Policy => {
  const policy = findPolicy(id)
  if (policy === undefined) throw new Error(`The policy ${id} does not exist`)
  return policy
}

export const EEAT = policyOf('eeat-core')

export const verdictOf = (content: Content | string, policy: Policy = EEAT): Verdict => validate(content, policy)

/** Ids of the requirements that a text does not meet. */
export const gapIdsOf = (content: Content | string, policy: Policy = EEAT): readonly string[] =>
  verdictOf(content, policy).gaps.map(({ requirementId }) => requirementId)

/** Filler without meaning for any detector, which makes a text long. */
export const filler = (words: number): string =>
  Array.from({ length: Math.ceil(words / 8) }, () => 'Rain fell on roofs and geese went over.').join(' ')
