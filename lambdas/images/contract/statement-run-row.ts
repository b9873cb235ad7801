import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const statementRunRow = rowKind({
  name: 'Progress of the statements of a month',
  prefix: 'LEDGERRUN#',
  keys: { pk: '<month>', sk: 'RUN' },
  owner: 'platform',
  keep: { days: 400 },
  schema: z.object({
    passes: z.int(),
    /** The present pass: accounts that moved last in this month, after this one. */
    moved: z.string(),
    after: z.string(),
    failed: z.int().describe('Statements of the present pass that could not be made'),
    done_at: z.string().optional(),
  }),
})
