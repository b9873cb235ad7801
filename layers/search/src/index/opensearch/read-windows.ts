import * as z from 'zod'
import type { Passage, WindowHit } from '../search-index.ts'
import type { CollectionClient } from './collection-client.ts'
import { hiddenHits } from './find-windows.ts'
import type { WindowTable } from './window-table.ts'

/** Windows per request: their texts are 2 KB each. */
const WINDOWS_PER_READ = 200
/** A window that was sent twice is stored twice. */
const COPIES_MAX = 2

const SearchResponse = z.object({
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

const FIELDS = ['chunkKey', 'windowKey', 'conversationId', 'send', 'messageIds', 'branch', 'kind', 'createdAt', 'text']

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
  const keys = [...new Set(hits.map(({ position }) => position))]
  const passages = new Map<string, Passage>()
  for (let start = 0; start < keys.length; start += WINDOWS_PER_READ) {
    const batch = keys.slice(start, start + WINDOWS_PER_READ)
    const filter = [{ term: { workspaceId: workspace } }, { terms: { chunkKey: batch } }]
    const body = { size: batch.length * COPIES_MAX, _source: FIELDS, query: { bool: { filter } } }
    for (const { _source } of SearchResponse.parse(await collection.search(body)).hits.hits) {
      // The version is required by the type, but not evaluated.
      if (isHidden({ _source: { ..._source, sourceVersion: '' } })) continue
      const { windowKey, messageIds, branch, kind, createdAt = null, text } = _source
      passages.set(_source.chunkKey, { windowKey, messageIds, branch, kind, createdAt, text })
    }
  }
  return hits.map(({ position }) => passages.get(position))
}
