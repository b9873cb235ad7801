import { GetCommand } from '@aws-sdk/lib-dynamodb'
import {
  CorruptSnapshotError,
  type FlagSet,
  type PackedSnapshot,
  snapshotItemKey,
  unpackSnapshot,
  versionItemKey,
} from '@signet/flags/dynamodb'
import { type TableDeps, unavailable } from '@signet/kernel'
import { type ChainHead, NO_HASH } from '../audit/audit-entry.ts'
import { emptySnapshot, type StoredSnapshot, storedSnapshot } from './stored-flag.ts'
import type { LiveSet } from './verify-log.ts'

type Deps = Pick<TableDeps, 'db' | 'table'>

const READS_MAX = 20
const RETRY_SECONDS = 1

type Item = Readonly<Record<string, unknown>> | undefined

const readItem = async ({ db, table }: Deps, Key: Readonly<Record<string, string>>): Promise<Item> => {
  const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
  return Item
}

const headOf = (item: Item): ChainHead =>
  item ? { version: Number(item.version), head: String(item.head) } : { version: 0, head: NO_HASH }

export const readHead = async (deps: Deps, set: FlagSet): Promise<ChainHead> =>
  headOf(await readItem(deps, versionItemKey(set)))

/** @throws CorruptSnapshotError if the snapshot was altered */
const snapshotOf = async (item: Item): Promise<StoredSnapshot> =>
  item ? storedSnapshot(await unpackSnapshot(item as unknown as PackedSnapshot)) : emptySnapshot

/** @throws CorruptSnapshotError if the snapshot was altered */
export const readSnapshot = async (deps: Deps, set: FlagSet): Promise<StoredSnapshot> =>
  snapshotOf(await readItem(deps, snapshotItemKey(set)))

/** Returns undefined for an altered snapshot. */
const readableSnapshot = (item: Item): Promise<StoredSnapshot | undefined> =>
  snapshotOf(item).catch((error: unknown) => {
    if (error instanceof CorruptSnapshotError) return undefined
    throw error
  })

/**
 * Reads the rows of a set. Rows of different versions are read again, because a write may be in progress. If two reads
 * find the same versions, the rows contradict each other and are returned.
 */
export const readLive = async (deps: Deps, set: FlagSet): Promise<LiveSet> => {
  let lastVersions = ''
  for (let attempt = 0; ; attempt++) {
    const [row, packed] = await Promise.all(
      [versionItemKey(set), snapshotItemKey(set)].map((key) => readItem(deps, key)),
    )
    const head = headOf(row)
    const snapshot = await readableSnapshot(packed)
    const live = { head, snapshot, isDigestSame: row?.digest === packed?.digest }
    const versions = `${head.version} ${snapshot?.version}`
    if (head.version === snapshot?.version || versions === lastVersions || attempt === READS_MAX) return live
    lastVersions = versions
  }
}

/**
 * Reads both rows as of one moment. Different versions show a write between the two reads, which are then repeated.
 * @throws Refusal 503 if writes keep interfering
 */
export const readHeadAndSnapshot = async (
  deps: Deps,
  set: FlagSet,
): Promise<{ head: ChainHead; snapshot: StoredSnapshot }> => {
  for (let attempt = 0; attempt < READS_MAX; attempt++) {
    const [head, snapshot] = await Promise.all([readHead(deps, set), readSnapshot(deps, set)])
    if (head.version === snapshot.version) return { head, snapshot }
  }
  throw unavailable('The flags are being changed by many requests at once; try again shortly', RETRY_SECONDS)
}
