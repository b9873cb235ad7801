import type { ConsultRoleInput } from '../api/consultations.ts'
import type { FactValue } from '../readings/fact-words.ts'

/** Converts a fact to a context value: booleans become `yes` or `no`, lists become comma-separated text. */
const contextValueOf = (value: FactValue): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? value.join(', ') : String(value)
}

/** Adds answers to a request. The seed is removed, because it belongs to the original request. */
export const withAnswers = (
  { seed: _seed, context = {}, ...request }: ConsultRoleInput,
  answers: Readonly<Record<string, FactValue>>,
): ConsultRoleInput => ({
  ...request,
  context: {
    ...context,
    ...Object.fromEntries(Object.entries(answers).map(([fact, value]) => [fact, contextValueOf(value)])),
  },
})
