import { createHash } from 'node:crypto'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { addMs, isConditionFailed, type TableDeps, unavailable } from '@signet/kernel'

/** How long a secret that was replaced signs along. */
export const SIGNS_ALONG_HOURS = 24
/** At most so many replaced secrets sign along: what a header holds is limited. */
const REPLACED_MAX = 4
/** How long an idempotency key is remembered, like those of all other requests. */
const KEY_HOURS = 24
/** More rotations than anybody needs in that time: what a row holds is limited, and the oldest keys go first. */
const KEYS_MAX = 200
const ATTEMPTS_MAX = 8

/** Which secret of a tenant is current, and which were replaced a short while ago. */
export interface SecretState {
  /** Counts rotations. */
  readonly generation: number
  readonly rotated_at?: string
  /** Newest first. */
  readonly replaced: readonly { readonly generation: number; readonly until: string }[]
  /** Digests of the idempotency keys of rotations, newest first, and until when each is remembered. */
  readonly rotated_by?: readonly { readonly key: string; readonly until: string }[]
}

export interface SecretTable {
  read(tenantId: string): Promise<SecretState>
  /** Makes another secret current, once in 24 hours for each idempotency key; a replay is told the present state. */
  rotate(tenantId: string, idempotencyKey: string | undefined): Promise<{ state: SecretState; isReplay: boolean }>
}

const FIRST: SecretState = { generation: 0, replaced: [] }

/** Primary key of the generations of a tenant's secret; a tenant that never rotated has no row. */
export const secretItemKey = (tenantId: string) => ({ pk: `TENANT#${tenantId}`, sk: 'WEBHOOK' })

/** Generations of webhook secrets over the one table; the secrets themselves are in none. */
export const secretTable = ({ db, table, now }: TableDeps): SecretTable => {
  const read = async (tenantId: string): Promise<SecretState> => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: secretItemKey(tenantId), ConsistentRead: true }),
    )
    if (!Item) return FIRST
    const { pk: _pk, sk: _sk, ...state } = Item
    // Rows that are older than the list have one digest there, without a time.
    return { ...state, rotated_by: Array.isArray(state.rotated_by) ? state.rotated_by : [] } as unknown as SecretState
  }

  const write = async (tenantId: string, seen: SecretState, next: SecretState): Promise<boolean> => {
    try {
      await db.send(
        new PutCommand({
          TableName: table,
          Item: { ...secretItemKey(tenantId), ...next },
          ConditionExpression: seen === FIRST ? 'attribute_not_exists(pk)' : 'generation = :seen',
          ...(seen === FIRST ? {} : { ExpressionAttributeValues: { ':seen': seen.generation } }),
        }),
      )
      return true
    } catch (error) {
      if (isConditionFailed(error)) return false
      throw error
    }
  }

  return {
    read,
    async rotate(tenantId, idempotencyKey) {
      const by = idempotencyKey && createHash('sha256').update(idempotencyKey).digest('hex')
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const seen = await read(tenantId)
        const at = now()
        const isAlive = ({ until }: { until: string }) => new Date(until) > at
        const inHours = (hours: number) => addMs(at, hours * 3_600_000).toISOString()
        const keys = (seen.rotated_by ?? []).filter(isAlive)
        if (keys.some(({ key }) => key === by)) return { state: seen, isReplay: true }
        const replaced = { generation: seen.generation, until: inHours(SIGNS_ALONG_HOURS) }
        const asked = by ? [{ key: by, until: inHours(KEY_HOURS) }] : []
        const next: SecretState = {
          generation: seen.generation + 1,
          rotated_at: at.toISOString(),
          replaced: [replaced, ...seen.replaced.filter(isAlive)].slice(0, REPLACED_MAX),
          rotated_by: [...asked, ...keys].slice(0, KEYS_MAX),
        }
        if (await write(tenantId, seen, next)) return { state: next, isReplay: false }
      }
      throw unavailable('The secret is being rotated by many requests at once; try again shortly', 1)
    },
  }
}
