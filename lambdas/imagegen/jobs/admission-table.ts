import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { epochSeconds, Refusal } from '@signet/kernel'
import { type LedgerDeps, type Refused, type WriteStep, writeContended } from '../credits/contended-table.ts'
import type { Hold, Payment } from '../credits/payment.ts'
import { idempotencyItemKey, jobItemKey, keyOf, openEntry } from './job-keys.ts'
import type { JobRow } from './job-row.ts'
import { type StoredJob, textsItemKey, withoutTexts } from './job-texts.ts'

/** How long a key is remembered (spec 8). */
const IDEMPOTENCY_SECONDS = 24 * 3600

/** The caller's key and a digest of what it asked for. */
export interface Idempotency {
  readonly key: string
  readonly fingerprint: string
}

/** Either the job is new, or the key was used before for the same request and names the job that it made. */
export type Admission =
  | { readonly kind: 'admitted'; readonly row: JobRow; readonly hold?: Pick<Hold, 'reading' | 'isCrossing'> }
  | { readonly kind: 'replayed'; readonly jobId: string }

export interface AdmissionTable {
  /** The job that an earlier request with this key made; undefined when the key is new or forgotten. */
  find(tenantId: string, idempotency: Idempotency): Promise<string | undefined>
  /**
   * Writes the job once: its row, what it takes from its payment and the key, if there is one, are written together or
   * not at all. Without a payment it costs nothing.
   *
   * @throws Refusal 409, 422 about the key; what the payment refuses; 503 when the account stays busy.
   */
  admit(row: JobRow, idempotency: Idempotency | undefined, payment?: Payment): Promise<Admission>
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

const admitted = (row: JobRow, hold: Hold | undefined): Admission =>
  hold ? { kind: 'admitted', row: { ...row, charge: hold.charge }, hold } : { kind: 'admitted', row }

/** Admissions over the one table. A lost race costs nothing: the caller is given the job that won. */
export const admissionTable = (deps: LedgerDeps): AdmissionTable => {
  const { db, table, now } = deps
  const find: AdmissionTable['find'] = async (tenantId, { key, fingerprint }) => {
    const { Item } = await db.send(
      new GetCommand({ TableName: table, Key: idempotencyItemKey(tenantId, key), ConsistentRead: true }),
    )
    if (!Item || Number(Item.ttl) <= epochSeconds(now())) return undefined
    if (Item.fingerprint !== fingerprint) throw mismatch()
    return String(Item.job_id)
  }

  const jobPut = (stored: StoredJob): WriteStep => {
    const key = keyOf(stored)
    const Item = { ...jobItemKey(key), ...openEntry(key, stored.created_at), ...stored }
    return { Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' } }
  }

  const keyPut = (row: JobRow, { key, fingerprint }: Idempotency): WriteStep => {
    const seconds = epochSeconds(now())
    return {
      Put: {
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
      },
    }
  }

  /** What the key says after a transaction that it was part of was refused; undefined: it was not the key's doing. */
  const refusedKey = async (refused: Refused, step: WriteStep, row: JobRow, idempotency: Idempotency) => {
    if (refused.met(step)) throw inProgress()
    if (!refused.conditionFailed(step)) return undefined
    const jobId = await find(row.tenant_id, idempotency)
    if (jobId === undefined) throw inProgress()
    return { kind: 'replayed', jobId } as const
  }

  const admitOnce = async (
    { row, stored }: { row: JobRow; stored: StoredJob },
    idempotency: Idempotency | undefined,
    payment: Payment | undefined,
  ): Promise<Admission> => {
    const byKey = idempotency && { step: keyPut(row, idempotency), idempotency }
    let put = jobPut(stored)
    let hold: Hold | undefined
    const outcome = await writeContended<Admission>(deps, async (refused) => {
      if (refused && byKey) {
        const known = await refusedKey(refused, byKey.step, row, byKey.idempotency)
        if (known) return { outcome: known }
      }
      // The SDK sent it again because an answer was lost: the row is ours, since ids are never drawn twice.
      if (refused?.conditionFailed(put)) return { outcome: admitted(row, hold) }
      hold = await payment?.hold(refused)
      put = jobPut({ ...stored, ...(hold ? { charge: hold.charge } : {}) })
      return { steps: [...(byKey ? [byKey.step] : []), put, ...(hold ? [hold.step] : [])] }
    })
    return outcome ?? admitted(row, hold)
  }

  /** Long texts come first, so that whoever finds the job finds them; a job that is not admitted takes them along. */
  const withTextsAside = async (row: JobRow, admit: (stored: StoredJob) => Promise<Admission>): Promise<Admission> => {
    const { stored, texts } = withoutTexts(row)
    if (!texts) return admit(stored)
    const Key = textsItemKey(keyOf(row))
    await db.send(new PutCommand({ TableName: table, Item: { ...Key, packed: texts, ttl: row.ttl } }))
    const forget = () => db.send(new DeleteCommand({ TableName: table, Key }))
    let admission: Admission
    try {
      admission = await admit(stored)
    } catch (error) {
      // Whether a write took effect whose answer was lost is not known; then the texts stay for their lifetime.
      if (error instanceof Refusal) await forget()
      throw error
    }
    if (admission.kind === 'replayed') await forget()
    return admission
  }

  return {
    find,
    admit: (row, idempotency, payment) =>
      withTextsAside(row, (stored) => admitOnce({ row, stored }, idempotency, payment)),
  }
}
