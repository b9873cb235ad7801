import { randomUUID } from 'node:crypto'
import type { OwnedThings } from '../../support/owned.ts'
import { giveTier } from '../../support/tiers.ts'
import { clean, edited } from '../../unit/posture/world.ts'
import { newIntake } from './posture-world.ts'

const notes = `A control that is not yours ${randomUUID()}`

export const owned: OwnedThings = {
  paths: {
    '/api/agents/ciso-intake/{hash}': async ({ person, org }) => {
      await giveTier(org, { sku: 'pro' })
      const hash = await newIntake(person, edited({ 'controlBaseline.mfa.notes': notes }, clean()))
      await giveTier(org, { sku: null })
      return { hash }
    },
  },
  absent: { '/api/agents/ciso-intake/{hash}': { hash: '0'.repeat(64) } },
  texts: async () => ({ notes }),
  byValue: {
    'listCisoIntakes cursor': 'a place in the list of the caller, whose organisation it does not name',
  },
}
