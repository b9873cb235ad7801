import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { ClientKind } from './client.ts'
import { requestShape } from './request-shape.ts'

export const requestRow = rowKind({
  name: 'Agent request that waits for a user',
  prefix: 'OAREQUEST#',
  keys: { pk: '<digest>', sk: 'REQUEST' },
  owner: 'person',
  erasure: { none: 'expires within minutes' },
  exported: { none: 'contains a digest of a secret' },
  keep: { until: 'until' },
  retention: '10 minutes, or until it is answered',
  schema: z.object({
    ...requestShape,
    state: z.string().optional(),
    client_kind: ClientKind,
    client_name: z.string().optional(),
    client_home: z.string().optional(),
    until: z.string(),
  }),
})
