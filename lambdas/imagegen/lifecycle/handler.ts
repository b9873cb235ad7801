import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { createLog, emfMetrics, handleSchedule, managedSecret, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { lifecycleTable } from '../models/lifecycle-table.ts'
import { ofEachSecret } from '../providers/provider-secrets.ts'
import { VENDORS } from '../providers/vendors.ts'
import { syncLifecycles } from './sync-lifecycles.ts'

const env = environmentOf(access.lifecycle, process.env)
const now = systemClock
const client = new SecretsManagerClient({})

export const handler = handleSchedule(
  syncLifecycles({
    vendors: VENDORS,
    secrets: ofEachSecret(env, (id) => managedSecret({ client, id, now })),
    table: lifecycleTable({ db: tableClient(), table: env.TABLE_NAME }),
    fetch,
    now,
    metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: 'imagegen-lifecycle' } }),
    log: createLog({ fields: { function: 'imagegen-lifecycle' } }),
  }),
)
