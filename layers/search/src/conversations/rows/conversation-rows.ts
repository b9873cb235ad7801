import { VENDORS } from '@signet/chat-exports/vendors'
import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { Origin, PackRange } from './origins.ts'

/** The current version of a conversation: the latest that any import of the workspace contains. */
export const conversationRow = rowKind({
  name: 'Conversation of the archive',
  prefix: 'CONV#',
  keys: { pk: '<workspace>', sk: 'C#<conversation>' },
  index: { gsi1pk: 'CONV#<workspace>', gsi1sk: '<listed_at>#<conversation>' },
  owner: 'organization',
  erasure: { by: 'the workers delete it with its upload' },
  exported: { file: 'conversations' },
  keep: 'permanent',
  retention: 'until the last upload that contains it is deleted',
  schema: z.object({
    workspace: z.string(),
    conversation: z.string(),
    /** Last change according to the export: the sort key of lists. */
    listed_at: z.string(),
    vendor: z.enum(VENDORS),
    source_id: z.string(),
    title: z.string(),
    created_at: z.string().nullable(),
    updated_at: z.string().nullable(),
    model: z.string().nullable(),
    message_count: z.int(),
    content_hash: z.string(),
    pack: PackRange,
    /** Upload that contains the current version. */
    upload: z.string(),
    origin: Origin,
    /** All uploads that contain the conversation. */
    uploads: z.array(z.string()),
    revision: z.int(),
  }),
})
