import { setTimeout as wait } from 'node:timers/promises'
import { secretsClient, spendGuard, stepFunction, tableClient } from '@signet/kernel'
import { access } from '../contract/access.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { idsOfStep, JobStep } from '../jobs/job-step.ts'
import { jobWorkerTable } from '../jobs/job-worker-table.ts'
import { renderingTable } from '../jobs/rendering-table.ts'
import { configuredProvider } from '../providers/configured-provider.ts'
import { liveProviders } from '../providers/live-providers.ts'
import { providerByName } from '../providers/provider-by-name.ts'
import { mapSecrets } from '../providers/provider-secrets.ts'
import { paintJob } from './paint-job.ts'

export const handler = stepFunction({
  name: 'images-paint',
  access: access.paint,
  variables: process.env,
  clients: { db: tableClient(), secrets: secretsClient(), bucket: bucketFromEnvironment(process.env) },
  input: JobStep,
  ids: idsOfStep,
  build: (runtime) => {
    const { env, clients } = runtime
    const { bucket } = clients
    const spend = spendGuard(runtime)
    const live = liveProviders({
      ...runtime,
      spend,
      secrets: mapSecrets(env, clients.secrets.managed),
      fetch,
      random: Math.random,
      sleep: (ms, signal) => wait(ms, undefined, { signal }),
    })
    return paintJob({
      ...runtime,
      spend,
      jobs: jobWorkerTable({ ...runtime, texts: bucket }),
      renderings: renderingTable(runtime),
      bucket,
      providerByName: providerByName(live.providers),
      providerFor: configuredProvider(env.PAINTERS, live.isConfigured),
    })
  },
})
