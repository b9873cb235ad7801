/**
 * When a step runs. `expand`: before the new code; the old one keeps working. `backfill`: any time after, and
 * repeatable. `contract`: when no old code is left.
 */
export type Phase = 'expand' | 'backfill' | 'contract'

export interface MigrationStep {
  readonly phase: Phase
  /** In this order, each without its semicolon. */
  readonly statements: readonly string[]
  /** True: the statements run in one transaction. False: each runs outside any transaction. */
  readonly transaction: boolean
  readonly why: string
}

export type UnphasedStep = Omit<MigrationStep, 'phase'>

export const together = (why: string, ...statements: string[]): UnphasedStep => ({ statements, transaction: true, why })

/** A statement that the database refuses, or that does harm, inside a transaction. */
export const alone = (why: string, ...statements: string[]): UnphasedStep => ({ statements, transaction: false, why })
