import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { CycleCounts, CycleOutcome } from './event.ts'
import { Platform } from './monitor.ts'
import { monitorRow } from './monitor-row.ts'

export const cycleRow = rowKind({
  name: 'Result of a cycle of a sentiment monitor',
  prefix: 'CYCLE#',
  keys: { pk: '<org>#<tenant>', sk: 'AT#<cycle>#<platform>' },
  owner: 'organization',
  within: [monitorRow],
  exported: { file: 'cycles' },
  keep: { days: 30 },
  schema: z.object({
    cycle: z.string(),
    platform: Platform,
    outcome: CycleOutcome,
    counts: CycleCounts,
    accepted: z.int(),
    dead: z.int(),
    ended_at: z.string(),
  }),
})
