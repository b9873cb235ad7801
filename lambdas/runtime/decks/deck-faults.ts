import { brokenRules } from '@signet/contracts'
import { invalidInput, type Refusal } from '@signet/kernel'
import { deckSchema } from '@signet/readings/schemas'

export const deckRefusal = (deck: unknown, path: readonly string[] = []): Refusal<'invalid_input'> | undefined => {
  const problems = brokenRules(deckSchema, deck, 'deck')
  if (problems.length === 0) return undefined
  return invalidInput(problems.map(({ field, message }) => ({ field: [...path, field].join('.'), message })))
}
