import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const inviteRow = rowKind({
  name: 'Invitation of an organization to a product',
  prefix: 'INVITE#',
  keys: { pk: '<org>', sk: 'PRODUCT#<product>' },
  owner: 'organization',
  exported: { file: 'invitations', without: ['invited_by'] },
  keep: 'permanent',
  schema: z.object({ org_id: z.string(), product: z.string(), invited_by: z.string(), invited_at: z.string() }),
})
