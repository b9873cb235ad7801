import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { answerConsent, showConsent } from './consent.ts'
import { listGrants, revokeGrant, setGrantBudget, showGrants } from './grants.ts'

export const agentGrantService = defineService({
  name: 'agent-grants',
  api: 'platform',
  title: 'Signet agent grants',
  description: 'Rights and budgets that people give to agents.',
  tags: { consent: 'Consent to an agent', agents: 'Authorized agents' },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { none: 'grants end with the memberships, and their rows go within a day' },
  contracts: [
    {
      name: 'consent',
      version: '1.0.0',
      description: 'The page on which a person authorizes an agent (spec image-service 5, OAuth 2.1).',
      endpoints: [showConsent, answerConsent],
    },
    {
      name: 'agent-grants',
      version: '1.0.0',
      description: 'Agents that a person has authorized.',
      endpoints: [listGrants, revokeGrant, setGrantBudget, showGrants],
    },
  ],
  // Requests, codes and grants are rows of the authorization server.
  rows: [],
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly 'agent-grants': typeof agentGrantService
  }
}
