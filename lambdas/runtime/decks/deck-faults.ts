import { brokenRules } from '@signet/contracts'
import { invalidInput, type Refusal } from '@signet/kernel'
import { deckSchema } from '@signet/readings/schemas'

export const deckFaults = (deck: unknown, path: readonly string[] = []): Refusal<'invalid_input'> | undefined => {
  const broken = brokenRules(deckSchema, deck, 'deck')
  if (broken.length === 0) return undefined
  return invalidInput(broken.map(({ field, message }) => ({ field: [...path, field].join('.'), message })))
}
