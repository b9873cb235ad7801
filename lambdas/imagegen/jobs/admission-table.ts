import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { cancellationCodes, epochSeconds, isConditionFailed, Refusal } from '@signet/kernel'
import { idempotencyItemKey, jobItemKey, keyOf, openEntry } from './job-keys.ts'
import type { JobRow } from './job-row.ts'
import type { TableDeps } from './job-table.ts'

/** How long a key is remembered (spec 8). */
const IDEMPOTENCY_SECONDS = 24 * 3600

/** The caller's key and a digest of what it asked for. */
export interface Idempotency {
  readonly key: string
  readonly fingerprint: string
}

/** Either the job is new, or the key was used before for the same request and names the job that it made. */
export type Admission = { readonly kind: 'admitted' } | { readonly kind: 'replayed'; readonly jobId: string }

export interface AdmissionTable {
  /** The job that an earlier request with this key made; undefined when the key is new or forgotten. */
  find(tenantId: string, idempotency: Idempotency): Promise<string | undefined>
  /** Writes the job once: with a key, job and key are written together or not at all. */
  admit(row: JobRow, idempotency: Idempotency | undefined): Promise<Admission>
}

const mismatch = (): Refusal =>
  new Refusal(422, {
    error: 'This idempotency key was used before with another request; use a new key for a new image',
    code: 'idempotency_mismatch',
  })

const inProgress = (): Refusal =>
  new Refusal(
    409,
    {
      error: 'The first request with this idempotency key is still being admitted; try again',
      code: 'idempotency_in_progress',
    },
    { headers: { 'retry-after': '1' } },
  )

/** Admissions over the one table. A lost race costs nothing: the caller is given the job that won. */
export const admissionTable = ({ db, table, now }: TableDeps): AdmissionTable => {
  const find: AdmissionTable['find'] = async (tenantId, { key, fingerprint }) => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: idempotencyItemKey(tenantId, key), ConsistentRead: true }),
    )
    if (!Item || Number(Item.ttl) <= epochSeconds(now())) return undefined
    if (Item.fingerprint !== fingerprint) throw mismatch()
    return String(Item.job_id)
  }

  const jobPut = (row: JobRow) => {
    const key = keyOf(row)
    const Item = { ...jobItemKey(key), ...openEntry(key, row.created_at), ...row }
    return { TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' }
  }

  const admitOnce = async (row: JobRow, { key, fingerprint }: Idempotency): Promise<Admission> => {
    const seconds = epochSeconds(now())
    const keyPut = {
      TableName: table,
      Item: {
        ...idempotencyItemKey(row.tenant_id, key),
        fingerprint,
        job_id: row.job_id,
        ttl: seconds + IDEMPOTENCY_SECONDS,
      },
      ConditionExpression: 'attribute_not_exists(pk) OR #ttl <= :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': seconds },
    }
    try {
      await db.send(new TransactWriteCommand({ TransactItems: [{ Put: keyPut }, { Put: jobPut(row) }] }))
      return { kind: 'admitted' }
    } catch (error) {
      const codes = cancellationCodes(error)
      if (codes?.includes('TransactionConflict')) throw inProgress()
      if (codes?.[0] !== 'ConditionalCheckFailed') throw error
      const jobId = await find(row.tenant_id, { key, fingerprint })
      if (jobId === undefined) throw inProgress()
      return { kind: 'replayed', jobId }
    }
  }

  return {
    find,
    async admit(row, idempotency) {
      if (idempotency) return admitOnce(row, idempotency)
      try {
        await db.send(new PutCommand(jobPut(row)))
      } catch (error) {
        // The SDK retried a put whose answer was lost: the row is ours, since ids are never drawn twice.
        if (!isConditionFailed(error)) throw error
      }
      return { kind: 'admitted' }
    },
  }
}
