import { defineAccess } from '@signet/kernel/access'

/** The function of people and keys and its permissions. */
export const access = defineAccess({
  api: {
    description: 'Sign-in, people, organisations, sessions and keys',
    memoryMb: 1024,
    timeoutSeconds: 29,
    serves: [
      'sign-in',
      'account',
      'departures',
      'account-exports',
      'organisations',
      'platform-keys',
      'platform-health',
      'platform-pages',
    ],
    settings: ['STAGE', 'GRANTABLE_SCOPES', 'DEFAULT_SCOPES', 'EXPORTING_SERVICES'],
    bucket: { name: 'exports', objects: { 'zips/': ['get'] } },
    links: ['images', 'runtime'],
    rows: {
      DEPARTURE: ['get', 'put', 'delete'],
      EXPORT: ['get', 'query', 'put'],
      PERSON: ['get', 'query', 'put', 'delete'],
      ORG: ['get', 'query', 'put', 'delete'],
      SESSION: ['put', 'delete'],
      RELAY: ['get', 'put', 'delete'],
      KEY: ['put', 'delete', 'update'],
      // Agents of a person who leaves an organisation.
      OAGRANT: ['get', 'query', 'put'],
      ALLOWANCE: ['update'],
      ORGKEY: ['get', 'query', 'put', 'delete', 'update'],
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
    bucket: { name: 'exports', objects: { 'zips/': ['list', 'delete'], 'parts/': ['list', 'delete'] } },
    rows: {
      DEPARTURE: ['get', 'query', 'put'],
      EXPORT: ['query', 'delete'],
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
    people: true,
  },
  export: {
    description: 'Joins what services have given to exports of accounts',
    memoryMb: 1024,
    timeoutSeconds: 900,
    schedule: { every: 'minute' },
    settings: ['EXPORTING_SERVICES'],
    rows: {
      EXPORT: ['get', 'query', 'put'],
      PERSON: ['query'],
      ORGKEY: ['query'],
      OAGRANT: ['query'],
      OUTBOX: ['put', 'delete'],
    },
    indexes: ['gsi1'],
    bucket: { name: 'exports', objects: { 'parts/': ['get'], 'zips/': ['put', 'multipart'] } },
    events: true,
  },
  'send-mail': {
    description:
      'Mails owners of keys that were reported as leaked and of trust pages that go stale, and members of alerts',
    memoryMb: 256,
    timeoutSeconds: 30,
    queue: { name: 'mails-of-accounts', batchSize: 10, maxConcurrency: 2 },
    subscribes: {
      types: [
        'org.signet.api-key.leaked.v1',
        'org.signet.trust-page.going-stale.v1',
        'org.signet.observe-alert.mail-due.v1',
      ],
    },
    // Mail that may not be sent today waits in it.
    queues: ['mails-of-accounts'],
    rows: { PERSON: ['get'], ORG: ['get', 'query'] },
    mail: true,
    spends: ['mail'],
  },
})
