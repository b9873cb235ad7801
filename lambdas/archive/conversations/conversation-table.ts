import { DeleteCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import {
  decodeCursor,
  encodeCursor,
  indexEntryOf,
  type Page,
  type PageOptions,
  rowKey,
  rowTable,
  type TableDeps,
} from '@signet/kernel'
import { conditionHeld } from '@signet/kernel/table'
import { type ConversationReader, type ConversationRow, conversationReader } from '@signet/search/conversations'
import { conversationRow } from '@signet/search/conversations/rows'

export interface ListedConversations {
  readonly rows: readonly ConversationRow[]
  readonly nextCursor: string | null
}

export interface ConversationTable extends ConversationReader {
  /**
   * Lists conversations by last change, newest first. The index is eventually consistent.
   * @throws Refusal 400 for a cursor of another list
   */
  pageByLastChange(
    workspace: string,
    options: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<ListedConversations>
  /**
   * Lists all conversations of a workspace, ordered by id.
   * @throws Refusal 400 for a cursor of another list
   */
  pageById(workspace: string, options: PageOptions): Promise<Page<typeof conversationRow>>
  /**
   * Writes the row if the stored row is unchanged since `before`. If `before` is undefined, writes it if no row exists.
   * Returns false if nothing was written.
   */
  replace(row: ConversationRow, before: ConversationRow | undefined): Promise<boolean>
  /** Removes the row if it is unchanged. Returns false if it has changed since. */
  remove(before: ConversationRow): Promise<boolean>
}

const ifUnchanged = ({ revision }: ConversationRow) => ({
  ConditionExpression: 'revision = :revision',
  ExpressionAttributeValues: { ':revision': revision },
})

const pageOf = async ({ db, table }: TableDeps, workspace: string, limit: number, cursor: string | undefined) => {
  // Only the partition key is used, which contains the workspace.
  const { gsi1pk } = indexEntryOf(conversationRow, { workspace, listed_at: '-', conversation: '-' })
  const start = cursor === undefined ? undefined : decodeCursor(cursor, { gsi1sk: '', sk: 'C#' })
  const { Items = [], LastEvaluatedKey } = await db.send(
    new QueryCommand({
      TableName: table,
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :workspace',
      ExpressionAttributeValues: { ':workspace': gsi1pk },
      ScanIndexForward: false,
      Limit: limit,
      ...(start ? { ExclusiveStartKey: { ...start, gsi1pk, pk: gsi1pk } } : {}),
    }),
  )
  const last = LastEvaluatedKey as Readonly<Record<string, string>> | undefined
  const next = last ? encodeCursor({ gsi1sk: String(last.gsi1sk), sk: String(last.sk) }) : null
  return { ids: Items.map(({ sk }) => String(sk).slice('C#'.length)), next }
}

export const conversationTable = (deps: TableDeps): ConversationTable => {
  const rows = rowTable(conversationRow, deps)
  const { db, table } = deps
  const reader = conversationReader(deps)
  return {
    ...reader,
    async pageByLastChange(workspace, { limit, cursor }) {
      const { ids, next } = await pageOf(deps, workspace, limit, cursor)
      const rowsById = await reader.getAll(workspace, ids)
      return { rows: ids.flatMap((id) => rowsById.get(id) ?? []), nextCursor: next }
    },
    pageById: (workspace, options) => rows.page({ workspace }, options),
    replace(row, before) {
      if (!before) return rows.putNew(row, { ...row, revision: 1 })
      const Item = {
        ...row,
        revision: before.revision + 1,
        ...rowKey(conversationRow, row),
        ...indexEntryOf(conversationRow, row),
      }
      return conditionHeld(db.send(new PutCommand({ TableName: table, Item, ...ifUnchanged(before) })))
    },
    remove: (before) =>
      conditionHeld(
        db.send(new DeleteCommand({ TableName: table, Key: rowKey(conversationRow, before), ...ifUnchanged(before) })),
      ),
  }
}
