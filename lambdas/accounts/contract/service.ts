import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { getMe, listSessions, revokeSession, setName } from './account.ts'
import {
  accountErasureContract,
  cancelAccountDeletion,
  cancelOrganizationDeletion,
  deleteAccount,
  deleteOrganization,
  getAccountDeletion,
  getOrganizationDeletion,
} from './account-deletion.ts'
import { accountExportContract, getAccountExport, renewAccountExport } from './account-export.ts'
import { getPlatformHealth } from './health.ts'
import { apiKeyContract } from './key-events.ts'
import { createApiKey, deleteApiKey, listApiKeys, listKeyScopes, reportLeakedKey, rotateApiKey } from './keys.ts'
import { memberContract } from './member-events.ts'
import { organizationEndpoints } from './organizations.ts'
import { getDashboard, getHome } from './pages.ts'
import { rows } from './rows.ts'
import { finishSignIn, relaySignIn, signInPage, signOut } from './sign-in.ts'

export const accountService = defineService({
  name: 'accounts',
  api: 'platform',
  title: 'Signet accounts',
  description: 'Sign-in, users, organizations, sessions and API keys.',
  tags: {
    'sign-in': 'Sign-in and sign-out',
    account: 'The signed-in user',
    organizations: 'Organizations and their members',
    keys: 'API keys',
    health: 'Health of the platform',
    pages: 'Pages for browsers',
  },
  scopes: {
    'account:read': { holder: 'organization', description: 'View the owner of the key' },
    'members:read': { holder: 'organization', description: 'View members and invitations', byName: true },
    'members:write': {
      holder: 'organization',
      description: 'Invite and remove members, and change their roles',
      byName: true,
    },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  // The erasure worker of this service erases these rows itself, after all other services have finished.
  erasure: { none: 'its own worker erases its rows last, and adds them to exports' },
  contracts: [
    {
      name: 'sign-in',
      version: '1.0.0',
      description: 'Sign-in through the authentication service, and sign-out.',
      endpoints: [signInPage, finishSignIn, relaySignIn, signOut],
    },
    {
      name: 'account',
      version: '1.0.0',
      description: "The authenticated user or organization, and the user's sessions.",
      endpoints: [getMe, setName, listSessions, revokeSession],
    },
    {
      name: 'organizations',
      version: '1.0.0',
      description: 'Shared organizations and their members.',
      endpoints: organizationEndpoints,
    },
    memberContract,
    {
      name: 'account-deletion',
      version: '1.0.0',
      description: 'Deletion of accounts and organizations.',
      endpoints: [
        deleteAccount,
        getAccountDeletion,
        cancelAccountDeletion,
        deleteOrganization,
        getOrganizationDeletion,
        cancelOrganizationDeletion,
      ],
    },
    accountErasureContract,
    {
      name: 'account-exports',
      version: '1.0.0',
      description: "Exports of a user's data.",
      endpoints: [getAccountExport, renewAccountExport],
    },
    accountExportContract,
    {
      name: 'platform-keys',
      version: '1.0.0',
      description: 'API keys, and reports of leaked keys.',
      endpoints: [listApiKeys, listKeyScopes, createApiKey, rotateApiKey, deleteApiKey, reportLeakedKey],
    },
    apiKeyContract,
    {
      name: 'platform-health',
      version: '1.0.0',
      description: 'Health of the platform and its services.',
      endpoints: [getPlatformHealth],
    },
    {
      name: 'platform-pages',
      version: '1.0.0',
      description: 'Home page, and redirects from former addresses.',
      endpoints: [getHome, getDashboard],
    },
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly accounts: typeof accountService
  }
}
