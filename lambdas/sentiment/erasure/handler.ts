import { erasureFunction } from '@signet/erasure'
import { secretsClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { rows } from '../contract/rows.ts'
import { credentialStore } from '../monitors/credential-store.ts'
import { deleteCredentials } from './delete-credentials.ts'

export const handler = erasureFunction('sentiment', {
  access: access.erasure,
  variables: process.env,
  kinds: rows,
  clients: { secrets: secretsClient() },
  special: (runtime) =>
    deleteCredentials({
      ...runtime,
      credentials: credentialStore(runtime.clients.secrets.client, runtime.env.SENTIMENT_STORE, runtime.newId),
    }),
})
