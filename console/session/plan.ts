import { billing } from '../api/billing.ts'
import type { QueryContext } from './queries.ts'

export const planReading = (organisation: string) => ({
  queryKey: ['billing', organisation],
  queryFn: ({ signal }: QueryContext) => billing.getBilling({}, { signal }),
})
