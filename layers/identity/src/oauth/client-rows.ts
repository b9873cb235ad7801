import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const clientShape = {
  client_id: z.string(),
  name: z.string().optional().describe('As it calls itself'),
  home: z.string().optional().describe('Its home page'),
  redirect_uris: z.array(z.string()),
}

export const clientRow = rowKind({
  name: 'Client of the authorization server that has registered itself',
  prefix: 'OACLIENT#',
  keys: { pk: '<client_id>', sk: 'CLIENT' },
  owner: 'platform',
  keep: { until: 'until' },
  kept: '90 days from when it was used last',
  schema: z.object({ ...clientShape, created_at: z.string(), until: z.string() }),
})

export const clientDocumentRow = rowKind({
  name: 'Metadata document of a client, as it was fetched',
  prefix: 'OADOCUMENT#',
  keys: { pk: '<digest>', sk: 'DOCUMENT' },
  owner: 'platform',
  keep: { until: 'until' },
  kept: 'as long as its answer says, from a minute to a day',
  schema: z.object({ ...clientShape, until: z.string() }),
})
