import type { Segment } from '@signet/flags'
import type { Actor, AuditAction } from '../audit/audit-entry.ts'
import type { StoredFlag } from './stored-flag.ts'

export interface ChangeContext {
  readonly actor: Actor
  readonly reason?: string | undefined
  readonly requestId?: string | undefined
}

/** One flag after a change; undefined if it was deleted. */
export interface FlagWrite {
  readonly key: string
  readonly action: AuditAction
  readonly flag: StoredFlag | undefined
  /** Replaces the actor's reason, if the change has one. */
  readonly reason?: string | undefined
}

/** One segment after a change; undefined if it was deleted. The write sets its version. */
export interface SegmentWrite {
  readonly key: string
  readonly action: AuditAction
  readonly segment: Segment | undefined
}
