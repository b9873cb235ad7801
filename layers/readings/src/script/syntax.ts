/** A position in a script: lines and columns count from 1, columns and lengths in UTF-16 units. */
export interface Span {
  readonly line: number
  readonly column: number
  readonly length: number
}

/** A literal of a script. `yes` and `no` without quotes are `true` and `false`. */
export type Literal = string | number | boolean

export interface LiteralAt extends Span {
  readonly value: Literal
}

export interface WordAt extends Span {
  readonly text: string
}

export const ASK_TYPES = ['yes/no', 'number', 'text', 'one of', 'any of'] as const
export type AskType = (typeof ASK_TYPES)[number]

export type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'has'

/** A condition of Kleene's three-valued logic over facts, or over fields of cards. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Condition[] }
  | { readonly kind: 'not'; readonly operand: Condition }
  /** A yes/no fact alone, without an operator. */
  | { readonly kind: 'holds'; readonly ref: WordAt }
  | { readonly kind: 'known'; readonly ref: WordAt; readonly isKnown: boolean }
  | { readonly kind: 'in'; readonly ref: WordAt; readonly literals: readonly LiteralAt[] }
  | {
      readonly kind: 'compare'
      readonly ref: WordAt
      readonly operator: Operator
      readonly operatorAt: Span
      readonly literal: LiteralAt
    }

export interface DeckStatement {
  readonly alias: WordAt
  readonly slug: WordAt
  /** Prefix of a version: `1`, `1.2` or `1.2.3`; the newest if absent. */
  readonly version?: WordAt
}

export interface AskStatement {
  readonly name: WordAt
  readonly question: string
  readonly type: AskType
  readonly options?: readonly LiteralAt[]
  readonly default?: LiteralAt
}

export interface DrawStatement {
  /** `all` draws at most 12. */
  readonly count: number | 'all'
  readonly countAt: Span
  readonly deck: WordAt
  readonly where?: Condition
  /** Draws the heaviest cards instead of random ones. */
  readonly isTop: boolean
}

export interface PositionStatement {
  readonly name: WordAt
  readonly title: string
  readonly when?: Condition
  readonly draws: readonly DrawStatement[]
}

export type FactSource =
  | { readonly kind: 'literal'; readonly literal: LiteralAt }
  | { readonly kind: 'count'; readonly position: WordAt }
  | {
      readonly kind: 'if'
      readonly condition: Condition
      readonly then: LiteralAt
      /** The fact is unknown if absent. */
      readonly else?: LiteralAt
    }

export interface FactStatement {
  readonly name: WordAt
  readonly source: FactSource
}

/** Text with `{fact}`, `{position.count}` or `{position.titles}`. */
export type SayPart = string | WordAt

export interface SayStatement {
  readonly line: number
  readonly parts: readonly SayPart[]
}

export interface SpeakStatement {
  readonly line: number
  readonly role?: WordAt
  readonly about: readonly WordAt[]
}

/** A parsed script. `compileScript` validates its names and types. */
export interface Script {
  readonly name: string
  readonly title?: string
  readonly decks: readonly DeckStatement[]
  readonly asks: readonly AskStatement[]
  readonly positions: readonly PositionStatement[]
  readonly facts: readonly FactStatement[]
  readonly says: readonly SayStatement[]
  readonly speaks: readonly SpeakStatement[]
}
