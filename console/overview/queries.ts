import { archive } from '../api/archive.ts'
import { flags } from '../api/flags.ts'
import { images } from '../api/images.ts'
import { sentiment } from '../api/sentiment.ts'
import type { QueryContext } from '../session/queries.ts'

export const recentJobsQuery = (organization: string) => ({
  queryKey: ['images', organization, 'recent'],
  queryFn: async ({ signal }: QueryContext) => (await images.list({ limit: 6 }, { signal })).jobs,
})

export const productionFlagsQuery = (organization: string) => ({
  queryKey: ['flags', organization, 'overview'],
  queryFn: async ({ signal }: QueryContext) =>
    (await flags.listFlags({ environment: 'production', limit: 100 }, { signal })).flags,
})

export const recentUploadsQuery = (organization: string) => ({
  queryKey: ['archive', organization, 'overview'],
  queryFn: async ({ signal }: QueryContext) => (await archive.listUploads({ limit: 20 }, { signal })).uploads,
})

/** Maximum number of monitors queried for dead batches, to limit requests. */
const MONITORS_MAX = 5

/** Returns the monitors whose batches were not accepted within a day. */
export const failingMonitorsQuery = (organization: string) => ({
  queryKey: ['mentions', organization, 'overview'],
  queryFn: async ({ signal }: QueryContext): Promise<readonly string[]> => {
    const { monitors } = await sentiment.listSentimentMonitors({}, { signal })
    const names = monitors.slice(0, MONITORS_MAX).map(({ tenantId }) => tenantId)
    const deadBatches = await Promise.all(
      names.map((tenantId) => sentiment.listSentimentBatches({ tenantId, state: 'dead', limit: 1 }, { signal })),
    )
    return names.filter((_, index) => (deadBatches[index]?.batches.length ?? 0) > 0)
  },
})
