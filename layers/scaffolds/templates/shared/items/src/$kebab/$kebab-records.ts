import { createHash } from 'node:crypto'
import { absent, invalid, Problem } from '../http/problem.ts'
import type { Records, Row } from '../records/records.ts'
import type { $Entity, Stored$Entity } from './$kebab.ts'

const MAX_PAGE = 100

/** Partition of a tenant. The tenant comes from the verified caller and is part of every key. */
export const partitionOf = (tenant: string): string => `$kebabs#${tenant}`

const storedOf = ({ id, version, value }: Row<$Entity>): Stored$Entity => ({ ...value, id, version })

/** Maximum length of an ID. The table accepts keys of at most 1,024 bytes. */
const MAX_ID = 200

/** @throws Problem 404 if the $noun does not exist or belongs to another tenant. */
export const get$Entity = async (records: Records, tenant: string, id: string): Promise<Stored$Entity> => {
  if (id.length > MAX_ID) throw absent()
  const row = await records.get<$Entity>(partitionOf(tenant), id)
  if (row === undefined) throw absent()
  return storedOf(row)
}

export interface $EntityPage {
  readonly items: readonly Stored$Entity[]
  /** Cursor of the next page. Absent on the last page. */
  readonly next?: string
}

const afterOf = (cursor: string | null): string | undefined => {
  if (cursor === null) return undefined
  const id = Buffer.from(cursor, 'base64url').toString('utf8')
  if (id === '' || id.length > MAX_ID || Buffer.from(id).toString('base64url') !== cursor)
    throw invalid('cursor', 'cursor is invalid')
  return id
}

const limitOf = (limit: string | null): number => {
  const parsed = limit === null ? 20 : Number(limit)
  if (!Number.isInteger(parsed) || parsed < 1 || parsed > MAX_PAGE)
    throw invalid('limit', `limit must be an integer from 1 to ${MAX_PAGE}`)
  return parsed
}

/** Returns a page in the order of IDs. */
export const list$Entities = async (
  records: Records,
  tenant: string,
  query: { readonly limit: string | null; readonly cursor: string | null },
): Promise<$EntityPage> => {
  const limit = limitOf(query.limit)
  const after = afterOf(query.cursor)
  const rows = await records.list<$Entity>(partitionOf(tenant), {
    limit: limit + 1,
    ...(after === undefined ? {} : { after }),
  })
  const items = rows.slice(0, limit).map(storedOf)
  const last = rows.length > limit ? items.at(-1)?.id : undefined
  return { items, ...(last === undefined ? {} : { next: Buffer.from(last).toString('base64url') }) }
}

// #if writes
/** Retention of an idempotency key. A later request with the same key creates another $noun. */
const KEY_MS = 259_200_000

/** A stored idempotency key with its response. */
interface StoredKey {
  /** SHA-256 of the request's content. */
  readonly digest: string
  /** The response. It stays the same if the $noun is changed or removed later. */
  readonly created: Stored$Entity
  /** False until the $noun is stored. A repeated request completes the creation. */
  readonly isComplete: boolean
  /** Milliseconds since 1970 at which the key expires. */
  readonly until: number
}

const keysOf = (tenant: string): string => `$kebabs-keys#${tenant}`

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Creation {
  readonly tenant: string
  readonly $entity: $Entity
  /** Value of the Idempotency-Key header. */
  readonly key: string | null
  readonly newId: () => string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Completes the creation for a key, and marks it as complete. */
const completeCreation = async (
  records: Records,
  tenant: string,
  { id, version, value }: Row<StoredKey>,
): Promise<Stored$Entity> => {
  const { id: createdId, version: _version, ...$entity } = value.created
  // Both are refused if a concurrent request completed the creation.
  await records.insert(partitionOf(tenant), createdId, $entity)
  await records.replace(keysOf(tenant), id, { ...value, isComplete: true } satisfies StoredKey, version, value.until)
  return value.created
}

/** Creates a $noun. A repeated request with the same key gets the same response, and 409 with another body. */
export const create$Entity = async (
  records: Records,
  { tenant, $entity, key, newId, now }: Creation,
): Promise<Stored$Entity> => {
  const created: Stored$Entity = { ...$entity, id: newId(), version: 1 }
  if (key === null) {
    if (!(await records.insert(partitionOf(tenant), created.id, $entity))) throw new Error('The new ID already exists')
    return created
  }
  if (key.length < 1 || key.length > 200)
    throw invalid('idempotency-key', 'The idempotency key must have 1 to 200 characters')
  const storedKey: StoredKey = {
    digest: sha256(JSON.stringify($entity)),
    created,
    isComplete: false,
    until: now + KEY_MS,
  }
  const id = sha256(key)
  if (await records.insert(keysOf(tenant), id, storedKey, storedKey.until))
    return completeCreation(records, tenant, { id, version: 1, value: storedKey })
  const row = await records.get<StoredKey>(keysOf(tenant), id)
  if (row === undefined)
    throw new Problem(409, 'idempotency_key_reused', 'The idempotency key has just expired. Send the request again')
  if (row.value.digest !== storedKey.digest)
    throw new Problem(409, 'idempotency_key_reused', 'The idempotency key was used with another body')
  return row.value.isComplete ? row.value.created : completeCreation(records, tenant, row)
}
// #endif

// #if changes
const versionMismatch = (): Problem =>
  new Problem(412, 'version_mismatch', 'The resource was changed in the meantime. Read it again')

/**
 * Replaces the version that the caller has read.
 * @throws Problem 404, or 412 if the version is outdated.
 */
export const replace$Entity = async (
  records: Records,
  tenant: string,
  { id, version, ...$entity }: Stored$Entity,
): Promise<Stored$Entity> => {
  if (id.length > MAX_ID) throw absent()
  if (await records.replace(partitionOf(tenant), id, $entity, version)) return { ...$entity, id, version: version + 1 }
  await get$Entity(records, tenant, id)
  throw versionMismatch()
}

/**
 * Removes the version that the caller has read.
 * @throws Problem 404, or 412 if the version is outdated.
 */
export const remove$Entity = async (records: Records, tenant: string, id: string, version: number): Promise<void> => {
  if (id.length > MAX_ID) throw absent()
  if (await records.remove(partitionOf(tenant), id, version)) return
  await get$Entity(records, tenant, id)
  throw versionMismatch()
}
// #endif
