import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { unauthenticated } from '@signet/contracts/http'
import { type Authenticator, addMs, type Clock, type SecretSource } from '@signet/kernel'
import { apiKeyDigest, isWellFormedApiKey } from './api-key.ts'
import { bearerToken } from './authentication-chain.ts'

/** A stored API key: its digest, never the key itself. */
export interface KeyRow {
  readonly tenant_id: string
  readonly scopes: readonly string[]
  readonly org_id?: string
  readonly user_id?: string
  /** Billing account that pays, if it differs from the tenant's own. */
  readonly account_id?: string
  /** ISO time from which the key is refused. */
  readonly revoked_at?: string
  /** Id of an organization's key, whose last use is recorded. */
  readonly key_id?: string
  readonly last_used?: string
  /** Credits that the key may use per UTC day. */
  readonly daily_budget?: number
  /** Id of the ancestor whose daily budget the key uses, if it has no own budget. */
  readonly budget_of?: string
  readonly ancestor_digests?: readonly string[]
}

export const keyItemKey = (digest: string) => ({ pk: `KEY#${digest}`, sk: 'KEY' })

export interface KeyAuthenticatorDeps {
  readonly prefix: string
  readonly db: DynamoDBDocumentClient
  readonly table: string
  readonly pepper: SecretSource
  readonly now: Clock
}

/** Reads a key. Replicas may not have a new key yet, so a miss is repeated as a consistent read. */
const readKey = async ({ db, table }: KeyAuthenticatorDeps, digest: string): Promise<KeyRow | undefined> => {
  for (const ConsistentRead of [false, true]) {
    const { Item } = await db.send(new GetCommand({ TableName: table, Key: keyItemKey(digest), ConsistentRead }))
    if (Item) return Item as KeyRow
  }
  return undefined
}

const isRevoked = ({ revoked_at }: Pick<KeyRow, 'revoked_at'>, now: Date): boolean =>
  revoked_at !== undefined && revoked_at <= now.toISOString()

/** Returns whether the key and all its ancestors are in force: a key ends with each of them. */
const isValid = async (deps: KeyAuthenticatorDeps, row: KeyRow): Promise<boolean> => {
  const ancestors = await Promise.all((row.ancestor_digests ?? []).map((digest) => readKey(deps, digest)))
  return [row, ...ancestors].every((each) => each !== undefined && !isRevoked(each, deps.now()))
}

const USE_INTERVAL_MS = 60_000

/** Records the time of use, at most once per minute. A failed write does not refuse the request. */
const recordUse = async ({ db, table, now }: KeyAuthenticatorDeps, digest: string, row: KeyRow): Promise<void> => {
  const lastUseLimit = addMs(now(), -USE_INTERVAL_MS).toISOString()
  if (row.key_id === undefined || (row.last_used !== undefined && row.last_used > lastUseLimit)) return
  const update = new UpdateCommand({
    TableName: table,
    Key: keyItemKey(digest),
    UpdateExpression: 'SET last_used = :now',
    ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(last_used) OR last_used <= :before)',
    ExpressionAttributeValues: { ':now': now().toISOString(), ':before': lastUseLimit },
  })
  await db.send(update).catch(() => undefined)
}

/**
 * Authenticates API keys with this prefix: `Authorization: Bearer <key>` or `X-API-Key` (spec image-service 5). An
 * invalid key is refused, never ignored.
 */
export const keyAuthenticator =
  (deps: KeyAuthenticatorDeps): Authenticator =>
  async (credentials) => {
    const raw = credentials.headers['x-api-key'] ?? bearerToken(credentials)
    if (raw === undefined) return undefined
    // Other bearer tokens are passed to the next authenticator. X-API-Key can only contain a key.
    if (!raw.startsWith(deps.prefix) && credentials.headers['x-api-key'] === undefined) return undefined
    const unknownKey = unauthenticated('The API key is unknown')
    if (!isWellFormedApiKey(deps.prefix, raw)) throw unknownKey
    const digest = apiKeyDigest(await deps.pepper(), raw)
    const row = await readKey(deps, digest)
    if (!row || !(await isValid(deps, row))) throw unknownKey
    await recordUse(deps, digest, row)
    return {
      kind: 'key',
      tenantId: row.tenant_id,
      scopes: row.scopes,
      rateKey: `key-${digest.slice(0, 16)}`,
      keyHash: digest.slice(0, 32),
      ...(row.org_id ? { orgId: row.org_id } : {}),
      ...(row.user_id ? { userId: row.user_id } : {}),
      ...(row.account_id ? { accountId: row.account_id } : {}),
      ...(row.key_id ? { keyId: row.key_id } : {}),
      ...(row.daily_budget === undefined ? {} : { dailyBudget: row.daily_budget }),
      ...(row.budget_of ? { budgetOf: row.budget_of } : {}),
    }
  }
