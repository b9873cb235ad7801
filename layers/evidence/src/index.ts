export { type Content, contentSha256, normalizedContent } from './content.ts'
export { type PolicyFault, policyFaults } from './policies/check-policy.ts'
export { DEFAULT_POLICY, findPolicy, POLICIES, policySha256 } from './policies/policies.ts'
export {
  ASSET_TYPES,
  type AssetType,
  DOMAINS,
  type Domain,
  PILLARS,
  type Pillar,
  type Policy,
  type Requirement,
  SEVERITIES,
  type Severity,
} from './policies/policy.ts'
export type { Span } from './reading/reading.ts'
export { type Gap, type Verdict, validate } from './verdict.ts'
