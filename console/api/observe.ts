import { SERVICE } from 'service:observe'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { observeService } from '../../lambdas/observe/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const observe = clientOf<typeof observeService>(SERVICE)

export type ChangeObserveRuleInput = InputOf<typeof observe.changeObserveRule>
export type ChangeObserveSloInput = InputOf<typeof observe.changeObserveSlo>
export type GetObserveRuleOutput = OutputOf<typeof observe.getObserveRule>
export type GetObserveSloOutput = OutputOf<typeof observe.getObserveSlo>
export type GetObserveSummaryInput = InputOf<typeof observe.getObserveSummary>
export type GetObserveSummaryOutput = OutputOf<typeof observe.getObserveSummary>
export type GetTraceOutput = OutputOf<typeof observe.getTrace>
export type ListAlertsOutput = OutputOf<typeof observe.listAlerts>
export type ListObserveRulesOutput = OutputOf<typeof observe.listObserveRules>
export type ListObserveSlosOutput = OutputOf<typeof observe.listObserveSlos>
export type ListTracesInput = InputOf<typeof observe.listTraces>
export type ListTracesOutput = OutputOf<typeof observe.listTraces>
export type ListWorkerLogsInput = InputOf<typeof observe.listWorkerLogs>
export type ListWorkerLogsOutput = OutputOf<typeof observe.listWorkerLogs>

/** The summary of the platform's own functions. Only operators may read it, so it is requested once per tab. */
export const internalSummaryQuery = (userId: string) => ({
  queryKey: ['observe-own', userId],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => observe.getInternalSummary({ range: '1h' }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const internalTracesQuery = (userId: string, searchedId: string) => ({
  queryKey: ['observe-own', userId, 'about', searchedId],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await observe.listInternalTraces({ about: searchedId, limit: 20 }, { signal })).traces,
})
