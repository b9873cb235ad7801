import type { OwnedThings } from '../../support/owned.ts'
import { setTier } from '../../support/tiers.ts'
import { startLoop } from './loops-world.ts'
import { deckOf, putDeck } from './runtime-world.ts'
import { codegen } from './scaffold-world.ts'
import { inscribe } from './stored-results-world.ts'

export const owned: OwnedThings = {
  paths: {
    '/grimoire/{querentId}': async ({ key, org }) => {
      await inscribe(key, { id: org, intention: `What ${org} builds` })
      await putDeck(key, 'owned-deck', deckOf('owned-deck', '1.0.0', `Of ${org}`))
      // Scaffolds with a conversation and with a receipt, which require a paid plan.
      await setTier(org, { sku: 'pro' })
      for (const inscribe of [false, true])
        await codegen(key, { intention: 'Keep orders', conversationId: `c-${inscribe}`, inscribe }, org)
      await setTier(org, { sku: null })
      return { querentId: org }
    },
    '/agents/loop/{id}': async ({ key }) => ({ id: (await startLoop(key)).body.id }),
    '/scaffold/{hash}': async ({ key, org }) => {
      await setTier(org, { sku: 'pro' })
      const { body } = await codegen(key, { intention: 'Keep orders that are not yours', inscribe: true })
      await setTier(org, { sku: null })
      return { hash: String(body.hash) }
    },
    '/advisory/{hash}': async ({ key }) => ({ hash: await inscribe(key) }),
  },
  choices: { role: 'cto' },
}
