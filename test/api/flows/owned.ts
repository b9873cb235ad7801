import { randomUUID } from 'node:crypto'
import type { OwnedThings } from '../../support/owned.ts'
import { setTier } from '../../support/tiers.ts'
import { ABSENT_HASH, createAs } from './flows-world.ts'

const intention = `Keep orders that are not yours ${randomUUID()}`

export const owned: OwnedThings = {
  paths: {
    '/api/flows/{id}': async ({ person, org }) => {
      // With edited documents, which require a paid plan.
      await setTier(org, { sku: 'pro' })
      const { id } = (await createAs(person, { intention, oracle: true })).body
      await setTier(org, { sku: null })
      return { id }
    },
  },
  absent: { '/api/flows/{id}': { id: ABSENT_HASH } },
  acceptsAbsentIds: { getFlowOracle: 'its 200 says that nothing is kept (spec platform-api 4.7)' },
  texts: async () => ({ intention }),
  byValue: { 'listFlows cursor': 'a place in the list of the caller, whose querent it does not name' },
}
