import { mintPlatformCall } from '@signet/kernel'
import { afterEach, expect, test } from 'vitest'
import { endOutages, planOutage } from '../../support/control.ts'
import { type FaultBody, QUERENT, run, runtimeKey, SCRIPT } from './runtime-world.ts'
import { batch, builderKey, builderOf, codegen, INTENTION, useUpQuota } from './scaffold-world.ts'
import { GRADE_REQUEST, grade, grimoireOf } from './stored-results-world.ts'

afterEach(endOutages)

/** Lets concurrent requests of the organization issue their receipts first, five times. */
const conflictFiveTimes = (fn = 'runtime-api') =>
  planOutage({
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: fn,
    times: 5,
    status: 400,
    type: 'TransactionCanceledException',
    body: { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...Array(10).fill({ Code: 'None' })] },
  })

test('runReading 409 after repeated conflicts; nothing is stored, and a retry works', async () => {
  const key = await runtimeKey()
  const body = { script: SCRIPT, querent: QUERENT, lenient: true, inscribe: true }
  await conflictFiveTimes()
  const refused = await run<FaultBody>(key, body, { idempotencyKey: 'k' })
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    409,
    'receipt_conflict',
    '1',
  ])
  expect((await grimoireOf(key, '/grimoire/default')).status).toBe(404)
  const retried = await run(key, body, { idempotencyKey: 'k' })
  expect([retried.status, retried.body.replay.memory_tick]).toEqual([200, 0])
})

test('runGrader 409 after repeated conflicts, and a retry works', async () => {
  const key = await runtimeKey()
  await conflictFiveTimes()
  const refused = await grade<FaultBody>(key, GRADE_REQUEST)
  expect([refused.status, refused.body.code]).toEqual([409, 'receipt_conflict'])
  expect((await grade(key, GRADE_REQUEST)).status).toBe(200)
})

test('runReading 401 for a sibling call that is signed with another secret', async () => {
  const forged = mintPlatformCall(
    'another secret',
    { audience: 'runtime', tenantId: 't', scopes: ['runtime:read'] },
    new Date(),
  )
  expect((await run(forged, { script: SCRIPT })).status).toBe(401)
})

test('runReading 503 while the table is busy, and nothing is stored', async () => {
  const key = await runtimeKey()
  const busy = { service: 'dynamodb', times: 1_000, type: 'ProvisionedThroughputExceededException' } as const
  await planOutage({ ...busy, operation: 'TransactWriteItems', function: 'runtime-api' })
  const body = { script: SCRIPT, querent: QUERENT, lenient: true, inscribe: true }
  expect((await run(key, body)).status).toBe(503)
  await endOutages()
  expect((await grimoireOf(key, '/grimoire/default')).status).toBe(404)
})

test('generateScaffold 409 after repeated conflicts; nothing is stored or counted, and a retry works', async () => {
  const key = await builderKey()
  const codegenBody = { intention: INTENTION, conversationId: 'once', inscribe: true }
  await conflictFiveTimes('runtime-scaffolds')
  const refused = await codegen<FaultBody>(key, codegenBody)
  expect([refused.status, refused.body.code]).toEqual([409, 'receipt_conflict'])
  expect((await grimoireOf(key, '/grimoire/default')).status).toBe(404)
  expect((await codegen(key, codegenBody)).body.runId).toBe(1)
})

test('generateScaffold 503 while the table is busy, and nothing is stored or counted', async () => {
  const key = await builderKey()
  const busy = { service: 'dynamodb', times: 1_000, type: 'ProvisionedThroughputExceededException' } as const
  await planOutage({ ...busy, operation: 'TransactWriteItems', function: 'runtime-scaffolds' })
  for (const inscribe of [false, true])
    expect((await codegen(key, { intention: INTENTION, conversationId: 'once', inscribe })).status).toBe(503)
  await endOutages()
  expect((await codegen(key, { intention: INTENTION })).body.runId).toBe(1)
})

test('generateScaffold and generateScaffolds 429 when the daily calls are used up', async () => {
  const { key, org } = await builderOf()
  await useUpQuota(org)
  const refusedScaffold = await codegen<FaultBody & { limit: number }>(key, { intention: INTENTION })
  expect([refusedScaffold.status, refusedScaffold.body.code, refusedScaffold.body.limit]).toEqual([
    429,
    'quota_exceeded',
    2_000,
  ])
  expect(Number(refusedScaffold.headers.get('retry-after'))).toBeGreaterThan(0)
  const refusedBatch = await batch<FaultBody>(key, { items: [{ intention: INTENTION }] })
  expect([refusedBatch.status, refusedBatch.body.code]).toEqual([429, 'quota_exceeded'])
})
