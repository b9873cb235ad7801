import { canonicalJson, sha256Hex } from '@signet/receipts/digest'
import eeatCore from '../../policies/eeat-core-2026.11.1.json' with { type: 'json' }
import securityAdvisory from '../../policies/security-advisory-2026.11.1.json' with { type: 'json' }
import technicalDocs from '../../policies/technical-docs-2026.11.1.json' with { type: 'json' }
import type { Policy } from './policy.ts'

/** Policies of this package, newest version of each id first. Old versions remain. */
export const POLICIES: readonly Policy[] = [eeatCore, technicalDocs, securityAdvisory].map((policy) => policy as Policy)

export const DEFAULT_POLICY = 'eeat-core'

const hashes = new WeakMap<Policy, string>()

/** Parameters may be fractions, which canonical JSON formats as RFC 8785 requires. */
export const policySha256 = (policy: Policy): string => {
  const cached = hashes.get(policy)
  if (cached !== undefined) return cached
  const hash = sha256Hex(canonicalJson(policy))
  hashes.set(policy, hash)
  return hash
}

/** Finds a policy by `id`, in its newest version, or by `id@version`; undefined if it does not exist. */
export const findPolicy = (name: string, policies: readonly Policy[] = POLICIES): Policy | undefined =>
  policies.find(({ id, version }) => name === id || name === `${id}@${version}`)
