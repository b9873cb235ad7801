import { addMs, type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { surveyRow } from '../contract/survey-rows.ts'
import { overdueRows } from '../storage/overdue-rows-table.ts'
import { NOBODY } from './census.ts'
import type { SurveyMessage } from './survey-queue.ts'

/** How far a survey is. */
export type SurveyRow = RowOf<typeof surveyRow>

/** Seconds after which a worker that gives no sign counts as dead: the longest step, embeddings with their retries, is shorter. */
const WORK_SECONDS = 600

/** Surveys of workspaces. Every write is on condition that nobody was faster. */
export interface SurveyTable {
  get(workspace: string): Promise<SurveyRow | undefined>
  /** Begins another walk by the imports as they stand. false: one is under way. */
  order(workspace: string, of: string): Promise<boolean>
  /** Keeps how far a walk is; undefined: another worker was faster. */
  save(row: SurveyRow, change: Partial<SurveyRow>): Promise<SurveyRow | undefined>
}

/** Surveys over the one table. */
export const surveyTable = (deps: TableDeps): SurveyTable => {
  const rows = rowTable(surveyRow, deps)
  const later = () => addMs(deps.now(), WORK_SECONDS * 1000).toISOString()
  const save: SurveyTable['save'] = async (row, change) => {
    const next = { ...row, ...change, due: later(), revision: row.revision + 1 }
    return (await rows.replace(row, next, { revision: row.revision })) ? next : undefined
  }
  return {
    get: (workspace) => rows.get({ workspace }),
    async order(workspace, of) {
      const before = await rows.get({ workspace })
      if (before?.standing === 'open') return false
      const began = { standing: 'open', of, began_at: deps.now().toISOString(), census: NOBODY, indexed: 0 } as const
      if (before) return (await save(before, { ...began, round: before.round + 1 })) !== undefined
      return rows.putNew({ workspace }, { workspace, ...began, round: 1, revision: 1, due: later() })
    },
    save,
  }
}

/** Surveys that nobody works on any more, though they are open. */
export const abandonedSurveys = (deps: TableDeps) =>
  async function* (): AsyncGenerator<SurveyMessage> {
    for await (const { partition } of overdueRows(deps, surveyRow)) yield { workspace: partition }
  }
