import { loadDeck } from '../decks/built-in.ts'
import { readScript } from '../script/parse-script.ts'
import { deckOf, type ShelfDeck } from './compile-script.ts'

/**
 * Loads the decks that a script needs: `brought` decks (a tenant's own or an inline one) take precedence over built-in
 * decks. Missing decks are omitted, and `compileScript` reports them.
 */
export const loadShelf = async (script: string, brought: readonly ShelfDeck[] = []): Promise<readonly ShelfDeck[]> => {
  const missing = readScript(script).script.decks.filter((statement) => deckOf(statement, brought) === undefined)
  const loaded = await Promise.all(missing.map(({ slug, version }) => loadDeck(slug.text, version?.text)))
  return [...brought, ...loaded.flatMap((deck) => (deck ? [{ slug: deck.name, deck }] : []))]
}
