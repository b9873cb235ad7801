import { billing } from '../api/billing.ts'
import type { QueryContext } from './queries.ts'

export const planQuery = (organization: string) => ({
  queryKey: ['billing', organization],
  queryFn: ({ signal }: QueryContext) => billing.getBilling({}, { signal }),
})
