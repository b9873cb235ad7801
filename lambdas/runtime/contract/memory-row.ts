import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { FactValue, inscribedRow } from './reading-rows.ts'

const Given = z.object({ value: FactValue, since: z.string(), seen: z.int() })

/** What is remembered of a querent. Only inscribed readings change it, one after the other. */
export const memoryRow = rowKind({
  name: 'Memory of a querent',
  prefix: 'QUERENT#',
  keys: { pk: '<org>/<place>', sk: 'MEMORY' },
  owner: 'organization',
  within: [inscribedRow],
  exported: { file: 'memory' },
  keep: 'for ever',
  schema: z.object({
    tick: z.int().describe('Inscribed readings'),
    given: z
      .record(z.string(), Given)
      .describe('Facts by name, since when they have this value, and how often it was given'),
    drawn: z.record(z.string(), z.array(z.array(z.string()))).describe('By deck, ids of the last three readings of it'),
  }),
})
