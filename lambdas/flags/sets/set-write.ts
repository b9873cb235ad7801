import type { Segment } from '@signet/flags'
import type { Actor, AuditAction } from '../audit/audit-entry.ts'
import type { StoredFlag } from './stored-flag.ts'

/** Who asks for a change, and why, as the log will tell it. */
export interface ChangeContext {
  readonly actor: Actor
  readonly reason?: string | undefined
  readonly requestId?: string | undefined
}

/** One flag as a change leaves it; undefined: removed. */
export interface FlagWrite {
  readonly key: string
  readonly action: AuditAction
  readonly flag: StoredFlag | undefined
  /** Instead of the reason of whoever asked: why this came of it. */
  readonly reason?: string | undefined
}

/** One segment as a change leaves it; undefined: removed. It gets its version with the write. */
export interface SegmentWrite {
  readonly key: string
  readonly action: AuditAction
  readonly segment: Segment | undefined
}
