import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inputKey, masterKey, textsKey } from '../../../lambdas/images/images/image-keys.ts'
import { type AdmissionTable, admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { jobRow, START } from '../../support/sample-job.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const LONG = 'w'.repeat(2000)
const FOREIGN_SOURCE = masterKey('other')
const KEY = { key: 'k', fingerprint: 'same' }
const png = { contentType: 'image/png' }
let world: TableWorld
let bucket: ReturnType<typeof memoryBucket>
beforeAll(async () => {
  world = await openTable()
})
beforeEach(() => {
  bucket = memoryBucket()
})
afterEach(() => world.aws.outages.clear())
afterAll(() => world.close())

type Db = TableWorld['db']

const admissions = (changes: { db?: Db; texts?: typeof bucket } = {}): AdmissionTable =>
  admissionTable({ db: world.db, table: TABLE, now: () => START, texts: bucket, ...changes })

/** A long prompt, an own mask and the master of another job, stored as a request stores them before its admission. */
const rowWithObjects = async (changes: Partial<JobRow> = {}): Promise<JobRow> => {
  const row = jobRow({ original_prompt: LONG, ...changes })
  const mask_key = inputKey(row.job_id, 'mask')
  await bucket.put(mask_key, Buffer.from('mask'), png)
  await bucket.put(FOREIGN_SOURCE, Buffer.from('master'), png)
  return { ...row, settings: { ...row.settings, source_key: FOREIGN_SOURCE, mask_key } }
}

const objectsOf = ({ job_id }: JobRow): string[] => [inputKey(job_id, 'mask'), textsKey(job_id)]

/** The table applies the write or not, and either way the caller gets `error`; later writes pass. */
const dbFailing = (error: Error, { isApplied }: { isApplied: boolean }): Db => {
  const send = async (command: object) => {
    const isWrite = command instanceof PutCommand || command instanceof TransactWriteCommand
    if (!isWrite || isApplied) {
      const answer = await world.db.send(command as PutCommand)
      if (!isWrite) return answer
    }
    throw error
  }
  return { send } as unknown as Db
}

const awsError = (name: string, httpStatusCode?: number): Error =>
  Object.assign(new Error('planned'), { name, ...(httpStatusCode ? { $metadata: { httpStatusCode } } : {}) })

const outage = (status: number, type: string, operation?: string) =>
  world.aws.outages.plan({
    service: 'dynamodb',
    times: 1_000,
    status,
    type,
    body: {},
    ...(operation ? { operation } : {}),
  })

describe('texts and inputs of a refused job are removed', () => {
  it.each([
    ['a throttled write', 400, 'ProvisionedThroughputExceededException', 'PutItem'],
    ['a table that throttles everything', 400, 'ThrottlingException', undefined],
    ['an invalid request', 400, 'ValidationException', 'PutItem'],
    ['a deleted table', 400, 'ResourceNotFoundException', undefined],
    ['a fault that wrote nothing', 500, 'InternalServerError', 'PutItem'],
  ])('after %s', async (_, status, type, operation) => {
    const row = await rowWithObjects()
    outage(status, type, operation)
    await expect(admissions().admit(row, undefined)).rejects.toMatchObject({ name: type })
    expect(bucket.keys()).toEqual([FOREIGN_SOURCE])
  })

  it('after a connection that broke before the table received the write', async () => {
    const db = dbFailing(awsError('TimeoutError'), { isApplied: false })
    await expect(admissions({ db }).admit(await rowWithObjects(), KEY)).rejects.toThrow('planned')
    expect(bucket.keys()).toEqual([FOREIGN_SOURCE])
  })

  it('after its texts could not be stored, for all jobs of the request', async () => {
    const rows = [await rowWithObjects(), await rowWithObjects()]
    const put: typeof bucket.put = async (key, ...rest) => {
      if (key === textsKey(rows[1]!.job_id)) throw new Error('The bucket is unavailable')
      await bucket.put(key, ...rest)
    }
    await expect(admissions({ texts: { ...bucket, put } }).admitAll(rows, undefined)).rejects.toThrow('unavailable')
    expect(bucket.keys()).toEqual([FOREIGN_SOURCE])
  })

  it('when its key created another job before, which keeps its objects', async () => {
    const tenant_id = 'tenant-replayed'
    const first = await rowWithObjects({ tenant_id })
    await admissions().admit(first, KEY)
    expect(await admissions().admit(await rowWithObjects({ tenant_id }), KEY)).toEqual({
      kind: 'replayed',
      jobId: first.job_id,
    })
    expect(bucket.keysOf(first.job_id)).toEqual(objectsOf(first))
    expect(bucket.keys()).toHaveLength(3)
  })
})

describe('texts and inputs stay', () => {
  it.each([
    ['broke', awsError('TimeoutError')],
    ['ended in a fault', awsError('InternalServerError', 500)],
    // The SDK retries a call without a response, so the last response need not be that of the write.
    ['ended in a throttled second try', awsError('ThrottlingException', 400)],
  ])('if the write took effect although it %s', async (_, error) => {
    const row = await rowWithObjects({ tenant_id: 'tenant-lost' })
    const db = dbFailing(error, { isApplied: true })
    await expect(admissions({ db }).admit(row, undefined)).rejects.toThrow('planned')
    expect(bucket.keysOf(row.job_id)).toEqual(objectsOf(row))
    const { get } = jobTable({ db: world.db, table: TABLE, now: () => START, texts: bucket })
    expect((await get(keyOf(row)))?.original_prompt).toBe(LONG)
  })

  it('while the write may still be in progress', async () => {
    const row = await rowWithObjects()
    const db = dbFailing(awsError('TransactionInProgressException', 400), { isApplied: false })
    await expect(admissions({ db }).admit(row, KEY)).rejects.toThrow('planned')
    expect(bucket.keysOf(row.job_id)).toEqual(objectsOf(row))
  })

  it('if the existence of the job is unknown', async () => {
    const row = await rowWithObjects()
    outage(500, 'InternalServerError')
    await expect(admissions().admit(row, undefined)).rejects.toMatchObject({ name: 'InternalServerError' })
    expect(bucket.keysOf(row.job_id)).toEqual(objectsOf(row))
  })

  it('if the key names the job itself', async () => {
    const tenant_id = 'tenant-itself'
    const row = await rowWithObjects({ tenant_id })
    await admissions().admit(row, KEY)
    expect(await admissions().admit(row, KEY)).toEqual({ kind: 'replayed', jobId: row.job_id })
    expect(bucket.keysOf(row.job_id)).toEqual(objectsOf(row))
  })
})

describe('a bucket that fails to remove', () => {
  const bucketFailingToRemove = () => ({
    ...bucket,
    remove: () => Promise.reject(new Error('The bucket is unavailable')),
  })

  it('changes no refusal', async () => {
    const tenant_id = 'tenant-stuck'
    await admissions().admit(await rowWithObjects({ tenant_id }), KEY)
    const other = admissions({ texts: bucketFailingToRemove() }).admit(await rowWithObjects({ tenant_id }), {
      ...KEY,
      fingerprint: 'other',
    })
    expect(await other).toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('changes no replay', async () => {
    const tenant_id = 'tenant-stuck-replay'
    const first = await rowWithObjects({ tenant_id })
    await admissions().admit(first, KEY)
    const again = await admissions({ texts: bucketFailingToRemove() }).admit(await rowWithObjects({ tenant_id }), KEY)
    expect(again).toEqual({ kind: 'replayed', jobId: first.job_id })
  })
})
