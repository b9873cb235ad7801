import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type KeyRow, keyItemKey, Refusal, type TableDeps, type WriteStep, writeContended } from '@signet/kernel'
import type { ServiceKeyView } from '../contract/keys.ts'

/** Keys of one organisation. */
export const KEYS_MAX = 50

/** A key as it is kept: never itself, only its digest. */
export interface ServiceKeyRow extends ServiceKeyView {
  readonly org: string
  readonly userId: string
  readonly digest: string
}

/** Partition that lists the keys of an organisation. */
const partition = (org: string): string => `ORGKEY#${org}`

/** Primary key of a key in its organisation's list. */
export const serviceKeyItemKey = (org: string, id: string) => ({ pk: partition(org), sk: `KEY#${id}` })

export interface ServiceKeyTable {
  /** The key and its place in the list are written together. @throws Refusal 409 at the limit. */
  add(row: ServiceKeyRow): Promise<void>
  /** Newest first. */
  list(org: string): Promise<readonly ServiceKeyRow[]>
  /** Both are removed together; false when the organisation has no such key. */
  remove(org: string, id: string): Promise<boolean>
}

/** Service keys over the one table. */
export const serviceKeyTable = (deps: TableDeps): ServiceKeyTable => {
  const { db, table } = deps

  const list: ServiceKeyTable['list'] = async (org) => {
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': partition(org) },
        ScanIndexForward: false,
        ConsistentRead: true,
      }),
    )
    return Items as ServiceKeyRow[]
  }

  const write = (steps: readonly WriteStep[]): Promise<unknown> => writeContended<never>(deps, async () => ({ steps }))

  return {
    list,
    async add(row) {
      const known = await list(row.org)
      // Two at once may pass it by one: the limit keeps lists short, it guards no right.
      if (known.length >= KEYS_MAX) {
        const error = `An organisation has at most ${KEYS_MAX} keys: revoke one first`
        throw new Refusal(409, { error, code: 'key_limit_reached' })
      }
      const { org, userId, scopes, prefix, createdAt, digest, id } = row
      const key: KeyRow = { tenant_id: org, org_id: org, user_id: userId, scopes, plan: 'free' }
      const fresh = { TableName: table, ConditionExpression: 'attribute_not_exists(pk)' }
      await write([
        { Put: { ...fresh, Item: { ...keyItemKey(digest), ...key, prefix, created_at: createdAt } } },
        { Put: { ...fresh, Item: { ...serviceKeyItemKey(org, id), ...row } } },
      ])
    },
    async remove(org, id) {
      const Key = serviceKeyItemKey(org, id)
      const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
      if (!Item) return false
      await write([
        { Delete: { TableName: table, Key: keyItemKey(String(Item.digest)) } },
        { Delete: { TableName: table, Key } },
      ])
      return true
    },
  }
}
