import { type RegisteredDeck, runtime } from '../api/runtime.ts'
import type { QueryContext } from '../session/queries.ts'

export const deckQuery = (organization: string, slug: string, version = '') => ({
  queryKey: ['readings', organization, 'decks', slug, version],
  queryFn: async ({ signal }: QueryContext): Promise<RegisteredDeck> => {
    const deck = await runtime.getDeck({ slug, ...(version === '' ? {} : { version }) }, { signal })
    if (deck === undefined) throw new Error('The runtime replied without the requested deck')
    return deck
  },
  enabled: slug !== '',
})
