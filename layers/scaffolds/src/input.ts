import type { Card } from '@signet/readings'
import { isWorkerName } from './names.ts'
import type { PatternId } from './pattern-ids.ts'
import { PATTERN_IDS } from './pattern-ids.ts'
import { type Traits, traitFault } from './traits.ts'

export const TARGETS = ['aws', 'cloudflare', 'both'] as const
export type Target = (typeof TARGETS)[number]

/** The result of a classification (spec supporting-services 2.1). The README reports low confidence. */
export interface Classification {
  readonly pattern: string
  readonly confidence: string
  readonly method: string
  /** Pattern with the highest vocabulary score, or `none`. */
  readonly vocab_signal?: string
  readonly runner_up_vocab_signal?: string | null
}

export interface DeckUsed {
  readonly alias?: string
  readonly name: string
  readonly version: string
  readonly sha256: string
}

/** All inputs of a scaffold. The same input produces the same bytes. */
export interface ScaffoldInput {
  /** 1 to 2,000 characters. */
  readonly intention: string
  readonly pattern: PatternId
  /** `^[a-z][a-z0-9-]{1,62}$`. Derived from the intention when absent. */
  readonly workerName?: string
  /** Overrides the traits of the pattern. */
  readonly traits?: Partial<Traits>
  /** Nouns. The first three are used; without any, `item` is used. */
  readonly entities?: readonly string[]
  /** Default `aws`. */
  readonly target?: Target
  /** Integer from 0 to 2^53 - 1. The cards were drawn with it. */
  readonly seed: number
  /** Drawn cards. Those with a STRIDE letter become threats, the others become questions for decisions. */
  readonly cards?: readonly Card[]
  readonly decks?: readonly DeckUsed[]
  /** The classification that chose the pattern. Absent when the caller chose it. */
  readonly classification?: Classification
}

export class ScaffoldInputError extends TypeError {
  readonly field: string

  constructor(field: string, fault: string) {
    super(`${field}: ${fault}`)
    this.name = 'ScaffoldInputError'
    this.field = field
  }
}

const MAX_INTENTION_LENGTH = 2_000
const MAX_CARDS = 60

const requireValid = (isValid: boolean, field: string, fault: string): void => {
  if (!isValid) throw new ScaffoldInputError(field, fault)
}

/**
 * Validates the input.
 * @throws ScaffoldInputError for the first invalid field.
 */
export const requireInput = (input: ScaffoldInput): void => {
  const { intention, pattern, workerName, traits = {}, target = 'aws', seed, cards = [] } = input
  requireValid(
    /\S/.test(intention) && intention.length <= MAX_INTENTION_LENGTH,
    'intention',
    'must have 1 to 2,000 characters',
  )
  requireValid(
    (PATTERN_IDS as readonly string[]).includes(pattern),
    'pattern',
    `must be one of ${PATTERN_IDS.join(', ')}`,
  )
  requireValid(TARGETS.includes(target), 'target', `must be one of ${TARGETS.join(', ')}`)
  requireValid(Number.isSafeInteger(seed) && seed >= 0, 'seed', 'must be an integer from 0 to 2^53 - 1')
  requireValid(workerName === undefined || isWorkerName(workerName), 'workerName', 'must match ^[a-z][a-z0-9-]{1,62}$')
  requireValid(cards.length <= MAX_CARDS, 'cards', `must have at most ${MAX_CARDS} entries`)
  for (const [name, value] of Object.entries(traits)) {
    const fault = traitFault(name, value)
    requireValid(fault === undefined, 'traits', fault ?? '')
  }
}
