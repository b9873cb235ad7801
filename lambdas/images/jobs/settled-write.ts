import { type TableDeps, transact, type WriteStep } from '@signet/kernel'

/** One write, alone or together with its settlement; false if the row's condition did not hold. */
export type SettledWrite = (step: WriteStep, settle: () => Promise<readonly WriteStep[]>) => Promise<boolean>

/** The write that ends a job settles its charge in the same transaction. */
export const settledWrite =
  (deps: TableDeps): SettledWrite =>
  (step, settle) =>
    transact(deps, async (refused) => {
      if (refused?.conditionFailed(step)) return { result: false }
      return { steps: [step, ...(await settle())], result: true }
    })
