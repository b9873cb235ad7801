import type { PlatformFault } from '../platforms/mention.ts'
import type { ListenRow } from './listen-table.ts'

/** Faults that only a change of the monitor ends. */
const HALTING: readonly string[] = ['auth_failed', 'bad_query']

/** What a fault means for the next cycles: when the platform is asked again, or which version it has refused. */
export const restOf = (
  fault: PlatformFault | undefined,
  version: number,
): Pick<ListenRow, 'wait_until' | 'halted'> => ({
  wait_until: fault?.waitUntil === undefined ? undefined : new Date(fault.waitUntil).toISOString(),
  halted: fault && HALTING.includes(fault.outcome) ? { version, reason: fault.outcome } : undefined,
})
