import { flags } from '../api/flags.ts'
import { useParameter } from '../session/address.ts'

interface Context {
  readonly signal: AbortSignal
}

export const FIRST_ENVIRONMENT = 'production'

export const useEnvironment = () => useParameter('environment', FIRST_ENVIRONMENT)

export const flagReading = (organisation: string, environment: string, key: string) => ({
  queryKey: ['flags', organisation, environment, 'flag', key],
  queryFn: ({ signal }: Context) => flags.getFlag({ key, environment }, { signal }),
})

export const segmentsReading = (organisation: string, environment: string) => ({
  queryKey: ['flags', organisation, environment, 'segments'],
  queryFn: async ({ signal }: Context) => (await flags.listSegments({ environment }, { signal })).segments,
})

const METRIC_HOURS = 24

/** The use of a flag in the last day. */
export const metricsReading = (organisation: string, environment: string, key: string) => ({
  queryKey: ['flags', organisation, environment, 'metrics', key],
  queryFn: ({ signal }: Context) => flags.getFlagMetrics({ key, environment, hours: METRIC_HOURS }, { signal }),
})
