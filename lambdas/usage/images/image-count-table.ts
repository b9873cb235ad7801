import { giveBack, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Taken } from '@signet/ledger'
import { imageCountRow } from '../contract/image-rows.ts'

/** An image of a tenant. */
export interface ImageKey {
  readonly tenant: string
  readonly job: string
}

/**
 * What images stand on, until they have ended. That an image was accepted and that it has failed are told by two who know
 * nothing of each other, in either order, and again by whoever takes their work over.
 */
export interface ImageCountTable {
  /**
   * The image service has accepted it: what was taken for it is kept, in one write.
   * @returns false when it was counted before, or has failed meanwhile: what was taken now is to be released.
   */
  count(key: ImageKey, taken: Pick<Taken, 'counted' | 'keepSteps'>): Promise<boolean>
  /** It will never be drawn: what it stands on is given back, once. */
  fail(key: ImageKey): Promise<void>
}

export const imageCountTable = (deps: TableDeps): ImageCountTable => {
  const rows = rowTable(imageCountRow, deps)
  return {
    count: (key, { counted, keepSteps }) =>
      transact<boolean>(deps, async (refused) => {
        if (await rows.get(key)) return { result: false }
        // Its time was over, and somebody has given it back: then it stands on nothing.
        const isLapsed = keepSteps.some((step) => refused?.conditionFailed(step))
        const row = { state: 'counted' as const, counted: isLapsed ? [] : counted.map((each) => ({ ...each })) }
        const steps = [rows.steps.putNew(key, row), ...(isLapsed ? [] : keepSteps)]
        return { steps, result: true }
      }),
    fail: (key) =>
      transact<void>(deps, async () => {
        const known = await rows.get(key)
        if (!known) return { steps: [rows.steps.putNew(key, { state: 'failed', counted: [] })], result: undefined }
        if (known.state === 'failed') return { result: undefined }
        const steps = [
          rows.steps.replace(key, { ...known, state: 'failed' }, { state: 'counted' }),
          ...known.counted.map((each) => giveBack(deps.table, each)),
        ]
        return { steps, result: undefined }
      }),
  }
}
