import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { ClientKind } from './client.ts'

export const grantRow = rowKind({
  name: 'Access that a user has granted to an agent',
  prefix: 'OAGRANT#',
  keys: { pk: '<user>', sk: 'GRANT#<key>' },
  owner: 'person',
  erasure: { by: 'revokes the grant, whose row expires within a day' },
  exported: { file: 'agents', without: ['key', 'version'] },
  keep: { until: 'until' },
  retention: '90 days after its last use; 1 day after it is revoked',
  schema: z.object({
    id: z.string(),
    key: z.string().describe('Derived from client, service and organization: one grant per combination'),
    user_id: z.string(),
    org_id: z.string(),
    client_id: z.string(),
    client_kind: ClientKind,
    client_name: z.string().optional(),
    client_home: z.string().optional(),
    audience: z.string(),
    scopes: z.array(z.string()),
    redirect_uris: z.array(z.string()).describe('Redirect URIs that the user has approved'),
    status: z.enum(['active', 'revoked']),
    created_at: z.string(),
    used_at: z.string().describe('Time of the last code or token'),
    version: z.int(),
    until: z.string(),
  }),
})
