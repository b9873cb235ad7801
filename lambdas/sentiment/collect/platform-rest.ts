import type { PlatformFault } from '../platforms/mention.ts'
import type { ListenRow } from './listen-table.ts'

/** Faults that last until the monitor is changed. */
const HALTING: readonly string[] = ['auth_failed', 'bad_query']

/**
 * The consequence of a fault for later cycles: when to ask the platform again, or which version of the monitor it
 * refused.
 */
export const restOf = (
  fault: PlatformFault | undefined,
  version: number,
): Pick<ListenRow, 'wait_until' | 'halted'> => ({
  wait_until: fault?.waitUntil === undefined ? undefined : new Date(fault.waitUntil).toISOString(),
  halted: fault && HALTING.includes(fault.outcome) ? { version, reason: fault.outcome } : undefined,
})
