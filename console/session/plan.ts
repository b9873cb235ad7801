import { billing } from '../api/billing.ts'

export const planReading = (organisation: string) => ({
  queryKey: ['billing', organisation],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => billing.getBilling({}, { signal }),
})
