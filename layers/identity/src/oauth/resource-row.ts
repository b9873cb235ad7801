import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const resourceRow = rowKind({
  name: 'Registered URLs of a service that accepts access tokens',
  prefix: 'OARESOURCE#',
  keys: { pk: '<service>', sk: 'ADDRESSES' },
  owner: 'platform',
  keep: 'permanent',
  schema: z.object({ version: z.int(), addresses: z.array(z.string()).describe('URLs, newest first') }),
})
