import { SERVICE } from 'service:usage'
import type { OutputOf } from '@signet/http-client'
import type { usageService } from '../../lambdas/usage/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const usage = clientOf<typeof usageService>(SERVICE)

export type GetUsageOutput = OutputOf<typeof usage.getUsage>

export const usageQuery = (organization: string) => ({
  queryKey: ['usage', organization],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => usage.getUsage({}, { signal }),
})
