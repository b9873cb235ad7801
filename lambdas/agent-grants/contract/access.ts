import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  api: {
    description: 'Shows the consent page for agents and lists authorized agents',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['consent', 'agent-grants'],
    settings: ['STAGE', 'DAILY_PURCHASE_CENTS'],
    rows: {
      OAREQUEST: ['get', 'delete'],
      OACODE: ['put'],
      OAGRANT: ['get', 'query', 'put'],
      ALLOWANCE: ['get', 'put', 'update'],
      // Creating a grant puts the user's MEMBER row again, on the condition that it still exists.
      ORG: ['get', 'put'],
    },
    callers: { keyPrefix: 'plat_' },
  },
})
