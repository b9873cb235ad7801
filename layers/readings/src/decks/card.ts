import type { AskType, Literal } from '../script/syntax.ts'

export const ELEMENTS = ['people', 'process', 'technology', 'data', 'money', 'risk'] as const
export type Element = (typeof ELEMENTS)[number]

/** Severities from the least to the most severe. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

export const STRIDE = ['S', 'T', 'R', 'I', 'D', 'E'] as const
export const PHASES = ['design', 'build', 'launch', 'run', 'retire'] as const
export const LEVELS = ['unit', 'integration', 'e2e', 'review', 'metric'] as const

export interface Advice {
  readonly do: string
  readonly owner: string
  readonly done_when: string
}

export interface Check {
  readonly test: string
  readonly level: (typeof LEVELS)[number]
  readonly detector?: string
  readonly params?: Readonly<Record<string, string | number>>
}

export interface Reference {
  readonly id: string
  readonly url?: string
}

/** A card: one piece of expert knowledge. */
export interface Card {
  readonly id: string
  readonly title: string
  readonly element: Element
  readonly severity: Severity
  readonly stride?: (typeof STRIDE)[number]
  readonly phase?: (typeof PHASES)[number]
  readonly tags?: readonly string[]
  readonly tells: readonly string[]
  /** Condition on traits and the deck's questions; always true if absent. */
  readonly when?: string
  /** If true and the condition is true, the card is drawn before all others. */
  readonly must?: boolean
  /** 1 to 8; defaults to 4. */
  readonly base?: number
  readonly question: string
  readonly why: string
  readonly advice: readonly Advice[]
  readonly check: Check
  readonly evidence: readonly string[]
  readonly not_when: string
  readonly refs: readonly Reference[]
  /** Facts that the card sets when it is drawn, unless they are known. */
  readonly facts?: Readonly<Record<string, Literal>>
}

export interface DeckAsk {
  readonly name: string
  readonly question: string
  readonly type: AskType
  readonly options?: readonly (string | number)[]
}

export interface DeckChange {
  readonly version: string
  readonly text: string
}

/** A deck of cards. A released version never changes. */
export interface Deck {
  readonly name: string
  readonly version: string
  readonly title: string
  readonly description: string
  /** SPDX identifier. */
  readonly license: string
  readonly asks: readonly DeckAsk[]
  readonly cards: readonly Card[]
  readonly changes: readonly DeckChange[]
}

/** Maximum size of a deck as JSON in UTF-8. */
export const DECK_BYTES = 256 * 1024

export const DEFAULT_BASE = 4
