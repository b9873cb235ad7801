import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import type { JobState } from '@signet/imaging/schemas/vocabulary'
import { senderId, traceparentOf } from '@signet/kernel'
import { jobContract } from '../contract/job.ts'
import type { JobEnded } from '../contract/job-event-payloads.ts'
import { accountOf, type JobRow } from './job-row.ts'
import { rendererOf } from './job-view.ts'

/** The `version` of the event of each state. A job row has no version, so the numbers are fixed. */
const STEPS: Readonly<Record<JobState, number>> = {
  queued: 1,
  processing: 2,
  encoding: 3,
  completed: 4,
  failed: 4,
  failed_encoding: 4,
}
const DELETED = 5

const causeOf = ({ job_id, cause = {} }: JobRow, event: string) => {
  const { trace_id, request_id, span_id = senderId(`${event} ${job_id}`) } = cause
  return {
    ...(trace_id === undefined ? {} : { traceparent: traceparentOf(trace_id, span_id) }),
    ...(request_id === undefined ? {} : { requestId: request_id }),
  }
}

/**
 * Builds the event of a job's end from the row alone, so every retry builds the same event.
 * @throws Error for a job that has not ended
 */
export const endedEvent = (row: JobRow): CloudEvent => {
  const { job_id, tenant_id, state, quality_tier, error_code = null, created_at, completed_at } = row
  if (completed_at === undefined) throw new Error(`Job ${job_id} has not ended`)
  const data: JobEnded = {
    job_id,
    tenant_id,
    state: state as JobEnded['state'],
    quality_tier,
    error_code,
    created_at,
    completed_at,
    model_id: rendererOf(row).modelId,
    has_webhook: row.webhook !== undefined,
    account_id: accountOf(row) ?? null,
    has_account: accountOf(row) !== undefined,
  }
  const event = `job.${data.state}` as const
  return cloudEvent(jobContract, event, {
    entity: job_id,
    version: STEPS[state],
    time: new Date(completed_at),
    tenant: tenant_id,
    ...causeOf(row, event),
    data,
  })
}

export const deletedEvent = (row: JobRow, at: Date): CloudEvent => {
  const { job_id, tenant_id, state, created_at } = row
  return cloudEvent(jobContract, 'job.deleted', {
    entity: job_id,
    version: DELETED,
    time: at,
    tenant: tenant_id,
    ...causeOf(row, 'job.deleted'),
    data: { job_id, tenant_id, state, created_at, deleted_at: at.toISOString() },
  })
}
