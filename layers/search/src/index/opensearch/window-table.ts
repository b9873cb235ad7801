import { addMs, type Page, type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import pMap from 'p-map'
import { hiddenWindows, sentBatch, storedWindows, unsureBatch } from '../index-rows.ts'

/** A row of ids stays far below DynamoDB's 400 KB. */
const IDS_PER_ROW = 2_000
const ROWS_AT_ONCE = 16

/** Maximum delay until a collection shows a write: documented as "seconds to a minute", with a margin. */
const SHOWN_MS = 5 * 60_000
const HIDDEN_A_PAGE = 500

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
  stored(workspace: string, batch: string, conversations: readonly string[]): Promise<ReadonlySet<string>>
  keep(workspace: string, stored: readonly StoredWindows[]): Promise<void>
  of(workspace: string, conversation: string): Promise<readonly RowOf<typeof storedWindows>[]>
  deleteRows(workspace: string, conversation: string, rows: readonly RowOf<typeof storedWindows>[]): Promise<void>
  batch(workspace: string, batch: string): Promise<RowOf<typeof sentBatch> | undefined>
  keepBatch(workspace: string, row: Omit<RowOf<typeof sentBatch>, 'added_at'>): Promise<void>
  /** Returns false if an earlier run has started the batch. */
  begin(workspace: string, batch: string): Promise<boolean>
  unsure(workspace: string): Promise<readonly RowOf<typeof unsureBatch>[]>
  settle(workspace: string, batch: string): Promise<void>
  hide(workspace: string, id: string, conversations: HiddenWindowsRow['conversations']): Promise<void>
  hidden(workspace: string): Promise<readonly HiddenWindowsRow[]>
  /** Returns hidden windows that the collection may still show; after a large deletion these are only a few. */
  recentlyHidden(workspace: string): Promise<readonly HiddenWindowsRow[]>
  unhide(workspace: string, id: string): Promise<void>
}

/** Stores hidden windows. Their ids begin with the time, so that the latest can be read alone. */
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
      const from = addMs(deps.now(), -SHOWN_MS).toISOString()
      const recent: HiddenWindowsRow[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page: Page<typeof hiddenWindows> = await rows.page(
          { workspace },
          { limit: HIDDEN_A_PAGE, cursor, newestFirst: true },
        )
        const inTime = page.rows.filter(({ since }) => since >= from)
        recent.push(...inTime)
        cursor = inTime.length < page.rows.length ? null : page.nextCursor
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
  const ids = rowTable(storedWindows, deps)
  const batches = rowTable(sentBatch, deps)
  const unsure = rowTable(unsureBatch, deps)
  const instant = () => now().toISOString()
  return {
    async stored(workspace, batch, conversations) {
      const first = (conversation: string) => ids.get({ workspace, conversation, batch, part: '0' })
      const firstRows = await pMap(conversations, first, { concurrency: ROWS_AT_ONCE })
      return new Set(conversations.filter((_, i) => firstRows[i] !== undefined))
    },
    async keep(workspace, stored) {
      const keepOne = async ({
        conversation,
        batch,
        sends,
        ids: all,
        space,
        version,
      }: StoredWindows): Promise<void> => {
        for (let part = Math.ceil(all.length / IDS_PER_ROW) - 1; part >= 0; part--) {
          const idsOfPart = all.slice(part * IDS_PER_ROW, (part + 1) * IDS_PER_ROW)
          // Part 0 is written last. All parts belong to one run: rows of an interrupted run do not count.
          const row = {
            batch,
            part: part === 0 ? '0' : `${part}-${sends[0]}`,
            sends: [...sends],
            ids: idsOfPart,
            space,
            version,
          }
          await ids.putNew({ workspace, conversation, batch, part: row.part }, row)
        }
      }
      await pMap(stored, keepOne, { concurrency: ROWS_AT_ONCE })
    },
    of: (workspace, conversation) => ids.all({ workspace, conversation }),
    async deleteRows(workspace, conversation, rows) {
      for (const { batch, part } of rows) await ids.remove({ workspace, conversation, batch, part })
    },
    batch: (workspace, batch) => batches.get({ workspace, batch }),
    async keepBatch(workspace, row) {
      await batches.putNew({ workspace, batch: row.batch }, { ...row, added_at: instant() })
    },
    begin: (workspace, batch) => unsure.putNew({ workspace, batch }, { batch, since: instant() }),
    unsure: (workspace) => unsure.all({ workspace }),
    async settle(workspace, batch) {
      await unsure.remove({ workspace, batch })
    },
    ...hiddenTable(deps),
  }
}
