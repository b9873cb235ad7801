import { claimsOf, obtainToken } from '../../support/agents.ts'
import type { OwnedThings } from '../../support/owned.ts'

export const owned: OwnedThings = {
  paths: {
    '/api/agent-grants/{id}': async ({ person }) => ({
      id: String(claimsOf((await obtainToken({ person })).token).grant_id),
    }),
  },
}
