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
    /** Cursor of the current pass: the month of the last movement, and the last account read in it. */
    moved: z.string(),
    after: z.string(),
    failed: z.int().describe('Statements of the current pass that could not be issued'),
    done_at: z.string().optional(),
  }),
})
