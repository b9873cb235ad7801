import { analyzeContent } from './analysis/analyze-content.ts'
import type { Span, TextAnalysis } from './analysis/text-analysis.ts'
import { type Content, normalizedContent, normalizedSha256 } from './content.ts'
import { DETECTORS } from './detectors/kinds.ts'
import { policySha256 } from './policies/policies.ts'
import {
  type AppliesWhen,
  PILLARS,
  type Pillar,
  type Policy,
  type Requirement,
  SEVERITIES,
  type Severity,
} from './policies/policy.ts'

/** A requirement that the text does not meet (spec platform-api 4.5). */
export interface Gap {
  readonly requirementId: string
  readonly pillar: Pillar
  readonly type: string
  readonly severity: Severity
  readonly description: string
  /** Position of the gap in UTF-16 code units of the normalized body; the whole body for missing parts. */
  readonly span: Span
  readonly suggestion: string
}

/** The result of a policy for a text: reproducible for the same bytes on every machine. */
export interface Verdict {
  /** 0 to 100: the share of the applicable requirements that are met. */
  readonly score: number
  readonly hasGaps: boolean
  readonly gapCount: number
  /** Policy as `id@version`. */
  readonly policyVersion: string
  readonly policyName: string
  readonly policySha256: string
  readonly contentHash: string
  /** Sorted by pillar, severity and id. */
  readonly gaps: readonly Gap[]
  readonly suggestions: readonly string[]
  readonly active: readonly string[]
}

const holds = ({ minWords, domains, minNumericClaims }: AppliesWhen, analysis: TextAnalysis): boolean => {
  const { content, document } = analysis
  if (minWords !== undefined && document.words < minWords) return false
  if (domains !== undefined && !content.domains?.some((domain) => domains.includes(domain))) return false
  if (minNumericClaims === undefined) return true
  return analysis.claims.reduce((sum, claim) => sum + claim.figures, 0) >= minNumericClaims
}

const rank = (gap: Gap): number => PILLARS.indexOf(gap.pillar) * SEVERITIES.length + SEVERITIES.indexOf(gap.severity)

const inOrder = (one: Gap, other: Gap): number =>
  rank(one) - rank(other) || (one.requirementId < other.requirementId ? -1 : 1)

const gapOf = (requirement: Requirement, analysis: TextAnalysis): Gap | undefined => {
  const { id, pillar, type, severity, description, detector, suggestion } = requirement
  const definition = DETECTORS[detector.kind]
  if (definition === undefined) throw new Error(`The detector ${detector.kind} does not exist`)
  const span = definition.findGap(analysis, detector.params ?? {})
  return span && { requirementId: id, pillar, type, severity, description, span, suggestion }
}

/**
 * Checks content against a policy. Uses no clock, locale or randomness: the same content and policy give the same
 * bytes.
 * @throws Error for a policy with an unknown detector, which `policyFaults` reports
 */
export const validate = (contentOrText: Content | string, policy: Policy): Verdict => {
  const content = normalizedContent(contentOrText)
  const analysis = analyzeContent(content)
  const active = policy.requirements.filter(({ when }) => when === undefined || holds(when, analysis))
  const gaps = active.flatMap((requirement) => gapOf(requirement, analysis) ?? []).toSorted(inOrder)
  const satisfied = active.length - gaps.length
  const score = active.length === 0 ? 100 : Math.floor((100 * satisfied) / active.length + 0.5)
  return {
    score,
    hasGaps: gaps.length > 0,
    gapCount: gaps.length,
    policyVersion: `${policy.id}@${policy.version}`,
    policyName: policy.name,
    policySha256: policySha256(policy),
    contentHash: normalizedSha256(content),
    gaps,
    suggestions: [...new Set(gaps.map(({ suggestion }) => suggestion))],
    active: active.map(({ id }) => id),
  }
}
