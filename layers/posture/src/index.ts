export { type CaiqAnswer, caiqAnswers } from './caiq.ts'
export { CAIQ_VERSION } from './caiq-questions.ts'
export { CLAIMS_SCHEMA_VERSION, type Claim, type ClaimValue, claimsOf } from './claims.ts'
export { diffIntakes, type IntakeDiff, type JudgedIntake } from './diff-intakes.ts'
export {
  CLAIMED_STATUSES,
  type DatedPosture,
  FRESHNESS_RULES,
  type Freshness,
  type FreshnessReason,
  type FreshnessState,
  freshness,
} from './freshness.ts'
export { type GoingStale, goingStale } from './going-stale.ts'
export { type IntakeFault, intakeFaults } from './intake-faults.ts'
export * from './intake-values.ts'
export { type Finding, judgeIntake, type Verdict } from './judge/judge-intake.ts'
export type { Recovery } from './judge/recovery.ts'
export {
  CONTROL_CLAIMS,
  type ControlClaim,
  type PublishedAnswer,
  type PublishedPosture,
  type PublishedSubprocessor,
  publishedAnswers,
  publishedPosture,
} from './published-posture.ts'
export { CISO_RULES, type RuleSet, ruleSet } from './rules/ciso-rules.ts'
export type { Condition, Mappings, MemberTest, Rule, Severity } from './rules/rule.ts'
export { CISO_RULESET } from './rules/ruleset-name.ts'
export type { Intake } from './schemas.ts'
