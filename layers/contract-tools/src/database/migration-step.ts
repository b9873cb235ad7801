/**
 * Time at which a step runs. `expand`: before the new code, while the old code continues to work. `backfill`: any time
 * later, repeatedly. `contract`: when no old code runs.
 */
export type Phase = 'expand' | 'backfill' | 'contract'

export interface MigrationStep {
  readonly phase: Phase
  /** Ordered, each without its semicolon. */
  readonly statements: readonly string[]
  /** True: the statements run in one transaction. False: each runs outside a transaction. */
  readonly transaction: boolean
  readonly why: string
}

export type UnphasedStep = Omit<MigrationStep, 'phase'>

export const inTransaction = (why: string, ...statements: string[]): UnphasedStep => ({
  statements,
  transaction: true,
  why,
})

/** Builds a step for statements that must not run inside a transaction. */
export const outsideTransaction = (why: string, ...statements: string[]): UnphasedStep => ({
  statements,
  transaction: false,
  why,
})
