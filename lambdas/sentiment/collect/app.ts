import { cached, type FunctionRuntime, spendGuard } from '@signet/kernel'
import type { ClientsOf } from '@signet/kernel/access'
import { guardedFetch } from '@signet/kernel/guarded-fetch'
import type { Send } from '../comprehend/call-comprehend.ts'
import { comprehendPersonalData } from '../comprehend/comprehend-personal-data.ts'
import { comprehendScorer } from '../comprehend/comprehend-scorer.ts'
import { guardedRemoval, guardedScorer } from '../comprehend/guarded-comprehend.ts'
import type { access } from '../contract/access.ts'
import { deliveryQueue } from '../cycles/delivery-queue.ts'
import { credentialStore } from '../monitors/credential-store.ts'
import { monitorReader } from '../monitors/monitor-reader-table.ts'
import { personalDataRules } from '../personal-data/remove-personal-data.ts'
import { blueskySessions } from '../platforms/bluesky.ts'
import { sourceOf } from '../platforms/sources.ts'
import { offlineScorer } from '../scoring/offline-scorer.ts'
import { collectCycle } from './collect-cycle.ts'
import { platformProgressTable } from './platform-progress-table.ts'

type Access = typeof access.collect
type Runtime = FunctionRuntime<Access, ClientsOf<Access> & { readonly comprehend: Send }>

const DAY_MS = 86_400_000

export const buildCollector = (runtime: Runtime) => {
  const { env, now, newId, clients } = runtime
  const mode = env.MENTIONS === 'live' ? ('live' as const) : ('simulated' as const)
  const sources = { fetch: guardedFetch, now, mode, sessions: blueskySessions() }
  /** Loads the language model with the first text, because most cycles contain no texts. */
  const polarity = cached(async () => (await import('../scoring/english-polarity.ts')).englishPolarity(), DAY_MS, now)
  const offline = offlineScorer(() => polarity())
  const spend = spendGuard(runtime)
  /** Undefined if the deployment has no Amazon Comprehend. */
  const comprehend = env.COMPREHEND === 'on' ? clients.comprehend : undefined
  return collectCycle({
    ...runtime,
    monitors: monitorReader(runtime),
    credentials: credentialStore(clients.secrets.client, env.SENTIMENT_STORE, newId),
    progress: platformProgressTable(runtime),
    sourceOf: (monitor, platform, credentials) => sourceOf(sources, monitor, platform, credentials),
    personalDataOf: ({ phoneRegions, personalData }) => {
      const rules = personalDataRules(phoneRegions)
      if (!comprehend || personalData !== 'comprehend') return rules
      return guardedRemoval(comprehendPersonalData(comprehend, rules), rules, spend)
    },
    scorerOf: ({ scorer }) =>
      comprehend && scorer === 'comprehend' ? guardedScorer(comprehendScorer(comprehend), offline, spend) : offline,
    deliveries: deliveryQueue({ sqs: clients.sqs, url: env.SENTIMENT_DELIVERIES_QUEUE_URL }),
  })
}
