import type { OwnedThings } from '../../support/owned.ts'

export const owned: OwnedThings = {
  paths: {
    '/api/account/sessions/{id}': async ({ session }) => ({ id: session }),
    '/api/keys/{id}': async ({ keyId }) => ({ id: keyId }),
    '/api/organizations/{org}': async ({ org, user, session }) => ({ org, user, id: session }),
  },
  byValue: {
    'relaySignIn token': 'bound to the browser that started the sign-in; tested in relay.test.ts',
    'acceptInvitation token': 'sent to the invited email address',
    'reportLeakedKey key': 'any client that has a key may revoke it',
  },
}
