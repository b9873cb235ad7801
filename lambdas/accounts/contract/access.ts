import { defineAccess } from '@signet/kernel/access'

/** What the function of people and keys is, and what it may touch. */
export const access = defineAccess({
  api: {
    description: 'Sign-in, people, organisations, sessions and keys',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['sign-in', 'account', 'organisations', 'platform-keys', 'platform-health', 'platform-pages'],
    settings: ['STAGE', 'GRANTABLE_SCOPES'],
    asks: ['images', 'runtime'],
    rows: {
      PERSON: ['get', 'query', 'put', 'delete'],
      ORG: ['get', 'query', 'put', 'delete'],
      SESSION: ['get', 'put', 'delete'],
      RELAY: ['get', 'put', 'delete'],
      KEY: ['get', 'put', 'update', 'delete'],
      // Agents that somebody has let in who leaves an organisation.
      OAGRANT: ['get', 'query', 'put'],
      ALLOWANCE: ['update'],
      ORGKEY: ['get', 'query', 'put', 'delete'],
      // What keys with a budget have taken today.
      USE: ['get'],
      RATE: ['update'],
      OUTBOX: ['put', 'delete'],
    },
    secrets: { read: ['pepper'] },
    sessions: true,
    events: true,
  },
  tell: {
    description: 'Mails people whose key was reported as leaked',
    memoryMb: 256,
    timeoutSeconds: 30,
    queue: { name: 'mails-of-accounts', batchSize: 10, maxConcurrency: 2 },
    subscribes: { types: ['org.signet.api-key.leaked.v1'] },
    rows: { PERSON: ['get'] },
    mail: true,
  },
})
