import type { FunctionAccess } from '@signet/kernel/access'
import {
  BILLING_SIGNALS,
  FUNCTION_URL_SIGNALS,
  JOB_SIGNALS,
  messageSignals,
  READ_SIGNALS,
  RUN_SIGNALS,
  type Signal,
} from './signals.ts'

/** Maximum deliveries of a message. It then goes to the dead-letter queue. */
export const RECEIVES_MAX = 5

/**
 * Functions for which an error is normal: a painter throws, so that the state machine retries the step. The final state
 * of jobs is watched instead.
 */
const THROWING = ['images-paint']

const ENDING_JOBS = ['images-api', 'images-encode', 'images-settle', 'images-sweep']

/** Returns the log lines of a function that count in the metrics of the stage. */
export const functionSignals = (bundle: string, access: FunctionAccess): readonly Signal[] => [
  ...(THROWING.includes(bundle) ? [] : RUN_SIGNALS),
  ...(access.queue ? messageSignals(RECEIVES_MAX) : []),
  ...(access.url ? FUNCTION_URL_SIGNALS : []),
  ...(access.serves && !access.streams && !access.url ? READ_SIGNALS : []),
  ...(ENDING_JOBS.includes(bundle) ? JOB_SIGNALS : []),
  ...(BILLING_SIGNALS[bundle] ?? []),
]
