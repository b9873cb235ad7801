import { tallyRow } from '@signet/kernel/tally-row'
import { batchRow, deadBatchRow } from './batch-rows.ts'
import { cycleRow } from './cycle-row.ts'
import { endpointRow } from './endpoint-row.ts'
import { listenRow } from './listen-row.ts'
import { monitorRow } from './monitor-row.ts'
import { watchRow } from './watch-row.ts'

export const rows = [monitorRow, watchRow, listenRow, batchRow, deadBatchRow, endpointRow, cycleRow, tallyRow]
