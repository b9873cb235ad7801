import type { Reference, Severity } from '../decks/card.ts'
import type { Role } from '../decks/roles.ts'
import type { FactValue } from '../facts/fact-value.ts'
import type { Contradiction } from '../memory/role-memory.ts'
import type {
  DeckUsed,
  InputProblem,
  Reading,
  ReadingInputs,
  ReadingMemory,
  ReadingRefusal,
  ReadingWarning,
  SpreadName,
} from '../record/reading.ts'
import type { AskType } from '../script/syntax.ts'

export const AGENT_RUN_VERSION = '1.0'

export const CONSULT_MODES = ['structured', 'narrative'] as const
export type ConsultMode = (typeof CONSULT_MODES)[number]

export interface ConsultMemory extends ReadingMemory {
  readonly contradictions?: readonly Contradiction[]
}

/** All inputs of a consultation except its decks, as JSON. */
export interface ConsultInputs {
  readonly role: string
  /** 1 to 2,000 characters. */
  readonly intention: string
  /**
   * At most 32 texts of 2,000 characters. A text with the name of a question answers the question if it is a valid
   * value.
   */
  readonly context?: Readonly<Record<string, string>>
  /** At most 12 texts of 300 characters. */
  readonly painSignals?: readonly string[]
  readonly responseMode?: ConsultMode
  /** 0 to 2^53 - 1; derived from the input by default. */
  readonly seed?: number
  /** At most 64 flat facts; `receipt` is the hash of the cto run that supplied them. */
  readonly bundleBindings?: Readonly<Record<string, FactValue>>
  readonly memory?: ConsultMemory
}

/**
 * high: all facts of the condition are known; medium: there is no condition, or it is true without some of its facts;
 * low: it is unknown whether the card applies.
 */
export type FindingConfidence = 'high' | 'medium' | 'low'

export interface StatedFact {
  readonly fact: string
  readonly value: FactValue
}

export interface Finding {
  /** F1, F2, … in position order. */
  readonly id: string
  readonly title: string
  readonly statement: string
  readonly severity: Severity
  readonly confidence: FindingConfidence
  readonly because: readonly StatedFact[]
  readonly card: string
  readonly refs: readonly Reference[]
}

export interface Option {
  readonly id: string
  readonly title: string
  readonly for: readonly string[]
  readonly against: readonly string[]
  /** False for options that concern data, money, a launch or a retirement: their effects cannot be undone. */
  readonly reversible: boolean
}

export interface OpenQuestion {
  readonly id: string
  readonly fact: string
  readonly question: string
  readonly type: AskType
  readonly options?: readonly string[]
  /** Weight of the cards that depend on the answer. */
  readonly decides: number
}

export interface Analysis {
  readonly summary: string
  readonly findings: readonly Finding[]
  readonly options: readonly Option[]
  readonly open_questions: readonly OpenQuestion[]
}

export type Due = 'before_build' | 'before_launch' | 'within_30_days'

export interface NextStep {
  readonly id: string
  readonly action: string
  readonly owner: string
  readonly due: Due
  readonly done_when: string
  readonly traces: readonly string[]
}

export interface Guidance {
  /** Absent while it is unknown whether the option applies. */
  readonly decision?: string
  readonly next_steps: readonly NextStep[]
  readonly do_not: readonly string[]
  readonly review_when: readonly string[]
}

export interface SymbolicPosition {
  readonly position: string
  readonly card?: string
  readonly title: string
  readonly reading: string
}

export interface SymbolicResponse {
  readonly spread: SpreadName
  readonly positions: readonly SymbolicPosition[]
  readonly facts: Readonly<Record<string, FactValue>>
}

export type ModelOutcome = 'late' | 'failed' | 'unusable'

export interface AgentRunMetadata {
  readonly engine: Reading['engine']
  readonly decks: readonly DeckUsed[]
  readonly seed: number
  readonly method: 'rules' | 'model'
  readonly model?: string
  readonly model_outcome?: ModelOutcome
  readonly latencyMs?: number
  readonly memory: { readonly tick: number }
  readonly bound_from?: string
  readonly warnings?: readonly ReadingWarning[]
}

/** The result of a consultation (spec platform-api 2.4). `hash` and `receipt` are added when it is stored. */
export interface AgentRunResult {
  readonly schema_version: typeof AGENT_RUN_VERSION
  readonly success: true
  readonly role: Role
  readonly role_title: string
  readonly response: string
  readonly symbolicResponse: SymbolicResponse
  readonly analysis: Analysis
  readonly guidance: Guidance
  readonly responseMode: ConsultMode
  readonly metadata: AgentRunMetadata
  readonly envelope?: { readonly bindings: Readonly<Record<string, FactValue>> }
}

export type ConsultRefusal =
  | { readonly status: 400; readonly code: 'unknown_role'; readonly roles: readonly Role[] }
  | { readonly status: 400; readonly code: 'invalid_input'; readonly errors: readonly InputProblem[] }
  | { readonly status: 422; readonly code: 'bundle_bindings_required'; readonly missing: readonly string[] }
  | ReadingRefusal

export type ConsultOutcome =
  | {
      readonly ok: true
      readonly result: AgentRunResult
      readonly reading: Reading
      readonly inputs: ReadingInputs
      readonly remembered: {
        readonly intention: string
        readonly cards: readonly string[]
        readonly facts: Readonly<Record<string, FactValue>>
      }
    }
  | { readonly ok: false; readonly refusal: ConsultRefusal }
