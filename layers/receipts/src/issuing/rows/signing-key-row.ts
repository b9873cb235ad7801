import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const signingKeyRow = rowKind({
  name: 'Key that signs receipts or their log',
  prefix: 'SIGNINGKEY#',
  keys: { pk: '<use>', sk: '<kid>' },
  owner: 'platform',
  keep: 'permanent',
  schema: z.object({
    kid: z.string(),
    x: z.string(),
    use: z.enum(['receipt', 'log']),
    name: z.string().describe('Name of the key in AWS KMS, as used in accesses'),
    state: z.enum(['active', 'revoked']),
    valid_from: z.string(),
    valid_until: z.string().nullable(),
    revoked_at: z.string().nullable(),
    cosigned_checkpoints: z
      .record(z.string(), z.string())
      .optional()
      .describe('For a revoked key: the last cosigned checkpoint before the revocation, by year of the log'),
  }),
})
