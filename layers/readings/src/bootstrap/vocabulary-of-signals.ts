import { type Element, SEVERITIES, type Severity } from '../decks/card.ts'
import type { Role } from '../decks/roles.ts'
import { stemOf, wordsOf } from '../text/stems.ts'
import type { GapClass, GapType } from './signal-words.ts'

export interface CandidateTerm {
  readonly term: string
  /** Weight in a vocabulary: 4 names the subject, 2 is typical, 1 is a hint. */
  readonly weight: 1 | 2 | 4
  readonly count: number
  /** Indexes into `internalSignals`, from 0. */
  readonly from: readonly number[]
}

const TERMS_MAX = 24

/** Returns words whose stem occurs in two or more signals, the most frequent first. Numbers are not terms. */
export const candidateVocabulary = (signals: readonly string[]): readonly CandidateTerm[] => {
  const terms = new Map<string, { readonly term: string; readonly from: number[] }>()
  for (const [at, signal] of signals.entries())
    for (const word of wordsOf(signal)) {
      const stem = stemOf(word)
      if (stem.length < 3 || /^\d+$/.test(stem)) continue
      const storedTerm = terms.get(stem)
      if (!storedTerm) terms.set(stem, { term: word, from: [at] })
      else if (storedTerm.from.at(-1) !== at) storedTerm.from.push(at)
    }
  return [...terms.values()]
    .filter(({ from }) => from.length >= 2)
    .map(({ term, from }) => {
      const count = from.length
      return { term, weight: count >= 4 ? (4 as const) : count === 3 ? (2 as const) : (1 as const), count, from }
    })
    .toSorted((a, b) => b.count - a.count || (a.term < b.term ? -1 : 1))
    .slice(0, TERMS_MAX)
}

/** Fields of a candidate card that its author must write. */
const TO_WRITE = ['why', 'advice', 'check', 'evidence', 'not_when', 'refs'] as const

export interface CandidateCard {
  readonly id: string
  readonly title: string
  readonly element: Element
  readonly severity: Severity
  readonly tells: readonly string[]
  readonly question: string
  readonly from: readonly number[]
  readonly to_write: typeof TO_WRITE
}

const ELEMENT_OF: Readonly<Record<GapType, Element>> = {
  knowledge: 'people',
  capability: 'technology',
  evidence: 'data',
  ownership: 'people',
  control: 'risk',
  none: 'process',
}

const SEVERITY_OF: Readonly<Record<GapClass, Severity>> = {
  critical: 'critical',
  material: 'high',
  minor: 'medium',
  none: 'low',
}

const QUESTION_OF: Readonly<Record<GapType, (term: string) => string>> = {
  knowledge: (term) => `Who knows how ${term} works here, and where is it documented?`,
  capability: (term) => `What prevents us from handling ${term} ourselves, and what would it take?`,
  evidence: (term) => `Which number would show whether our assumption about ${term} is right?`,
  ownership: (term) => `Who is responsible for ${term}, and who is the deputy?`,
  control: (term) => `What prevents ${term} from failing unnoticed?`,
  none: (term) => `What would be different if ${term} were solved?`,
}

const CARDS_MAX = 5

export const candidateCards = (
  role: Role,
  terms: readonly CandidateTerm[],
  { gapType, gapClass }: { readonly gapType: GapType; readonly gapClass: GapClass },
): readonly CandidateCard[] =>
  terms.slice(0, CARDS_MAX).map(({ term, from }, at) => ({
    id: `${role}-${term.slice(0, 40)}`,
    title: `${term.slice(0, 1).toUpperCase()}${term.slice(1, 60)}`,
    element: ELEMENT_OF[gapType],
    // The most frequent term gets the severity of the gap, the others one level less.
    severity:
      at === 0
        ? SEVERITY_OF[gapClass]
        : (SEVERITIES[Math.max(0, SEVERITIES.indexOf(SEVERITY_OF[gapClass]) - 1)] ?? 'low'),
    tells: [term],
    question: QUESTION_OF[gapType](term.slice(0, 100)),
    from,
    to_write: TO_WRITE,
  }))
