import { GetCommand } from '@aws-sdk/lib-dynamodb'
import {
  canaryItemKey,
  type FlagSet,
  PACKED_BYTES_MAX,
  type PackedSnapshot,
  packSnapshot,
  snapshotItemKey,
  unpackSnapshot,
  versionItemKey,
} from '@signet/flags/dynamodb'
import { Refusal, type TableDeps, unavailable, type WriteStep, writeContended } from '@signet/kernel'
import {
  type Actor,
  type AuditAction,
  type AuditEntry,
  type ChainHead,
  chained,
  NO_HASH,
} from '../audit/audit-entry.ts'
import { auditSteps } from '../audit/audit-table.ts'
import { openCanaryEntry } from '../canary/open-canaries-table.ts'
import { emptySnapshot, flagOf, type StoredFlag, type StoredSnapshot, withFlag } from './stored-flag.ts'

/** Flags of one set. */
export const FLAGS_MAX = 2000

/** Who asks for a change, and why, as the log will tell it. */
export interface Occasion {
  readonly actor: Actor
  readonly reason?: string | undefined
  readonly requestId?: string | undefined
}

/** One flag as a change leaves it; undefined: removed. */
export interface FlagWrite {
  readonly key: string
  readonly action: AuditAction
  readonly flag: StoredFlag | undefined
}

export interface FlagSetTable {
  read(set: FlagSet): Promise<StoredSnapshot>
  /** Version of the set, 0 before its first flag, and hash of the last entry of its log. */
  head(set: FlagSet): Promise<ChainHead>
  /**
   * Changes one flag: the flag, the snapshot that propagates, its version, the log and what finds running canaries are
   * written together or not at all. `propose` sees the newest snapshot, and is asked again whenever another write was
   * faster; undefined from it writes nothing. The flag it returns gets its version and times here.
   *
   * @returns the flag as written (undefined: removed, or nothing was proposed).
   * @throws Refusal what `propose` throws; 409 when the set is full; 503 when it stays busy.
   */
  change(
    set: FlagSet,
    occasion: Occasion,
    propose: (snapshot: StoredSnapshot) => FlagWrite | undefined,
  ): Promise<StoredFlag | undefined>
}

const setFull = (what: string): Refusal =>
  new Refusal(409, { error: `The set would hold more than ${what}: remove flags first`, code: 'flag_set_full' })

/** When canaries were last heard of: whoever looks after them goes by the time at which the next stage is due. */
const canaryStep = (table: string, set: FlagSet, { key, flag }: FlagWrite, had: boolean): WriteStep[] => {
  const Key = canaryItemKey(set, key)
  const canary = flag?.canary
  if (canary?.status !== 'running') return had ? [{ Delete: { TableName: table, Key } }] : []
  const due = openCanaryEntry({ ...set, key, nextAt: String(canary.nextAt) })
  return [{ Put: { TableName: table, Item: { ...Key, ...due, canary_id: canary.id, ...set, key } } }]
}

/** Flag sets over the one table. */
export const flagSetTable = (deps: TableDeps): FlagSetTable => {
  const { db, table, now } = deps

  const readHead = async (set: FlagSet): Promise<ChainHead> => {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: versionItemKey(set), ConsistentRead: true }))
    return Item ? { version: Number(Item.version), head: String(Item.head) } : { version: 0, head: NO_HASH }
  }

  const read = async (set: FlagSet): Promise<StoredSnapshot> => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: snapshotItemKey(set), ConsistentRead: true }),
    )
    return Item ? ((await unpackSnapshot(Item as unknown as PackedSnapshot)) as StoredSnapshot) : emptySnapshot
  }

  /** Both as of one moment: a write between the two reads is seen by their versions, and they are read again. */
  const readBoth = async (set: FlagSet): Promise<{ head: ChainHead; snapshot: StoredSnapshot }> => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const [head, snapshot] = await Promise.all([readHead(set), read(set)])
      if (head.version === snapshot.version) return { head, snapshot }
    }
    throw unavailable('The flags are being changed by many at once; try again shortly', 1)
  }

  const stepsOf = async (
    set: FlagSet,
    { head, snapshot }: { head: ChainHead; snapshot: StoredSnapshot },
    write: FlagWrite,
    occasion: Occasion,
  ) => {
    const at = now().toISOString()
    const version = head.version + 1
    const before = flagOf(snapshot, write.key)
    const flag = write.flag && { ...write.flag, version, createdAt: before?.createdAt ?? at, updatedAt: at }
    const entry: AuditEntry = chained({
      sequence: version,
      key: write.key,
      action: write.action,
      at,
      actor: occasion.actor,
      reason: occasion.reason ?? null,
      requestId: occasion.requestId ?? null,
      before: before ? { ...before } : null,
      after: flag ? { ...flag } : null,
      previousHash: head.head,
    })
    const next = { ...withFlag(snapshot, write.key, flag), version }
    if (next.flags.length > FLAGS_MAX) throw setFull(`${FLAGS_MAX} flags`)
    const packed = await packSnapshot(next)
    if (packed.packed.length > PACKED_BYTES_MAX) throw setFull(`${PACKED_BYTES_MAX} bytes, packed`)
    const steps: WriteStep[] = [
      {
        Put: {
          TableName: table,
          Item: { ...versionItemKey(set), version, head: entry.hash, digest: packed.digest, updated_at: at },
          ConditionExpression: 'attribute_not_exists(pk) OR version = :seen',
          ExpressionAttributeValues: { ':seen': head.version },
        },
      },
      { Put: { TableName: table, Item: { ...snapshotItemKey(set), ...packed } } },
      ...auditSteps(table, set, entry),
      ...canaryStep(table, set, { ...write, flag }, before?.canary?.status === 'running'),
    ]
    return { flag, steps }
  }

  return {
    read,
    head: readHead,
    async change(set, occasion, propose) {
      let written: StoredFlag | undefined
      await writeContended<'nothing'>(deps, async () => {
        const seen = await readBoth(set)
        const write = propose(seen.snapshot)
        written = undefined
        if (!write) return { outcome: 'nothing' }
        const { flag, steps } = await stepsOf(set, seen, write, occasion)
        written = flag
        return { steps }
      })
      return written
    },
  }
}
