import { addMs, type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import { artifactRow } from '../contract/artifact-rows.ts'
import type { ArtifactMessage } from './artifact-queue.ts'

export type ArtifactRow = RowOf<typeof artifactRow>

/** Seconds after which a worker counts as dead: slightly more than the timeout of its function. */
export const WORK_SECONDS = 330

export const ATTEMPTS_MAX = 3

export interface ArtifactTable {
  get(message: ArtifactMessage): Promise<ArtifactRow | undefined>
  /** Lists all artifacts of a notebook, oldest first. */
  all(workspace: string, notebook: string): Promise<readonly ArtifactRow[]>
  create(row: ArtifactRow): Promise<boolean>
  /**
   * Requests another run and returns the new row. If a run is in progress, it continues. Returns undefined if the artifact
   * does not exist.
   */
  requestRun(message: ArtifactMessage): Promise<ArtifactRow | undefined>
  /** Claims the run for one worker; undefined if no run is requested or another worker has it. */
  claim(message: ArtifactMessage): Promise<ArtifactRow | undefined>
  release(claimed: ArtifactRow): Promise<boolean>
  /** Writes the end of the run. Returns false if another worker has claimed the run since. */
  end(claimed: ArtifactRow, ending: Partial<ArtifactRow>): Promise<boolean>
  /**
   * Replaces the sections. `isRestarted`: the result of the run in progress is discarded, and the run starts again.
   * Returns false if the artifact has changed since.
   */
  replaceSections(before: ArtifactRow, sections: ArtifactRow['sections'], isRestarted: boolean): Promise<boolean>
  remove(message: ArtifactMessage): Promise<boolean>
  removeAll(workspace: string, notebook: string): Promise<void>
}

export const artifactTable = (deps: TableDeps): ArtifactTable => {
  const rows = rowTable(artifactRow, deps)
  const dueTime = () => addMs(deps.now(), WORK_SECONDS * 1000).toISOString()
  const ifSameRun = ({ run, attempts }: ArtifactRow) => ({ run, attempts })

  return {
    get: (message) => rows.get(message),
    all: (workspace, notebook) => rows.all({ workspace, notebook }),
    create: (row) => rows.putNew(row, row),
    requestRun: (message) =>
      transact<ArtifactRow | undefined>(deps, async () => {
        const before = await rows.get(message)
        if (before?.standing !== 'ended') return { result: before }
        const { failure: _failure, ended_at: _ended, ...endedRow } = before
        const row: ArtifactRow = {
          ...endedRow,
          state: 'queued',
          standing: 'open',
          due: dueTime(),
          run: before.run + 1,
          attempts: 0,
        }
        return { steps: [rows.steps.replace(row, row, ifSameRun(before))], result: row }
      }),
    async claim(message) {
      const before = await rows.get(message)
      if (before?.standing !== 'open') return undefined
      if (before.state === 'generating' && before.due > deps.now().toISOString()) return undefined
      const row: ArtifactRow = { ...before, state: 'generating', due: dueTime(), attempts: before.attempts + 1 }
      return (await rows.replace(row, row, ifSameRun(before))) ? row : undefined
    },
    release(claimed) {
      const row: ArtifactRow = { ...claimed, state: 'queued', due: deps.now().toISOString() }
      return rows.replace(row, row, ifSameRun(claimed))
    },
    end(claimed, ending) {
      const row: ArtifactRow = { ...claimed, ...ending, standing: 'ended', ended_at: deps.now().toISOString() }
      return rows.replace(row, row, ifSameRun(claimed))
    },
    replaceSections(before, sections, isRestarted) {
      const newRun = { state: 'queued', run: before.run + 1, attempts: 0, due: deps.now().toISOString() } as const
      const row: ArtifactRow = { ...before, sections, ...(isRestarted ? newRun : {}) }
      return rows.replace(row, row, { ...ifSameRun(before), state: before.state })
    },
    remove: (message) => rows.remove(message),
    async removeAll(workspace, notebook) {
      for (const row of await rows.all({ workspace, notebook })) await rows.remove(row)
    },
  }
}
