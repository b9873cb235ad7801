import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { type Clock, invalidInput, type NewId, Refusal, type RowTable, refusal, route } from '@signet/kernel'
import type { Deck } from '@signet/readings'
import { type ClassifyResult, classify } from '@signet/readings/classify'
import { sha256Hex } from '@signet/receipts/digest'
import { classifyIntention } from '../contract/classification.ts'
import type { classifiedRow } from '../contract/telemetry-rows.ts'
import { deckRefusal } from '../decks/deck-faults.ts'
import type { FindDeck } from '../decks/find-deck.ts'
import type { HourCounts } from '../telemetry/hour-counts-table.ts'

export interface ClassifyDeps {
  readonly findDeck: FindDeck
  readonly counts: Pick<HourCounts, 'add'>
  readonly classified: Pick<RowTable<typeof classifiedRow>, 'putNew'>
  readonly now: Clock
  readonly newId: NewId
}

interface DeckReference {
  readonly deck?: unknown
  readonly deck_alias?: string | undefined
  readonly deck_ref?: string | undefined
}

const resolveDeck = async (
  { findDeck }: Pick<ClassifyDeps, 'findDeck'>,
  org: string,
  { deck, deck_alias: alias, deck_ref: ref }: DeckReference,
) => {
  if (deck !== undefined && ref !== undefined)
    return invalidInput([{ field: 'deck_ref', message: 'cannot be combined with deck; send one of them' }])
  if (deck !== undefined && alias === undefined)
    return invalidInput([{ field: 'deck_alias', message: 'is required with deck: the name of the deck' }])
  if (deck === undefined && alias !== undefined)
    return invalidInput([{ field: 'deck_alias', message: 'requires deck, because it is the name of deck' }])
  if (deck !== undefined) return deckRefusal(deck, ['deck']) ?? (deck as Deck)
  if (ref === undefined) return undefined
  const registered = await findDeck(org, ref)
  return registered?.deck ?? refusal('unknown_deck', `The deck ${ref} does not exist`)
}

/**
 * Counts a classification and stores it without its text: only the SHA-256 of the intention. Cards of a deck are not
 * counted as patterns.
 */
const countClassification = async (
  { counts, classified, now, newId }: ClassifyDeps,
  org: string,
  intention: string,
  { classification, tier2_recommended }: ClassifyResult,
  usesDeck: boolean,
): Promise<void> => {
  const { pattern, confidence, method, vocab_score } = classification
  const at = now().toISOString()
  const row = { at, pattern, confidence, method, vocab_score, intention_sha256: sha256Hex(intention) }
  await Promise.all([
    counts.add(org, 'classify', {
      total: 1,
      [`method:${method}`]: 1,
      [`confidence:${confidence}`]: 1,
      ...(usesDeck ? {} : { [`pattern:${pattern}`]: 1 }),
      ...(tier2_recommended ? { tier2: 1 } : {}),
    }),
    classified.putNew({ org, at, id: newId() }, row).catch(() => undefined),
  ])
}

/** `POST /classify`. Calls no model. */
export const classifyRoute = (deps: ClassifyDeps) =>
  route(classifyIntention, async ({ body, caller }) => {
    const org = scopesOf(caller).entitlementScope
    const deck = await resolveDeck(deps, org, body)
    if (deck instanceof Refusal) return deck
    const { intention } = body
    const result = classify(deck === undefined ? { intention } : { intention, cards: deck.cards })
    await countClassification(deps, org, intention, result, deck !== undefined)
    const { classification, traits, tier2_recommended } = result
    return reply(200, { classification: { ...classification }, traits: { ...traits }, tier2_recommended })
  })
