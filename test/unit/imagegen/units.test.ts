import { readFileSync } from 'node:fs'
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { apiKeyDigest, createLog, keyAuthenticator, keyItemKey, mintApiKey, newUuid } from '@signet/kernel'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiDeps } from '../../../lambdas/imagegen/api/deps.ts'
import { acceptGeneration } from '../../../lambdas/imagegen/api/generate.ts'
import type { GenerateRequest } from '../../../lambdas/imagegen/contract/generate-request.ts'
import { accountTable } from '../../../lambdas/imagegen/credits/account-table.ts'
import { paymentTable } from '../../../lambdas/imagegen/credits/payment-table.ts'
import { encodeJob } from '../../../lambdas/imagegen/encode/encode-job.ts'
import { admissionTable } from '../../../lambdas/imagegen/jobs/admission-table.ts'
import { drawnTable } from '../../../lambdas/imagegen/jobs/drawn-table.ts'
import { type JobKey, keyOf } from '../../../lambdas/imagegen/jobs/job-keys.ts'
import { jobTable } from '../../../lambdas/imagegen/jobs/job-table.ts'
import { NO_LIFECYCLES } from '../../../lambdas/imagegen/models/lifecycle.ts'
import { milestoneTable } from '../../../lambdas/imagegen/models/milestone-table.ts'
import { deliverWebhook } from '../../../lambdas/imagegen/notify/deliver-webhook.ts'
import { paintJob } from '../../../lambdas/imagegen/paint/paint-job.ts'
import { KEY_PREFIX } from '../../../lambdas/imagegen/tenants/tenant-keyring.ts'
import { deliveryTable } from '../../../lambdas/imagegen/webhooks/delivery-table.ts'
import { secretTable } from '../../../lambdas/imagegen/webhooks/secret-table.ts'
import { webhookSecrets } from '../../../lambdas/imagegen/webhooks/webhook-secrets.ts'
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

const delivered = async (table: { db: TableWorld['db']; table: string; now: () => Date }, key: JobKey) => {
  const states = secretTable(table)
  const outcome = await deliverWebhook({
    jobs: jobTable(table),
    deliveries: deliveryTable(table),
    secretStates: states,
    secrets: webhookSecrets(pepper, now),
    queue: { send: async () => {} },
    fetch: async () => ({ status: 204, headers: {}, body: Buffer.alloc(0) }),
    allowAddresses: [],
    random: Math.random,
    now,
    log,
    metrics: { record: () => {} },
  })(key)
  expect(outcome).toBe('delivered')
}

/** One generation as an API key's owner sees it: accepted, painted, encoded, polled once when it is done. */
const generation = async (
  body: Partial<GenerateRequest>,
  { isFirst = false, isAnonymous = false }: { isFirst?: boolean; isAnonymous?: boolean } = {},
) => {
  const table = { db: world.db, table: TABLE, now }
  const jobs = jobTable(table)
  const bucket = memoryBucket()
  const raw = mintApiKey(KEY_PREFIX)
  const row = { tenant_id: newUuid(), plan: 'free', scopes: ['generate', 'read'] }
  await world.db.send(
    new PutCommand({ TableName: TABLE, Item: { ...keyItemKey(apiKeyDigest('pepper', raw)), ...row } }),
  )
  if (!isFirst) await accountTable(table).ready(row.tenant_id)
  metered = []
  const authenticated = await keyAuthenticator({ prefix: KEY_PREFIX, db: world.db, table: TABLE, pepper, now })({
    headers: { 'x-api-key': raw },
    sourceIp: '203.0.113.7',
    method: 'POST',
    origin: 'https://api.example',
  })
  const caller = isAnonymous ? { ...authenticated!, kind: 'anonymous' as const } : authenticated!
  const deps: ApiDeps = {
    jobs,
    admissions: admissionTable(table),
    payments: paymentTable(table),
    queue: { send: async () => {} },
    bucket,
    milestone: milestoneTable({ db: world.db, table: TABLE }),
    lifecycles: async () => NO_LIFECYCLES,
    painterOf: async () => 'offline',
    announce: async () => {},
    allowsLoopback: false,
    newId: newUuid,
    drawSeed: () => 2_000_000_000,
    now,
    sleep: async () => {},
    version: '0',
  }
  const accepted = await acceptGeneration(deps)(request(body), undefined, {
    caller,
    log,
    baseUrl: 'https://images.example',
  })
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
    now,
    log,
  })({ tenantId, jobId }, signal)
  await encodeJob({ jobs, bucket, announce: async () => {}, now, log })({ tenantId, jobId })
  if (body.webhook_url) await delivered(table, { tenantId, jobId })
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
  'GetItem GetItem', // the API key, eventually consistent: half a unit; the balance
  'TransactWriteItems', // the job and what it holds
  'GetItem UpdateItem UpdateItem', // paint: read, start, paint
  'GetItem TransactWriteItems', // encode: read, finish and capture
  'GetItem', // one poll
].join(' ')

/** 2000 characters as people write them. */
const PROSE = readFileSync(new URL('../../../docs/performance.md', import.meta.url), 'utf8')
  .replace(/[^A-Za-z,. ]+/g, ' ')
  .slice(0, 2000)

/**
 * Two transactions at two units a row: job and balance; then job, balance and the ledger's entry. Start and paint are one
 * unit each. The index entry comes with the first transaction and is moved by the second.
 */
const WHOLE = { writes: 12, indexWrites: 6, reads: 4.5, calls: CALLS }

describe('what one generation costs in DynamoDB, its ledger included', () => {
  it('is 12 write units and 4.5 read units for a draft', async () => {
    expect(await generation({ quality_tier: 'draft' })).toEqual(WHOLE)
  })

  it('is the same for a premium image with every option that a free caller has', async () => {
    const body = { output_preset: 'hero', background_removal: true, output_format: 'avif', seed: 5 } as const
    expect(await generation({ quality_tier: 'premium', ...body })).toEqual(WHOLE)
  })

  it('is 14 write units when the caller sends an idempotency key, which is looked up once before', async () => {
    const calls = CALLS.replace('GetItem GetItem', 'GetItem GetItem GetItem')
    const costs = await generation({ quality_tier: 'draft', idempotency_key: 'k' })
    expect(costs).toEqual({ ...WHOLE, writes: 14, reads: 5.5, calls })
  })

  it('is at most 14 write units for a prompt of 2000 characters, which has a row of its own', async () => {
    // Written once, compressed, and read with the job by paint, encode and the poll.
    const calls = CALLS.replace('TransactWriteItems', 'PutItem TransactWriteItems').replaceAll(
      /(?<=Items )GetItem(?= )|(?<=UpdateItem )GetItem|GetItem$/g,
      'GetItem GetItem',
    )
    const costs = await generation({ quality_tier: 'draft', prompt: PROSE })
    expect(PROSE).toHaveLength(2000)
    expect(costs).toEqual({ ...WHOLE, writes: costs.writes, reads: 7.5, calls })
    expect(costs.writes).toBeLessThanOrEqual(14)
  })

  it('is 15 write units for such a prompt with an idempotency key', async () => {
    expect((await generation({ quality_tier: 'draft', prompt: PROSE, idempotency_key: 'long' })).writes).toBe(15)
  })

  it('is 4 write units more for the first one of an account, which is opened with its welcome credits', async () => {
    const { writes, reads } = await generation({ quality_tier: 'draft' }, { isFirst: true })
    expect({ writes, reads }).toEqual({ writes: 16, reads: 6.5 })
  })

  it('is 14 write units and 6.5 read units with a webhook that is delivered at once', async () => {
    // Beginning the attempt and noting how it came out are one unit each, and both move the index entry, which is two.
    const { writes, indexWrites, reads } = await generation({
      quality_tier: 'draft',
      webhook_url: 'https://receiver.example/hook',
    })
    expect({ writes, indexWrites, reads }).toEqual({ writes: 14, indexWrites: 10, reads: 6.5 })
  })

  it('is 7 write units for an anonymous caller, whose images are counted', async () => {
    // The counter stands in the place of the balance; nothing is settled when the job completes.
    const costs = await generation({ quality_tier: 'draft' }, { isAnonymous: true })
    expect(costs.writes).toBe(7)
  })
})
