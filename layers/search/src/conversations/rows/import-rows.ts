import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { Origin, PackRange } from './origins.ts'

export const importRow = rowKind({
  name: 'Conversation of an import',
  prefix: 'IMPORT#',
  keys: { pk: '<workspace>/<upload>', sk: 'C#<conversation>#<origin_key>' },
  owner: 'organization',
  erasure: { by: 'the workers delete it with its upload' },
  exported: { none: 'the conversation is exported' },
  keep: 'permanent',
  retention: 'until the upload is deleted',
  schema: z.object({
    conversation: z.string(),
    /** File number and first byte, padded. An export may contain a conversation twice. */
    origin_key: z.string(),
    content_hash: z.string(),
    listed_at: z.string(),
    pack: PackRange,
    origin: Origin,
    outcome: z.enum(['ingested', 'updated', 'unchanged']),
  }),
})
