import { defineAccess } from '@signet/kernel/access'

/** What the function of people and keys is, and what it may touch. */
export const access = defineAccess({
  api: {
    description: 'Sign-in, people, organisations, sessions and keys',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['sign-in', 'account', 'platform-keys', 'platform-health', 'platform-pages'],
    settings: ['STAGE', 'GRANTABLE_SCOPES'],
    asks: ['images', 'runtime'],
    rows: {
      PERSON: ['get', 'query', 'put', 'delete'],
      ORG: ['put'],
      SESSION: ['put', 'delete'],
      RELAY: ['get', 'put', 'delete'],
      KEY: ['get', 'put', 'update', 'delete'],
      ORGKEY: ['get', 'query', 'put', 'delete'],
      RATE: ['update'],
      OUTBOX: ['put', 'delete'],
    },
    secrets: { read: ['pepper'] },
    sessions: true,
    events: true,
  },
})
