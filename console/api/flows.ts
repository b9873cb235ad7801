import { SERVICE } from 'service:flows'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { flowService } from '../../lambdas/flows/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const flows = clientOf<typeof flowService>(SERVICE)

export type CreateFlowInput = InputOf<typeof flows.createFlow>
export type Flow = OutputOf<typeof flows.getFlow>
export type FlowFile = OutputOf<typeof flows.askFlowOracle>['files'][number]
export type ListedFlow = OutputOf<typeof flows.listFlows>['flows'][number]
export type OracleResult = OutputOf<typeof flows.askFlowOracle>
export type UpdatedFlow = OutputOf<typeof flows.updateFlow>

export const flowsQuery = (organization: string) => ({
  queryKey: ['flows', organization, 'first'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await flows.listFlows({ limit: 20 }, { signal })).flows,
})
