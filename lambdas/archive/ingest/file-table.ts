import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { rowKey, rowTable, type TableDeps } from '@signet/kernel'
import { importFileRow } from '@signet/search/conversations/rows'
import type { ReadableFile } from './file-chunks.ts'
import type { IngestMessage } from './ingest-queue.ts'

export interface NamedFile extends ReadableFile {
  readonly name: string
}

/** The files of imports, numbered from 0. Each has its own row, because a ZIP may contain thousands. */
export interface FileTable {
  get(message: IngestMessage, at: number): Promise<NamedFile | undefined>
  /** Writes the row; an earlier run has written the same. */
  put(message: IngestMessage, at: number, file: NamedFile): Promise<void>
  removeAll(message: IngestMessage): Promise<void>
}

const AT_ONCE = 25

const keyOf = ({ workspace, upload }: IngestMessage, at: number) => ({
  workspace,
  upload,
  file: String(at).padStart(4, '0'),
})

export const fileTable = (deps: TableDeps): FileTable => {
  const { db, table } = deps
  const rows = rowTable(importFileRow, deps)
  return {
    get: (message, at) => rows.get(keyOf(message, at)),
    async put(message, at, { name, key, etag, bytes }) {
      const parts = keyOf(message, at)
      const Item = { file: parts.file, name, key, etag, bytes, ...rowKey(importFileRow, parts) }
      await db.send(new PutCommand({ TableName: table, Item }))
    },
    async removeAll({ workspace, upload }) {
      const some = async () => (await rows.page({ workspace, upload }, { limit: AT_ONCE })).rows
      for (let left = await some(); left.length > 0; left = await some())
        await Promise.all(left.map(({ file }) => rows.remove({ workspace, upload, file })))
    },
  }
}
