import type { FactValue, Reading, ReplayInputs } from '@signet/readings'
import { sha256Hex } from '@signet/receipts/digest'

/**
 * Maximum length of the inputs in a claim, because the opening of a receipt is one row. The stored object always has
 * the inputs.
 */
const INPUTS_MAX_CHARACTERS = 128 * 1024

const claimValue = (value: FactValue): string | number | boolean | string[] => {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : String(value)
  return Array.isArray(value) ? [...value] : (value as string | boolean)
}

export const publicClaimsOf = ({ spread, engine, seed, facts, cards, replay }: Reading) => ({
  spread: `${spread.name}@${spread.version}`,
  engine,
  seed,
  facts: Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, claimValue(value)])),
  cards: cards.map(({ deck, id }) => `${deck}/${id}`),
  replay: { ...replay, decks: replay.decks.map((deck) => ({ ...deck })) },
})

/** Returns the replay inputs as a claim, if they fit. */
export const claimedInputs = (inputs: object): { readonly inputs?: string } => {
  const text = JSON.stringify(inputs)
  return text.length <= INPUTS_MAX_CHARACTERS ? { inputs: text } : {}
}

export const privateClaimsOf = (reading: Reading, inputs: ReplayInputs) => {
  const { oracle } = reading
  return {
    ...publicClaimsOf(reading),
    intention: inputs.intention ?? '',
    ...claimedInputs(inputs),
    ...(oracle?.method === 'model' && { prose_sha256: sha256Hex(oracle.text) }),
  }
}
