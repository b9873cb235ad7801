import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import type { Canary } from '@signet/flags/canary'
import type { FlagSet } from '@signet/flags/dynamodb'
import type { Actor, AuditAction } from '../audit/audit-entry.ts'
import { canaryContract, flagContract, segmentContract } from '../contract/events.ts'
import type { StoredFlag } from './stored-flag.ts'

export interface ReportedChange {
  readonly key: string
  readonly action: AuditAction
  readonly version: number
  readonly at: string
  readonly actor: Actor
  /** The flag after the change; undefined if it was removed, or for a segment. */
  readonly flag: StoredFlag | undefined
}

const FLAG_EVENTS = {
  created: 'flag.created',
  updated: 'flag.updated',
  reverted: 'flag.reverted',
  deleted: 'flag.deleted',
} as const

const SEGMENT_EVENTS = { segment_written: 'segment.written', segment_deleted: 'segment.deleted' } as const

const CANARY_EVENTS = {
  canary_started: 'canary.started',
  canary_updated: 'canary.updated',
  canary_advanced: 'canary.advanced',
  canary_held: 'canary.held',
  canary_succeeded: 'canary.succeeded',
  canary_rolled_back: 'canary.rolled_back',
  canary_stopped: 'canary.stopped',
} as const

const isOf = <Names extends object>(names: Names, action: string): action is keyof Names & string =>
  Object.hasOwn(names, action)

const canaryOf = ({ key, flag }: ReportedChange): Canary => {
  if (flag?.canary) return flag.canary
  throw new Error(`The flag ${key} has no canary`)
}

/** The event about a change; every action of the log has one. */
export const setEvent = ({ org, environment }: FlagSet, change: ReportedChange): CloudEvent => {
  const { key, action, version, at, actor, flag } = change
  const occasion = { entity: `${org}/${environment}/${key}`, version, time: new Date(at), tenant: org }
  const said = { org, environment, key, version, actor }
  if (isOf(FLAG_EVENTS, action)) {
    const data = { ...said, type: flag?.type ?? null, enabled: flag?.enabled ?? null }
    return cloudEvent(flagContract, FLAG_EVENTS[action], { ...occasion, data })
  }
  if (isOf(SEGMENT_EVENTS, action)) {
    return cloudEvent(segmentContract, SEGMENT_EVENTS[action], { ...occasion, data: said })
  }
  const { id: canaryId, status, percentage, reason = null } = canaryOf(change)
  const data = { ...said, canaryId, status, percentage, reason }
  return cloudEvent(canaryContract, CANARY_EVENTS[action], { ...occasion, data })
}
