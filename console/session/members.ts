import { accounts } from '../api/accounts.ts'

/** The members of an organisation: whoever shows a person by name reads it. */
export const membersReading = (organisation: string) => ({
  queryKey: ['members', organisation],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await accounts.listMembers({ org: organisation }, { signal })).members,
})
