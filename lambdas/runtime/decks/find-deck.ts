import { BUILT_IN_DECKS, type Deck, deckSha256, loadDeck } from '@signet/readings'
import type { DeckRegistry } from './deck-registry-table.ts'
import { hasVersionPrefix, newestFirst } from './deck-versions.ts'

export interface FoundDeck {
  readonly deck: Deck
  readonly sha256: string
  readonly versions: readonly { readonly version: string; readonly sha256: string; readonly at: string | null }[]
}

const findBuiltIn = async (slug: string, version: string | undefined): Promise<FoundDeck | undefined> => {
  const deck = await loadDeck(slug, version)
  if (deck === undefined) return undefined
  const builtInVersions = BUILT_IN_DECKS.filter(({ name }) => name === slug).toSorted(newestFirst)
  const versions = builtInVersions.map(async (each) => {
    const builtInDeck = await loadDeck(slug, each.version)
    return { version: each.version, sha256: builtInDeck ? deckSha256(builtInDeck) : '', at: null }
  })
  return { deck, sha256: deckSha256(deck), versions: await Promise.all(versions) }
}

/**
 * Finds the newest version of a deck that matches the prefix. The organization's decks take precedence over built-in
 * decks. Returns undefined if there is none.
 */
export const findDeck =
  (registry: Pick<DeckRegistry, 'versions' | 'read'>) =>
  async (org: string, slug: string, version?: string): Promise<FoundDeck | undefined> => {
    const versions = await registry.versions(org, slug)
    const match = versions.find((each) => hasVersionPrefix(each.version, version))
    const deck = match && (await registry.read(org, slug, match.version))
    if (match && deck) return { deck, sha256: match.sha256, versions }
    return findBuiltIn(slug, version)
  }

export type FindDeck = ReturnType<typeof findDeck>
