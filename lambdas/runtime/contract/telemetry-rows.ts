import { rowKeys, rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const hourRow = rowKeys({
  name: 'Hourly counters of the runtime for an organization',
  prefix: 'RUNHOUR#',
  keys: { pk: '<org>', sk: 'HOUR#<topic>#<hour>' },
  owner: 'organization',
  exported: { none: 'counters' },
  retention: '2 days',
})

export const classifiedRow = rowKind({
  name: 'Classification of an organization, without its intention',
  prefix: 'RUNHOUR#',
  keys: { pk: '<org>', sk: 'CLASSIFIED#<at>#<id>' },
  owner: 'organization',
  exported: { none: 'a count without the text' },
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

export const telemetryRows = [hourRow, classifiedRow]
