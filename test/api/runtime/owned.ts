import type { OwnedThings } from '../../support/owned.ts'
import { inscribe } from './kept-world.ts'
import { startLoop } from './loops-world.ts'
import { deckOf, putDeck } from './runtime-world.ts'

export const owned: OwnedThings = {
  paths: {
    '/grimoire/{querentId}': async ({ key, org }) => {
      await inscribe(key, { id: org, intention: `What ${org} builds` })
      await putDeck(key, 'owned-deck', deckOf('owned-deck', '1.0.0', `Of ${org}`))
      return { querentId: org }
    },
    '/agents/loop/{id}': async ({ key }) => ({ id: (await startLoop(key)).body.id }),
    '/advisory/{hash}': async ({ key }) => ({ hash: await inscribe(key) }),
  },
  choices: { role: 'cto' },
}
