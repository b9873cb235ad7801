import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SQSClient } from '@aws-sdk/client-sqs'
import {
  anonymousCaller,
  authenticationChain,
  createLog,
  emfMetrics,
  managedSecret,
  newUuid,
  serve,
  systemClock,
  tableClient,
} from '@signet/kernel'
import * as z from 'zod'
import { SEED_MAX } from '../contract/vocabulary.ts'
import { bucketFromEnvironment } from '../images/bucket-client.ts'
import { admissionTable } from '../jobs/admission-table.ts'
import { jobQueue } from '../jobs/job-queue.ts'
import { jobTable } from '../jobs/job-table.ts'
import { milestoneTable } from '../models/milestone-table.ts'
import { configuredPainter } from '../painters/configured-painter.ts'
import { keyAuthenticator } from './key-table.ts'
import { mayGenerate, mayRead } from './policies.ts'
import { apiRoutes } from './routes.ts'

const Environment = z.object({
  TABLE_NAME: z.string(),
  QUEUE_URL: z.string(),
  PEPPER_SECRET: z.string(),
  PAINTERS: z.enum(['offline', 'none']),
  VERSION: z.string(),
  STAGE: z.string(),
})

const env = Environment.parse(process.env)
const now = systemClock
const db = tableClient()
const table = env.TABLE_NAME
const pepper = managedSecret({ client: () => new SecretsManagerClient({}), id: env.PEPPER_SECRET, now })

const routes = apiRoutes({
  jobs: jobTable({ db, table, now }),
  admissions: admissionTable({ db, table, now }),
  queue: jobQueue({ sqs: new SQSClient({}), url: env.QUEUE_URL }),
  bucket: bucketFromEnvironment(process.env),
  milestone: milestoneTable({ db, table }),
  painterOf: configuredPainter(env.PAINTERS),
  newId: newUuid,
  drawSeed: () => randomInt(SEED_MAX + 1),
  now,
  sleep,
  version: env.VERSION,
})

export const handler = serve(routes, {
  authenticate: authenticationChain([keyAuthenticator({ db, table, pepper })], anonymousCaller(pepper)),
  policies: { may_generate: mayGenerate, may_read: mayRead },
  log: createLog({ fields: { function: 'imagegen-api' } }),
  metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: 'imagegen-api' } }),
  now,
})
