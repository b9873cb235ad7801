import type { Advice, Check, Element, Reference, Severity } from '../decks/card.ts'
import type { Role } from '../decks/roles.ts'
import type { FactValue } from '../facts/fact-value.ts'
import type { ScriptError } from '../script/script-errors.ts'
import type { AskType } from '../script/syntax.ts'

/** Name of the engine, stored in each reading. It changes when the same inputs would give different bytes. */
export const ENGINE = 'reading/1'

/**
 * The part of a querent's memory that a reading uses. A querent is the project or team that the reading is about. The
 * reading stores it as an input.
 */
export interface ReadingMemory {
  readonly tick: number
  readonly identity?: Readonly<Record<string, FactValue>>
  /** By deck name: card IDs of its last three stored readings, the newest first. */
  readonly drawn?: Readonly<Record<string, readonly (readonly string[])[]>>
}

export interface SpreadName {
  readonly name: string
  readonly version: string
  readonly title: string
}

/** All inputs of a reading except its decks, as JSON. Inputs and decks determine the reading. */
export interface ReadingInputs {
  readonly script: string
  /** Present for built-in spreads; other scripts contain their own name. */
  readonly spread?: SpreadName
  readonly intention?: string
  /** Supplied facts, at most 64. */
  readonly state?: Readonly<Record<string, FactValue>>
  readonly traits?: Readonly<Record<string, string>>
  readonly memory?: ReadingMemory
  /** 0 to 2^53 - 1; derived from the input by default. */
  readonly seed?: number
  /** If true, a position with too few cards is `short` or `empty`; otherwise the reading is refused. */
  readonly lenient?: boolean
}

export type PositionStatus = 'filled' | 'short' | 'empty' | 'skipped' | 'open'

export interface ReadingPosition {
  readonly name: string
  readonly title: string
  readonly status: PositionStatus
  readonly cards: readonly string[]
}

export interface ReadingCard {
  readonly id: string
  readonly deck: string
  readonly position: string
  readonly title: string
  readonly question: string
  readonly why: string
  readonly severity: Severity
  readonly element: Element
  readonly advice: readonly Advice[]
  readonly check: Check
  readonly evidence: readonly string[]
  readonly refs: readonly Reference[]
  readonly applies: true | 'unknown'
  readonly relevance: number
  readonly weight: number
  readonly matched: readonly string[]
}

/** The source of a fact: `card:<id>` for a fact that a drawn card sets. */
export type FactOrigin = 'state' | 'memory' | 'intention' | 'default' | 'script' | `card:${string}`

export interface ReadingQuestion {
  readonly fact: string
  readonly ask: string
  readonly type: AskType
  readonly options?: readonly string[]
  readonly decides: number
}

export interface DeckCoverage {
  readonly applicable: number
  readonly drawn: number
  readonly undecided: number
  readonly ruled_out: number
  readonly remaining: readonly string[]
  readonly undecided_ids: readonly string[]
}

/** The prose of the `speak` statements. */
export interface Oracle {
  readonly text: string
  readonly as?: Role
  readonly method: 'rules' | 'model'
  readonly model?: string
  readonly model_outcome?: 'late' | 'failed' | 'unusable'
}

export interface ReadingWarning {
  readonly code: 'position_short' | 'must_not_drawn'
  readonly position: string
  readonly message: string
  readonly cards?: readonly string[]
}

export interface DeckUsed {
  readonly alias: string
  readonly name: string
  readonly version: string
  readonly sha256: string
}

export interface ReplayRecord {
  readonly script_sha256: string
  readonly decks: readonly DeckUsed[]
  readonly state_sha256: string
  readonly memory_tick: number
  readonly memory_sha256: string
}

/** The structured response of a reading. `hash` and `receipt` are added when it is stored. */
export interface Reading {
  readonly spread: SpreadName
  readonly seed: number
  readonly engine: typeof ENGINE
  readonly positions: readonly ReadingPosition[]
  readonly cards: readonly ReadingCard[]
  readonly facts: Readonly<Record<string, FactValue>>
  readonly fact_sources: Readonly<Record<string, FactOrigin>>
  readonly questions: readonly ReadingQuestion[]
  readonly coverage: Readonly<Record<string, DeckCoverage>>
  /** Markdown. */
  readonly output: string
  readonly oracle?: Oracle
  readonly replay: ReplayRecord
  readonly warnings: readonly ReadingWarning[]
}

/** A drawn card and how it was selected. `index` and `block` are null if it was not picked at random. */
export interface TraceEntry {
  readonly position: string
  readonly index: number | null
  readonly candidates: readonly { readonly id: string; readonly weight: number }[]
  readonly block: string | null
  readonly pick: string
}

export interface InputProblem {
  readonly field: string
  readonly message: string
}

export type ReadingRefusal =
  | { readonly status: 400; readonly code: 'script_invalid'; readonly errors: readonly ScriptError[] }
  | { readonly status: 400; readonly code: 'invalid_input'; readonly errors: readonly InputProblem[] }
  | {
      readonly status: 422
      readonly code: 'position_unfilled'
      readonly position: string
      readonly wanted: number
      readonly available: number
    }

export type ReadingOutcome =
  | {
      readonly ok: true
      readonly reading: Reading
      readonly trace: readonly TraceEntry[]
      /** Total weight of the cards that can still be drawn. The weight of a question is compared with it. */
      readonly stakes: number
    }
  | { readonly ok: false; readonly refusal: ReadingRefusal }
