import { setTimeout as wait } from 'node:timers/promises'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { createLog, emfMetrics, handleStep, managedSecret, systemClock, tableClient } from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { JobStep } from '../jobs/job-step.ts'
import { jobWorkerTable } from '../jobs/job-worker-table.ts'
import { renderingTable } from '../jobs/rendering-table.ts'
import { configuredProvider } from '../providers/configured-provider.ts'
import { liveProviders } from '../providers/live-providers.ts'
import { providerByName } from '../providers/provider-by-name.ts'
import { ofEachSecret } from '../providers/provider-secrets.ts'
import { paintJob } from './paint-job.ts'

const env = environmentOf(access.paint, process.env)
const log = createLog({ fields: { function: 'imagegen-paint' } })
const now = systemClock
const table = { db: tableClient(), table: env.TABLE_NAME, now }
const bucket = bucketFromEnvironment(process.env)
const client = new SecretsManagerClient({})
const live = liveProviders({
  secrets: ofEachSecret(env, (id) => managedSecret({ client, id, now })),
  fetch,
  random: Math.random,
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
  now,
  metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: 'imagegen-paint' } }),
  log,
})

export const handler = handleStep(
  JobStep,
  paintJob({
    jobs: jobWorkerTable({ ...table, texts: bucket }),
    renderings: renderingTable(table),
    bucket,
    providerByName: providerByName(live.providers),
    providerFor: configuredProvider(env.PAINTERS, live.isConfigured),
    now,
    log,
  }),
)
