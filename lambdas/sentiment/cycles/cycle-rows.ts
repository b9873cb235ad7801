import type { RowOf } from '@signet/kernel'
import type { batchRow } from '../contract/batch-rows.ts'
import type { cycleRow } from '../contract/cycle-row.ts'

export type BatchRow = Readonly<RowOf<typeof batchRow>>
export type CycleRow = Readonly<RowOf<typeof cycleRow>>
