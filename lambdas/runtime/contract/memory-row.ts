import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { FactValue, inscribedRow } from './reading-rows.ts'

const GivenFact = z.object({ value: FactValue, since: z.string(), seen: z.int() })

/** The memory of a querent (the project or team that readings are about). Each stored reading updates it. */
export const memoryRow = rowKind({
  name: 'Memory of a querent',
  prefix: 'QUERENT#',
  keys: { pk: '<org>/<namespaceId>', sk: 'MEMORY' },
  owner: 'organization',
  within: [inscribedRow],
  exported: { file: 'memory' },
  keep: 'permanent',
  schema: z.object({
    tick: z.int().describe('Number of stored readings'),
    given: z
      .record(z.string(), GivenFact)
      .describe('By fact: its value, the time since which it has this value, and how often it was provided'),
    drawn: z.record(z.string(), z.array(z.array(z.string()))).describe('By deck: card IDs of the last three readings'),
  }),
})
