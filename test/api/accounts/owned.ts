import type { OwnedThings } from '../../support/owned.ts'

export const owned: OwnedThings = {
  paths: {
    '/api/account/sessions/{id}': async ({ session }) => ({ id: session }),
    '/api/keys/{id}': async ({ keyId }) => ({ id: keyId }),
    '/api/organizations/{org}': async ({ org, user, session }) => ({ org, user, id: session }),
  },
  byValue: {
    'relaySignIn token': 'bound to the browser that began; test of the relay',
    'acceptInvitation token': 'mailed to whom it is for',
    'reportLeakedKey key': 'who knows a key may have it refused',
  },
}
