import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  api: {
    description: 'Asks people whether agents may act for them, and lists authorized agents',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['consent', 'agent-grants'],
    settings: ['STAGE', 'DAILY_PURCHASE_CENTS'],
    rows: {
      OAREQUEST: ['get', 'delete'],
      OACODE: ['put'],
      OAGRANT: ['get', 'query', 'put'],
      ALLOWANCE: ['get', 'put', 'update'],
      // A grant is conditional on the person still being a member.
      ORG: ['get', 'put'],
    },
    callers: 'plat_',
  },
})
