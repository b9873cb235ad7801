import { loadDeck } from '../decks/built-in.ts'
import { readScript } from '../script/parse-script.ts'
import { deckOf, type ShelfDeck } from './compile-script.ts'

/**
 * Loads the decks that a script names. `ownDecks` (decks of an organization, or an inline deck) take precedence over
 * built-in decks. Missing decks are omitted; `compileScript` reports them.
 */
export const loadShelf = async (script: string, ownDecks: readonly ShelfDeck[] = []): Promise<readonly ShelfDeck[]> => {
  const builtInStatements = readScript(script).script.decks.filter(
    (statement) => deckOf(statement, ownDecks) === undefined,
  )
  const loaded = await Promise.all(builtInStatements.map(({ slug, version }) => loadDeck(slug.text, version?.text)))
  return [...ownDecks, ...loaded.flatMap((deck) => (deck ? [{ slug: deck.name, deck }] : []))]
}
