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
 * Snapshots as the admin service writes them. A question costs half a read unit while nothing changed; a change is read
 * once by each process. Reads are eventually consistent: an answer that lags behind changes nothing, and the next one brings the news.
 */
export const dynamoFlagSource = ({ db, table, set }: SnapshotTableDeps): FlagSource => ({
  async newer(than) {
    const { Item: head } = await db.send(new GetCommand({ TableName: table, Key: versionItemKey(set) }))
    if (!head) return than === undefined ? { version: 0, flags: [], segments: [] } : undefined
    if (than !== undefined && Number(head.version) <= than) return undefined
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: snapshotItemKey(set) }))
    return Item ? unpackSnapshot(Item as unknown as PackedSnapshot) : undefined
  },
})
