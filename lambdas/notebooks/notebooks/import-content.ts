import { createHash } from 'node:crypto'
import { rowTable, type TableDeps } from '@signet/kernel'
import { importRow } from '@signet/search/conversations/rows'

export interface ImportContent {
  readonly contentHash: string
  readonly conversations: readonly string[]
  /** The most recently changed conversations, newest first. */
  readonly newest: readonly string[]
}

export interface ImportContents {
  /** Reads the conversations of an import. A completed import does not change until it is deleted. */
  read(workspace: string, upload: string): Promise<ImportContent>
}

const PAGE_SIZE = 1_000

/** Maximum number of newest conversations per source, for sections without search terms. */
export const NEWEST_MAX = 24

const newestOf = (changeTimes: ReadonlyMap<string, string>): string[] =>
  [...changeTimes]
    .sort(([, a], [, b]) => (a < b ? 1 : -1))
    .slice(0, NEWEST_MAX)
    .map(([id]) => id)

export const importContents = (deps: TableDeps): ImportContents => {
  const rows = rowTable(importRow, deps)
  return {
    async read(workspace, upload) {
      const hash = createHash('sha256')
      const changeTimes = new Map<string, string>()
      let cursor: string | null | undefined
      while (cursor !== null) {
        const page: Awaited<ReturnType<typeof rows.page>> = await rows.page(
          { workspace, upload },
          { limit: PAGE_SIZE, cursor },
        )
        for (const { conversation, content_hash, listed_at } of page.rows) {
          hash.update(`${conversation} ${content_hash}\n`)
          changeTimes.set(conversation, listed_at)
        }
        cursor = page.nextCursor
      }
      return { contentHash: hash.digest('hex'), conversations: [...changeTimes.keys()], newest: newestOf(changeTimes) }
    },
  }
}
