import type { Clock, Log, Metrics } from '@signet/kernel'
import type { ImageBucket } from '../images/image-bucket.ts'
import { imageKeys, variantKeys } from '../images/image-keys.ts'
import type { JobKey } from '../jobs/job-keys.ts'
import { isFault, recordOutcome } from '../jobs/job-outcome.ts'
import { isTerminal, type JobRow } from '../jobs/job-row.ts'
import type { JobTable } from '../jobs/job-table.ts'
import type { PublishEnd } from '../jobs/publish-end.ts'

export interface SettleDeps {
  readonly jobs: JobTable
  readonly bucket: ImageBucket
  readonly publishEnd: PublishEnd
  readonly now: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** A failure as Step Functions catches it: the error's name, and Lambda's description as JSON. */
export interface CaughtFailure {
  readonly Error: string
  readonly Cause: string
}

/** The reason that the job's owner sees. */
export interface FailureReason {
  readonly error: string
  readonly error_code: string
}

/** Refusals cross Lambda as `code: sentence`; both ends are our code. */
const TYPED = /^([a-z_]+): (.+)$/s

const GENERIC: FailureReason = { error: 'The image could not be made; please try again', error_code: 'internal' }

const TOOK_TOO_LONG: FailureReason = {
  error: 'The image took too long; please try again',
  error_code: 'provider_timeout',
}

/**
 * Time-outs by the names that the state machine, Lambda and a step's own signal use. A map, not an object: an error may
 * have any name, even `constructor`.
 */
const BY_NAME: ReadonlyMap<string, FailureReason> = new Map([
  ['States.Timeout', TOOK_TOO_LONG],
  ['Sandbox.Timedout', TOOK_TOO_LONG],
  ['TimeoutError', TOOK_TOO_LONG],
])

const messageOf = (cause: string): string => {
  try {
    const { errorMessage } = JSON.parse(cause) as { errorMessage?: unknown }
    return typeof errorMessage === 'string' ? errorMessage : ''
  } catch {
    return ''
  }
}

/** Turns a caught failure into a reason for the owner. Only typed refusals are repeated, never a stack. */
export const failureReason = ({ Error: name, Cause: cause }: CaughtFailure): FailureReason => {
  if (name === 'PaintingRefused' || name === 'EncodingRefused') {
    const [, code, sentence] = TYPED.exec(messageOf(cause)) ?? []
    if (code && sentence) return { error: sentence, error_code: code }
  }
  return BY_NAME.get(name) ?? GENERIC
}

/** An encoding failure keeps the master, so that encoding can be repeated without painting again. */
const removeObjects = async ({ bucket }: SettleDeps, { state, job_id }: JobRow): Promise<void> => {
  if (state === 'failed') await bucket.remove(...imageKeys(job_id))
  if (state === 'failed_encoding') await bucket.remove(...variantKeys(job_id))
}

/**
 * How a job was settled. `fault`: it failed, and we or a vendor are why; the execution then fails, too, with this code.
 */
export type Settled =
  | { readonly outcome: JobRow['state'] | 'gone'; readonly verdict: 'ended' }
  | { readonly outcome: JobRow['state']; readonly verdict: 'fault'; readonly error_code: string }

/**
 * Ends a job that cannot be completed: failed before there is a picture, failed_encoding after. A second run changes
 * nothing but repeats the clean-up, in case the first was interrupted before it.
 */
export const settleJob =
  (deps: SettleDeps) =>
  async (key: JobKey, reason: FailureReason): Promise<Settled> => {
    const { jobs, now, log, metrics } = deps
    const row = await jobs.get(key)
    if (!row) return { outcome: 'gone', verdict: 'ended' }
    const isOpen = !isTerminal(row)
    const settled = isOpen ? await jobs.move(row, 'fail', { ...reason, completed_at: now().toISOString() }) : row
    if (!settled) return settleJob(deps)(key, reason)
    await removeObjects(deps, settled)
    await deps.publishEnd(settled)
    const { state, error_code = 'internal' } = settled
    if (isOpen) {
      log.warn('a job failed', { from: row.state, ...reason })
      recordOutcome(metrics, settled)
    }
    return state !== 'completed' && isFault(error_code)
      ? { outcome: state, verdict: 'fault', error_code }
      : { outcome: state, verdict: 'ended' }
  }
