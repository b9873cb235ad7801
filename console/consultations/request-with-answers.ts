import type { ConsultRoleInput } from '../api/consultations.ts'
import type { FactValue } from '../readings/fact-words.ts'

/** Converts a fact to a context value: booleans become yes or no, lists become lists of texts. */
const memberOf = (value: FactValue): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? value.join(', ') : String(value)
}

/** Adds answers to a request. The seed is dropped, because it belongs to the original question. */
export const withAnswers = (
  { seed: _seed, context = {}, ...asked }: ConsultRoleInput,
  answers: Readonly<Record<string, FactValue>>,
): ConsultRoleInput => ({
  ...asked,
  context: {
    ...context,
    ...Object.fromEntries(Object.entries(answers).map(([fact, value]) => [fact, memberOf(value)])),
  },
})
