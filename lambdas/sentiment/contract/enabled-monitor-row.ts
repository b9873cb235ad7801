import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { Platform } from './monitor.ts'
import { monitorRow } from './monitor-row.ts'

export const enabledMonitorRow = rowKind({
  name: 'Enabled sentiment monitor',
  prefix: 'WATCH#',
  keys: { pk: 'monitors', sk: 'MONITOR#<org>#<tenant>' },
  owner: 'organization',
  within: [monitorRow],
  exported: { none: 'a mark of the monitor' },
  keep: 'permanent',
  schema: z.object({ org: z.string(), tenant: z.string(), stage: z.string(), platforms: z.array(Platform) }),
})
