import { createUsageClient } from '../clients/usage.ts'
import { requesting } from '../transport/requesting.ts'

export const usage = createUsageClient(requesting('platform'))

/** What is used of the tier in this cycle: images of the platform, and scaffolds. */
export const usageReading = (organisation: string) => ({
  queryKey: ['usage', organisation],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => usage.getUsage({}, { signal }),
})
