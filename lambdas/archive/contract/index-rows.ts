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
