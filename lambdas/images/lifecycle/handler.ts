import { scheduleFunction, secretsClient, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { lifecycleTable } from '../models/lifecycle-table.ts'
import { mapSecrets } from '../providers/provider-secrets.ts'
import { VENDORS } from '../providers/vendors.ts'
import { syncLifecycles } from './sync-lifecycles.ts'

export const handler = scheduleFunction({
  name: 'images-lifecycle',
  access: access.lifecycle,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient() },
  build: (runtime) =>
    syncLifecycles({
      ...runtime,
      vendors: VENDORS,
      secrets: mapSecrets(runtime.env, runtime.clients.secrets.managed),
      table: lifecycleTable(runtime),
      fetch,
    }),
})
