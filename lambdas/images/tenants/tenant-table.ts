import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { type CloudEvent, cloudEvent } from '@signet/contracts/events'
import { type KeyRow, keyItemKey } from '@signet/identity'
import {
  decodeCursor,
  encodeCursor,
  epochSeconds,
  type IdempotencyKey,
  idempotency,
  type KeyMismatch,
  Refusal,
  refusal,
  rowKey,
  type TableDeps,
  transact,
  type WriteStep,
} from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { literalStart, partitionOf } from '@signet/kernel/row-kind'
import { tenantContract } from '../contract/tenant-events.ts'
import { tenantCountRow, tenantRow } from '../contract/tenant-rows.ts'
import type { TenantRow } from './tenant-row.ts'

/** The partition of a user's rows; IAM roles are narrowed to its prefix. */
const userPartition = (userId: string): string => partitionOf(tenantRow, { user: userId })

const TENANT_PREFIX = literalStart(tenantRow.keys.sk)

const tenantEvent = (name: 'tenant.created' | 'tenant.key_rotated', row: TenantRow): CloudEvent => {
  const { tenant_id, user_id, account_id, api_key_prefix, created_at, rotated_at = null, rotations = 0 } = row
  return cloudEvent(tenantContract, name, {
    entity: tenant_id,
    version: 1 + rotations,
    time: new Date(rotated_at ?? created_at),
    tenant: tenant_id,
    data: { tenant_id, user_id, account_id, api_key_prefix, created_at, rotated_at },
  })
}

export interface DerivedKey {
  readonly digest: string
  readonly prefix: string
  readonly salt: string
}

/**
 * A tenant after a write. For a repeated request: the result of the first one, with the salt to derive the same key.
 */
export interface TenantWrite {
  readonly row: TenantRow
  readonly salt: string
  readonly isReplay: boolean
}

export interface RotationChange {
  readonly oldKeyUntil: string | undefined
  readonly dailyBudget?: number | null | undefined
  readonly idempotencyKey: IdempotencyKey | undefined
}

export interface TenantTable {
  /** Reads the user's tenant (strongly consistent); undefined if it is absent or belongs to another user. */
  get(userId: string, tenantId: string): Promise<TenantRow | undefined>
  /** Lists the user's tenants, newest first. */
  list(
    userId: string,
    limit: number,
    cursor: string | undefined,
  ): Promise<{ readonly rows: readonly TenantRow[]; readonly nextCursor: string | null }>
  /**
   * Writes the tenant, its key and the user's number of tenants together. Refuses with 409 at the limit, and with 422
   * if the idempotency key belongs to another request.
   */
  create(
    row: TenantRow,
    salt: string,
    idempotencyKey: IdempotencyKey | undefined,
  ): Promise<TenantWrite | TooManyTenants | KeyMismatch>
  /**
   * Replaces the key. The old key is accepted until `oldKeyUntil`, or not at all; any earlier key is revoked. A new
   * daily budget applies to the new key; null removes it. Returns undefined if the user has no such tenant. Refuses
   * with 422 if the idempotency key belongs to another request.
   */
  rotate(
    tenant: { readonly userId: string; readonly tenantId: string },
    key: DerivedKey,
    change: RotationChange,
  ): Promise<TenantWrite | KeyMismatch | undefined>
}

export const TENANTS_MAX = 20

export type TooManyTenants = Refusal<'tenant_limit_reached'>

const limitReached = (): TooManyTenants =>
  refusal('tenant_limit_reached', `A user can have at most ${TENANTS_MAX} tenants`)

const stripKeys = (item: Record<string, unknown>): TenantRow => {
  const { pk: _pk, sk: _sk, ...row } = item
  return row as unknown as TenantRow
}

const IS_NEW = 'attribute_not_exists(pk)'

const tenantSteps = (table: string) => ({
  addKey: (
    { user_id, tenant_id, account_id, scopes, api_key_prefix, daily_budget }: TenantRow,
    digest: string,
    at: string,
  ): WriteStep => {
    // The budget belongs to the tenant: a key and its replacement share the same day.
    const budget = daily_budget === undefined ? {} : { key_id: tenant_id, daily_budget }
    const row: KeyRow = { tenant_id, user_id, account_id, scopes, ...budget }
    const Item = { ...keyItemKey(digest), ...row, prefix: api_key_prefix, created_at: at }
    return { Put: { TableName: table, Item, ConditionExpression: IS_NEW } }
  },
  retireKey: (digest: string, until: string | undefined): WriteStep =>
    until === undefined
      ? { Delete: { TableName: table, Key: keyItemKey(digest) } }
      : {
          Update: {
            TableName: table,
            Key: keyItemKey(digest),
            UpdateExpression: 'SET revoked_at = :until, #ttl = :ttl',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeNames: { '#ttl': 'ttl' },
            ExpressionAttributeValues: { ':until': until, ':ttl': epochSeconds(new Date(until)) },
          },
        },
  increaseCount: (userId: string): WriteStep => ({
    Update: {
      TableName: table,
      Key: rowKey(tenantCountRow, { user: userId }),
      UpdateExpression: 'ADD tenants :one',
      ConditionExpression: 'attribute_not_exists(tenants) OR tenants < :max',
      ExpressionAttributeValues: { ':one': 1, ':max': TENANTS_MAX },
    },
  }),
  replaceTenant: (row: TenantRow, currentDigest: string): WriteStep => ({
    Put: {
      TableName: table,
      Item: { ...rowKey(tenantRow, { user: row.user_id, tenant: row.tenant_id }), ...row },
      ConditionExpression: 'key_digest = :seen',
      ExpressionAttributeValues: { ':seen': currentDigest },
    },
  }),
  addTenant: (row: TenantRow): WriteStep => ({
    Put: {
      TableName: table,
      Item: { ...rowKey(tenantRow, { user: row.user_id, tenant: row.tenant_id }), ...row },
      ConditionExpression: IS_NEW,
    },
  }),
})

const rotatedRow = (row: TenantRow, key: DerivedKey, at: string, change: RotationChange): TenantRow => {
  const { old_key_digest: _digest, old_key_until: _until, daily_budget, ...rest } = row
  const { oldKeyUntil, dailyBudget = daily_budget } = change
  return {
    ...rest,
    ...(dailyBudget === undefined || dailyBudget === null ? {} : { daily_budget: dailyBudget }),
    api_key_prefix: key.prefix,
    key_digest: key.digest,
    rotated_at: at,
    rotations: (row.rotations ?? 0) + 1,
    ...(oldKeyUntil === undefined ? {} : { old_key_digest: row.key_digest, old_key_until: oldKeyUntil }),
  }
}

type Deps = TableDeps & { readonly outbox: Outbox }

const replayStore = (deps: Deps) => {
  const keys = idempotency<Pick<TenantWrite, 'row' | 'salt'>>(deps)
  return {
    /** Returns the result of the first request with this key; undefined if the key is unused. */
    async find(userId: string, key: IdempotencyKey | undefined): Promise<TenantWrite | KeyMismatch | undefined> {
      const earlier = key && (await keys.find(userPartition(userId), key))
      return earlier instanceof Refusal ? earlier : earlier && { ...earlier, isReplay: true }
    },
    steps: (key: IdempotencyKey | undefined, row: TenantRow, salt: string) =>
      key ? [keys.step(userPartition(row.user_id), key, { row, salt })] : [],
  }
}

const tenantReads = ({ db, table }: Deps): Pick<TenantTable, 'get' | 'list'> => ({
  async get(userId, tenantId) {
    const Key = rowKey(tenantRow, { user: userId, tenant: tenantId })
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item && stripKeys(Item)
  },

  async list(userId, limit, cursor) {
    const pk = userPartition(userId)
    const { Items = [] } = await db.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :tenant)',
        ExpressionAttributeValues: { ':pk': pk, ':tenant': TENANT_PREFIX },
        ScanIndexForward: false,
        ConsistentRead: true,
        // One extra row shows whether there is another page.
        Limit: limit + 1,
        ...(cursor ? { ExclusiveStartKey: { pk, ...decodeCursor(cursor, { sk: TENANT_PREFIX }) } } : {}),
      }),
    )
    const rows = Items.slice(0, limit)
    const last = rows.at(-1)
    const nextCursor = Items.length > limit && last ? encodeCursor({ sk: String(last.sk) }) : null
    return { rows: rows.map(stripKeys), nextCursor }
  },
})

const tenantCreation = (deps: Deps): TenantTable['create'] => {
  const { outbox } = deps
  const steps = tenantSteps(deps.table)
  const replay = replayStore(deps)
  return async (row, salt, idempotencyKey) => {
    const count = steps.increaseCount(row.user_id)
    const events = [tenantEvent('tenant.created', row)]
    const all = [
      count,
      steps.addTenant(row),
      steps.addKey(row, row.key_digest, row.created_at),
      ...replay.steps(idempotencyKey, row, salt),
      ...outbox.steps(events),
    ]
    const outcome = await transact<TenantWrite | TooManyTenants | KeyMismatch>(deps, async (refused) => {
      const earlier = await replay.find(row.user_id, idempotencyKey)
      if (earlier) return { result: earlier }
      if (refused?.conditionFailed(count)) return { result: limitReached() }
      return { steps: all, result: { row, salt, isReplay: false } }
    })
    if (!(outcome instanceof Refusal || outcome.isReplay)) await outbox.publish(events)
    return outcome
  }
}

const keyRotation = (deps: Deps, get: TenantTable['get']): TenantTable['rotate'] => {
  const { now, outbox } = deps
  const steps = tenantSteps(deps.table)
  const replay = replayStore(deps)
  return async ({ userId, tenantId }, key, change) => {
    const { oldKeyUntil, idempotencyKey } = change
    const outcome = await transact<TenantWrite | KeyMismatch | undefined>(deps, async () => {
      const earlier = await replay.find(userId, idempotencyKey)
      if (earlier) return { result: earlier }
      const row = await get(userId, tenantId)
      if (!row) return { result: undefined }
      const at = now().toISOString()
      const next = rotatedRow(row, key, at, change)
      const earlierKeySteps = row.old_key_digest === undefined ? [] : [steps.retireKey(row.old_key_digest, undefined)]
      const keys = [
        steps.addKey(next, key.digest, at),
        steps.retireKey(row.key_digest, oldKeyUntil),
        ...earlierKeySteps,
      ]
      const eventSteps = outbox.steps([tenantEvent('tenant.key_rotated', next)])
      const all = [
        steps.replaceTenant(next, row.key_digest),
        ...keys,
        ...replay.steps(idempotencyKey, next, key.salt),
        ...eventSteps,
      ]
      return { steps: all, result: { row: next, salt: key.salt, isReplay: false } }
    })
    if (outcome === undefined || outcome instanceof Refusal || outcome.isReplay) return outcome
    await outbox.publish([tenantEvent('tenant.key_rotated', outcome.row)])
    return outcome
  }
}

/** Stores tenants. A tenant, its key and its owner's number of tenants change in one transaction. */
export const tenantTable = (deps: Deps): TenantTable => {
  const { get, list } = tenantReads(deps)
  return { get, list, create: tenantCreation(deps), rotate: keyRotation(deps, get) }
}
