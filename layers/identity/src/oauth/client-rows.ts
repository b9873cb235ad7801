import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const clientShape = {
  client_id: z.string(),
  name: z.string().optional().describe('Name, as set by the client'),
  home: z.string().optional().describe('Home page of the client'),
  redirect_uris: z.array(z.string()),
}

export const clientRow = rowKind({
  name: 'Self-registered client of the authorization server',
  prefix: 'OACLIENT#',
  keys: { pk: '<client_id>', sk: 'CLIENT' },
  owner: 'platform',
  keep: { until: 'until' },
  retention: '90 days after its last use',
  schema: z.object({ ...clientShape, created_at: z.string(), until: z.string() }),
})

export const clientDocumentRow = rowKind({
  name: 'Fetched metadata document of a client',
  prefix: 'OADOCUMENT#',
  keys: { pk: '<digest>', sk: 'DOCUMENT' },
  owner: 'platform',
  keep: { until: 'until' },
  retention: 'as long as its response headers allow, from a minute to a day',
  schema: z.object({ ...clientShape, until: z.string() }),
})
