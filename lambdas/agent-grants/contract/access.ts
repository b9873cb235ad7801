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
      // A grant is valid only while its user is a member.
      ORG: ['get', 'put'],
    },
    callers: 'plat_',
  },
})
