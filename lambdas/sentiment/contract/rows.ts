import { tallyRow } from '@signet/kernel/tally-row'
import { batchRow, deadBatchRow } from './batch-rows.ts'
import { cycleRow } from './cycle-row.ts'
import { enabledMonitorRow } from './enabled-monitor-row.ts'
import { endpointRow } from './endpoint-row.ts'
import { monitorRow } from './monitor-row.ts'
import { platformProgressRow } from './platform-progress-row.ts'

export const rows = [
  monitorRow,
  enabledMonitorRow,
  platformProgressRow,
  batchRow,
  deadBatchRow,
  endpointRow,
  cycleRow,
  tallyRow,
]
