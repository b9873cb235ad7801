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
  get(message: IngestMessage, fileNumber: number): Promise<NamedFile | undefined>
  /** Writes the row; an earlier run may have written the same row. */
  put(message: IngestMessage, fileNumber: number, file: NamedFile): Promise<void>
  removeAll(message: IngestMessage): Promise<void>
}

const ROWS_AT_ONCE = 25

const keyOf = ({ workspace, upload }: IngestMessage, fileNumber: number) => ({
  workspace,
  upload,
  file: String(fileNumber).padStart(4, '0'),
})

export const fileTable = (deps: TableDeps): FileTable => {
  const { db, table } = deps
  const rows = rowTable(importFileRow, deps)
  return {
    get: (message, fileNumber) => rows.get(keyOf(message, fileNumber)),
    async put(message, fileNumber, { name, key, etag, bytes }) {
      const parts = keyOf(message, fileNumber)
      const Item = { file: parts.file, name, key, etag, bytes, ...rowKey(importFileRow, parts) }
      await db.send(new PutCommand({ TableName: table, Item }))
    },
    async removeAll({ workspace, upload }) {
      const nextRows = async () => (await rows.page({ workspace, upload }, { limit: ROWS_AT_ONCE })).rows
      for (let remainingRows = await nextRows(); remainingRows.length > 0; remainingRows = await nextRows())
        await Promise.all(remainingRows.map(({ file }) => rows.remove({ workspace, upload, file })))
    },
  }
}
