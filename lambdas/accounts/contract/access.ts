import { defineAccess } from '@signet/kernel/access'

/** The function of people and keys and its permissions. */
export const access = defineAccess({
  api: {
    description: 'Sign-in, people, organisations, sessions and keys',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: ['sign-in', 'account', 'departures', 'organisations', 'platform-keys', 'platform-health', 'platform-pages'],
    settings: ['STAGE', 'GRANTABLE_SCOPES', 'DEFAULT_SCOPES'],
    links: ['images', 'runtime'],
    rows: {
      DEPARTURE: ['get', 'put', 'delete'],
      PERSON: ['get', 'query', 'put', 'delete'],
      ORG: ['get', 'query', 'put', 'delete'],
      SESSION: ['put', 'delete'],
      RELAY: ['get', 'put', 'delete'],
      KEY: ['put', 'delete'],
      // Agents of a person who leaves an organisation.
      OAGRANT: ['get', 'query', 'put'],
      ALLOWANCE: ['update'],
      ORGKEY: ['get', 'query', 'put', 'delete'],
      // The day's use of keys with a budget.
      USE: ['get'],
      // Organisations and invitations are limited; an organisation on a paid plan does not count.
      TALLY: ['get', 'update'],
      TIER: ['get'],
      OUTBOX: ['put', 'delete'],
    },
    callers: 'plat_',
    events: true,
  },
  depart: {
    description: 'Carries out deletions of accounts and organisations whose time has come',
    memoryMb: 512,
    timeoutSeconds: 300,
    schedule: { every: '15 minutes' },
    settings: ['DEPARTING_SERVICES'],
    rows: {
      DEPARTURE: ['get', 'query', 'put', 'delete'],
      PERSON: ['get', 'query', 'put', 'delete'],
      ORG: ['get', 'query', 'put', 'delete'],
      SESSION: ['get', 'put', 'delete'],
      KEY: ['delete'],
      ORGKEY: ['get', 'query', 'delete'],
      OAGRANT: ['get', 'query', 'put'],
      ALLOWANCE: ['update'],
      OUTBOX: ['put', 'delete'],
    },
    indexes: ['gsi1'],
    events: true,
  },
  'send-mail': {
    description: 'Mails the owners of keys that were reported as leaked',
    memoryMb: 256,
    timeoutSeconds: 30,
    queue: { name: 'mails-of-accounts', batchSize: 10, maxConcurrency: 2 },
    subscribes: { types: ['org.signet.api-key.leaked.v1'] },
    rows: { PERSON: ['get'] },
    mail: true,
  },
})
