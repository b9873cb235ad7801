import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { invalidInput, Refusal, refusal, route } from '@signet/kernel'
import type { Deck } from '@signet/readings'
import { classify } from '@signet/readings/classify'
import { classifyIntention } from '../contract/classification.ts'
import { deckFaults } from '../decks/deck-faults.ts'
import type { FindDeck } from '../decks/find-deck.ts'

export interface ClassifyDeps {
  readonly find: FindDeck
}

interface Named {
  readonly deck?: unknown
  readonly deck_alias?: string | undefined
  readonly deck_ref?: string | undefined
}

/** The deck that is to be classified by; undefined for the patterns. */
const deckOf = async ({ find }: ClassifyDeps, org: string, { deck, deck_alias: alias, deck_ref: ref }: Named) => {
  if (deck !== undefined && ref !== undefined)
    return invalidInput([{ field: 'deck_ref', message: 'cannot stand beside deck: send one of them' }])
  if (deck !== undefined && alias === undefined)
    return invalidInput([{ field: 'deck_alias', message: 'is required with deck: it is the name of the deck' }])
  if (deck === undefined && alias !== undefined)
    return invalidInput([{ field: 'deck_alias', message: 'is the name of deck, which is missing' }])
  if (deck !== undefined) return deckFaults(deck, ['deck']) ?? (deck as Deck)
  if (ref === undefined) return undefined
  const found = await find(org, ref)
  return found?.deck ?? refusal('unknown_deck', `There is no deck ${ref}`)
}

/** `POST /classify` (runtime.md 4). It asks no model. */
export const classifyRoute = (deps: ClassifyDeps) =>
  route(classifyIntention, async ({ body, caller }) => {
    const deck = await deckOf(deps, scopesOf(caller).entitlementScope, body)
    if (deck instanceof Refusal) return deck
    const { intention } = body
    const { classification, traits, tier2_recommended } = classify(
      deck === undefined ? { intention } : { intention, cards: deck.cards },
    )
    return reply(200, { classification: { ...classification }, traits: { ...traits }, tier2_recommended })
  })
