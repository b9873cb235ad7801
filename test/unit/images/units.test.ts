import { readFileSync } from 'node:fs'
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { apiKeyDigest, keyItemKey } from '@signet/identity'
import type { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { newUuid, rowKey } from '@signet/kernel'
import { accountTable, paymentTable } from '@signet/ledger'
import { balanceRow } from '@signet/ledger/rows'
import { secretTable, webhookSecrets } from '@signet/notifications/webhooks'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiDeps } from '../../../lambdas/images/api/deps.ts'
import { acceptGeneration } from '../../../lambdas/images/api/generate.ts'
import { encodeJob } from '../../../lambdas/images/encode/encode-job.ts'
import { admissionTable } from '../../../lambdas/images/jobs/admission-table.ts'
import { type JobKey, keyOf } from '../../../lambdas/images/jobs/job-keys.ts'
import { type JobTable, jobTable } from '../../../lambdas/images/jobs/job-table.ts'
import { jobView } from '../../../lambdas/images/jobs/job-view.ts'
import { endPublisher } from '../../../lambdas/images/jobs/publish-end.ts'
import { publishedTable } from '../../../lambdas/images/jobs/published-table.ts'
import { renderingTable } from '../../../lambdas/images/jobs/rendering-table.ts'
import { NO_LIFECYCLES } from '../../../lambdas/images/models/lifecycle.ts'
import { milestoneTable } from '../../../lambdas/images/models/milestone-table.ts'
import { deliverWebhook } from '../../../lambdas/images/notify/deliver-webhook.ts'
import { paintJob } from '../../../lambdas/images/paint/paint-job.ts'
import { KEY_PREFIX } from '../../../lambdas/images/tenants/tenant-keyring.ts'
import { deliveryTable } from '../../../lambdas/images/webhooks/delivery-table.ts'
import { mintApiKey } from '../../../layers/identity/src/api-key.ts'
import { keyAuthenticator } from '../../../layers/identity/src/key-table.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { requireGranted } from '../../support/granted.ts'
import { memoryBucket } from '../../support/memory-bucket.ts'
import { withOwnAccounts } from '../../support/own-accounts.ts'
import { NO_OPENINGS, request, START } from '../../support/sample-job.ts'
import { scaled } from '../../support/scale.ts'
import { memorySpendGuard } from '../../support/spending.ts'
import { type TableMeter, tableMeter } from '../../support/table-meter.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const log = createLog({ write: () => {} })
const now = () => START
const pepper = async () => 'pepper'
const PICTURE = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

let world: TableWorld
let meter: TableMeter

beforeAll(async () => {
  world = await openTable()
  meter = tableMeter(world.db)
})
afterAll(() => world.close())

const deliver = async (
  jobs: JobTable,
  table: { db: TableWorld['db']; table: string; now: () => Date },
  key: JobKey,
) => {
  const states = secretTable(table)
  const outcome = await deliverWebhook({
    jobs,
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

/** Gives an account the agency plan, 100 credits of its subscription and one credit in every other bucket. */
const subscribe = (id: string) =>
  world.db.send(
    new UpdateCommand({
      TableName: TABLE,
      Key: rowKey(balanceRow, { account: id }),
      UpdateExpression:
        'SET welcome = :one, purchased = :one, grace = :one, #subscription = :many, #plan = :plan, grace_ends_at = :end, cycle_end = :end',
      ExpressionAttributeNames: { '#plan': 'plan', '#subscription': 'subscription' },
      ExpressionAttributeValues: { ':one': 1, ':many': 100, ':plan': 'agency', ':end': '2999-01-01T00:00:00.000Z' },
    }),
  )

/** One generation as an API key's owner sees it: accepted, painted, encoded, polled once when it is done. */
const generation = async (
  body: Partial<GenerateRequest>,
  { isFirst = false, isAnonymous = false, isAgency = false } = {},
) => {
  const table = { db: world.db, table: TABLE, now }
  const bucket = memoryBucket()
  const jobs = jobTable({ ...table, texts: bucket })
  const raw = mintApiKey(KEY_PREFIX)
  const row = { tenant_id: newUuid(), plan: 'free', scopes: ['generate', 'read'] }
  await world.db.send(
    new PutCommand({ TableName: TABLE, Item: { ...keyItemKey(apiKeyDigest('pepper', raw)), ...row } }),
  )
  if (!isFirst) await accountTable(withOwnAccounts(table)).ensureCurrent(row.tenant_id)
  if (isAgency) await subscribe(row.tenant_id)
  meter.begin()
  const authenticated = await keyAuthenticator({ prefix: KEY_PREFIX, db: world.db, table: TABLE, pepper, now })({
    headers: { 'x-api-key': raw },
    sourceIp: '203.0.113.7',
    method: 'POST',
    origin: 'https://api.example',
    baseUrl: 'https://api.example',
  })
  const caller = isAnonymous ? { ...authenticated!, kind: 'anonymous' as const } : authenticated!
  const deps: ApiDeps = {
    jobs,
    admissions: admissionTable({ ...table, texts: bucket }),
    payments: paymentTable(withOwnAccounts(table)),
    queue: { send: async () => {} },
    bucket,
    openings: NO_OPENINGS,
    milestone: isAgency
      ? { read: async () => ({ backers: 0, unlockedAt: '2026-01-01T00:00:00.000Z' }) }
      : milestoneTable({ db: world.db, table: TABLE }),
    lifecycles: async () => NO_LIFECYCLES,
    providerFor: async () => 'offline',
    publishEnd: async () => {},
    spend: memorySpendGuard(),
    publishEvents: async () => true,
    allowsLoopback: false,
    newId: newUuid,
    drawSeed: () => 2_000_000_000,
    now,
    sleep: async () => {},
    metrics: { record: () => {} },
    ownsTenant: async () => false,
    version: '0',
  }
  const context = { caller, log, baseUrl: 'https://images.example' }
  const accepted = await requireGranted(acceptGeneration(deps)(request(body), undefined, context))
  const { tenantId, jobId } = keyOf(accepted.row)
  const painted = { bytes: PICTURE, contentType: 'image/png', width: 16, height: 16, costMicros: 0 }
  const signal = new AbortController().signal
  await paintJob({
    jobs,
    bucket,
    renderings: renderingTable(table),
    spend: memorySpendGuard(),
    providerFor: async () => 'offline',
    providerByName: () => ({ paint: async () => painted }),
    now,
    log,
  })({ tenantId, jobId }, signal)
  // As deployed: this worker reads no texts.
  const publishEnd = endPublisher({ publishEvents: async () => true, published: publishedTable(table), log })
  await encodeJob({ jobs: jobTable(table), bucket, publishEnd, now, log, metrics: { record: () => {} } })({
    tenantId,
    jobId,
  })
  const job = await jobs.get({ tenantId, jobId })
  expect(job?.state).toBe('completed')
  expect(job && jobView(job, 'https://images.example')).toMatchObject({
    original_prompt: body.prompt ?? 'a lighthouse',
    ...(body.webhook_url ? { webhook: { url: body.webhook_url } } : {}),
  })
  const costs = meter.costs()
  meter.begin()
  if (!body.webhook_url) return costs
  await deliver(jobs, table, { tenantId, jobId })
  const { writes, indexWrites, reads } = meter.costs()
  const after = await jobs.get({ tenantId, jobId })
  expect(after?.webhook).toMatchObject({ url: body.webhook_url, state: 'delivered' })
  return { ...costs, notification: { writes, indexWrites, reads } }
}

/** The calls of every generation without an idempotency key, in order. */
const CALLS = [
  'GetItem GetItem', // the API key, eventually consistent: half a unit; the balance
  'TransactWriteItems', // the job and its hold
  'GetItem UpdateItem UpdateItem', // paint: read, start, paint
  'GetItem TransactWriteItems UpdateItem', // encode: read, finish and capture, mark the end as published
  'GetItem', // one poll
].join(' ')

/** 2000 characters of ordinary prose. */
const PROSE = readFileSync(new URL('../../../docs/performance.md', import.meta.url), 'utf8')
  .replace(/[^A-Za-z,. ]+/g, ' ')
  .slice(0, 2000)

const INPUTS = { input_image: PICTURE.toString('base64'), mask_image: PICTURE.toString('base64') }

/** 2000 different characters of three bytes each in UTF-8: not compressible. */
const CHINESE = Array.from({ length: 2000 }, (_, i) => String.fromCodePoint(0x4e00 + i * 7)).join('')

/** Every option of a request at its longest; the model supports negative prompts. */
const longestRequest = (text: string): Partial<GenerateRequest> => ({
  quality_tier: 'draft',
  prompt: text,
  negative_prompt: text,
  enhance_prompt: true,
  idempotency_key: `${text.length}${text}`.slice(0, 255),
  webhook_url: `https://receiver.example/${'h'.repeat(2000)}`,
  deadline_seconds: 86_400,
  output_preset: 'hero',
  background_removal: true,
  output_format: 'avif',
  aspect_ratio: '16:9',
})

/**
 * Two transactions at two units per row: job and balance; then job, balance and the ledger's entry. Start and paint are
 * one unit each. The index entry comes with the first transaction and is moved by the second. Marking the end event as
 * published is one more write, which moves the entry again. As a separate row, put and deleted, the event would cost
 * three. The mark cannot be omitted: without the mark, every event would be sent twice, or lost if a function dies before it
 * sends.
 */
const BASE_COSTS = { writes: 13, indexWrites: 8, reads: 4.5, calls: CALLS }

describe('the DynamoDB cost of one generation, its ledger included', () => {
  it('amounts to 13 write units and 4.5 read units for a draft', async () => {
    expect(await generation({ quality_tier: 'draft' })).toEqual(BASE_COSTS)
  })

  it('stays the same for a premium image with every option of the free plan', async () => {
    const body = { output_preset: 'hero', background_removal: true, output_format: 'avif', seed: 5 } as const
    expect(await generation({ quality_tier: 'premium', ...body })).toEqual(BASE_COSTS)
  })

  it('amounts to 15 write units with an idempotency key, which is looked up once before', async () => {
    const calls = CALLS.replace('GetItem GetItem', 'GetItem GetItem GetItem')
    const costs = await generation({ quality_tier: 'draft', idempotency_key: 'k' })
    expect(costs).toEqual({ ...BASE_COSTS, writes: 15, reads: 5.5, calls })
  })

  it('stays the same for a prompt of 2000 characters, which is stored as an object', async () => {
    expect(PROSE).toHaveLength(2000)
    expect(await generation({ quality_tier: 'draft', prompt: PROSE })).toEqual(BASE_COSTS)
  })

  it.each([
    ['prose', PROSE],
    ['Chinese that hardly repeats itself', CHINESE],
    ['emoji', '\u{1F3D4}\uFE0F'.repeat(600) + '\u{1F30A}'.repeat(100)],
  ])('amounts to 15 write units with all options: %s in every long field', async (_, text) => {
    expect(text).toHaveLength(2000)
    const costs = await generation(longestRequest(text))
    expect(costs).toMatchObject({ writes: 15, indexWrites: 8, notification: { writes: 2, indexWrites: 4 } })
  })

  it('amounts to 15 write units with a prompt of any length, in the row or as an object', async () => {
    for (let length = 1; length < 450; length += scaled(80, 20)) {
      const body = { quality_tier: 'draft', prompt: 'x'.repeat(length), idempotency_key: `${length}` } as const
      expect((await generation(body)).writes, `${length}`).toBe(15)
      const all = { ...longestRequest('x'), ...body, webhook_url: `https://receiver.example/${'h'.repeat(length)}` }
      expect(await generation(all), `${length}, with all options`).toMatchObject({
        writes: 15,
        notification: { writes: 2 },
      })
    }
  })

  it.each([
    ['an edit with an uploaded source and mask', { edge_model: 'sd-1.5-inpainting', ...INPUTS }],
    ['a picture that is paid from every bucket', { quality_tier: 'ultra_plus', image_size: '4K' }],
  ] as const)('amounts to 15 write units with all options for %s', async (_, changes) => {
    const costs = await generation({ ...longestRequest(CHINESE), ...changes }, { isAgency: true })
    expect(costs).toMatchObject({ writes: 15, notification: { writes: 2 } })
  })

  it('grows by 4 write units for the first one of an account, which is opened with its welcome credits', async () => {
    const { writes, reads } = await generation({ quality_tier: 'draft' }, { isFirst: true })
    expect({ writes, reads }).toEqual({ writes: 17, reads: 6.5 })
  })

  it('stays the same with a webhook; each delivery attempt is 2 write units', async () => {
    const costs = await generation({ quality_tier: 'draft', webhook_url: 'https://receiver.example/hook' })
    // Beginning the attempt and storing its result are one unit each, and both move the index entry, which is two.
    expect(costs).toEqual({ ...BASE_COSTS, notification: { writes: 2, indexWrites: 4, reads: 2 } })
  })

  it('amounts to 8 write units for an anonymous caller, whose images are counted', async () => {
    // The counter replaces the balance. Nothing is settled when the job completes.
    expect((await generation({ quality_tier: 'draft' }, { isAnonymous: true })).writes).toBe(8)
  })
})
