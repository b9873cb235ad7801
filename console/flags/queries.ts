import { flags } from '../api/flags.ts'
import { useParameter } from '../session/address.ts'
import type { QueryContext } from '../session/queries.ts'

export const DEFAULT_ENVIRONMENT = 'production'

export const useEnvironment = () => useParameter('environment', DEFAULT_ENVIRONMENT)

export const flagQuery = (organization: string, environment: string, key: string) => ({
  queryKey: ['flags', organization, environment, 'flag', key],
  queryFn: ({ signal }: QueryContext) => flags.getFlag({ key, environment }, { signal }),
})

export const segmentsQuery = (organization: string, environment: string) => ({
  queryKey: ['flags', organization, environment, 'segments'],
  queryFn: async ({ signal }: QueryContext) => (await flags.listSegments({ environment }, { signal })).segments,
})

const METRIC_HOURS = 24

export const metricsQuery = (organization: string, environment: string, key: string) => ({
  queryKey: ['flags', organization, environment, 'metrics', key],
  queryFn: ({ signal }: QueryContext) => flags.getFlagMetrics({ key, environment, hours: METRIC_HOURS }, { signal }),
})
