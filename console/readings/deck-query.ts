import { type RegisteredDeck, runtime } from '../api/runtime.ts'

/** A deck by its name, in its newest version or in one that is named. */
export const deckQuery = (organisation: string, slug: string, version = '') => ({
  queryKey: ['readings', organisation, 'decks', slug, version],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<RegisteredDeck> => {
    const deck = await runtime.getDeck({ slug, ...(version === '' ? {} : { version }) }, { signal })
    if (deck === undefined) throw new Error('The runtime answered as if the deck were here')
    return deck
  },
  enabled: slug !== '',
})
