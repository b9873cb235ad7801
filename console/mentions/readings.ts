import { sentiment } from '../api/sentiment.ts'
import type { QueryContext } from '../session/queries.ts'

const CYCLES_EVERY_MS = 15_000

export const monitorsReading = (organisation: string) => ({
  queryKey: ['mentions', organisation],
  queryFn: async ({ signal }: QueryContext) => (await sentiment.listSentimentMonitors({}, { signal })).monitors,
})

export const monitorReading = (organisation: string, tenantId: string) => ({
  queryKey: ['mentions', organisation, 'monitor', tenantId],
  queryFn: ({ signal }: QueryContext) => sentiment.getSentimentMonitor({ tenantId }, { signal }),
})

export const cyclesReading = (organisation: string, tenantId: string) => ({
  queryKey: ['mentions', organisation, 'cycles', tenantId],
  queryFn: ({ signal }: QueryContext) => sentiment.listSentimentCycles({ tenantId, limit: 20 }, { signal }),
  refetchInterval: CYCLES_EVERY_MS,
})

export const batchesReading = (organisation: string, tenantId: string, state: 'pending' | 'dead') => ({
  queryKey: ['mentions', organisation, 'batches', tenantId, state],
  queryFn: async ({ signal }: QueryContext) =>
    (await sentiment.listSentimentBatches({ tenantId, state, limit: 100 }, { signal })).batches,
  refetchInterval: CYCLES_EVERY_MS,
})
