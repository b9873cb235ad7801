import type { OwnedThings } from '../../support/owned.ts'
import { inscribe } from './kept-world.ts'
import { deckOf, putDeck } from './runtime-world.ts'

export const owned: OwnedThings = {
  paths: {
    '/grimoire/{querentId}': async ({ key, org }) => {
      await inscribe(key, { id: org, intention: `What ${org} builds` })
      return { querentId: org }
    },
    '/advisory/{hash}': async ({ key }) => ({ hash: await inscribe(key) }),
    '/decks/registry/{slug}': async ({ key }) => {
      await putDeck(key, 'owned-deck', deckOf('owned-deck'))
      return { slug: 'owned-deck' }
    },
  },
}
