import { createObserveClient } from '../clients/observe.ts'
import { requesting } from '../transport/requesting.ts'

export const observe = createObserveClient(requesting('platform'))

/** Our own functions at a glance. Refused for whoever is no operator: it is asked once a tab. */
export const ownSummaryReading = (userId: string) => ({
  queryKey: ['observe-own', userId],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => observe.getInternalSummary({ range: '1h' }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Traces of our own functions about a thing, such as a job. */
export const ownTracesReading = (userId: string, about: string) => ({
  queryKey: ['observe-own', userId, 'about', about],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await observe.listInternalTraces({ about, limit: 20 }, { signal })).traces,
})
