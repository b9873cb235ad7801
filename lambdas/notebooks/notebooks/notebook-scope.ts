import type { ImportContent, ImportContents } from './import-content.ts'
import { liveSources, type NotebookRow } from './source-set.ts'

export interface NotebookContent {
  /** Source by conversation. */
  readonly sourceOf: ReadonlyMap<string, string>
  /** The newest conversations of each source. */
  readonly newest: readonly string[]
}

/** Maximum number of cached imports. A completed import does not change, so its upload and hash identify its content. */
const CACHED_IMPORTS_MAX = 20

export const notebookContents = (contents: ImportContents): ((row: NotebookRow) => Promise<NotebookContent>) => {
  const cache = new Map<string, Promise<ImportContent>>()
  const readCached = (workspace: string, upload: string, hash: string): Promise<ImportContent> => {
    const key = `${workspace} ${upload} ${hash}`
    const content = cache.get(key) ?? contents.read(workspace, upload)
    // Moves the entry to the end: the last one is the most recently used.
    cache.delete(key)
    cache.set(key, content)
    content.catch(() => cache.delete(key))
    const [oldest] = cache.keys()
    if (cache.size > CACHED_IMPORTS_MAX && oldest !== undefined) cache.delete(oldest)
    return content
  }
  return async (row) => {
    const sources = liveSources(row).filter(({ content_hash }) => content_hash !== undefined)
    const contentsOfSources = await Promise.all(
      sources.map(async ({ source, upload, content_hash = '' }) => ({
        source,
        ...(await readCached(row.workspace, upload, content_hash)),
      })),
    )
    const sourceOf = new Map<string, string>()
    for (const { source, conversations } of contentsOfSources) {
      for (const id of conversations) if (!sourceOf.has(id)) sourceOf.set(id, source)
    }
    return { sourceOf, newest: [...new Set(contentsOfSources.flatMap(({ newest }) => newest))] }
  }
}
