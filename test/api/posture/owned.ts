import type { OwnedThings } from '../../support/owned.ts'
import { setTier } from '../../support/tiers.ts'
import { newIntake } from './posture-world.ts'

export const owned: OwnedThings = {
  paths: {
    '/api/agents/ciso-intake/intakes/{hash}': async ({ person, org }) => {
      await setTier(org, { sku: 'pro' })
      const hash = await newIntake(person)
      await setTier(org, { sku: null })
      return { hash }
    },
  },
  absent: { '/api/agents/ciso-intake/intakes/{hash}': { hash: '0'.repeat(64) } },
  byValue: {
    'listCisoIntakes cursor': 'a position in the list of the caller, whose organization it does not name',
  },
}
