import { SERVICE } from 'service:images'
import type { InputOf, OutputOf } from '@signet/http-client'
import type { imageService } from '../../lambdas/images/contract/service.ts'
import { clientOf } from '../transport/requesting.ts'

export const images = clientOf<typeof imageService>(SERVICE)

export type Job = OutputOf<typeof images.get>
export type JobCharge = NonNullable<Job['charge']>
export type JobGenerateInput = InputOf<typeof images.generate>
export type JobListInput = InputOf<typeof images.list>
export type JobWebhook = NonNullable<Job['webhook']>
export type ListTenantsOutput = OutputOf<typeof images.listTenants>
export type Quote = Exclude<OutputOf<typeof images.generate>, Job>
export type TenantUsage = OutputOf<typeof images.getTenantUsage>

export const creditsQuery = (organization: string) => ({
  queryKey: ['credits', organization],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    images.getTenantUsage({ id: organization, limit: 20 }, { signal }),
})
