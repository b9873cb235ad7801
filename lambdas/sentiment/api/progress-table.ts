import { type Page, rowTable, type TableDeps } from '@signet/kernel'
import type { ListenRow } from '../collect/listen-table.ts'
import { batchRow, deadBatchRow } from '../contract/batch-rows.ts'
import { cycleRow } from '../contract/cycle-row.ts'
import { listenRow } from '../contract/listen-row.ts'
import { PLATFORMS } from '../contract/monitor.ts'
import type { BatchRow } from '../cycles/cycle-rows.ts'
import type { DeliveryMessage } from '../cycles/delivery-queue.ts'

interface PageOptions {
  readonly limit: number
  readonly cursor?: string | undefined
}

export interface Progress {
  listening(key: DeliveryMessage): Promise<readonly ListenRow[]>
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
  const listens = rowTable(listenRow, deps)
  const cycles = rowTable(cycleRow, deps)
  const waiting = rowTable(batchRow, deps)
  const dead = rowTable(deadBatchRow, deps)
  return {
    async listening(key) {
      const rows = await Promise.all(PLATFORMS.map((platform) => listens.get({ ...key, platform })))
      return rows.filter((row) => row !== undefined)
    },
    cycles: (key, options) => cycles.page(key, { ...options, newestFirst: true }),
    batches: (key, state, options) => (state === 'dead' ? dead : waiting).page(key, options),
  }
}
