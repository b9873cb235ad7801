import { loadDeck } from '../decks/built-in.ts'
import { readScript } from '../script/parse-script.ts'
import { deckOf, type ShelfDeck } from './compile-script.ts'

/**
 * The decks that a script needs: `brought` ones (a tenant's own, an inline one) come before ours, which are loaded. What is
 * nowhere is left out, and `compileScript` says so.
 */
export const loadShelf = async (script: string, brought: readonly ShelfDeck[] = []): Promise<readonly ShelfDeck[]> => {
  const missing = readScript(script).script.decks.filter((statement) => deckOf(statement, brought) === undefined)
  const loaded = await Promise.all(missing.map(({ slug, version }) => loadDeck(slug.text, version?.text)))
  return [...brought, ...loaded.flatMap((deck) => (deck ? [{ slug: deck.name, deck }] : []))]
}
