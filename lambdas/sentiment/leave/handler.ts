import { answersDepartures } from '@signet/identity'
import { eventFunction, secretsClient, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { credentialStore } from '../monitors/credential-store.ts'
import { eraseMonitors } from './erase-monitors.ts'

export const handler = eventFunction({
  name: 'sentiment-leave',
  access: access.leave,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient() },
  failed: 'a departure could not be answered',
  build: (runtime) =>
    answersDepartures(
      runtime,
      'sentiment',
      eraseMonitors({
        ...runtime,
        credentials: credentialStore(runtime.clients.secrets.client, runtime.env.SENTIMENT_STORE, runtime.newId),
      }),
    ),
})
