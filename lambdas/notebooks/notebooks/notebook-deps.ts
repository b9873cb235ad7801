import { type Caller, type NewId, notFound, type RowTable } from '@signet/kernel'
import { workspaceOf } from '@signet/search/conversations/callers'
import type { uploadRow } from '@signet/search/conversations/rows'
import type { SettleDeps } from './settled-notebook.ts'

export interface NotebookDeps extends SettleDeps {
  readonly uploads: Pick<RowTable<typeof uploadRow>, 'get'>
  readonly artifacts: { removeAll(workspace: string, notebook: string): Promise<unknown> }
  readonly newId: NewId
}

export const isOwnWorkspace = (caller: Caller, { wId }: { readonly wId: string }): boolean =>
  workspaceOf(caller) === wId

export const workspaceNotFound = () => notFound('The workspace does not exist')
export const notebookNotFound = () => notFound('The notebook does not exist')
export const sourceNotFound = () => notFound('The source does not exist')
