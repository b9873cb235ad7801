import type { Policy } from '@signet/evidence'
import { evidence } from '../api/evidence.ts'
import { useOrganizationQuery, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import type { PolicyChoice } from './check-messages.ts'

/** The organization's policies, the newest version of each; empty until the service replies. */
export const useCustomPolicies = (): readonly PolicyChoice[] => {
  const { organization } = useSession()
  const { data = [] } = useQuery({
    queryKey: ['evidence', organization.id, 'policies'],
    queryFn: async ({ signal }) => (await evidence.listEvidencePolicies({}, { signal })).policies,
    staleTime: 60_000,
  })
  return data.filter(
    ({ owner, id }, index) => owner === 'organization' && data.findIndex((each) => each.id === id) === index,
  )
}

/** Returns the policy for the worker: the name of a built-in policy, or the whole custom policy once it is loaded. */
export const usePolicyFor = (name: string, customPolicies: readonly PolicyChoice[]): string | Policy | undefined => {
  const isCustom = customPolicies.some(({ id }) => id === name)
  const { data } = useOrganizationQuery((organization) => ({
    queryKey: ['evidence', organization, 'policy', name],
    queryFn: async ({ signal }) => (await evidence.getEvidencePolicy({ id: name }, { signal })).policy,
    enabled: isCustom,
    staleTime: 60_000,
  }))
  return isCustom ? data : name
}
