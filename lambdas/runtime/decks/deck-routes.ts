import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { invalidInput, notFound, Refusal, type Route, route } from '@signet/kernel'
import { isCurrent } from '@signet/kernel/bucket'
import { BUILT_IN_DECKS, type Deck } from '@signet/readings'
import { getDeck, listDecks, putDeck } from '../contract/decks.ts'
import { deckRefusal } from './deck-faults.ts'
import type { DeckRegistry } from './deck-registry-table.ts'
import { type FoundDeck, findDeck } from './find-deck.ts'

const deckView = ({ deck, sha256, versions }: FoundDeck) => ({ ...deck, sha256, versions })

const etagOf = ({ sha256 }: Pick<FoundDeck, 'sha256'>): string => `"${sha256}"`

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1)

const allDecks = async (registry: DeckRegistry, org: string) => {
  const names = await registry.names(org)
  const registered = await Promise.all(
    names.map(async (name) => {
      const [newest] = await registry.versions(org, name)
      return newest ? [{ name, version: newest.version, origin: 'organization' as const }] : []
    }),
  )
  const builtIn = BUILT_IN_DECKS.filter(({ name }) => !names.includes(name)).map(({ name, version }) => ({
    name,
    version,
    origin: 'built-in' as const,
  }))
  return [...registered.flat(), ...builtIn].toSorted(byName)
}

/** `PUT` and `GET /decks/registry/:slug`, and the list of decks. */
export const deckRoutes = ({ registry }: { readonly registry: DeckRegistry }): Route[] => {
  const find = findDeck(registry)
  return [
    route(putDeck, async ({ params: { slug }, body, caller }) => {
      if (body.name !== slug) return invalidInput([{ field: 'name', message: `must be ${slug}, as in the path` }])
      const broken = deckRefusal(body)
      if (broken) return broken
      const org = scopesOf(caller).entitlementScope
      const registered = await registry.register(org, body as Deck)
      if (registered instanceof Refusal) return registered
      const { stored, isNew } = registered
      return reply(isNew ? 201 : 200, deckView(stored), { etag: etagOf(stored) })
    }),
    route(listDecks, async ({ caller }) => ({ decks: await allDecks(registry, scopesOf(caller).entitlementScope) })),
    route(getDeck, async ({ params: { slug }, query: { version }, headers, caller }) => {
      const deck = await find(scopesOf(caller).entitlementScope, slug, version)
      if (deck === undefined) return notFound('The deck does not exist')
      const etag = etagOf(deck)
      if (isCurrent({ ifNoneMatch: headers['if-none-match'] }, { etag, lastModified: undefined }))
        return reply(304, undefined, { etag })
      return reply(200, deckView(deck), { etag })
    }),
  ]
}
