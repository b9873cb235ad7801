import { GetCommand } from '@aws-sdk/lib-dynamodb'
import {
  type Idempotency,
  type IdempotencyKey,
  idempotency,
  type KeyMismatch,
  type KeyRefused,
  Refusal,
  transact,
  type WriteStep,
} from '@signet/kernel'
import type { Hold, Payment, Unpaid } from '@signet/ledger'
import { type Charge, sharesOf } from '@signet/ledger'
import { textsKey } from '../images/image-keys.ts'
import { jobItemKey, keyOf, openEntry, tenantPartition } from './job-keys.ts'
import { type JobRow, ownInputs, requesterOf } from './job-row.ts'
import { hasLongTexts, storeTexts, type TextBucket, withoutTexts } from './job-texts.ts'
import { itemTtl, openSince } from './job-timing.ts'
import type { JobTableDeps } from './job-worker-table.ts'

export type BatchAdmission =
  | {
      readonly kind: 'admitted'
      readonly rows: readonly JobRow[]
      readonly hold?: Pick<Hold, 'reading' | 'isCrossing'>
    }
  | { readonly kind: 'replayed'; readonly jobIds: readonly string[] }

export type Admission =
  | { readonly kind: 'admitted'; readonly row: JobRow; readonly hold?: Pick<Hold, 'reading' | 'isCrossing'> }
  | { readonly kind: 'replayed'; readonly jobId: string }

export type AdmissionRefusal = KeyRefused | Unpaid

export interface AdmissionTable {
  /**
   * Returns the jobs that an earlier request of the same requester created with this key; undefined if the key is new
   * or expired.
   */
  findAll(requester: string, key: IdempotencyKey): Promise<readonly string[] | KeyMismatch | undefined>
  find(requester: string, key: IdempotencyKey): Promise<string | KeyMismatch | undefined>
  /**
   * Writes the jobs of one request in one transaction: their rows, the charge in equal shares, and the idempotency key
   * if present. Without a payment the jobs are free. If they are not admitted, their stored inputs are deleted.
   * @throws Refusal 503 if the account stays busy
   */
  admitAll(
    rows: readonly JobRow[],
    key: IdempotencyKey | undefined,
    payment?: Payment,
  ): Promise<BatchAdmission | AdmissionRefusal>
  admit(row: JobRow, key: IdempotencyKey | undefined, payment?: Payment): Promise<Admission | AdmissionRefusal>
}

const admittedBatch = (rows: readonly JobRow[], hold: Hold | undefined): BatchAdmission => {
  if (!hold) return { kind: 'admitted', rows }
  const charges = sharesOf(hold.charge, rows.length)
  return { kind: 'admitted', rows: rows.map((row, i) => withCharge(row, charges[i])), hold }
}

const withCharge = (row: JobRow, charge: Charge | undefined): JobRow => (charge ? { ...row, charge } : row)

const objectsOf = (row: JobRow): readonly string[] => [
  ...ownInputs(row),
  ...(row.texts === 'separate' ? [textsKey(row.job_id)] : []),
]

/** Returns whether AWS rejected the request with a 4xx status. */
const isClientError = (error: unknown): boolean => {
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ?? 0
  return status >= 400 && status < 500
}

/** The write of a new job. Omits tenant and job ID, because the key contains them and the row has to fit into one kilobyte. */
const jobPut = (table: string, row: JobRow): WriteStep => {
  const key = keyOf(row)
  const { tenant_id: _tenant, job_id: _job, ...stored } = row.texts === 'separate' ? withoutTexts(row) : row
  const Item = { ...jobItemKey(key), ...openEntry(key, openSince(row)), ...stored, ttl: itemTtl(row) }
  return { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' } }
}

interface AdmissionInput {
  readonly rows: readonly JobRow[]
  readonly key: IdempotencyKey | undefined
  readonly payment: Payment | undefined
}

type JobIdempotency = Idempotency<{ readonly job_ids: readonly string[] }>

/** Runs the admission transaction; rebuilds and retries it when it conflicts with other writers. */
const admitOnce = async (
  deps: JobTableDeps,
  keys: JobIdempotency,
  { rows, key, payment }: AdmissionInput,
): Promise<BatchAdmission | AdmissionRefusal> => {
  const [first] = rows
  if (!first) return { kind: 'admitted', rows }
  const owner = tenantPartition(requesterOf(first))
  const job_ids = rows.map(({ job_id }) => job_id)
  const keyWrite = key && { key, step: keys.step(owner, key, { job_ids }) }
  let puts: readonly WriteStep[] = []
  let hold: Hold | undefined
  return transact<BatchAdmission | AdmissionRefusal>(deps, async (refused) => {
    if (refused && keyWrite) {
      const earlier = await keys.after(refused, keyWrite.step, owner, keyWrite.key)
      if (earlier instanceof Refusal) return { result: earlier }
      if (earlier) return { result: { kind: 'replayed', jobIds: earlier.job_ids } }
    }
    // The SDK repeated a request whose response was lost. The rows come from that request, because ids are never
    // generated twice.
    if (puts.some((put) => refused?.conditionFailed(put))) return { result: admittedBatch(rows, hold) }
    const newHold = await payment?.hold(refused)
    if (newHold instanceof Refusal) return { result: newHold }
    hold = newHold
    const charges = hold ? sharesOf(hold.charge, rows.length) : []
    puts = rows.map((row, i) => jobPut(deps.table, withCharge(row, charges[i])))
    const steps = [...(keyWrite ? [keyWrite.step] : []), ...puts, ...(hold?.steps ?? [])]
    return { steps, result: admittedBatch(rows, hold) }
  })
}

/**
 * Returns whether a failed admission is known to have written nothing. The rows are written together, so one row is
 * enough to check.
 */
const wroteNothing = async ({ db, table }: JobTableDeps, row: JobRow, error: unknown): Promise<boolean> => {
  if (error instanceof Refusal) return true
  // The transaction may still take effect after this check.
  if (error instanceof Error && error.name === 'TransactionInProgressException') return false
  try {
    const Key = jobItemKey(keyOf(row))
    const { Item } = await db.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }))
    return Item === undefined
  } catch {
    // The row cannot be read. Only a rejected transaction is then known to have written nothing.
    return isClientError(error)
  }
}

/**
 * Stores long texts before the rows, so every reader of a row finds them. If the jobs are not admitted, deletes their
 * texts and own inputs, which could not be found later without a row.
 */
const admitWithObjects = async (
  deps: JobTableDeps,
  texts: TextBucket,
  keys: JobIdempotency,
  batch: AdmissionInput & { readonly first: JobRow },
): Promise<BatchAdmission | AdmissionRefusal> => {
  const { rows, first } = batch
  // If this removal fails, the lifecycle rules of the bucket delete the objects; the caller gets the result of the
  // request.
  const deleteObjects = (discarded: readonly JobRow[]) =>
    texts.remove(discarded.flatMap(objectsOf)).catch(() => undefined)
  let admission: BatchAdmission | AdmissionRefusal
  try {
    await Promise.all(rows.filter((row) => row.texts === 'separate').map((row) => storeTexts(texts, row)))
    admission = await admitOnce(deps, keys, batch)
  } catch (error) {
    if (await wroteNothing(deps, first, error)) await deleteObjects(rows)
    throw error
  }
  if (admission instanceof Refusal) await deleteObjects(rows)
  else if (admission.kind === 'replayed') {
    const { jobIds } = admission
    await deleteObjects(rows.filter(({ job_id }) => !jobIds.includes(job_id)))
  }
  return admission
}

/** Admits jobs. If two requests with one idempotency key race, both get the jobs of the first. */
export const admissionTable = (deps: JobTableDeps): AdmissionTable => {
  const { texts } = deps
  const keys: JobIdempotency = idempotency(deps)
  const findAll: AdmissionTable['findAll'] = async (requester, key) => {
    const earlier = await keys.find(tenantPartition(requester), key)
    return earlier instanceof Refusal ? earlier : earlier?.job_ids
  }

  const admitAll: AdmissionTable['admitAll'] = async (newRows, key, payment) => {
    const rows = newRows.map((row) => (texts && hasLongTexts(row) ? { ...row, texts: 'separate' as const } : row))
    const [first] = rows
    const hasNoObjects = !texts || !first || rows.every((row) => objectsOf(row).length === 0)
    return hasNoObjects
      ? admitOnce(deps, keys, { rows, key, payment })
      : admitWithObjects(deps, texts, keys, { rows, first, key, payment })
  }

  return {
    findAll,
    async find(requester, key) {
      const earlier = await findAll(requester, key)
      return earlier instanceof Refusal ? earlier : earlier?.[0]
    },
    admitAll,
    async admit(row, key, payment) {
      const admission = await admitAll([row], key, payment)
      if (admission instanceof Refusal) return admission
      if (admission.kind === 'replayed') return { kind: 'replayed', jobId: admission.jobIds[0] ?? '' }
      const { rows, ...rest } = admission
      return { ...rest, row: rows[0] ?? row }
    },
  }
}
