import { GetCommand } from '@aws-sdk/lib-dynamodb'
import {
  type FlagSet,
  type PackedSnapshot,
  PoisonedSnapshot,
  snapshotItemKey,
  unpackSnapshot,
  versionItemKey,
} from '@signet/flags/dynamodb'
import { type TableDeps, unavailable } from '@signet/kernel'
import { type ChainHead, NO_HASH } from '../audit/audit-entry.ts'
import { emptySnapshot, type StoredSnapshot, storedSnapshot } from './stored-flag.ts'
import type { LiveSet } from './verify-log.ts'

type Deps = Pick<TableDeps, 'db' | 'table'>

/** Two rows are read so often at most until they are of one version. */
const READS_MAX = 20

/** Version of the set, 0 before its first flag, and hash of the last entry of its log. */
export const readHead = async ({ db, table }: Deps, set: FlagSet): Promise<ChainHead> => {
  const { Item } = await db.send(new GetCommand({ TableName: table, Key: versionItemKey(set), ConsistentRead: true }))
  return Item ? { version: Number(Item.version), head: String(Item.head) } : { version: 0, head: NO_HASH }
}

/** @throws PoisonedSnapshot when the snapshot is not what was written. */
export const readSnapshot = async ({ db, table }: Deps, set: FlagSet): Promise<StoredSnapshot> => {
  const { Item } = await db.send(new GetCommand({ TableName: table, Key: snapshotItemKey(set), ConsistentRead: true }))
  return Item ? storedSnapshot(await unpackSnapshot(Item as unknown as PackedSnapshot)) : emptySnapshot
}

/** A snapshot that is not what was written is none. */
const readable = (deps: Deps, set: FlagSet): Promise<StoredSnapshot | undefined> =>
  readSnapshot(deps, set).catch((error: unknown) => {
    if (error instanceof PoisonedSnapshot) return undefined
    throw error
  })

/** The rows of a set, read again for as long as writes come between. */
export const readLive = async (deps: Deps, set: FlagSet): Promise<LiveSet> => {
  let seen = ''
  for (let attempt = 0; ; attempt++) {
    const [head, snapshot] = await Promise.all([readHead(deps, set), readable(deps, set)])
    const versions = `${head.version} ${snapshot?.version}`
    if (head.version === snapshot?.version || versions === seen || attempt === READS_MAX) return { head, snapshot }
    seen = versions
  }
}

/**
 * Both as of one moment: a write between the two reads is seen by their versions, and they are read again.
 * @throws Refusal 503 when writes always come between.
 */
export const readBoth = async (deps: Deps, set: FlagSet): Promise<{ head: ChainHead; snapshot: StoredSnapshot }> => {
  for (let attempt = 0; attempt < READS_MAX; attempt++) {
    const [head, snapshot] = await Promise.all([readHead(deps, set), readSnapshot(deps, set)])
    if (head.version === snapshot.version) return { head, snapshot }
  }
  throw unavailable('The flags are being changed by many at once; try again shortly', 1)
}
