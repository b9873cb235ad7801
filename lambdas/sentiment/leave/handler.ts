import { eventFunction, secretsClient, tableClient } from '@signet/kernel'
import { answersLeaving, exportsBucket } from '@signet/erasure'
import { access } from '../contract/access.ts'
import { credentialStore } from '../monitors/credential-store.ts'
import { eraseMonitors } from './erase-monitors.ts'
import { takeMonitors } from './take-monitors.ts'

export const handler = eventFunction({
  name: 'sentiment-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), exports: exportsBucket(process.env), secrets: secretsClient() },
  failed: 'a departure or an export could not be answered',
  build: (runtime) =>
    answersLeaving(runtime, 'sentiment', {
      erase: eraseMonitors({
        ...runtime,
        credentials: credentialStore(runtime.clients.secrets.client, runtime.env.SENTIMENT_STORE, runtime.newId),
      }),
      take: takeMonitors(runtime),
    }),
})
