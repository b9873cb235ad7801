import { createImagegenClient } from '../clients/imagegen.ts'
import { requesting } from '../transport/requesting.ts'

export const images = createImagegenClient(requesting('images'))

/** Credits by bucket, and the first page of the statement, of the account that an organisation pays with. */
export const creditsReading = (organisation: string) => ({
  queryKey: ['credits', organisation],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    images.getTenantUsage({ id: organisation, limit: 20 }, { signal }),
})
