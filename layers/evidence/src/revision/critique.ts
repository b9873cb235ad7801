import { sha256Hex } from '@signet/receipts/digest'
import type { Span } from '../analysis/text-analysis.ts'
import type { Severity } from '../policies/policy.ts'
import type { Verdict } from '../verdict.ts'

export type AttackType =
  | 'unsupported_claim'
  | 'overclaim'
  | 'missing_source'
  | 'stale'
  | 'contradiction'
  | 'privacy'
  | 'ambiguity'

export interface Attack {
  /** Equal attacks have equal ids: SHA-256 of requirement, type and position, 16 digits. */
  readonly id: string
  readonly requirementId?: string
  readonly type: AttackType
  readonly span: Span & { readonly sha256: string }
  readonly severity: Severity
  readonly attack: string
  readonly proposedEdit: string
  readonly resolution: 'accepted' | 'rejected' | 'deferred'
  readonly reason: string
}

const TYPES: Readonly<Record<string, AttackType>> = {
  citation: 'unsupported_claim',
  method: 'unsupported_claim',
  boast: 'overclaim',
  disclosure: 'privacy',
  recent_source: 'stale',
  date: 'stale',
  vague_words: 'ambiguity',
  attribution: 'missing_source',
}

/**
 * One attack per gap of a text, in order: the validator is the critic, and no language model grades. Attacks are
 * deferred until a revision closes them.
 */
export const attacksOf = (body: string, { gaps }: Pick<Verdict, 'gaps'>): readonly Attack[] =>
  gaps.map(({ requirementId, type, span, severity, description, suggestion }) => {
    const attackType = TYPES[type] ?? 'missing_source'
    const sha256 = sha256Hex(body.slice(span.start, span.end))
    return {
      id: sha256Hex(`${requirementId}\n${attackType}\n${span.start}\n${span.end}\n${sha256}`).slice(0, 16),
      requirementId,
      type: attackType,
      span: { ...span, sha256 },
      severity,
      attack: description,
      proposedEdit: suggestion,
      resolution: 'deferred',
      reason: 'No revision has closed the gap yet.',
    }
  })

/** Updates attacks after a revision: those with closed gaps are accepted. */
export const resolvedAttacks = (attacks: readonly Attack[], { gaps }: Pick<Verdict, 'gaps'>): readonly Attack[] => {
  const open = new Set(gaps.map(({ requirementId }) => requirementId))
  return attacks.map((attack) =>
    attack.requirementId !== undefined && open.has(attack.requirementId)
      ? { ...attack, reason: 'The revision does not close the gap.' }
      : { ...attack, resolution: 'accepted', reason: 'The revision closes the gap.' },
  )
}
