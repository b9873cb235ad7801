import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const setListRow = rowKind({
  name: 'Environment in which an organization has flags',
  prefix: 'FLAGSETS#',
  keys: { pk: '<org>', sk: 'ENV#<environment>' },
  owner: 'organization',
  exported: { none: 'each record names its environment' },
  keep: 'permanent',
  schema: z.object({ environment: z.string() }),
})
