import { addMs, overdueRows, type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { surveyRow } from '../contract/survey-rows.ts'
import { EMPTY_CENSUS } from './census.ts'
import type { SurveyMessage } from './survey-queue.ts'

export type SurveyRow = RowOf<typeof surveyRow>

/**
 * Seconds without a write after which a worker counts as dead. The longest step, embeddings with retries, is shorter.
 */
const WORK_SECONDS = 600

/** Surveys of workspaces. Every write is conditional on an unchanged row. */
export interface SurveyTable {
  get(workspace: string): Promise<SurveyRow | undefined>
  /** Starts another pass over the current imports. Returns false if one is in progress. */
  requestSurvey(workspace: string, importsHash: string): Promise<boolean>
  /** Saves the progress of a pass; undefined if another worker was faster. */
  save(row: SurveyRow, change: Partial<SurveyRow>): Promise<SurveyRow | undefined>
}

export const surveyTable = (deps: TableDeps): SurveyTable => {
  const rows = rowTable(surveyRow, deps)
  const dueTime = () => addMs(deps.now(), WORK_SECONDS * 1000).toISOString()
  const save: SurveyTable['save'] = async (row, change) => {
    const next = { ...row, ...change, due: dueTime(), revision: row.revision + 1 }
    return (await rows.replace(row, next, { revision: row.revision })) ? next : undefined
  }
  return {
    get: (workspace) => rows.get({ workspace }),
    async requestSurvey(workspace, importsHash) {
      const before = await rows.get({ workspace })
      if (before?.standing === 'open') return false
      const initialState = {
        standing: 'open',
        imports_hash: importsHash,
        began_at: deps.now().toISOString(),
        census: EMPTY_CENSUS,
        indexed: 0,
      } as const
      if (before) return (await save(before, { ...initialState, pass: before.pass + 1 })) !== undefined
      return rows.putNew({ workspace }, { workspace, ...initialState, pass: 1, revision: 1, due: dueTime() })
    },
    save,
  }
}

export const abandonedSurveys = (deps: TableDeps) =>
  async function* (): AsyncGenerator<SurveyMessage> {
    for await (const { partition } of overdueRows(deps, surveyRow)) yield { workspace: partition }
  }
