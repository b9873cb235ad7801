import type { Policy } from '@signet/evidence'
import { evidence } from '../api/evidence.ts'
import { useOwn, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import type { PolicyChoice } from './check-messages.ts'

/** Policies of the organization, the newest version of each; without an answer there are none. */
export const useOwnPolicies = (): readonly PolicyChoice[] => {
  const { organization } = useSession()
  const { data = [] } = useQuery({
    queryKey: ['evidence', organization.id, 'policies'],
    queryFn: async ({ signal }) => (await evidence.listEvidencePolicies({}, { signal })).policies,
    staleTime: 60_000,
  })
  return data.filter(({ owner, id }, at) => owner === 'organization' && data.findIndex((each) => each.id === id) === at)
}

/** What the worker is to check by: a policy that it knows by its name, another as a whole once that is there. */
export const usePolicyFor = (name: string, ownPolicies: readonly PolicyChoice[]): string | Policy | undefined => {
  const isOwn = ownPolicies.some(({ id }) => id === name)
  const { data } = useOwn((organization) => ({
    queryKey: ['evidence', organization, 'policy', name],
    queryFn: async ({ signal }) => (await evidence.getEvidencePolicy({ id: name }, { signal })).policy,
    enabled: isOwn,
    staleTime: 60_000,
  }))
  return isOwn ? data : name
}
