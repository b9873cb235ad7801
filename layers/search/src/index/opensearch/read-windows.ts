import * as z from 'zod'
import type { Passage, WindowHit } from '../search-index.ts'
import type { CollectionClient } from './collection-client.ts'
import { hiddenHits } from './find-windows.ts'
import type { WindowTable } from './window-table.ts'

/** Windows per request: their texts are 2 KB each. */
const WINDOWS_PER_READ = 200
const COPIES_MAX = 2

const Answer = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _source: z.object({
          chunkKey: z.string(),
          windowKey: z.string(),
          conversationId: z.string(),
          send: z.string(),
          messageIds: z.array(z.string()),
          branch: z.enum(['active', 'other']),
          kind: z.enum(['messages', 'attachment']),
          createdAt: z.string().optional(),
          text: z.string(),
        }),
      }),
    ),
  }),
})

const FIELDS = [
  ...['chunkKey', 'windowKey', 'conversationId', 'send', 'messageIds', 'branch', 'kind', 'createdAt', 'text'],
]

interface Deps {
  readonly collection: Pick<CollectionClient, 'search'>
  readonly windows: Pick<WindowTable, 'recentlyHidden'>
}

/** Returns the texts of found windows, of this workspace only. */
export const readWindows = async (
  { collection, windows }: Deps,
  workspace: string,
  hits: readonly WindowHit[],
): Promise<readonly (Passage | undefined)[]> => {
  const isHidden = await hiddenHits(windows, workspace)
  const keys = [...new Set(hits.map(({ place }) => place))]
  const passages = new Map<string, Passage>()
  for (let at = 0; at < keys.length; at += WINDOWS_PER_READ) {
    const batch = keys.slice(at, at + WINDOWS_PER_READ)
    const filter = [{ term: { workspaceId: workspace } }, { terms: { chunkKey: batch } }]
    const body = { size: batch.length * COPIES_MAX, _source: FIELDS, query: { bool: { filter } } }
    for (const { _source } of Answer.parse(await collection.search(body)).hits.hits) {
      if (isHidden({ _source: { ..._source, sourceVersion: '' } })) continue
      const { windowKey, messageIds, branch, kind, createdAt = null, text } = _source
      passages.set(_source.chunkKey, { windowKey, messageIds, branch, kind, createdAt, text })
    }
  }
  return hits.map(({ place }) => passages.get(place))
}
