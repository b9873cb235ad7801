import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { Origin, Packed } from './places.ts'

/** A conversation as it stands now: the latest version that any import of the workspace has. */
export const conversationRow = rowKind({
  name: 'Conversation of the archive',
  prefix: 'CONV#',
  keys: { pk: '<workspace>', sk: 'C#<conversation>' },
  index: { gsi1pk: 'CONV#<workspace>', gsi1sk: '<listed_at>#<conversation>' },
  keep: 'for ever',
  kept: 'until the last upload that holds it is deleted',
  schema: z.object({
    workspace: z.string(),
    conversation: z.string(),
    /** When it was last changed, as far as the export says: the order of lists. */
    listed_at: z.string(),
    vendor: z.enum(['chatgpt', 'claude', 'thread']),
    source_id: z.string(),
    title: z.string(),
    created_at: z.string().nullable(),
    updated_at: z.string().nullable(),
    model: z.string().nullable(),
    message_count: z.int(),
    /** The version. */
    content_hash: z.string(),
    pack: Packed,
    /** The upload that this version is of, and where in it. */
    upload: z.string(),
    origin: Origin,
    /** Imports that hold the conversation in any version. */
    uploads: z.array(z.string()),
    /** Grows with every change. */
    revision: z.int(),
  }),
})
