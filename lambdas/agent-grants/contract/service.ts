import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { answerConsent, showConsent } from './consent.ts'
import { listGrants, revokeGrant, setGrantBudget, showGrants } from './grants.ts'

export const agentGrantService = defineService({
  name: 'agent-grants',
  api: 'platform',
  title: 'Signet agent grants',
  description: 'Permissions and budgets that users grant to agents.',
  tags: { consent: 'Consent page for agents', agents: 'Authorized agents' },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { none: 'grants end with the membership, and their rows are deleted within a day' },
  contracts: [
    {
      name: 'consent',
      version: '1.0.0',
      description: 'The page on which a user authorizes an agent (OAuth 2.1).',
      endpoints: [showConsent, answerConsent],
    },
    {
      name: 'agent-grants',
      version: '1.0.0',
      description: 'Agents that a user has authorized.',
      endpoints: [listGrants, revokeGrant, setGrantBudget, showGrants],
    },
  ],
  // The authorization server owns the rows of requests, codes and grants.
  rows: [],
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly 'agent-grants': typeof agentGrantService
  }
}
