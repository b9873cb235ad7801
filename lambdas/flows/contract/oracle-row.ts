import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/** Retention of an oracle result in days (spec platform-api 8). */
export const ORACLE_DAYS = 90

export const oracleRow = rowKind({
  name: 'Edited documents of a flow',
  prefix: 'FLOW#',
  keys: { pk: '<org>', sk: 'ORACLE#<tenant>#<flow>' },
  owner: 'organization',
  exported: { file: 'edited-documents' },
  keep: { days: ORACLE_DAYS },
  schema: z.object({
    flow: z.string(),
    at: z.string(),
    until: z.string(),
    files: z.array(z.object({ path: z.string(), content: z.string(), role: z.enum(['governance', 'doc']) })),
    summary: z.string(),
    method: z.enum(['rules', 'model']),
    model: z.string().optional(),
    model_outcome: z.enum(['late', 'failed', 'unusable']).optional(),
    receipt: z.string().describe('Hash of its receipt'),
  }),
})
