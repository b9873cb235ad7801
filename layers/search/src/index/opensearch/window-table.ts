import { addMs, type Page, type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import { hiddenWindows, sentBatch, storedWindows, unsureBatch } from '../index-rows.ts'

/** A row of ids stays far below DynamoDB's 400 KB. */
const IDS_PER_ROW = 2_000
const ROWS_AT_ONCE = 16

/** Maximum delay until a collection shows a write: documented as "seconds to a minute", with a margin. */
const DISPLAY_DELAY_MS = 5 * 60_000
const HIDDEN_ROWS_PER_PAGE = 500

export type HiddenWindowsRow = RowOf<typeof hiddenWindows>

export interface StoredWindows {
  readonly conversation: string
  readonly batch: string
  readonly sends: readonly string[]
  readonly ids: readonly string[]
  readonly space: string
  readonly version: string
}

/**
 * The windows of a workspace as recorded in DynamoDB, because the collection neither accepts ids nor shows writes
 * immediately.
 */
export interface WindowTable {
  /** Returns those of the conversations whose windows of the batch are recorded completely. */
  conversationsStored(workspace: string, batch: string, conversations: readonly string[]): Promise<ReadonlySet<string>>
  record(workspace: string, stored: readonly StoredWindows[]): Promise<void>
  /** Returns the rows of stored windows of a conversation. */
  rowsOf(workspace: string, conversation: string): Promise<readonly RowOf<typeof storedWindows>[]>
  deleteRows(workspace: string, conversation: string, rows: readonly RowOf<typeof storedWindows>[]): Promise<void>
  batch(workspace: string, batch: string): Promise<RowOf<typeof sentBatch> | undefined>
  recordBatch(workspace: string, row: Omit<RowOf<typeof sentBatch>, 'added_at'>): Promise<void>
  /** Returns false if an earlier run has started the batch. */
  markUnsure(workspace: string, batch: string): Promise<boolean>
  unsure(workspace: string): Promise<readonly RowOf<typeof unsureBatch>[]>
  clearUnsure(workspace: string, batch: string): Promise<void>
  hide(workspace: string, id: string, conversations: HiddenWindowsRow['conversations']): Promise<void>
  hidden(workspace: string): Promise<readonly HiddenWindowsRow[]>
  /** Returns the removals of the last minutes: the collection may still show their windows. */
  recentlyHidden(workspace: string): Promise<readonly HiddenWindowsRow[]>
  unhide(workspace: string, id: string): Promise<void>
}

/** Stores removed conversations. Row ids begin with the time, so that the latest can be read alone. */
const hiddenTable = (deps: TableDeps): Pick<WindowTable, 'hide' | 'hidden' | 'recentlyHidden' | 'unhide'> => {
  const rows = rowTable(hiddenWindows, deps)
  return {
    async hide(workspace, id, conversations) {
      const since = deps.now().toISOString()
      const row = { id: `${since}-${id}`, since, conversations }
      await rows.putNew({ workspace, id: row.id }, row)
    },
    hidden: (workspace) => rows.all({ workspace }),
    async recentlyHidden(workspace) {
      const from = addMs(deps.now(), -DISPLAY_DELAY_MS).toISOString()
      const recent: HiddenWindowsRow[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Page<typeof hiddenWindows> = await rows.page(
          { workspace },
          { limit: HIDDEN_ROWS_PER_PAGE, cursor, newestFirst: true },
        )
        const recentRows = page.rows.filter(({ since }) => since >= from)
        recent.push(...recentRows)
        cursor = recentRows.length < page.rows.length ? null : page.nextCursor
      }
      return recent
    },
    async unhide(workspace, id) {
      await rows.remove({ workspace, id })
    },
  }
}

export const windowTable = (deps: TableDeps): WindowTable => {
  const { now } = deps
  const idRows = rowTable(storedWindows, deps)
  const batches = rowTable(sentBatch, deps)
  const unsure = rowTable(unsureBatch, deps)
  const instant = () => now().toISOString()
  return {
    async conversationsStored(workspace, batch, conversations) {
      const firstRowOf = (conversation: string) => idRows.get({ workspace, conversation, batch, part: '0' })
      const firstRows = await pMap(conversations, firstRowOf, { concurrency: ROWS_AT_ONCE })
      return new Set(conversations.filter((_, i) => firstRows[i] !== undefined))
    },
    async record(workspace, stored) {
      const recordConversation = async ({
        conversation,
        batch,
        sends,
        ids: windowIds,
        space,
        version,
      }: StoredWindows): Promise<void> => {
        for (let part = Math.ceil(windowIds.length / IDS_PER_ROW) - 1; part >= 0; part--) {
          const idsOfPart = windowIds.slice(part * IDS_PER_ROW, (part + 1) * IDS_PER_ROW)
          // Part 0 is written last. Other parts are named by the first request of the run, so that they do not
          // overwrite rows of an interrupted run.
          const row = {
            batch,
            part: part === 0 ? '0' : `${part}-${sends[0]}`,
            sends: [...sends],
            ids: idsOfPart,
            space,
            version,
          }
          await idRows.putNew({ workspace, conversation, batch, part: row.part }, row)
        }
      }
      await pMap(stored, recordConversation, { concurrency: ROWS_AT_ONCE })
    },
    rowsOf: (workspace, conversation) => idRows.all({ workspace, conversation }),
    async deleteRows(workspace, conversation, rows) {
      for (const { batch, part } of rows) await idRows.remove({ workspace, conversation, batch, part })
    },
    batch: (workspace, batch) => batches.get({ workspace, batch }),
    async recordBatch(workspace, row) {
      await batches.putNew({ workspace, batch: row.batch }, { ...row, added_at: instant() })
    },
    markUnsure: (workspace, batch) => unsure.putNew({ workspace, batch }, { batch, since: instant() }),
    unsure: (workspace) => unsure.all({ workspace }),
    async clearUnsure(workspace, batch) {
      await unsure.remove({ workspace, batch })
    },
    ...hiddenTable(deps),
  }
}
