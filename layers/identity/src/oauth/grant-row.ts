import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { ClientKind } from './client.ts'

export const grantRow = rowKind({
  name: 'Agent that a person has let in',
  prefix: 'OAGRANT#',
  keys: { pk: '<user>', sk: 'GRANT#<key>' },
  owner: 'person',
  erasure: { by: 'the grant is ended, and its row expires within a day' },
  exported: { file: 'agents', without: ['key', 'version'] },
  keep: { until: 'until' },
  kept: '90 days from when it was used last; 1 day once it is revoked',
  schema: z.object({
    id: z.string(),
    key: z.string().describe('Follows from client, service and organization: one grant for the three'),
    user_id: z.string(),
    org_id: z.string(),
    client_id: z.string(),
    client_kind: ClientKind,
    client_name: z.string().optional(),
    client_home: z.string().optional(),
    audience: z.string(),
    scopes: z.array(z.string()),
    redirect_uris: z.array(z.string()).describe('Where answers have gone'),
    status: z.enum(['active', 'revoked']),
    created_at: z.string(),
    used_at: z.string().describe('When it last got a code or a token'),
    version: z.int(),
    until: z.string(),
  }),
})
