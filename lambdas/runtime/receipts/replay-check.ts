import { type ReadingFile, readingSha256, replayReading } from '@signet/readings'
import { agentRunSha256, type ConsultFile, replayConsult } from '@signet/readings/consult'
import type { Check } from '@signet/receipts'
import { type GradeFile, regrade } from '../grader/grade-case.ts'
import { rescaffold, type ScaffoldRecord, storedScaffoldSha256 } from '../scaffolds/make-scaffold.ts'

const PASS: Check = { status: 'pass', detail: 'The work was done again and gave the same bytes' }
const FAIL: Check = { status: 'fail', detail: 'The work was done again and gave other bytes' }
const OTHER: Check = { status: 'fail', detail: 'What was kept is not what the receipt is about' }

/** For a receipt of work that is not done again. */
export const SKIPPED: Check = { status: 'skipped', detail: 'The receipt is of no work that the runtime can do again' }

const readingCheck = async (file: ReadingFile, subject: string): Promise<Check> => {
  if (readingSha256(file.reading) !== subject) return OTHER
  const replay = await replayReading(file)
  return replay.ok && replay.isSame ? PASS : FAIL
}

const scaffoldCheck = (file: ScaffoldRecord, subject: string): Check => {
  if (storedScaffoldSha256(file) !== subject) return OTHER
  return rescaffold(file) === subject ? PASS : FAIL
}

const consultationCheck = async (file: ConsultFile, subject: string): Promise<Check> => {
  if (agentRunSha256(file.result) !== subject) return OTHER
  const replay = await replayConsult(file)
  return replay.ok && replay.isSame ? PASS : FAIL
}

/** Does inscribed work again from what was kept, and compares it with the subject of its receipt. */
export const replayCheck = async (kind: string, file: unknown, subject: string): Promise<Check> => {
  if (kind === 'reading') return readingCheck(file as ReadingFile, subject)
  if (kind === 'agent.run') return consultationCheck(file as ConsultFile, subject)
  if (kind === 'grader.run') return regrade(file as GradeFile) === subject ? PASS : FAIL
  if (kind === 'flow') return scaffoldCheck(file as ScaffoldRecord, subject)
  return SKIPPED
}
