import { canonicalJson, sha256Hex } from '@signet/receipts/digest'
import eeatCore from '../../policies/eeat-core-2026.11.1.json' with { type: 'json' }
import securityAdvisory from '../../policies/security-advisory-2026.11.1.json' with { type: 'json' }
import technicalDocs from '../../policies/technical-docs-2026.11.1.json' with { type: 'json' }
import type { Policy } from './policy.ts'

/** Policies of this package, the newest of each id first. Old versions stay. */
export const POLICIES: readonly Policy[] = [eeatCore, technicalDocs, securityAdvisory].map((policy) => policy as Policy)

export const DEFAULT_POLICY = 'eeat-core'

const hashes = new WeakMap<Policy, string>()

/** Parameters may be fractions, which canonical JSON writes as RFC 8785 says. */
export const policySha256 = (policy: Policy): string => {
  const kept = hashes.get(policy)
  if (kept !== undefined) return kept
  const hash = sha256Hex(canonicalJson(policy))
  hashes.set(policy, hash)
  return hash
}

/** The policy of `id`, in its newest version, or of `id@version`; undefined if there is none. */
export const findPolicy = (name: string, policies: readonly Policy[] = POLICIES): Policy | undefined =>
  policies.find(({ id, version }) => name === id || name === `${id}@${version}`)
