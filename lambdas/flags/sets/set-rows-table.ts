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

/** Most reads of two rows until both have the same version. */
const READS_MAX = 20

/** Version of the set, 0 before its first flag, and hash of the last entry of its log. */
export const readHead = async ({ db, table }: Deps, set: FlagSet): Promise<ChainHead> => {
  const { Item } = await db.send(new GetCommand({ TableName: table, Key: versionItemKey(set), ConsistentRead: true }))
  return Item ? { version: Number(Item.version), head: String(Item.head) } : { version: 0, head: NO_HASH }
}

/** @throws PoisonedSnapshot if the snapshot was altered */
export const readSnapshot = async ({ db, table }: Deps, set: FlagSet): Promise<StoredSnapshot> => {
  const { Item } = await db.send(new GetCommand({ TableName: table, Key: snapshotItemKey(set), ConsistentRead: true }))
  return Item ? storedSnapshot(await unpackSnapshot(Item as unknown as PackedSnapshot)) : emptySnapshot
}

/** An altered snapshot counts as none. */
const readable = (deps: Deps, set: FlagSet): Promise<StoredSnapshot | undefined> =>
  readSnapshot(deps, set).catch((error: unknown) => {
    if (error instanceof PoisonedSnapshot) return undefined
    throw error
  })

/** The rows of a set; reads are repeated while writes interfere. */
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
 * Both rows at one moment: their versions show a write between the two reads, and then they are read again.
 * @throws Refusal 503 if writes keep interfering
 */
export const readBoth = async (deps: Deps, set: FlagSet): Promise<{ head: ChainHead; snapshot: StoredSnapshot }> => {
  for (let attempt = 0; attempt < READS_MAX; attempt++) {
    const [head, snapshot] = await Promise.all([readHead(deps, set), readSnapshot(deps, set)])
    if (head.version === snapshot.version) return { head, snapshot }
  }
  throw unavailable('The flags are being changed by many requests at once; try again shortly', 1)
}
