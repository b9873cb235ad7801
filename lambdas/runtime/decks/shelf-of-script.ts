import { loadShelf, readScript, type ShelfDeck } from '@signet/readings'
import type { DeckRegistry } from './deck-registry-table.ts'
import { hasVersionPrefix } from './deck-versions.ts'

/**
 * Loads the decks that a script names. The organization's decks take precedence over built-in decks. Missing decks are
 * omitted; the compiler reports them.
 */
export const shelfOfScript =
  (registry: Pick<DeckRegistry, 'names' | 'versions' | 'read'>) =>
  async (org: string, script: string): Promise<readonly ShelfDeck[]> => {
    const names = await registry.names(org)
    const references = readScript(script).script.decks.filter(({ slug }) => names.includes(slug.text))
    const organizationDecks = references.map(async ({ slug, version }): Promise<readonly ShelfDeck[]> => {
      const versions = await registry.versions(org, slug.text)
      const match = versions.find((each) => hasVersionPrefix(each.version, version?.text))
      const deck = match && (await registry.read(org, slug.text, match.version))
      return deck ? [{ slug: slug.text, deck }] : []
    })
    return loadShelf(script, (await Promise.all(organizationDecks)).flat())
  }

export type ShelfOfScript = ReturnType<typeof shelfOfScript>
