import { type Page, Refusal, rowTable, type TableDeps, transact } from '@signet/kernel'
import { deletedNotebookRow, notebookRow } from '../contract/notebook-rows.ts'
import { type NotebookRow, sourceSetHash } from './source-set.ts'

type Changeable = Pick<NotebookRow, 'title' | 'description' | 'instructions' | 'metadata' | 'sources' | 'version'>

export type NotebookChange = { readonly [M in keyof Changeable]?: Changeable[M] | undefined }

type Decision = NotebookChange | Refusal | undefined

export interface NotebookTable {
  get(workspace: string, notebook: string): Promise<NotebookRow | undefined>
  /**
   * Lists notebooks, newest first.
   * @throws Refusal 400 for a cursor of another list
   */
  page(
    workspace: string,
    options: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Page<typeof notebookRow>>
  create(row: NotebookRow): Promise<boolean>
  /**
   * Changes the row by a decision based on it, and updates its hash. After a concurrent change, decides again. Returns
   * undefined if the notebook does not exist.
   */
  change<D extends Decision>(
    workspace: string,
    notebook: string,
    decide: (row: NotebookRow) => D,
  ): Promise<NotebookRow | Extract<D, Refusal> | undefined>
  /** Deletes the notebook. Returns false if the notebook was changed or deleted since. */
  remove(before: NotebookRow): Promise<boolean>
  /** Restores the notebook; undefined if it is not deleted, or its restore period has ended. */
  restore(workspace: string, notebook: string): Promise<NotebookRow | undefined>
}

const notebookOf = (change: NotebookChange): Partial<Changeable> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

export const notebookTable = (deps: TableDeps): NotebookTable => {
  const liveRows = rowTable(notebookRow, deps)
  const deletedRows = rowTable(deletedNotebookRow, deps)

  const changedRow = (before: NotebookRow, change: NotebookChange): NotebookRow => {
    const row = {
      ...before,
      ...notebookOf(change),
      revision: before.revision + 1,
      updated_at: deps.now().toISOString(),
    }
    return { ...row, source_set_hash: sourceSetHash(row) }
  }

  return {
    get: (workspace, notebook) => liveRows.get({ workspace, notebook }),
    page: (workspace, options) => liveRows.page({ workspace }, { ...options, newestFirst: true }),
    create: (row) => liveRows.putNew(row, row),
    change: <D extends Decision>(workspace: string, notebook: string, decide: (row: NotebookRow) => D) =>
      transact<NotebookRow | Extract<D, Refusal> | undefined>(deps, async () => {
        const before = await liveRows.get({ workspace, notebook })
        if (before === undefined) return { result: undefined }
        const decision: Decision = decide(before)
        if (decision === undefined) return { result: before }
        if (decision instanceof Refusal) return { result: decision as Extract<D, Refusal> }
        const row = changedRow(before, decision)
        return { steps: [liveRows.steps.replace(row, row, { revision: before.revision })], result: row }
      }),
    remove: (before) =>
      transact(deps, async (refused) => {
        if (refused) return { result: false }
        const removal = liveRows.steps.remove(before, { revision: before.revision })
        return { steps: [removal, deletedRows.steps.putNew(before, before)], result: true }
      }),
    restore: (workspace, notebook) =>
      transact<NotebookRow | undefined>(deps, async () => {
        const row = await deletedRows.get({ workspace, notebook })
        if (row === undefined) return { result: undefined }
        const removal = deletedRows.steps.remove(row, { revision: row.revision })
        return { steps: [removal, liveRows.steps.putNew(row, row)], result: row }
      }),
  }
}
