import { accounts } from '../api/accounts.ts'

export const membersReading = (organisation: string) => ({
  queryKey: ['members', organisation],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await accounts.listMembers({ org: organisation }, { signal })).members,
})
