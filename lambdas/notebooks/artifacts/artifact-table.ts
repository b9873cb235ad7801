import { addMs, type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import { artifactRow } from '../contract/artifact-rows.ts'
import type { ArtifactMessage } from './artifact-queue.ts'

export type ArtifactRow = RowOf<typeof artifactRow>

/** Seconds after which a silent worker counts as dead: slightly more than its function's timeout. */
export const WORK_SECONDS = 330

export const ATTEMPTS_MAX = 3

export interface ArtifactTable {
  get(message: ArtifactMessage): Promise<ArtifactRow | undefined>
  /** Lists all artifacts of a notebook, oldest first. */
  all(workspace: string, notebook: string): Promise<readonly ArtifactRow[]>
  create(row: ArtifactRow): Promise<boolean>
  /**
   * Requests another run and returns the new row. A run in progress continues. Returns undefined if the artifact does
   * not exist.
   */
  order(message: ArtifactMessage): Promise<ArtifactRow | undefined>
  /** Claims the run for one worker; undefined if no run is requested or another worker has it. */
  claim(message: ArtifactMessage): Promise<ArtifactRow | undefined>
  release(claimed: ArtifactRow): Promise<boolean>
  /** Writes the end of the run, if it is still the claimed one. */
  end(claimed: ArtifactRow, ending: Partial<ArtifactRow>): Promise<boolean>
  /**
   * Keeps only these sections. `isAgain`: the run in progress is discarded, and another one is requested. Returns false
   * if the artifact has changed since.
   */
  forget(before: ArtifactRow, sections: ArtifactRow['sections'], isAgain: boolean): Promise<boolean>
  remove(message: ArtifactMessage): Promise<boolean>
  removeAll(workspace: string, notebook: string): Promise<void>
}

export const artifactTable = (deps: TableDeps): ArtifactTable => {
  const rows = rowTable(artifactRow, deps)
  const later = () => addMs(deps.now(), WORK_SECONDS * 1000).toISOString()
  const isOf = ({ run, attempts }: ArtifactRow) => ({ run, attempts })

  return {
    get: (message) => rows.get(message),
    all: (workspace, notebook) => rows.all({ workspace, notebook }),
    create: (row) => rows.putNew(row, row),
    order: (message) =>
      transact<ArtifactRow | undefined>(deps, async () => {
        const before = await rows.get(message)
        if (before?.standing !== 'ended') return { result: before }
        const { failure: _failure, ended_at: _ended, ...rest } = before
        const row: ArtifactRow = {
          ...rest,
          state: 'queued',
          standing: 'open',
          due: later(),
          run: before.run + 1,
          attempts: 0,
        }
        return { steps: [rows.steps.replace(row, row, isOf(before))], result: row }
      }),
    async claim(message) {
      const before = await rows.get(message)
      if (before?.standing !== 'open') return undefined
      if (before.state === 'generating' && before.due > deps.now().toISOString()) return undefined
      const row: ArtifactRow = { ...before, state: 'generating', due: later(), attempts: before.attempts + 1 }
      return (await rows.replace(row, row, isOf(before))) ? row : undefined
    },
    release(claimed) {
      const row: ArtifactRow = { ...claimed, state: 'queued', due: deps.now().toISOString() }
      return rows.replace(row, row, isOf(claimed))
    },
    end(claimed, ending) {
      const row: ArtifactRow = { ...claimed, ...ending, standing: 'ended', ended_at: deps.now().toISOString() }
      return rows.replace(row, row, isOf(claimed))
    },
    forget(before, sections, isAgain) {
      const again = { state: 'queued', run: before.run + 1, attempts: 0, due: deps.now().toISOString() } as const
      const row: ArtifactRow = { ...before, sections, ...(isAgain ? again : {}) }
      return rows.replace(row, row, { ...isOf(before), state: before.state })
    },
    remove: (message) => rows.remove(message),
    async removeAll(workspace, notebook) {
      for (const row of await rows.all({ workspace, notebook })) await rows.remove(row)
    },
  }
}
