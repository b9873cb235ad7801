import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const resourceRow = rowKind({
  name: 'Addresses of a service that takes tokens, as it has told the authorization server',
  prefix: 'OARESOURCE#',
  keys: { pk: '<service>', sk: 'ADDRESSES' },
  owner: 'platform',
  keep: 'for ever',
  schema: z.object({ version: z.int(), addresses: z.array(z.string()).describe('The newest first') }),
})
