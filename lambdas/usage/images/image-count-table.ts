import { giveBack, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { Taken } from '@signet/ledger'
import { imageCountRow } from '../contract/image-rows.ts'
import type { Notice, QuotaNotices } from './quota-notices.ts'

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
   * The image service has accepted it: what was taken for it is kept, in one write with notices of what is nearly used up.
   * @returns false when it was counted before, or has failed meanwhile: what was taken now is to be released.
   */
  count(key: ImageKey, taken: Pick<Taken, 'counted' | 'keepSteps'>, notices?: readonly Notice[]): Promise<boolean>
  /** It will never be drawn: what it stands on is given back, once. */
  fail(key: ImageKey): Promise<void>
}

export interface ImageCountDeps extends TableDeps {
  /** Left out by whoever counts nothing. */
  readonly notices?: QuotaNotices
}

export const imageCountTable = ({ notices: told, ...deps }: ImageCountDeps): ImageCountTable => {
  const rows = rowTable(imageCountRow, deps)
  return {
    async count(key, { counted, keepSteps }, notices = []) {
      const { isCounted, sent } = await transact<{ isCounted: boolean; sent: readonly Notice[] }>(
        deps,
        async (refused) => {
          if (await rows.get(key)) return { result: { isCounted: false, sent: [] } }
          // Its time was over, and somebody has given it back: then it stands on nothing.
          const isLapsed = keepSteps.some((step) => refused?.conditionFailed(step))
          const row = { state: 'counted' as const, counted: isLapsed ? [] : counted.map((each) => ({ ...each })) }
          // Whoever was faster tells of it.
          const sent = isLapsed ? [] : notices.filter(({ once }) => !refused?.conditionFailed(once))
          const kept = isLapsed ? [] : [...keepSteps, ...(told?.steps(sent) ?? [])]
          return { steps: [rows.steps.putNew(key, row), ...kept], result: { isCounted: true, sent } }
        },
      )
      await told?.publish(sent)
      return isCounted
    },
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
