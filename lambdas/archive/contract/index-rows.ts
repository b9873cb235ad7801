import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const instant = z.iso.datetime()

/** A segment that is searched. */
export const liveSegment = rowKind({
  name: 'Segment of an archive that is searched',
  prefix: 'SEGMENT#',
  keys: { pk: '<workspace>', sk: 'LIVE#<id>' },
  keep: 'for ever',
  kept: 'until it is merged with others',
  schema: z.object({
    id: z.string(),
    /** Of its vectors: segments of two spaces are not merged. */
    space: z.string(),
    windows: z.int(),
    /** What is kept in memory while it is searched. */
    bytes: z.int(),
    /** When the newest of what it holds was added. */
    added_at: instant,
  }),
})

/** A batch that was added: the same batch again adds nothing. */
export const addedBatch = rowKind({
  name: 'Batch of conversations that an index holds',
  prefix: 'SEGMENT#',
  keys: { pk: '<workspace>', sk: 'BATCH#<id>' },
  keep: 'for ever',
  schema: z.object({ id: z.string(), added_at: instant }),
})

/** A segment that was merged into another; its objects are removed when no search can be reading them any more. */
export const goneSegment = rowKind({
  name: 'Segment whose objects are to be removed',
  prefix: 'SEGMENT#',
  keys: { pk: '<workspace>', sk: 'GONE#<id>' },
  keep: 'for ever',
  kept: 'until its objects are removed',
  schema: z.object({ id: z.string(), gone_at: instant }),
})

/** Conversations that are no longer found in segments that were added before. */
export const removedConversations = rowKind({
  name: 'Conversations removed from an index',
  prefix: 'SEGMENT#',
  keys: { pk: '<workspace>', sk: 'REMOVED#<id>' },
  keep: 'for ever',
  kept: 'until no segment holds them',
  schema: z.object({ id: z.string(), removed_at: instant, conversations: z.array(z.string()) }),
})

/** Windows of a conversation in the collection, by the ids that it gave them: what is deleted when the conversation goes. */
export const storedWindows = rowKind({
  name: 'Windows of a conversation in the collection',
  prefix: 'WINDOWS#',
  keys: { pk: '<workspace>#<conversation>', sk: 'IDS#<batch>#<part>' },
  keep: 'for ever',
  kept: 'until they are deleted there',
  schema: z.object({
    batch: z.string(),
    /** `0` is written last: once it is there, all are. */
    part: z.string(),
    /** Requests that brought them. */
    sends: z.array(z.string()),
    ids: z.array(z.string()),
    /** Of their vectors, and of the conversation; absent in rows that were written before it was kept. */
    space: z.string().optional(),
    version: z.string().optional(),
  }),
})

/** What a batch brought: it can be found when so many windows of these requests can. */
export const sentBatch = rowKind({
  name: 'Batch of conversations that the collection was sent',
  prefix: 'WINDOWS#',
  keys: { pk: '<workspace>', sk: 'BATCH#<batch>' },
  keep: 'for ever',
  schema: z.object({ batch: z.string(), sends: z.array(z.string()), windows: z.int(), added_at: instant }),
})

/** A batch that may have brought windows whose ids nobody knows: its worker died, or a request was not answered. */
export const unsureBatch = rowKind({
  name: 'Batch that may have left windows without a row',
  prefix: 'WINDOWS#',
  keys: { pk: '<workspace>', sk: 'UNSURE#<batch>' },
  keep: 'for ever',
  kept: 'until somebody has looked for them',
  schema: z.object({ batch: z.string(), since: instant }),
})

/** Windows that are no longer found, while the collection still shows them. */
export const hiddenWindows = rowKind({
  name: 'Conversations removed from the collection',
  prefix: 'WINDOWS#',
  keys: { pk: '<workspace>', sk: 'HIDDEN#<id>' },
  keep: 'for ever',
  kept: 'until the collection shows none of them',
  schema: z.object({
    id: z.string(),
    since: instant,
    conversations: z.array(z.object({ conversation: z.string(), sends: z.array(z.string()) })),
  }),
})
