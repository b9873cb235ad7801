import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { apiKeyDigest, createLog, mintApiKey, newUuid } from '@signet/kernel'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiDeps } from '../../../lambdas/imagegen/api/deps.ts'
import { acceptGeneration } from '../../../lambdas/imagegen/api/generate.ts'
import { KEY_PREFIX, keyAuthenticator, keyItemKey } from '../../../lambdas/imagegen/api/key-table.ts'
import type { GenerateRequest } from '../../../lambdas/imagegen/contract/generate-request.ts'
import { paymentTable } from '../../../lambdas/imagegen/credits/payment-table.ts'
import { encodeJob } from '../../../lambdas/imagegen/encode/encode-job.ts'
import { admissionTable } from '../../../lambdas/imagegen/jobs/admission-table.ts'
import { drawnTable } from '../../../lambdas/imagegen/jobs/drawn-table.ts'
import { keyOf } from '../../../lambdas/imagegen/jobs/job-keys.ts'
import { jobTable } from '../../../lambdas/imagegen/jobs/job-table.ts'
import { NO_LIFECYCLES } from '../../../lambdas/imagegen/models/lifecycle.ts'
import { milestoneTable } from '../../../lambdas/imagegen/models/milestone-table.ts'
import { paintJob } from '../../../lambdas/imagegen/paint/paint-job.ts'
import { memoryBucket } from './memory-bucket.ts'
import { request, START } from './sample-job.ts'
import { openTable, TABLE, type TableWorld } from './table-world.ts'

const log = createLog({ write: () => {} })
const now = () => START
const pepper = async () => 'pepper'
const PICTURE = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

let world: TableWorld
let metered: { operation: string; table: number; index: number }[] = []

beforeAll(async () => {
  world = await openTable()
  // What a call costs is asked for here only: the product has no use for the answer.
  world.db.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'INDEXES' } as never })
        const { ConsumedCapacity: found } = result.output as {
          ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[]
        }
        for (const { Table, GlobalSecondaryIndexes = {} } of [found ?? []].flat()) {
          const index = Object.values(GlobalSecondaryIndexes).reduce(
            (sum, { CapacityUnits = 0 }) => sum + CapacityUnits,
            0,
          )
          metered.push({ operation: commandName.replace('Command', ''), table: Table?.CapacityUnits ?? 0, index })
        }
        return result
      },
    { step: 'initialize', name: 'meter' },
  )
})
afterAll(() => world.close())

/** One generation as an API key's owner sees it: accepted, painted, encoded, polled once when it is done. */
const generation = async (body: Partial<GenerateRequest>) => {
  const table = { db: world.db, table: TABLE, now }
  const jobs = jobTable(table)
  const bucket = memoryBucket()
  const raw = mintApiKey(KEY_PREFIX)
  const row = { tenant_id: newUuid(), plan: 'free', scopes: ['generate', 'read'] }
  await world.db.send(
    new PutCommand({ TableName: TABLE, Item: { ...keyItemKey(apiKeyDigest('pepper', raw)), ...row } }),
  )
  metered = []
  const caller = await keyAuthenticator({ db: world.db, table: TABLE, pepper })({
    headers: { 'x-api-key': raw },
    sourceIp: '203.0.113.7',
  })
  const deps: ApiDeps = {
    jobs,
    admissions: admissionTable(table),
    payments: paymentTable(table),
    queue: { send: async () => {} },
    bucket,
    milestone: milestoneTable({ db: world.db, table: TABLE }),
    lifecycles: async () => NO_LIFECYCLES,
    painterOf: async () => 'offline',
    newId: newUuid,
    drawSeed: () => 2_000_000_000,
    now,
    sleep: async () => {},
    version: '0',
  }
  const accepted = await acceptGeneration(deps)(request(body), undefined, { caller: caller!, log })
  const { tenantId, jobId } = keyOf(accepted.row)
  const painter = {
    paint: async () => ({ bytes: PICTURE, contentType: 'image/png', width: 16, height: 16, costMicros: 0 }),
  }
  const signal = new AbortController().signal
  await paintJob({
    jobs,
    bucket,
    drawn: drawnTable(table),
    painterOf: async () => 'offline',
    painterNamed: () => painter,
    log,
  })({ tenantId, jobId }, signal)
  await encodeJob({ jobs, bucket, now, log })({ tenantId, jobId })
  expect((await jobs.get({ tenantId, jobId }))?.state).toBe('completed')
  const sum = (kind: RegExp, part: 'table' | 'index') =>
    metered.filter(({ operation }) => kind.test(operation)).reduce((total, each) => total + each[part], 0)
  const writes = /Put|Update|Delete|TransactWrite/
  return {
    writes: sum(writes, 'table'),
    indexWrites: sum(writes, 'index'),
    reads: sum(/Get|Query/, 'table'),
    calls: metered.map(({ operation }) => operation).join(' '),
  }
}

/** The calls of every generation without an idempotency key, in order. */
const CALLS = [
  'GetItem', // the API key, eventually consistent: half a unit
  'PutItem', // the job
  'GetItem UpdateItem UpdateItem', // paint: read, start, paint
  'GetItem UpdateItem', // encode: read, finish
  'GetItem', // one poll
].join(' ')

describe('what one generation costs in DynamoDB', () => {
  it('is 4 write units, 2 index units and 3.5 read units for a draft', async () => {
    // The row stays under 1 KB: put, start, paint and finish are one unit each. The open index is written twice: the
    // entry comes with the put and goes with finish. Reads: three consistent ones and half a one for the key.
    expect(await generation({ quality_tier: 'draft' })).toEqual({ writes: 4, indexWrites: 2, reads: 3.5, calls: CALLS })
  })

  it('is the same for a premium image with every option that a free caller has', async () => {
    const body = { output_preset: 'hero', background_removal: true, output_format: 'avif', seed: 5 } as const
    const costs = await generation({ quality_tier: 'premium', ...body })
    expect(costs).toEqual({ writes: 4, indexWrites: 2, reads: 3.5, calls: CALLS })
  })

  it('is 12 write units for the longest prompt in ASCII, since each of the four writes covers 3 KB', async () => {
    const costs = await generation({ quality_tier: 'draft', prompt: 'p'.repeat(2000) })
    expect(costs).toEqual({ writes: 12, indexWrites: 2, reads: 3.5, calls: CALLS })
  })

  it('is 28 write units for the longest prompt in Chinese, three bytes a character, and 6.5 read units', async () => {
    // 6 KB of prompt in a row of 6.4 KB: seven units a write, two a consistent read.
    const costs = await generation({ quality_tier: 'draft', prompt: '灯'.repeat(2000) })
    expect(costs).toEqual({ writes: 28, indexWrites: 2, reads: 6.5, calls: CALLS })
  })

  it('is twice the write units of the job and its key at admission, when the caller sends an idempotency key', async () => {
    // A transaction writes each of its two items at two units; the key is looked up once before that.
    const costs = await generation({ quality_tier: 'draft', idempotency_key: 'k' })
    const calls = CALLS.replace('GetItem PutItem', 'GetItem GetItem TransactWriteItems')
    expect(costs).toEqual({ writes: 7, indexWrites: 3, reads: 4.5, calls })
  })
})
