import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { FlagSource } from '../propagation/flag-source.ts'
import { type FlagSet, snapshotItemKey, versionItemKey } from './flag-set-keys.ts'
import { type PackedSnapshot, unpackSnapshot } from './packed-snapshot.ts'

export interface SnapshotTableDeps {
  readonly db: Pick<DynamoDBDocumentClient, 'send'>
  readonly table: string
  readonly set: FlagSet
}

/**
 * Reads the snapshots that the admin service writes. A poll costs half a read unit while nothing has changed; each
 * process reads a change once. Reads are eventually consistent: an outdated version is ignored, and a later poll returns
 * the change.
 */
export const dynamoFlagSource = ({ db, table, set }: SnapshotTableDeps): FlagSource => ({
  async readNewer(knownVersion) {
    const { Item: head } = await db.send(new GetCommand({ TableName: table, Key: versionItemKey(set) }))
    if (!head) return knownVersion === undefined ? { version: 0, flags: [], segments: [] } : undefined
    if (knownVersion !== undefined && Number(head.version) <= knownVersion) return undefined
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: snapshotItemKey(set) }))
    return Item ? unpackSnapshot(Item as unknown as PackedSnapshot) : undefined
  },
})
