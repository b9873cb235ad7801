import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { FactValue, inscribedRow } from './reading-rows.ts'

/** The memory of a role in a namespace. Each stored run of the role updates it. */
export const roleMemoryRow = rowKind({
  name: 'Memory of a role in a namespace',
  prefix: 'ROLEMEMORY#',
  keys: { pk: '<org>/<namespaceId>', sk: 'ROLE#<role>' },
  owner: 'organization',
  within: [inscribedRow],
  exported: { file: 'memory' },
  keep: 'permanent',
  schema: z.object({
    role: z.string(),
    tick: z.int().describe('Number of stored runs'),
    discard: z.array(z.string()).describe('IDs of cards drawn since the last shuffle, newest last'),
    runs: z
      .array(z.object({ hash: z.string(), at: z.string(), intention: z.string(), cards: z.array(z.string()) }))
      .describe('The ten most recent runs, oldest first'),
    bindings: z
      .record(z.string(), FactValue)
      .optional()
      .describe('Facts of the last run for `bundle_bindings`, with the hash of its receipt'),
    drawn: z.array(z.string()).describe('The last 64 card IDs'),
    failed: z.record(z.string(), z.array(z.string())).describe('Runs with failed outcomes, by card'),
    reports: z.int().describe('Number of recorded failures'),
    given: z
      .record(z.string(), z.object({ value: FactValue, since: z.string(), seen: z.int(), hash: z.string() }))
      .describe('By fact: its value, since when it has this value, how often it was provided, and the last run'),
    contradictions: z
      .record(z.string(), z.object({ fact: z.string(), values: z.array(FactValue), hashes: z.array(z.string()) }))
      .describe('By fact: two different values and the runs that provided them'),
    updatedAt: z.string(),
  }),
})

export const agentRows = [roleMemoryRow]
