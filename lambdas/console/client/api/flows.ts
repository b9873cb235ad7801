import { createFlowsClient } from '../clients/flows.ts'
import { requesting } from '../transport/requesting.ts'

export const flows = createFlowsClient(requesting('platform'))

/** The first page of the flows of an organisation, newest first. */
export const flowsReading = (organisation: string) => ({
  queryKey: ['flows', organisation, 'first'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await flows.listFlows({ limit: 20 }, { signal })).flows,
})
