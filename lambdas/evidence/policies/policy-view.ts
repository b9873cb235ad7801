import { POLICIES, type Policy, policySha256 } from '@signet/evidence'
import { canonicalJson } from '@signet/receipts/digest'
import type { WholePolicy } from '../contract/policies.ts'

/** Whether a policy of Signet has this id, in whatever version. */
export const isReserved = (id: string): boolean => POLICIES.some((policy) => policy.id === id)

export const aboutPolicy = (policy: Policy) => ({
  policyVersion: `${policy.id}@${policy.version}`,
  owner: POLICIES.includes(policy) ? ('signet' as const) : ('organisation' as const),
  sha256: policySha256(policy),
})

/** The policy as canonical data: what its hash is of, member by member. */
export const wholePolicy = (policy: Policy): WholePolicy => ({
  ...aboutPolicy(policy),
  policy: JSON.parse(canonicalJson(policy)) as WholePolicy['policy'],
})

/** The policy as it is listed: without what detects. */
export const listedPolicy = (policy: Policy) => {
  const { id, version, name, appliesTo } = policy
  const requirements = wholePolicy(policy).policy.requirements
  return {
    id,
    version,
    name,
    appliesTo,
    ...aboutPolicy(policy),
    requirements: requirements.map(({ detector: _detector, when: _when, ...requirement }) => requirement),
  }
}
