import type { FunctionAccess } from '@signet/kernel/access'
import {
  BILLING_SIGNALS,
  JOB_SIGNALS,
  messageSignals,
  OWN_ADDRESS_SIGNALS,
  READ_SIGNALS,
  RUN_SIGNALS,
  type Signal,
} from './signals.ts'

/** How often a queue gives out a message before it goes to the dead letters. */
export const RECEIVES = 5

/**
 * Functions that throw in the course of things: a painter's failure is thrown so that the state machine tries the step
 * again. Whether jobs succeed in the end is watched instead.
 */
const THROWING = ['images-paint']

const ENDING_JOBS = ['images-api', 'images-encode', 'images-settle', 'images-sweep']

/** The lines of a function's log that count in the metrics of the stage. */
export const functionSignals = (bundle: string, access: FunctionAccess): readonly Signal[] => [
  ...(THROWING.includes(bundle) ? [] : RUN_SIGNALS),
  ...(access.queue ? messageSignals(RECEIVES) : []),
  ...(access.url ? OWN_ADDRESS_SIGNALS : []),
  ...(access.serves && !access.streams && !access.url ? READ_SIGNALS : []),
  ...(ENDING_JOBS.includes(bundle) ? JOB_SIGNALS : []),
  ...(BILLING_SIGNALS[bundle] ?? []),
]
