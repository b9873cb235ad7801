import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { authenticatedApp, personalAccountCheck } from '@signet/identity'
import { issuerKeysTable, oauthAuthenticator } from '@signet/identity/oauth'
import { SEED_MAX } from '@signet/imaging/schemas/vocabulary'
import { type ApiRuntime, cached, secretPresence, spendGuard } from '@signet/kernel'
import { type EventBus, eventBridgeBus, outbox, outboxTable } from '@signet/kernel/events'
import { configuredModel, guardedModel } from '@signet/language-model'
import { accountTable, creditStatement, entryTable, paymentTable } from '@signet/ledger'
import { secretTable, webhookSecrets } from '@signet/notifications/webhooks'
import type { access } from '../contract/access.ts'
import { promptWriter } from '../enhance/prompt-writer.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import { admissionTable } from '../jobs/admission-table.ts'
import { jobQueue } from '../jobs/job-queue.ts'
import { jobTable } from '../jobs/job-table.ts'
import { jobTotals } from '../jobs/job-totals-table.ts'
import { openingTable } from '../jobs/opening-table.ts'
import { endPublisher, eventPublisher } from '../jobs/publish-end.ts'
import { publishedTable } from '../jobs/published-table.ts'
import { lifecycleTable } from '../models/lifecycle-table.ts'
import { milestoneTable } from '../models/milestone-table.ts'
import { configuredProvider } from '../providers/configured-provider.ts'
import { mapSecrets } from '../providers/provider-secrets.ts'
import { ownsTenant } from '../tenants/own-tenant.ts'
import { tenantRoutes } from '../tenants/tenant-routes.ts'
import { tenantTable } from '../tenants/tenant-table.ts'
import { webhookSecretRoutes } from '../webhooks/secret-routes.ts'
import { variationRoute } from './create-variations.ts'
import type { ApiDeps } from './deps.ts'
import { imageResourceRoute } from './image-resource-route.ts'
import { generatePolicy, readPolicy } from './policies.ts'
import { apiRoutes } from './routes.ts'

/** Short enough: vendors announce the end of a model days ahead, and a daily run stores it. */
const LIFECYCLES_CACHE_MS = 60_000

/** Clients in addition to those of every API function; created once per Lambda environment. */
interface ApiClients {
  readonly bucket: ImageBucket
  readonly variables: Readonly<Record<string, string | undefined>>
}

type Runtime = ApiRuntime<typeof access.api, ApiClients>

const busOf = ({ clients, env }: Runtime): EventBus =>
  eventBridgeBus({ client: clients.eventBridge, name: env.EVENT_BUS_NAME })

const tenantsOf = (runtime: Runtime) =>
  tenantTable({ ...runtime, outbox: outbox({ table: outboxTable(runtime), bus: busOf(runtime), log: runtime.log }) })

const buildTenantRoutes = (runtime: Runtime) => {
  const { now, newId, pepper } = runtime
  const accounts = accountTable({ ...runtime, isOwnAccount: personalAccountCheck(runtime) })
  return tenantRoutes({
    tenants: tenantsOf(runtime),
    statement: creditStatement({ accounts, entries: entryTable(runtime), now }),
    jobTotals: jobTotals(runtime),
    planOf: async (accountId) => (await accounts.read(accountId)).plan,
    pepper,
    newId,
    newSalt: () => randomBytes(32).toString('hex'),
    now,
  })
}

const buildJobRoutes = (runtime: Runtime) => {
  const { env, secrets, now, newId, log, metrics, clients } = runtime
  const { sqs, bucket, variables } = clients
  const isConfigured = mapSecrets(env, (id) => secretPresence({ client: secrets, id, now }))
  const lifecycles = cached(lifecycleTable(runtime).read, LIFECYCLES_CACHE_MS, now)
  const jobTableDeps = { ...runtime, texts: bucket }
  const spend = spendGuard(runtime)
  const publishEvents = eventPublisher({ bus: busOf(runtime), log })
  const deps: ApiDeps = {
    ownsTenant: ownsTenant(tenantsOf(runtime)),
    jobs: jobTable(jobTableDeps),
    admissions: admissionTable(jobTableDeps),
    payments: paymentTable({ ...runtime, isOwnAccount: personalAccountCheck(runtime) }),
    queue: jobQueue({ sqs, urls: { standard: env.JOBS_QUEUE_URL, priority: env.PRIORITY_JOBS_QUEUE_URL } }),
    bucket,
    openings: openingTable(runtime),
    milestone: milestoneTable(runtime),
    lifecycles: () => lifecycles(),
    promptWriter: promptWriter(guardedModel(configuredModel(variables), spend)),
    spend,
    publishEnd: endPublisher({ publishEvents, published: publishedTable(runtime), log }),
    publishEvents,
    allowsLoopback: env.WEBHOOK_LOOPBACK === 'allowed',
    holdSeconds: Number(env.HOLD_SECONDS),
    providerFor: configuredProvider(env.PAINTERS, isConfigured),
    metrics,
    newId,
    drawSeed: () => randomInt(SEED_MAX + 1),
    now,
    sleep,
    version: env.VERSION,
  }
  return [...apiRoutes(deps), variationRoute(deps)]
}

const buildSecretRoutes = (runtime: Runtime) => {
  const { pepper, now } = runtime
  return webhookSecretRoutes({ states: secretTable(runtime), secrets: webhookSecrets(pepper, now), now })
}

export const app = authenticatedApp<typeof access.api, ApiClients>((runtime) => ({
  routes: [
    imageResourceRoute({ keys: issuerKeysTable(runtime) }),
    ...buildJobRoutes(runtime),
    ...buildTenantRoutes(runtime),
    ...buildSecretRoutes(runtime),
  ],
  anonymous: true,
  accessTokens: oauthAuthenticator({ keys: issuerKeysTable(runtime), now: runtime.now }),
  policies: { may_generate: generatePolicy, may_read: readPolicy },
}))
