import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { createLog, emfMetrics, handleSchedule, managedSecret, systemClock, tableClient } from '@signet/kernel'
import { environment } from '@signet/kernel/environment'
import { lifecycleTable } from '../models/lifecycle-table.ts'
import { VENDORS } from '../painters/live/vendors.ts'
import { ofEachSecret, SECRET_VARIABLES } from '../painters/provider-secrets.ts'
import { syncLifecycles } from './sync-lifecycles.ts'

const env = environment(process.env, ['TABLE_NAME', 'STAGE', ...SECRET_VARIABLES])
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
