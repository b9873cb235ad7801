import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { answerConsent, showConsent } from './consent.ts'
import { changeGrant, listGrants, revokeGrant, setGrantBudget, showGrants } from './grants.ts'

export const consentService = defineService({
  name: 'consent',
  api: 'platform',
  title: 'Signet consent',
  description: 'What people let agents do, and how much they may spend.',
  tags: { consent: 'Let an agent in, or not', agents: 'Agents that may act for you' },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  contracts: [
    {
      name: 'consent',
      version: '1.1.0',
      description: 'The page on which a person lets an agent in (spec image-service 5, OAuth 2.1).',
      endpoints: [showConsent, answerConsent],
    },
    {
      name: 'agent-grants',
      version: '1.1.0',
      description: 'Agents that a person has let in.',
      endpoints: [listGrants, revokeGrant, setGrantBudget, showGrants, changeGrant],
    },
  ],
  // Requests, codes and grants are rows of the authorization server.
  rows: [],
})
