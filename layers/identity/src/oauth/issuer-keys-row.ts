import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const issuerKeysRow = rowKind({
  name: 'Public keys of the authorization server',
  prefix: 'OAKEYS#',
  keys: { pk: 'tokens', sk: 'KEYS' },
  owner: 'platform',
  keep: 'permanent',
  schema: z.object({
    version: z.int(),
    issuers: z.array(z.string()).describe('Issuer URLs under which tokens were issued'),
    keys: z.array(
      z.object({
        kid: z.string(),
        x: z.string(),
        y: z.string(),
        until: z.string().optional().describe('For a replaced key: expiry of its last token'),
      }),
    ),
  }),
})
