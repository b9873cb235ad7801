import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const loopRow = rowKind({
  name: 'Interview of an organization',
  prefix: 'LOOP#',
  keys: { pk: '<org>', sk: 'LOOP#<id>' },
  owner: 'organization',
  exported: { file: 'interviews' },
  keep: { until: 'until' },
  schema: z.object({
    id: z.string(),
    namespaceId: z.string().describe('Namespace within the organization'),
    querent: z.string(),
    role: z.string().optional(),
    mode: z.enum(['manual', 'auto']),
    tools: z.array(z.string()).describe('Permitted tools'),
    state: z.string(),
    tick: z.int(),
    seq: z.int().describe('Number of the last event'),
    body: z.string().describe('Complete state, as gzipped JSON in base64'),
    hash: z.string().optional().describe('Hash of the receipt of the final reading'),
    until: z.string(),
  }),
})

export const loopEventRow = rowKind({
  name: 'Events of an interview',
  prefix: 'LOOPEVENT#',
  keys: { pk: '<org>/<id>', sk: 'EVENT#<number>' },
  owner: 'organization',
  within: [loopRow],
  exported: { none: 'the interview contains the answers' },
  keep: { until: 'until' },
  schema: z.object({
    type: z.string(),
    seq: z.int(),
    tick: z.int(),
    at: z.int().describe('Milliseconds since 1970'),
    data: z.string().describe('JSON'),
    until: z.string(),
  }),
})

export const loopRows = [loopRow, loopEventRow]
