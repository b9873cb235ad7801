import { defineAccess } from '@signet/kernel/access'

/** What the function is that asks people, and what it may touch. */
export const access = defineAccess({
  api: {
    description: 'Asks people whether agents may act for them, and lists those that may',
    memoryMb: 512,
    timeoutSeconds: 29,
    serves: ['consent', 'agent-grants'],
    settings: ['STAGE'],
    rows: {
      OAREQUEST: ['get', 'delete'],
      OACODE: ['put'],
      OAGRANT: ['get', 'query', 'put'],
      ALLOWANCE: ['get', 'put', 'update'],
      // That somebody is still a member is a condition of what they grant.
      ORG: ['get', 'put'],
      RATE: ['update'],
      KEY: ['get', 'update'],
    },
    secrets: { read: ['pepper'] },
    sessions: true,
  },
})
