export type { Span } from './analysis/text-analysis.ts'
export { type Asset, assetText, assetTexts } from './assets/asset.ts'
export { ASSETS_MAX, type AssetPreferences, chooseAssets } from './assets/choose-assets.ts'
export { renderAsset } from './assets/render-asset.ts'
export { BODY_MAX, type Content, contentSha256, normalizedContent } from './content.ts'
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
export { type Budget, budget, CEILING_MICRO_USD, costOf, type Prices, tokensOf } from './revision/budget.ts'
export { type Attack, attacksOf, resolvedAttacks } from './revision/critique.ts'
export { editByRules, type RuleRevision } from './revision/edit-by-rules.ts'
export { type Fabrication, fabricationsIn } from './revision/fabrications.ts'
export {
  type BailReason,
  beginFill,
  type FillDeps,
  type FillIteration,
  type FillOptions,
  type FillState,
  fillOnce,
  gapFillSha256,
  ReviserFailed,
} from './revision/fill-gaps.ts'
export { judgeRevision, type Original, type RevisionVerdict } from './revision/judge-revision.ts'
export { type Attempt, reviseOnce } from './revision/revise-once.ts'
export type { Reviser, ReviserReply, RevisionRequest } from './revision/reviser.ts'
export { ruleReviser } from './revision/rule-reviser.ts'
export { type Gap, type Verdict, validate } from './verdict.ts'
