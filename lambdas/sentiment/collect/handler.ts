import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SQSClient } from '@aws-sdk/client-sqs'
import {
  cached,
  createLog,
  eachMessage,
  emfMetrics,
  handleBatch,
  managedSecret,
  newUuid,
  systemClock,
  tableClient,
} from '@signet/kernel'
import { environmentOf } from '@signet/kernel/access'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import { comprehendClient } from '../comprehend/comprehend-client.ts'
import { comprehendPersonalData } from '../comprehend/comprehend-personal-data.ts'
import { comprehendScorer } from '../comprehend/comprehend-scorer.ts'
import { access } from '../contract/access.ts'
import { CycleMessage } from '../cycles/cycle-message.ts'
import { deliveryQueue } from '../cycles/delivery-queue.ts'
import { credentialStore } from '../monitors/credential-store.ts'
import { monitorReader } from '../monitors/monitor-reader-table.ts'
import { personalDataRules } from '../personal-data/remove-personal-data.ts'
import { blueskySessions } from '../platforms/bluesky.ts'
import { sourceOf } from '../platforms/sources.ts'
import { offlineScorer } from '../scoring/offline-scorer.ts'
import { collectCycle } from './collect-cycle.ts'
import { listenTable } from './listen-table.ts'

const env = environmentOf(access.collect, process.env)
const log = createLog({ fields: { function: 'sentiment-collect' } })
const now = systemClock
const secrets = new SecretsManagerClient({})
const table = { db: tableClient(), table: env.TABLE_NAME, now, newId: newUuid }
const mode = env.MENTIONS === 'live' ? ('live' as const) : ('offline' as const)
const sources = { fetch: guardedFetch, now, mode, sessions: blueskySessions() }
/** The language model is loaded with the first text: most cycles bring none. */
const polarity = cached(async () => (await import('../scoring/english-polarity.ts')).englishPolarity(), 86_400_000, now)
const offline = offlineScorer(() => polarity())

/** undefined: this deployment does not use it, and no monitor names it. */
const comprehend = env.COMPREHEND === 'on' ? comprehendClient(process.env) : undefined

const collect = collectCycle({
  monitors: monitorReader(table),
  credentials: credentialStore(secrets, env.SENTIMENT_STORE, newUuid),
  listening: listenTable(table),
  sourceOf: (monitor, platform, credentials) => sourceOf(sources, monitor, platform, credentials),
  personalDataOf: ({ phoneRegions, personalData }) => {
    const rules = personalDataRules(phoneRegions)
    return comprehend && personalData === 'comprehend' ? comprehendPersonalData(comprehend, rules) : rules
  },
  scorerOf: ({ scorer }) => (comprehend && scorer === 'comprehend' ? comprehendScorer(comprehend) : offline),
  deliveries: deliveryQueue({ sqs: new SQSClient({}), url: env.SENTIMENT_DELIVERIES_QUEUE_URL }),
  pepper: managedSecret({ client: secrets, id: env.PEPPER_SECRET, now }),
  now,
  log,
  metrics: emfMetrics({ namespace: 'Signet', dimensions: { stage: env.STAGE, function: 'sentiment-collect' } }),
})

export const handler = handleBatch(
  eachMessage({ log, failed: 'a cycle could not be read' }, async (body) => collect(CycleMessage.parse(body))),
)
