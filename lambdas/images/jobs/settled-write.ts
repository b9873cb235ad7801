import { type TableDeps, transact, type WriteStep } from '@signet/kernel'

/** Writes a step, alone or together with its settlement; false if the row's condition failed. */
export type SettledWrite = (step: WriteStep, settle: () => Promise<readonly WriteStep[]>) => Promise<boolean>

/** Settles a job's charge in the transaction that ends the job. */
export const settledWrite =
  (deps: TableDeps): SettledWrite =>
  (step, settle) =>
    transact(deps, async (refused) => {
      if (refused?.conditionFailed(step)) return { result: false }
      return { steps: [step, ...(await settle())], result: true }
    })
