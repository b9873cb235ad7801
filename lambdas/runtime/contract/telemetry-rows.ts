import { rowKeys, rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** What an organisation did in an hour, as counters by name. */
export const hourRow = rowKeys({
  name: 'Counters of the runtime in one hour of an organisation',
  prefix: 'RUNHOUR#',
  keys: { pk: '<org>', sk: 'HOUR#<topic>#<hour>' },
  kept: '2 days',
})

/** A classification, without its intention. */
export const classifiedRow = rowKind({
  name: 'Classification of an organisation, without its intention',
  prefix: 'RUNHOUR#',
  keys: { pk: '<org>', sk: 'CLASSIFIED#<at>#<id>' },
  keep: { days: 1 },
  schema: z.object({
    at: z.string(),
    pattern: z.string(),
    confidence: z.string(),
    method: z.string(),
    vocab_score: z.number(),
    intention_sha256: z.string(),
  }),
})

/** The last self-test of the decks that are built in. */
export const simRow = rowKind({
  name: 'Last self-test of the decks that are built in',
  prefix: 'RUNSIM#',
  keys: { pk: 'decks', sk: 'LAST' },
  keep: { days: 30 },
  schema: z.object({
    at: z.string(),
    decks: z.array(
      z.object({
        name: z.string(),
        version: z.string(),
        readings: z.int(),
        never_drawn: z.array(z.string()),
        chi2: z.number(),
        p: z.number(),
      }),
    ),
  }),
})

export const telemetryRows = [hourRow, classifiedRow, simRow]
