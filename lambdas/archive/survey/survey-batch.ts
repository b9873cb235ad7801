import { eachMessage, type Log } from '@signet/kernel'
import { SurveyMessage } from './survey-queue.ts'

interface Deps {
  readonly survey: (workspace: string, signal: AbortSignal) => Promise<void>
  readonly reindexScan: (signal: AbortSignal) => Promise<void>
  /** Time limit for a message. */
  readonly workMs: number
  readonly log: Pick<Log, 'error'>
}

/** Surveys the archives in the messages. */
export const surveyBatch = ({ survey, reindexScan, workMs, log }: Deps) =>
  eachMessage({ log, failed: 'An archive could not be surveyed' }, (body) => {
    const { workspace } = SurveyMessage.parse(body)
    const signal = AbortSignal.timeout(workMs)
    return workspace === undefined ? reindexScan(signal) : survey(workspace, signal)
  })
