import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { getMe, listSessions, revokeSession, setName } from './account.ts'
import { getPlatformHealth } from './health.ts'
import { apiKeyContract } from './key-events.ts'
import { createApiKey, deleteApiKey, listApiKeys, reportLeakedKey } from './keys.ts'
import { memberContract } from './member-events.ts'
import { organisationEndpoints } from './organisations.ts'
import { getDashboard, getHome } from './pages.ts'
import { rows } from './rows.ts'
import { finishSignIn, relaySignIn, signInPage, signOut } from './sign-in.ts'

export const accountService = defineService({
  name: 'accounts',
  api: 'platform',
  title: 'Signet accounts',
  description: 'Sign-in, people, organisations, sessions and keys.',
  tags: {
    'sign-in': 'Sign in and out',
    account: 'The signed-in person',
    organisations: 'Organisations and their members',
    keys: 'Keys of applications',
    health: 'Health of the platform',
    pages: 'For people',
  },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  contracts: [
    {
      name: 'sign-in',
      version: '1.0.1',
      description: 'Sign-in through the authentication service, and sign-out (spec platform-api 4.1 and 5).',
      endpoints: [signInPage, finishSignIn, relaySignIn, signOut],
    },
    {
      name: 'account',
      version: '1.0.1',
      description: 'The caller and their sessions (spec platform-api 2.1 and 4.1).',
      endpoints: [getMe, setName, listSessions, revokeSession],
    },
    {
      name: 'organisations',
      version: '1.1.0',
      description: 'Shared organisations.',
      endpoints: organisationEndpoints,
    },
    memberContract,
    {
      name: 'platform-keys',
      version: '1.1.2',
      description: 'Keys of applications (spec platform-api 2.2 and 4.2), and reports of leaked keys.',
      endpoints: [listApiKeys, createApiKey, deleteApiKey, reportLeakedKey],
    },
    apiKeyContract,
    {
      name: 'platform-health',
      version: '1.0.1',
      description: 'Health of the platform and its siblings (spec platform-api 4.1).',
      endpoints: [getPlatformHealth],
    },
    {
      name: 'platform-pages',
      version: '1.1.1',
      description: 'Browser pages.',
      endpoints: [getHome, getDashboard],
    },
  ],
  rows,
})

declare module '@signet/siblings' {
  interface SiblingServices {
    readonly accounts: typeof accountService
  }
}
