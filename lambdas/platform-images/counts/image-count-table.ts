import { giveBack, rowTable, type TableDeps, transact } from '@signet/kernel'
import type { MeterReservation, Notice, QuotaNotices } from '@signet/ledger'
import { imageCountRow } from '../contract/image-rows.ts'

export interface ImageKey {
  readonly tenant: string
  readonly job: string
}

/**
 * The quota counters of images. Two independent writers report that an image was accepted and that it failed, in either
 * order, and possibly repeatedly.
 */
export interface ImageCountTable {
  /**
   * Confirms the reservation of an accepted image, in one write with notices of nearly used-up quotas.
   * @returns false if the image is already counted or has failed: the caller then releases the reservation
   */
  count(
    key: ImageKey,
    reservation: Pick<MeterReservation, 'counted' | 'keepSteps'>,
    notices?: readonly Notice[],
  ): Promise<boolean>
  /** Restores the quota of an image that will not be generated, at most once. */
  fail(key: ImageKey): Promise<void>
}

export interface ImageCountDeps extends TableDeps {
  readonly notices?: QuotaNotices
}

export const imageCountTable = ({ notices: quotaNotices, ...deps }: ImageCountDeps): ImageCountTable => {
  const rows = rowTable(imageCountRow, deps)
  return {
    async count(key, { counted: counters, keepSteps }, notices = []) {
      const { isCounted, sent: sentNotices } = await transact<{ isCounted: boolean; sent: readonly Notice[] }>(
        deps,
        async (refused) => {
          if (await rows.get(key)) return { result: { isCounted: false, sent: [] } }
          // The reservation has expired and its quota was already restored, so the image counts nowhere.
          const isExpired = keepSteps.some((step) => refused?.conditionFailed(step))
          const row = { state: 'counted' as const, counted: isExpired ? [] : counters.map((each) => ({ ...each })) }
          // Only the writer that stored the notice publishes it.
          const sent = isExpired ? [] : notices.filter(({ noticePut }) => !refused?.conditionFailed(noticePut))
          const confirmSteps = isExpired ? [] : [...keepSteps, ...(quotaNotices?.steps(sent) ?? [])]
          return { steps: [rows.steps.putNew(key, row), ...confirmSteps], result: { isCounted: true, sent } }
        },
      )
      await quotaNotices?.publish(sentNotices)
      return isCounted
    },
    fail: (key) =>
      transact<void>(deps, async () => {
        const counter = await rows.get(key)
        if (!counter) return { steps: [rows.steps.putNew(key, { state: 'failed', counted: [] })], result: undefined }
        if (counter.state === 'failed') return { result: undefined }
        const steps = [
          rows.steps.replace(key, { ...counter, state: 'failed' }, { state: 'counted' }),
          ...counter.counted.map((each) => giveBack(deps.table, each)),
        ]
        return { steps, result: undefined }
      }),
  }
}
