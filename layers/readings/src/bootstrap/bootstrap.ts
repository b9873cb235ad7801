import { isRole, ROLES, type Role } from '../decks/roles.ts'
import type { InputProblem } from '../record/reading.ts'
import { RESEARCH_TABLE, RESEARCH_TYPES, type ResearchStrategy, type ResearchType } from './research-table.ts'
import {
  CRITICAL_WORDS,
  GAP_WORDS,
  type GapClass,
  type GapType,
  LAGGING_WORDS,
  LEADING_WORDS,
  SIGNAL_WORDS,
  type SignalType,
} from './signal-words.ts'
import { WordLists } from './signals.ts'
import { type CandidateCard, type CandidateTerm, candidateCards, candidateVocabulary } from './vocabulary-of-signals.ts'

/** Limits of bootstrap inputs. */
export const BOOTSTRAP_LIMITS = { domain: 300, signals: 20, signal: 300 } as const

export interface BootstrapInputs {
  readonly role: string
  readonly domain?: string
  readonly internalSignals?: readonly string[]
}

export type SignalClass = 'lagging' | 'leading' | 'mixed' | 'absent'
export type EvidenceBar = 'anecdote' | 'corroborated' | 'measured' | 'audited'
export type Tier = 'tier1' | 'tier2' | 'tier3'
export type MethodologyConfidence = 'high' | 'medium' | 'low'

/** The result for a role without memory (spec platform-api 2.4), from word lists and tables alone. */
export interface BootstrapResult {
  readonly role: Role
  readonly signalType: SignalType
  readonly signalClass: SignalClass
  readonly gapType: GapType
  readonly gapClass: GapClass
  readonly researchStrategy: ResearchStrategy
  readonly researchType: ResearchType
  readonly evidenceBar: EvidenceBar
  /**
   * tier1: the rules are sufficient; tier2: questions must be answered first; tier3: a person or a model is required.
   */
  readonly tierAssignment: Tier
  readonly methodologyConfidence: MethodologyConfidence
  readonly candidate_vocabulary: readonly CandidateTerm[]
  readonly candidate_cards: readonly CandidateCard[]
}

export type BootstrapOutcome =
  | { readonly ok: true; readonly result: BootstrapResult }
  | {
      readonly ok: false
      readonly refusal:
        | { readonly status: 400; readonly code: 'unknown_role'; readonly roles: readonly Role[] }
        | { readonly status: 400; readonly code: 'invalid_input'; readonly errors: readonly InputProblem[] }
    }

const signalWords = new WordLists(SIGNAL_WORDS)
const gapWords = new WordLists(GAP_WORDS)
const classWords = new WordLists({ lagging: LAGGING_WORDS, leading: LEADING_WORDS })
const criticalWords = new WordLists({ critical: CRITICAL_WORDS })

const textProblems = (field: string, text: unknown, limit: number): readonly InputProblem[] => {
  if (typeof text !== 'string') return [{ field, message: 'must be a string' }]
  if (text.length > limit) return [{ field, message: `has ${text.length} characters, at most ${limit} are allowed` }]
  return text.isWellFormed() ? [] : [{ field, message: 'contains an unpaired surrogate' }]
}

const problemsOf = ({ domain, internalSignals = [] }: BootstrapInputs): readonly InputProblem[] => [
  ...(domain === undefined ? [] : textProblems('domain', domain, BOOTSTRAP_LIMITS.domain)),
  ...(internalSignals.length > BOOTSTRAP_LIMITS.signals
    ? [
        {
          field: 'internalSignals',
          message: `has ${internalSignals.length} items, at most ${BOOTSTRAP_LIMITS.signals} are allowed`,
        },
      ]
    : internalSignals.flatMap((text, at) => textProblems(`internalSignals.${at}`, text, BOOTSTRAP_LIMITS.signal))),
]

/** Matches a number. Numbers indicate past facts, as in `3 outages` or `40 %`. */
const COUNT = /\d+/g

const signalClassOf = (texts: readonly string[]): SignalClass => {
  const hits = classWords.count(texts)
  const counts = texts.reduce((sum, text) => sum + [...text.matchAll(COUNT)].length, 0)
  const isLagging = (hits.get('lagging') ?? 0) + counts > 0
  const isLeading = (hits.get('leading') ?? 0) > 0
  if (isLagging && isLeading) return 'mixed'
  return isLagging ? 'lagging' : isLeading ? 'leading' : 'absent'
}

/** Returns the size of the largest group of signals of one type. */
const largestSignalGroup = (signals: readonly string[]): number => {
  const counts = new Map<string, number>()
  for (const signal of signals) {
    const type = signalWords.best([signal])
    if (type) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

const gapClassOf = (texts: readonly string[], largestGroup: number, gapType: GapType): GapClass => {
  if (criticalWords.best(texts) || largestGroup >= 3) return 'critical'
  if (largestGroup === 2) return 'material'
  return largestGroup === 1 || gapType !== 'none' ? 'minor' : 'none'
}

const EVIDENCE_LEVELS: readonly EvidenceBar[] = ['anecdote', 'corroborated', 'measured', 'audited']

const evidenceBarOf = (role: Role, gapClass: GapClass): EvidenceBar => {
  const baseLevel = EVIDENCE_LEVELS.indexOf(role === 'ciso' || role === 'cfo' ? 'measured' : 'corroborated')
  return EVIDENCE_LEVELS[baseLevel + (gapClass === 'critical' ? 1 : 0)] ?? 'audited'
}

/**
 * Returns tier1 if the signals agree on a known gap. With few matches, or without a gap, questions, a person or a model
 * are needed.
 */
const tierOf = (
  { signalType, gapType, gapClass }: Pick<BootstrapResult, 'signalType' | 'gapType' | 'gapClass'>,
  confidence: MethodologyConfidence,
): Tier => {
  if (signalType === 'none' && gapType === 'none') return 'tier3'
  if (confidence === 'low') return gapClass === 'critical' ? 'tier3' : 'tier2'
  return confidence === 'high' && gapType !== 'none' ? 'tier1' : 'tier2'
}

/** Starts a role without memory. The same words give the same result. */
export const bootstrap = (inputs: BootstrapInputs): BootstrapOutcome => {
  const { role, domain = '', internalSignals = [] } = inputs
  if (typeof role !== 'string' || !isRole(role))
    return { ok: false, refusal: { status: 400, code: 'unknown_role', roles: Object.keys(ROLES) as Role[] } }
  const errors = problemsOf(inputs)
  if (errors.length > 0) return { ok: false, refusal: { status: 400, code: 'invalid_input', errors } }
  const texts = [role, domain, ...internalSignals]
  const signalType = signalWords.best(texts) ?? 'none'
  const gapType = gapWords.best(texts) ?? 'none'
  const largestGroup = largestSignalGroup(internalSignals)
  const gapClass = gapClassOf(texts, largestGroup, gapType)
  const methodologyConfidence = largestGroup >= 3 ? 'high' : largestGroup === 2 ? 'medium' : 'low'
  const researchStrategy = RESEARCH_TABLE[signalType][gapType]
  const candidate_vocabulary = candidateVocabulary(internalSignals)
  return {
    ok: true,
    result: {
      role,
      signalType,
      signalClass: signalClassOf(texts),
      gapType,
      gapClass,
      researchStrategy,
      researchType: RESEARCH_TYPES[researchStrategy],
      evidenceBar: evidenceBarOf(role, gapClass),
      tierAssignment: tierOf({ signalType, gapType, gapClass }, methodologyConfidence),
      methodologyConfidence,
      candidate_vocabulary,
      candidate_cards: candidateCards(role, candidate_vocabulary, { gapType, gapClass }),
    },
  }
}
