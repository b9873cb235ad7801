import { type Content, findPolicy, type Policy, type Verdict, validate } from '@signet/evidence'

export const policyOf = (id: string): Policy => {
  const policy = findPolicy(id)
  if (policy === undefined) throw new Error(`There is no policy ${id}`)
  return policy
}

export const EEAT = policyOf('eeat-core')

export const verdictOf = (content: Content | string, policy: Policy = EEAT): Verdict => validate(content, policy)

/** Ids of the requirements that a text lacks. */
export const lacks = (content: Content | string, policy: Policy = EEAT): readonly string[] =>
  verdictOf(content, policy).gaps.map(({ requirementId }) => requirementId)

/** Words that say nothing to any detector, to make a text long. */
export const filler = (words: number): string =>
  Array.from({ length: Math.ceil(words / 8) }, () => 'Rain fell on roofs and geese went over.').join(' ')
