import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const personRow = rowKind({
  name: 'Person',
  prefix: 'PERSON#',
  keys: { pk: '<user>', sk: 'PROFILE' },
  owner: 'person',
  exported: { file: 'person' },
  keep: 'permanent',
  schema: z.object({
    user_id: z.string().describe('Subject at the authentication service'),
    email: z.string().optional(),
    name: z.string().optional(),
    created_at: z.string(),
  }),
})
