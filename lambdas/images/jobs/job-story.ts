import type { Job } from '@signet/imaging/schemas/job'
import { addMs } from '@signet/kernel'
import { creditsOf } from '@signet/ledger'
import { isTerminal, type JobRow } from './job-row.ts'
import { jobView } from './job-view.ts'
import { webhookWithHistory } from './job-webhook.ts'

type ChargeView = NonNullable<Job['charge']>

const paintedAt = ({ begun_at, paint_ms }: JobRow): string | undefined =>
  begun_at === undefined || paint_ms === undefined ? undefined : addMs(new Date(begun_at), paint_ms).toISOString()

/** Lists the past states of the job, oldest first. A state without a stored time is left out. */
const timelineOf = (row: JobRow): NonNullable<Job['timeline']> => {
  const times = [
    ['queued', row.created_at],
    ['processing', row.begun_at],
    ['encoding', paintedAt(row)],
    [row.state, isTerminal(row) ? row.completed_at : undefined],
  ] as const
  return times.flatMap(([state, at]) => (at === undefined ? [] : [{ state, at }]))
}

const STATEMENT_TYPE = { captured: 'capture', released: 'release' } as const

const stateOfCharge = (row: JobRow): ChargeView['state'] => {
  if (!isTerminal(row)) return 'held'
  return row.state === 'completed' ? 'captured' : 'released'
}

/**
 * Returns the charge of the job; null if it is free. An image of the monthly quota has no entry in the statement. An
 * image that the platform counts has an entry only if it was generated.
 */
const chargeOf = (row: JobRow): ChargeView | null => {
  const { charge } = row
  if (charge === undefined) return null
  const state = stateOfCharge(row)
  const credits = 'parts' in charge ? creditsOf(charge.parts) : 0
  const hasEntry = 'parts' in charge || ('counted_by' in charge && state === 'captured')
  const entry = hasEntry && state !== 'held' ? { type: STATEMENT_TYPE[state], ref: row.job_id } : null
  return { credits, state, entry }
}

/** Builds the detailed job: with its timeline, its charge and its webhook attempts. */
export const jobWithHistory = (row: JobRow, baseUrl: string): Job => ({
  ...jobView(row, baseUrl),
  webhook: row.webhook ? webhookWithHistory(row.webhook) : null,
  timeline: timelineOf(row),
  charge: chargeOf(row),
})
