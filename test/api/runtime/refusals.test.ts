import { mintPlatformCall } from '@signet/kernel'
import { afterEach, expect, test } from 'vitest'
import { endOutages, outage } from '../../support/control.ts'
import { GRADE, grade, grimoireOf } from './kept-world.ts'
import { type FaultBody, QUERENT, run, runtimeKey, SCRIPT } from './runtime-world.ts'

afterEach(endOutages)

/** Others of the organisation are first with a receipt, five times. */
const overtaken = () =>
  outage({
    ...{ service: 'dynamodb', operation: 'TransactWriteItems', function: 'runtime-api', times: 5 },
    ...{ status: 400, type: 'TransactionCanceledException' },
    body: { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...Array(10).fill({ Code: 'None' })] },
  })

test('runReading 409 where others are first, again and again; nothing is kept, and the same request works', async () => {
  const key = await runtimeKey()
  const body = { script: SCRIPT, querent: QUERENT, lenient: true, inscribe: true }
  await overtaken()
  const refused = await run<FaultBody>(key, body, { idempotencyKey: 'k' })
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    409,
    'receipt_conflict',
    '1',
  ])
  expect((await grimoireOf(key, '/grimoire/default')).status).toBe(404)
  const again = await run(key, body, { idempotencyKey: 'k' })
  expect([again.status, again.body.replay.memory_tick]).toEqual([200, 0])
})

test('runGrader 409 likewise', async () => {
  const key = await runtimeKey()
  await overtaken()
  const refused = await grade<FaultBody>(key, GRADE)
  expect([refused.status, refused.body.code]).toEqual([409, 'receipt_conflict'])
  expect((await grade(key, GRADE)).status).toBe(200)
})

test('runReading 401 for a call of a sibling that nobody signed', async () => {
  const forged = mintPlatformCall(
    'another secret',
    { audience: 'runtime', tenantId: 't', scopes: ['runtime:read'] },
    new Date(),
  )
  expect((await run(forged, { script: SCRIPT })).status).toBe(401)
})

test('runReading 503 while the table is busy, and nothing is kept', async () => {
  const key = await runtimeKey()
  const busy = { service: 'dynamodb', times: 1_000, type: 'ProvisionedThroughputExceededException' } as const
  await outage({ ...busy, operation: 'TransactWriteItems', function: 'runtime-api' })
  const body = { script: SCRIPT, querent: QUERENT, lenient: true, inscribe: true }
  expect((await run(key, body)).status).toBe(503)
  await endOutages()
  expect((await grimoireOf(key, '/grimoire/default')).status).toBe(404)
})
