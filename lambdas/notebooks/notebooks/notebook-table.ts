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
   * Changes the row by a decision based on it, and updates its hash. If a concurrent writer was faster, the decision is
   * repeated. Returns undefined if the notebook does not exist.
   */
  change<D extends Decision>(
    workspace: string,
    notebook: string,
    decide: (row: NotebookRow) => D,
  ): Promise<NotebookRow | Extract<D, Refusal> | undefined>
  /** Deletes the notebook. Returns false if it was changed or deleted since. */
  remove(before: NotebookRow): Promise<boolean>
  /** Restores the notebook; undefined if no such notebook was deleted. */
  restore(workspace: string, notebook: string): Promise<NotebookRow | undefined>
}

const notebookOf = (change: NotebookChange): Partial<Changeable> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

export const notebookTable = (deps: TableDeps): NotebookTable => {
  const live = rowTable(notebookRow, deps)
  const deleted = rowTable(deletedNotebookRow, deps)

  const changed = (before: NotebookRow, change: NotebookChange): NotebookRow => {
    const row = {
      ...before,
      ...notebookOf(change),
      revision: before.revision + 1,
      updated_at: deps.now().toISOString(),
    }
    return { ...row, source_set_hash: sourceSetHash(row) }
  }

  return {
    get: (workspace, notebook) => live.get({ workspace, notebook }),
    page: (workspace, options) => live.page({ workspace }, { ...options, newestFirst: true }),
    create: (row) => live.putNew(row, row),
    change: <D extends Decision>(workspace: string, notebook: string, decide: (row: NotebookRow) => D) =>
      transact<NotebookRow | Extract<D, Refusal> | undefined>(deps, async () => {
        const before = await live.get({ workspace, notebook })
        if (before === undefined) return { result: undefined }
        const decided: Decision = decide(before)
        if (decided === undefined) return { result: before }
        if (decided instanceof Refusal) return { result: decided as Extract<D, Refusal> }
        const row = changed(before, decided)
        return { steps: [live.steps.replace(row, row, { revision: before.revision })], result: row }
      }),
    remove: (before) =>
      transact(deps, async (refused) => {
        if (refused) return { result: false }
        const deletedRow = live.steps.remove(before, { revision: before.revision })
        return { steps: [deletedRow, deleted.steps.putNew(before, before)], result: true }
      }),
    restore: (workspace, notebook) =>
      transact<NotebookRow | undefined>(deps, async () => {
        const row = await deleted.get({ workspace, notebook })
        if (row === undefined) return { result: undefined }
        const deletedRow = deleted.steps.remove(row, { revision: row.revision })
        return { steps: [deletedRow, live.steps.putNew(row, row)], result: row }
      }),
  }
}
