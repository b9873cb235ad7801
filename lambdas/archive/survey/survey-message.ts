import type { SurveyMessage } from './survey-queue.ts'

interface Deps {
  readonly survey: (workspace: string, signal: AbortSignal) => Promise<void>
  readonly reindexScan: (signal: AbortSignal) => Promise<void>
  readonly workMs: number
}

export const surveyMessage =
  ({ survey, reindexScan, workMs }: Deps) =>
  ({ workspace }: SurveyMessage): Promise<void> => {
    const signal = AbortSignal.timeout(workMs)
    return workspace === undefined ? reindexScan(signal) : survey(workspace, signal)
  }
