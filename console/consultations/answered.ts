import type { ConsultRoleInput } from '../api/consultations.ts'
import type { FactValue } from '../readings/fact-words.ts'

/** A fact as a member of a context: yes and no are words there, and lists texts. */
const memberOf = (value: FactValue): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? value.join(', ') : String(value)
}

/** What was asked, with answers to what was open. A seed is of one question, and does not go along. */
export const answered = (
  { seed: _seed, context = {}, ...asked }: ConsultRoleInput,
  answers: Readonly<Record<string, FactValue>>,
): ConsultRoleInput => ({
  ...asked,
  context: {
    ...context,
    ...Object.fromEntries(Object.entries(answers).map(([fact, value]) => [fact, memberOf(value)])),
  },
})
