import { type Page, rowTable, type TableDeps } from '@signet/kernel'
import type { PlatformProgressRow } from '../collect/platform-progress-table.ts'
import { batchRow, deadBatchRow } from '../contract/batch-rows.ts'
import { cycleRow } from '../contract/cycle-row.ts'
import { PLATFORMS } from '../contract/monitor.ts'
import { platformProgressRow } from '../contract/platform-progress-row.ts'
import type { BatchRow } from '../cycles/cycle-rows.ts'
import type { DeliveryMessage } from '../cycles/delivery-queue.ts'

interface PageOptions {
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface Progress {
  platforms(key: DeliveryMessage): Promise<readonly PlatformProgressRow[]>
  /** Newest first. */
  cycles(key: DeliveryMessage, options: PageOptions): Promise<Page<typeof cycleRow>>
  /** Oldest first. */
  batches(
    key: DeliveryMessage,
    state: 'pending' | 'dead',
    options: PageOptions,
  ): Promise<{ readonly rows: readonly BatchRow[]; readonly nextCursor: string | null }>
}

export const progressTable = (deps: TableDeps): Progress => {
  const platformRows = rowTable(platformProgressRow, deps)
  const cycles = rowTable(cycleRow, deps)
  const pendingBatches = rowTable(batchRow, deps)
  const deadBatches = rowTable(deadBatchRow, deps)
  return {
    async platforms(key) {
      const rows = await Promise.all(PLATFORMS.map((platform) => platformRows.get({ ...key, platform })))
      return rows.filter((row) => row !== undefined)
    },
    cycles: (key, options) => cycles.page(key, { ...options, newestFirst: true }),
    batches: (key, state, options) => (state === 'dead' ? deadBatches : pendingBatches).page(key, options),
  }
}
