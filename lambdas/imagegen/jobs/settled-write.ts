import { type TableDeps, transact, type WriteStep } from '@signet/kernel'

/** One write alone, or together with what it settles; false when the row's condition did not hold. */
export type SettledWrite = (step: WriteStep, settle: () => Promise<readonly WriteStep[]>) => Promise<boolean>

/** What a job holds is settled by the write that ends it: together, or not at all. */
export const settledWrite =
  (deps: TableDeps): SettledWrite =>
  (step, settle) =>
    transact(deps, async (refused) => {
      if (refused?.conditionFailed(step)) return { result: false }
      return { steps: [step, ...(await settle())], result: true }
    })
