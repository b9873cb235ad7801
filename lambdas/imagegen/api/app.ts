import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { SQSClient } from '@aws-sdk/client-sqs'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { anonymousCaller, authenticationChain, configuredSessions, hasScope, keyAuthenticator } from '@signet/identity'
import { createLog, emfMetrics, kept, managedSecret, newUuid, secretPresence, serve, systemClock } from '@signet/kernel'
import type { EnvironmentOf } from '@signet/kernel/access'
import type { access } from '../contract/access.ts'
import { SEED_MAX } from '../contract/vocabulary.ts'
import { accountTable } from '../credits/account-table.ts'
import { creditStatement } from '../credits/credit-statement.ts'
import { entryTable } from '../credits/entry-table.ts'
import { paymentTable } from '../credits/payment-table.ts'
import type { PromptWriter } from '../enhance/enhance-prompt.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { admissionTable } from '../jobs/admission-table.ts'
import { jobQueue } from '../jobs/job-queue.ts'
import { jobTable } from '../jobs/job-table.ts'
import { jobTotals } from '../jobs/job-totals-table.ts'
import { lifecycleTable } from '../models/lifecycle-table.ts'
import { milestoneTable } from '../models/milestone-table.ts'
import { configuredPainter } from '../painters/configured-painter.ts'
import { ofEachSecret } from '../painters/provider-secrets.ts'
import { KEY_PREFIX } from '../tenants/tenant-keyring.ts'
import { tenantRoutes } from '../tenants/tenant-routes.ts'
import { tenantTable } from '../tenants/tenant-table.ts'
import { announceEnd } from '../webhooks/announce-end.ts'
import { webhookSecretRoutes } from '../webhooks/secret-routes.ts'
import { secretTable } from '../webhooks/secret-table.ts'
import { webhookQueue } from '../webhooks/webhook-queue.ts'
import { webhookSecrets } from '../webhooks/webhook-secrets.ts'
import { mayGenerate, mayRead } from './policies.ts'
import { apiRoutes } from './routes.ts'

/** Ends of models are told days ahead and looked up daily. */
const LIFECYCLES_KEPT_MS = 60_000

/** What the template gives the function. */
export type ApiEnvironment = EnvironmentOf<typeof access.api>

/** Clients that are made once an environment, before the first event. */
export interface ApiClients {
  readonly db: DynamoDBDocumentClient
  readonly sqs: SQSClient
  readonly secrets: SecretsManagerClient
  readonly bucket: ImageBucket
  readonly promptWriter: PromptWriter | undefined
}

/** The JSON function of the image service, wired. */
export const imageApi = (env: ApiEnvironment, { db, sqs, secrets, bucket, promptWriter }: ApiClients) => {
  const now = systemClock
  const log = createLog({ fields: { function: 'imagegen-api' } })
  const table = env.TABLE_NAME
  const pepper = managedSecret({ client: secrets, id: env.PEPPER_SECRET, now })
  const isConfigured = ofEachSecret(env, (id) => secretPresence({ client: secrets, id, now }))
  const lifecycles = kept(lifecycleTable({ db, table }).read, LIFECYCLES_KEPT_MS, now)
  const accounts = accountTable({ db, table, now })
  const ofTenants = tenantRoutes({
    tenants: tenantTable({ db, table, now }),
    statement: creditStatement({ accounts, entries: entryTable({ db, table }), now }),
    jobTotals: jobTotals({ db, table, now }),
    planOf: async (accountId) => (await accounts.read(accountId)).plan,
    pepper,
    newId: newUuid,
    newSalt: () => randomBytes(32).toString('hex'),
    now,
  })
  const routes = apiRoutes({
    jobs: jobTable({ db, table, now, texts: bucket }),
    admissions: admissionTable({ db, table, now, texts: bucket }),
    payments: paymentTable({ db, table, now }),
    queue: jobQueue({ sqs, urls: { standard: env.JOBS_QUEUE_URL, priority: env.PRIORITY_JOBS_QUEUE_URL } }),
    bucket,
    milestone: milestoneTable({ db, table }),
    lifecycles: () => lifecycles(),
    promptWriter,
    announce: announceEnd({ webhooks: webhookQueue({ sqs, url: env.WEBHOOKS_QUEUE_URL }), log }),
    allowsLoopback: env.WEBHOOK_LOOPBACK === 'allowed',
    painterOf: configuredPainter(env.PAINTERS, isConfigured),
    newId: newUuid,
    drawSeed: () => randomInt(SEED_MAX + 1),
    now,
    sleep,
    version: env.VERSION,
  })
  const chain = [keyAuthenticator({ prefix: KEY_PREFIX, db, table, pepper, now }), configuredSessions(env)]
  const ofSecrets = webhookSecretRoutes({
    states: secretTable({ db, table, now }),
    secrets: webhookSecrets(pepper, now),
    now,
  })
  return serve([...routes, ...ofTenants, ...ofSecrets], {
    authenticate: authenticationChain(chain, anonymousCaller(pepper)),
    hasScope,
    policies: { may_generate: mayGenerate, may_read: mayRead },
    log,
    metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: 'imagegen-api' } }),
    now,
  })
}
