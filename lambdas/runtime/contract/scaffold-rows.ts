import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const Metrics = z.object({ classify_us: z.int(), render_us: z.int() })

const Outcome = z.object({
  digest: z.string().describe('SHA-256 of the body. A repeated report counts as one outcome.'),
  at: z.string(),
  body: z.record(z.string(), z.unknown()),
})

export const scaffoldCounterRow = rowKind({
  name: 'Number of scaffolds of an organization',
  prefix: 'SCAFFOLD#',
  keys: { pk: '<org>', sk: 'COUNTER' },
  owner: 'organization',
  exported: { none: 'a counter' },
  keep: 'permanent',
  schema: z.object({ last: z.int() }),
})

export const scaffoldRunRow = rowKind({
  name: 'Scaffold of an organization with its outcomes',
  prefix: 'SCAFFOLD#',
  keys: { pk: '<org>', sk: 'RUN#<run>' },
  owner: 'organization',
  exported: { file: 'scaffold-runs', without: ['outcome_count', 'namespaceId'] },
  keep: { days: 365 },
  schema: z.object({
    run: z.int(),
    namespaceId: z.string().describe('Namespace within the organization'),
    querent: z.string(),
    at: z.string(),
    pattern: z.string(),
    pattern_version: z.string(),
    cards: z.array(z.string()),
    hash: z.string().optional().describe('Hash of its receipt'),
    outcome_count: z.int().describe('Number of recorded outcomes of the scaffold'),
    outcomes: z.array(Outcome),
  }),
})

/** The scaffold of a conversation. A repeated request with the same conversation ID returns it. */
export const conversationRow = rowKind({
  name: 'Scaffold of a conversation',
  prefix: 'SCAFFOLD#',
  keys: { pk: '<org>', sk: 'CONVERSATION#<digest>' },
  owner: 'organization',
  exported: { file: 'scaffolds' },
  keep: { days: 30 },
  schema: z.object({
    run: z.int(),
    request: z.string().describe('SHA-256 of the request'),
    object: z.string().describe('Key of the object in the bucket'),
    metrics: Metrics,
    hash: z.string().optional(),
  }),
})

export const scaffoldRows = [scaffoldCounterRow, scaffoldRunRow, conversationRow]
