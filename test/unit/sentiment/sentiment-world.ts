import { createHash } from 'node:crypto'
import type { GuardedFetch } from '@signet/kernel'
import { webhookSecrets } from '@signet/notifications/webhooks'
import { NO_PLATFORMS } from '../../../lambdas/sentiment/api/monitor-input.ts'
import { type CollectDeps, collectCycle } from '../../../lambdas/sentiment/collect/collect-cycle.ts'
import { platformProgressTable } from '../../../lambdas/sentiment/collect/platform-progress-table.ts'
import { batchTable } from '../../../lambdas/sentiment/cycles/batch-table.ts'
import { type CycleMessage, cycleAt } from '../../../lambdas/sentiment/cycles/cycle-message.ts'
import type { DeliveryMessage } from '../../../lambdas/sentiment/cycles/delivery-queue.ts'
import { type DeliverDeps, deliverBatches } from '../../../lambdas/sentiment/deliver/deliver-batches.ts'
import { endpointTable } from '../../../lambdas/sentiment/deliver/endpoint-table.ts'
import type { MonitorRow } from '../../../lambdas/sentiment/monitors/monitor-reader-table.ts'
import { monitorTable } from '../../../lambdas/sentiment/monitors/monitor-table.ts'
import { personalDataRules } from '../../../lambdas/sentiment/personal-data/remove-personal-data.ts'
import type { MentionSource } from '../../../lambdas/sentiment/platforms/mention.ts'
import type { Scorer } from '../../../lambdas/sentiment/scoring/scorer.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

export const START = Date.parse('2026-10-24T22:00:00.000Z')
const MINUTE = 60_000

/** Scores every text as neutral, because other tests cover scoring. */
const neutralScorer: Scorer = {
  name: 'test/1',
  score: async (texts) => texts.map(() => ({ label: 'NEUTRAL', score: 0.5, couldNotScore: false })),
}

export interface WorldOptions {
  readonly source: (platform: CycleMessage['platform']) => MentionSource
  readonly fetch: GuardedFetch
  readonly scorer?: Scorer
  /** A table that other tests use and close. */
  readonly table?: TableWorld
  /** Runs before every call of a table, a queue or a secret, and can throw. */
  readonly before?: (call: string) => void
}

/** Wraps an object so that a hook runs before each call of its functions. */
const withHook = <T extends object>(name: string, port: T, before: (call: string) => void): T =>
  new Proxy(port, {
    get: (target, member, receiver) => {
      const value: unknown = Reflect.get(target, member, receiver)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        before(`${name}.${String(member)}`)
        return (value as (...values: unknown[]) => unknown).apply(target, args)
      }
    },
  })

export const monitor = (overrides: Partial<MonitorRow> = {}): MonitorRow => {
  const at = new Date(START).toISOString()
  return {
    org: 'org-1',
    tenant: 'acme',
    version: 1,
    stage: 'test',
    enabled: true,
    created_at: at,
    updated_at: at,
    verified_at: at,
    since: { microblog: at, reviews: at, social: at },
    credentials: ['microblog'] as const,
    secret_ref: 'ref',
    endpoint: 'https://in.acme.example/hook',
    bodyFormat: 'batch',
    batchSize: 100,
    mentionIdMode: 'raw',
    phoneRegions: ['US'],
    scorer: 'offline',
    personalData: 'rules',
    signing: { generation: 0, replaced: [] },
    platforms: {
      ...NO_PLATFORMS,
      microblog: { enabled: true, searchQueries: ['acme', 'kettle'], maxResults: 40, maxUsdPerDay: 5 },
    },
    ...overrides,
  } as MonitorRow
}

/** Opens collection and delivery over the real table, with a simulated clock, and a queue that `drain` empties. */
export const openWorld = async ({
  source,
  fetch,
  scorer = neutralScorer,
  before = () => {},
  table: shared,
}: WorldOptions) => {
  const table = shared ?? (await openTable())
  const clock = { at: START }
  const now = () => new Date(clock.at)
  let ids = 0
  const newId = () => createHash('sha256').update(`id ${ids++}`).digest('hex').slice(0, 32)
  const lines: string[] = []
  const write = (line: unknown) => void lines.push(JSON.stringify(line))
  const log = { debug: write, info: write, warn: write, error: write, with: () => log } as unknown as CollectDeps['log']
  const metrics = { record: (...all: unknown[]) => write(all) } as CollectDeps['metrics']
  const tables = { db: table.db, table: TABLE, now, newId }
  const waiting: { readonly message: DeliveryMessage; readonly at: number }[] = []
  const queuedMessages: string[] = []
  const queue = {
    async send(message: DeliveryMessage, delaySeconds = 0) {
      const queueMessage = { org: message.org, tenant: message.tenant }
      queuedMessages.push(JSON.stringify(queueMessage))
      waiting.push({ message: queueMessage, at: clock.at + delaySeconds * 1000 })
    },
  }
  const credentials = {
    read: async () => ({ ingestAuthToken: 'ingest-token-1', microblog: { bearerToken: 'x-token-1' } }),
  }
  const guard = <T extends object>(name: string, port: T): T => withHook(name, port, before)
  const monitors = monitorTable(tables)
  const commonDeps = {
    monitors: guard('monitors', { get: monitors.get }),
    credentials: guard('secrets', credentials),
    now,
    log,
    metrics,
  }
  const collect = collectCycle({
    ...commonDeps,
    progress: guard('progress', platformProgressTable(tables)),
    sourceOf: (_, platform) => source(platform),
    personalDataOf: ({ phoneRegions }) => personalDataRules(phoneRegions),
    scorerOf: () => guard('scorer', scorer),
    deliveries: guard('queue', queue),
    pepper: async () => 'pepper',
  })
  const deliver = deliverBatches({
    ...commonDeps,
    batches: guard('batches', batchTable(tables)),
    endpoints: guard('endpoints', endpointTable(tables)),
    secrets: webhookSecrets(async () => 'pepper', now),
    queue: guard('queue', queue),
    fetch,
    allowAddresses: [],
    random: () => 0,
  } satisfies DeliverDeps)
  /** Runs the delivery for all due messages. A failed run is repeated later, as the queue does. */
  const drain = async (): Promise<void> => {
    for (let rounds = 0; rounds < 50; rounds++) {
      const dueIndex = waiting.findIndex(({ at }) => at <= clock.at)
      const [next] = dueIndex < 0 ? [] : waiting.splice(dueIndex, 1)
      if (!next) return
      await deliver(next.message).catch(() => waiting.push({ ...next, at: clock.at + 12 * MINUTE }))
    }
  }
  return {
    table,
    clock,
    now,
    lines,
    queuedMessages,
    waiting,
    monitors,
    collect,
    deliver,
    drain,
    tables,
    cycle: (row: MonitorRow, platform: CycleMessage['platform'] = 'microblog') =>
      collect({ org: row.org, tenant: row.tenant, platform, cycle: cycleAt(now()) }),
    close: async () => (shared ? undefined : table.close()),
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
