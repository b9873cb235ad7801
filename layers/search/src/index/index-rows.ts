import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const instant = z.iso.datetime()

export const liveSegment = rowKind({
  name: 'Searchable segment of an archive',
  prefix: 'SEGMENT#',
  keys: { pk: '<workspace>', sk: 'LIVE#<id>' },
  owner: 'organization',
  exported: { none: 'an index of the conversations' },
  keep: 'permanent',
  retention: 'until it is merged with others',
  schema: z.object({
    id: z.string(),
    /** Embedding model of its vectors: segments of different models are not merged. */
    space: z.string(),
    windows: z.int(),
    bytes: z.int(),
    added_at: instant,
  }),
})

/** An indexed batch. Adding it again changes nothing. */
export const addedBatch = rowKind({
  name: 'Indexed batch of conversations',
  prefix: 'SEGMENT#',
  keys: { pk: '<workspace>', sk: 'BATCH#<id>' },
  owner: 'organization',
  exported: { none: 'an index of the conversations' },
  keep: 'permanent',
  schema: z.object({ id: z.string(), added_at: instant }),
})

/** A segment that was merged into another. Its objects are removed when no search can still be reading them. */
export const mergedSegment = rowKind({
  name: 'Segment whose objects are to be removed',
  prefix: 'SEGMENT#',
  keys: { pk: '<workspace>', sk: 'GONE#<id>' },
  owner: 'organization',
  exported: { none: 'an index of the conversations' },
  keep: 'permanent',
  retention: 'until its objects are removed',
  schema: z.object({ id: z.string(), gone_at: instant }),
})

/** Removed conversations: search hides them in all segments that were added before `removed_at`. */
export const removedConversations = rowKind({
  name: 'Conversations removed from an index',
  prefix: 'SEGMENT#',
  keys: { pk: '<workspace>', sk: 'REMOVED#<id>' },
  owner: 'organization',
  exported: { none: 'an index of the conversations' },
  keep: 'permanent',
  retention: 'until no segment contains them',
  schema: z.object({ id: z.string(), removed_at: instant, conversations: z.array(z.string()) }),
})

/** Ids that the collection assigned to the windows of a conversation; they are deleted with the conversation. */
export const storedWindows = rowKind({
  name: 'Windows of a conversation in the collection',
  prefix: 'WINDOWS#',
  keys: { pk: '<workspace>#<conversation>', sk: 'IDS#<batch>#<part>' },
  owner: 'organization',
  erasure: { by: 'the workers delete it with its upload' },
  exported: { none: 'an index of the conversations' },
  keep: 'permanent',
  retention: 'until they are deleted there',
  schema: z.object({
    batch: z.string(),
    /** `0` is written last: if it exists, all parts exist. */
    part: z.string(),
    /** Ids of the requests that sent the windows. */
    sends: z.array(z.string()),
    ids: z.array(z.string()),
    space: z.string(),
    version: z.string(),
  }),
})

/** A sent batch. It is searchable when the collection shows `windows` windows of the requests `sends`. */
export const sentBatch = rowKind({
  name: 'Batch of conversations sent to the collection',
  prefix: 'WINDOWS#',
  keys: { pk: '<workspace>', sk: 'BATCH#<batch>' },
  owner: 'organization',
  erasure: { none: 'contains only ids of batches' },
  exported: { none: 'an index of the conversations' },
  keep: 'permanent',
  schema: z.object({ batch: z.string(), sends: z.array(z.string()), windows: z.int(), added_at: instant }),
})

/** A batch whose windows may be stored under unknown ids: its worker died, or a request got no response. */
export const unsureBatch = rowKind({
  name: 'Batch that may have left windows without a row',
  prefix: 'WINDOWS#',
  keys: { pk: '<workspace>', sk: 'UNSURE#<batch>' },
  owner: 'organization',
  erasure: { none: 'contains only ids of batches' },
  exported: { none: 'an index of the conversations' },
  keep: 'permanent',
  retention: 'until its windows have been searched for',
  schema: z.object({ batch: z.string(), since: instant }),
})

/** Removed conversations, which the collection may still show. Search hides their windows by the ids of requests. */
export const hiddenWindows = rowKind({
  name: 'Conversations removed from the collection',
  prefix: 'WINDOWS#',
  keys: { pk: '<workspace>', sk: 'HIDDEN#<id>' },
  owner: 'organization',
  erasure: { none: 'contains only ids of batches' },
  exported: { none: 'an index of the conversations' },
  keep: 'permanent',
  retention: 'until the collection no longer shows them',
  schema: z.object({
    id: z.string(),
    since: instant,
    conversations: z.array(z.object({ conversation: z.string(), sends: z.array(z.string()) })),
  }),
})
