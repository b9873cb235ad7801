import { billing } from '../api/billing.ts'

/** Plan, credits and what may be bought, of an organisation. */
export const planReading = (organisation: string) => ({
  queryKey: ['billing', organisation],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => billing.getBilling({}, { signal }),
})
