import { accounts } from '../api/accounts.ts'
import type { QueryContext } from './queries.ts'

export const membersQuery = (organization: string) => ({
  queryKey: ['members', organization],
  queryFn: async ({ signal }: QueryContext) => (await accounts.listMembers({ org: organization }, { signal })).members,
})
