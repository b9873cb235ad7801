import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { type Canary, isInCanary } from '@signet/flags/canary'
import { canaryItemKey, type FlagSet, packSnapshot, snapshotItemKey, versionItemKey } from '@signet/flags/dynamodb'
import type { WriteStep } from '@signet/kernel'
import { type Actor, type AuditAction, type AuditEntry, type ChainHead, withHash } from '../audit/audit-entry.ts'
import { auditSteps } from '../audit/audit-table.ts'
import { canaryContract, flagContract, segmentContract } from '../contract/events.ts'
import { openCanaryEntry } from './open-canaries-table.ts'
import { exceededLimit, type SetFull, setFull } from './set-full.ts'
import type { ChangeContext, FlagWrite, SegmentWrite } from './set-write.ts'
import { flagOf, type StoredFlag, type StoredSnapshot, segmentOf, withFlag, withSegment } from './stored-flag.ts'

interface ReportedChange {
  readonly key: string
  readonly action: AuditAction
  readonly version: number
  readonly at: string
  readonly actor: Actor
  /** The flag after the change; undefined for a deleted flag or a segment. */
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

const isActionOf = <Names extends object>(names: Names, action: string): action is keyof Names & string =>
  Object.hasOwn(names, action)

const canaryOf = ({ key, flag }: ReportedChange): Canary => {
  if (flag?.canary) return flag.canary
  throw new Error(`The flag ${key} has no canary`)
}

/** Returns the event of a change. Every action of the log has one. */
const setEvent = ({ org, environment }: FlagSet, change: ReportedChange): CloudEvent => {
  const { key, action, version, at, actor, flag } = change
  const eventSource = { entity: `${org}/${environment}/${key}`, version, time: new Date(at), tenant: org }
  const commonData = { org, environment, key, version, actor }
  if (isActionOf(FLAG_EVENTS, action)) {
    const data = { ...commonData, type: flag?.type ?? null, enabled: flag?.enabled ?? null }
    return cloudEvent(flagContract, FLAG_EVENTS[action], { ...eventSource, data })
  }
  if (isActionOf(SEGMENT_EVENTS, action)) {
    return cloudEvent(segmentContract, SEGMENT_EVENTS[action], { ...eventSource, data: commonData })
  }
  const { id: canaryId, status, percentage, reason = null } = canaryOf(change)
  const data = { ...commonData, canaryId, status, percentage, reason }
  return cloudEvent(canaryContract, CANARY_EVENTS[action], { ...eventSource, data })
}

export interface SetChange {
  readonly subject: 'flag' | 'segment'
  readonly key: string
  readonly action: AuditAction
  readonly at: string
  readonly before: object | undefined
  readonly after: object | undefined
  /** The snapshot after the change, with the version before it. */
  readonly next: StoredSnapshot
  readonly reason?: string | undefined
  /** The write of the index of open canaries, if the flag had or has one. */
  readonly extraSteps: readonly WriteStep[]
}

interface SetChangeContext {
  readonly table: string
  readonly set: FlagSet
  readonly now: Date
}

export const eventOf = (set: FlagSet, head: ChainHead, change: SetChange, { actor }: ChangeContext): CloudEvent => {
  const { subject, key, action, at, after } = change
  const flag = subject === 'flag' ? (after as StoredFlag | undefined) : undefined
  return setEvent(set, { key, action, version: head.version + 1, at, actor, flag })
}

/** Sorts a paused canary, which has no due time, after all others. */
const PAUSED_SORT_KEY = '9999'

const canaryStep = ({ table, set }: SetChangeContext, { key, flag }: FlagWrite, hadCanary: boolean): WriteStep[] => {
  const Key = canaryItemKey(set, key)
  const canary = flag?.canary
  if (!flag || !canary || !isInCanary(flag)) return hadCanary ? [{ Delete: { TableName: table, Key } }] : []
  const indexEntry = openCanaryEntry({ ...set, key, nextAt: canary.nextAt ?? PAUSED_SORT_KEY })
  return [{ Put: { TableName: table, Item: { ...Key, ...indexEntry, canary_id: canary.id, ...set, key } } }]
}

export const flagChange = (changeContext: SetChangeContext, snapshot: StoredSnapshot, write: FlagWrite): SetChange => {
  const { key, action, flag, reason } = write
  const at = changeContext.now.toISOString()
  const before = flagOf(snapshot, key)
  const version = snapshot.version + 1
  const after = flag && { ...flag, version, createdAt: before?.createdAt ?? at, updatedAt: at }
  const extraSteps = canaryStep(changeContext, { key, action, flag: after }, before !== undefined && isInCanary(before))
  return { subject: 'flag', key, action, at, before, after, reason, next: withFlag(snapshot, key, after), extraSteps }
}

export const segmentChange = (now: Date, snapshot: StoredSnapshot, write: SegmentWrite): SetChange => {
  const { key, action, segment } = write
  const before = segmentOf(snapshot, key)
  const after = segment && { ...segment, version: snapshot.version + 1 }
  const next = withSegment(snapshot, key, after)
  return { subject: 'segment', key, action, at: now.toISOString(), before, after, next, extraSteps: [] }
}

const entryOf = (head: ChainHead, change: SetChange, { actor, reason, requestId }: ChangeContext): AuditEntry => {
  const { action, before, after, at } = change
  return withHash({
    sequence: head.version + 1,
    key: change.subject === 'flag' ? change.key : `segment:${change.key}`,
    action,
    at,
    actor,
    reason: change.reason ?? reason ?? null,
    requestId: requestId ?? null,
    before: before ? { ...before } : null,
    after: after ? { ...after } : null,
    previousHash: head.head,
  })
}

/** Returns the writes of a change. They create the version after the one that was read. */
export const changeSteps = async (
  { table, set }: Omit<SetChangeContext, 'now'>,
  head: ChainHead,
  change: SetChange,
  context: ChangeContext,
): Promise<readonly WriteStep[] | SetFull> => {
  const entry = entryOf(head, change, context)
  const version = head.version + 1
  const next = { ...change.next, version }
  const packed = await packSnapshot(next)
  const exceeded = change.after === undefined ? undefined : exceededLimit(next, packed)
  if (exceeded !== undefined) return setFull(exceeded)
  const versionPut: WriteStep = {
    Put: {
      TableName: table,
      Item: { ...versionItemKey(set), version, head: entry.hash, digest: packed.digest, updated_at: change.at },
      ConditionExpression: 'attribute_not_exists(pk) OR version = :seen',
      ExpressionAttributeValues: { ':seen': head.version },
    },
  }
  const snapshotPut: WriteStep = { Put: { TableName: table, Item: { ...snapshotItemKey(set), ...packed } } }
  return [versionPut, snapshotPut, ...auditSteps(table, set, entry), ...change.extraSteps]
}
