import { claimsOf, tokenFor } from '../../support/agents.ts'
import type { OwnedThings } from '../../support/owned.ts'

export const owned: OwnedThings = {
  paths: {
    '/api/agent-grants/{id}': async ({ person }) => ({
      id: String(claimsOf((await tokenFor({ person })).token).grant_id),
    }),
  },
}
