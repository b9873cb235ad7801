import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { CloudEvent } from '@signet/contracts/events'
import type { Outbox } from '@signet/events'
import type { Segment } from '@signet/flags'
import { isInCanary } from '@signet/flags/canary'
import {
  canaryItemKey,
  type FlagSet,
  type PackedSnapshot,
  PoisonedSnapshot,
  packSnapshot,
  snapshotItemKey,
  unpackSnapshot,
  versionItemKey,
} from '@signet/flags/dynamodb'
import { Refusal, type TableDeps, transact, unavailable, type WriteStep } from '@signet/kernel'
import {
  type Actor,
  type AuditAction,
  type AuditEntry,
  type ChainHead,
  chained,
  NO_HASH,
} from '../audit/audit-entry.ts'
import { auditSteps } from '../audit/audit-table.ts'
import { openCanaryEntry } from './open-canaries-table.ts'
import { setEvent } from './set-event.ts'
import { type SetFull, setFull, tooMuch } from './set-full.ts'
import {
  emptySnapshot,
  flagOf,
  type StoredFlag,
  type StoredSegment,
  type StoredSnapshot,
  segmentOf,
  settled,
  storedSnapshot,
  withFlag,
  withSegment,
} from './stored-flag.ts'
import type { LiveSet } from './verify-log.ts'

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

export interface FlagSetTable {
  read(set: FlagSet): Promise<StoredSnapshot>
  /** What the rows of the set say, also where they contradict each other. */
  live(set: FlagSet): Promise<LiveSet>
  /** Version of the set, 0 before its first flag, and hash of the last entry of its log. */
  head(set: FlagSet): Promise<ChainHead>
  /**
   * Changes one flag: the flag, the snapshot that propagates, its version, the log, what finds running canaries and the
   * event that tells of it are written together or not at all. `propose` sees the newest snapshot, and is asked again
   * whenever another write was faster; undefined from it writes nothing. The flag it returns gets its version and times here.
   *
   * @returns the flag as written (undefined: removed, or nothing was proposed); the refusal that was proposed, or 409
   * when the set is full.
   * @throws Refusal 503 when it stays busy.
   */
  change<R extends Refusal = never>(
    set: FlagSet,
    context: ChangeContext,
    propose: (snapshot: StoredSnapshot) => FlagWrite | R | undefined,
  ): Promise<StoredFlag | R | SetFull | undefined>
  /** Removes one flag, in the same way; a set that gets smaller is never full. */
  remove<R extends Refusal = never>(
    set: FlagSet,
    context: ChangeContext,
    propose: (snapshot: StoredSnapshot) => FlagWrite | R,
  ): Promise<R | undefined>
  /** As `change`, for a segment. */
  changeSegment<R extends Refusal = never>(
    set: FlagSet,
    context: ChangeContext,
    propose: (snapshot: StoredSnapshot) => SegmentWrite | R,
  ): Promise<StoredSegment | R | SetFull | undefined>
  /** As `remove`, for a segment. */
  removeSegment<R extends Refusal = never>(
    set: FlagSet,
    context: ChangeContext,
    propose: (snapshot: StoredSnapshot) => SegmentWrite | R,
  ): Promise<R | undefined>
}

/** What one write makes of a set. */
interface SetChange {
  readonly subject: 'flag' | 'segment'
  readonly key: string
  readonly action: AuditAction
  readonly at: string
  readonly before: object | undefined
  readonly after: object | undefined
  readonly next: StoredSnapshot
  readonly reason?: string | undefined
  /** Further rows that change with it. */
  readonly also: readonly WriteStep[]
}

interface Written {
  readonly change: SetChange
  readonly events: readonly CloudEvent[]
}

const eventOf = (set: FlagSet, head: ChainHead, change: SetChange, { actor }: ChangeContext): CloudEvent => {
  const { subject, key, action, at, after } = change
  const flag = subject === 'flag' ? (after as StoredFlag | undefined) : undefined
  return setEvent(set, { key, action, version: head.version + 1, at, actor, flag })
}

/** Two rows are read so often at most until they are of one version. */
const READS_MAX = 20

/** Of a canary that waits for nobody: behind every time. */
const PAUSED = '9999'

/** Canaries are found by the time at which their next stage is due. */
const canaryStep = (table: string, set: FlagSet, { key, flag }: FlagWrite, had: boolean): WriteStep[] => {
  const Key = canaryItemKey(set, key)
  const canary = flag?.canary
  if (!flag || !canary || !isInCanary(flag)) return had ? [{ Delete: { TableName: table, Key } }] : []
  const due = openCanaryEntry({ ...set, key, nextAt: canary.nextAt ?? PAUSED })
  return [{ Put: { TableName: table, Item: { ...Key, ...due, canary_id: canary.id, ...set, key } } }]
}

/** Flag sets over the one table. */
export const flagSetTable = (deps: TableDeps & { readonly outbox: Outbox }): FlagSetTable => {
  const { db, table, now, outbox } = deps

  const readHead = async (set: FlagSet): Promise<ChainHead> => {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: versionItemKey(set), ConsistentRead: true }))
    return Item ? { version: Number(Item.version), head: String(Item.head) } : { version: 0, head: NO_HASH }
  }

  const read = async (set: FlagSet): Promise<StoredSnapshot> => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: snapshotItemKey(set), ConsistentRead: true }),
    )
    return Item ? storedSnapshot(await unpackSnapshot(Item as unknown as PackedSnapshot)) : emptySnapshot
  }

  /** A snapshot that is not what was written is none. */
  const readable = (set: FlagSet): Promise<StoredSnapshot | undefined> =>
    read(set).catch((error: unknown) => {
      if (error instanceof PoisonedSnapshot) return undefined
      throw error
    })

  /** The rows of a set, read again for as long as writes come between. */
  const live = async (set: FlagSet): Promise<LiveSet> => {
    let seen = ''
    for (let attempt = 0; ; attempt++) {
      const [head, snapshot] = await Promise.all([readHead(set), readable(set)])
      const versions = `${head.version} ${snapshot?.version}`
      if (head.version === snapshot?.version || versions === seen || attempt === READS_MAX) return { head, snapshot }
      seen = versions
    }
  }

  /** Both as of one moment: a write between the two reads is seen by their versions, and they are read again. */
  const readBoth = async (set: FlagSet): Promise<{ head: ChainHead; snapshot: StoredSnapshot }> => {
    for (let attempt = 0; attempt < READS_MAX; attempt++) {
      const [head, snapshot] = await Promise.all([readHead(set), read(set)])
      if (head.version === snapshot.version) return { head, snapshot }
    }
    throw unavailable('The flags are being changed by many at once; try again shortly', 1)
  }

  /** Everything that a change writes; its place in the set is that after the version that was seen. */
  const stepsOf = async (
    set: FlagSet,
    head: ChainHead,
    change: SetChange,
    { actor, reason, requestId }: ChangeContext,
  ) => {
    const { action, before, after, at } = change
    const key = change.subject === 'flag' ? change.key : `segment:${change.key}`
    const why = change.reason ?? reason ?? null
    const version = head.version + 1
    const entry: AuditEntry = chained({
      sequence: version,
      key,
      action,
      at,
      actor,
      reason: why,
      requestId: requestId ?? null,
      before: before ? { ...before } : null,
      after: after ? { ...after } : null,
      previousHash: head.head,
    })
    const next = { ...change.next, version }
    const packed = await packSnapshot(next)
    const over = after === undefined ? undefined : tooMuch(next, packed)
    if (over !== undefined) return setFull(over)
    const versionPut: WriteStep = {
      Put: {
        TableName: table,
        Item: { ...versionItemKey(set), version, head: entry.hash, digest: packed.digest, updated_at: at },
        ConditionExpression: 'attribute_not_exists(pk) OR version = :seen',
        ExpressionAttributeValues: { ':seen': head.version },
      },
    }
    const snapshotPut: WriteStep = { Put: { TableName: table, Item: { ...snapshotItemKey(set), ...packed } } }
    return [versionPut, snapshotPut, ...auditSteps(table, set, entry), ...change.also]
  }

  const flagChange = (set: FlagSet, snapshot: StoredSnapshot, { key, action, flag, reason }: FlagWrite): SetChange => {
    const at = now().toISOString()
    const before = flagOf(snapshot, key)
    const version = snapshot.version + 1
    const after = flag && { ...flag, version, createdAt: before?.createdAt ?? at, updatedAt: at }
    const also = canaryStep(table, set, { key, action, flag: after }, before !== undefined && isInCanary(before))
    return { subject: 'flag', key, action, at, before, after, reason, next: withFlag(snapshot, key, after), also }
  }

  const segmentChange = (snapshot: StoredSnapshot, { key, action, segment }: SegmentWrite): SetChange => {
    const before = segmentOf(snapshot, key)
    const after = segment && { ...segment, version: snapshot.version + 1 }
    const at = now().toISOString()
    const next = withSegment(snapshot, key, after)
    return { subject: 'segment', key, action, at, before, after, next, also: [] }
  }

  /** Proposes again for as long as others are faster; undefined: nothing was proposed. */
  const write = async <R extends Refusal>(
    set: FlagSet,
    context: ChangeContext,
    propose: (snapshot: StoredSnapshot) => SetChange | R | undefined,
  ): Promise<SetChange | R | SetFull | undefined> => {
    const written = await transact<Written | R | SetFull | undefined>(deps, async () => {
      const { head, snapshot } = await readBoth(set)
      const change = propose(snapshot)
      if (change === undefined || change instanceof Refusal) return { result: change }
      const events = [eventOf(set, head, change, context)]
      const own = await stepsOf(set, head, change, context)
      if (own instanceof Refusal) return { result: own }
      return { steps: [...own, ...outbox.steps(events)], result: { change, events } }
    })
    if (written === undefined || written instanceof Refusal) return written
    await outbox.publish(written.events)
    return written.change
  }

  const change: FlagSetTable['change'] = async (set, context, propose) => {
    const written = await write(set, context, (snapshot) => {
      const proposed = propose(settled(snapshot, now()))
      return proposed === undefined || proposed instanceof Refusal ? proposed : flagChange(set, snapshot, proposed)
    })
    return written instanceof Refusal ? written : (written?.after as StoredFlag | undefined)
  }
  const changeSegment: FlagSetTable['changeSegment'] = async (set, context, propose) => {
    const written = await write(set, context, (snapshot) => {
      const proposed = propose(snapshot)
      return proposed instanceof Refusal ? proposed : segmentChange(snapshot, proposed)
    })
    return written instanceof Refusal ? written : (written?.after as StoredSegment | undefined)
  }
  /** What is removed fills nothing, so that only the refusal that was proposed is left. */
  const ofRemoval = <R extends Refusal>(result: object | undefined): R | undefined =>
    result instanceof Refusal ? (result as R) : undefined

  return {
    read,
    live,
    head: readHead,
    change,
    changeSegment,
    remove: async (set, context, propose) => ofRemoval(await change(set, context, propose)),
    removeSegment: async (set, context, propose) => ofRemoval(await changeSegment(set, context, propose)),
  }
}
