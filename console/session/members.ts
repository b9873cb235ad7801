import { accounts } from '../api/accounts.ts'
import type { QueryContext } from './queries.ts'

export const membersReading = (organisation: string) => ({
  queryKey: ['members', organisation],
  queryFn: async ({ signal }: QueryContext) => (await accounts.listMembers({ org: organisation }, { signal })).members,
})
