import { reply } from '@signet/contracts'
import { POLICIES, type Policy, policyFaults, policySha256 } from '@signet/evidence'
import { scopesOf } from '@signet/identity'
import { type Clock, invalidInput, notFound, type Route, refusal, route } from '@signet/kernel'
import { type TierStatusOf, UPGRADE_PATH } from '@signet/ledger'
import { canonicalJson, DigestInputError, sha256Hex } from '@signet/receipts/digest'
import { type FullPolicy, getPolicy, POLICY_VERSIONS_MAX, putPolicy } from '../contract/policies.ts'
import { listPolicies } from '../contract/queries.ts'
import type { PolicyCatalog } from './policy-catalog.ts'
import type { PolicyRow } from './policy-reader.ts'
import type { PolicyTable } from './policy-table.ts'

const isReserved = (id: string): boolean => POLICIES.some((policy) => policy.id === id)

const policyIdentity = (policy: Policy) => ({
  policyVersion: `${policy.id}@${policy.version}`,
  owner: POLICIES.includes(policy) ? ('signet' as const) : ('organization' as const),
  sha256: policySha256(policy),
})

/** The policy with exactly the fields that its hash covers. */
const fullPolicy = (policy: Policy): FullPolicy => ({
  ...policyIdentity(policy),
  policy: JSON.parse(canonicalJson(policy)) as FullPolicy['policy'],
})

/** The policy in a list, without detectors and conditions. */
const listedPolicy = (policy: Policy) => {
  const { id, version, name, appliesTo } = policy
  const requirements = fullPolicy(policy).policy.requirements
  return {
    id,
    version,
    name,
    appliesTo,
    ...policyIdentity(policy),
    requirements: requirements.map(({ detector: _detector, when: _when, ...requirement }) => requirement),
  }
}

interface Deps {
  readonly policies: PolicyTable
  readonly catalog: PolicyCatalog
  readonly tierStatusOf: TierStatusOf
  readonly now: Clock
}

/** @throws Refusal 400 `invalid_input` for text without a UTF-8 encoding, whose hash would not be reproducible. */
const rowOf = (policy: Policy, createdAt: Date): PolicyRow => {
  const { id, version } = policy
  try {
    const text = canonicalJson(policy)
    return { id, version, policy: text, sha256: sha256Hex(text), createdAt: createdAt.toISOString() }
  } catch (error) {
    if (!(error instanceof DigestInputError)) throw error
    const field = error.path.replace(/^\$\./, '').replaceAll(/\[(\d+)\]/g, '.$1')
    throw invalidInput([{ field, message: 'must be Unicode without lone surrogates' }])
  }
}

export const policyRoutes = ({ policies, catalog, tierStatusOf, now }: Deps): Route[] => [
  route(listPolicies, async ({ caller }) => {
    const rows = await policies.all(scopesOf(caller).entitlementScope)
    const ownPolicies = rows.map(({ policy }) => JSON.parse(policy) as Policy)
    return reply(200, { policies: [...POLICIES, ...ownPolicies].map(listedPolicy) })
  }),
  route(getPolicy, async ({ params: { id: name }, caller }) => {
    const policy = await catalog.find(scopesOf(caller).entitlementScope, name)
    return policy ? reply(200, fullPolicy(policy)) : notFound('The policy does not exist')
  }),
  route(putPolicy, async ({ params: { id }, body, caller }) => {
    if (isReserved(id)) return refusal('policy_id_reserved', `${id} is reserved for a policy of Signet; use another ID`)
    const org = scopesOf(caller).entitlementScope
    const { tier } = await tierStatusOf(org)
    if (tier === 'free') {
      const extras = { tier, upgrade: UPGRADE_PATH }
      return refusal('evidence_policy_requires_pro', `Plan ${tier} does not include custom policies`, { extras })
    }
    const faults = policyFaults(body)
    if (faults.length > 0) return invalidInput(faults)
    const policy: Policy = { id, ...body }
    const addition = await policies.add(org, rowOf(policy, now()))
    if (addition.outcome === 'taken') {
      const { sha256 } = addition
      return refusal('policy_version_taken', `${id}@${body.version} exists with different content`, {
        extras: { sha256 },
      })
    }
    if (addition.outcome === 'full') {
      const extras = { limit: POLICY_VERSIONS_MAX, current: addition.current }
      const message = `The organization has ${addition.current} policy versions, and the limit is ${POLICY_VERSIONS_MAX}`
      return refusal('policy_limit', message, { extras })
    }
    return reply(addition.outcome === 'added' ? 201 : 200, fullPolicy(policy))
  }),
]
