import { sentiment } from '../api/sentiment.ts'
import type { QueryContext } from '../session/queries.ts'

const POLL_MS = 15_000

export const monitorsQuery = (organization: string) => ({
  queryKey: ['mentions', organization],
  queryFn: async ({ signal }: QueryContext) => (await sentiment.listSentimentMonitors({}, { signal })).monitors,
})

export const monitorQuery = (organization: string, tenantId: string) => ({
  queryKey: ['mentions', organization, 'monitor', tenantId],
  queryFn: ({ signal }: QueryContext) => sentiment.getSentimentMonitor({ tenantId }, { signal }),
})

export const cyclesQuery = (organization: string, tenantId: string) => ({
  queryKey: ['mentions', organization, 'cycles', tenantId],
  queryFn: ({ signal }: QueryContext) => sentiment.listSentimentCycles({ tenantId, limit: 20 }, { signal }),
  refetchInterval: POLL_MS,
})

export const batchesQuery = (organization: string, tenantId: string, state: 'pending' | 'dead') => ({
  queryKey: ['mentions', organization, 'batches', tenantId, state],
  queryFn: async ({ signal }: QueryContext) =>
    (await sentiment.listSentimentBatches({ tenantId, state, limit: 100 }, { signal })).batches,
  refetchInterval: POLL_MS,
})
