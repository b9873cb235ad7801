import { afterEach, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, planOutage } from '../../support/control.ts'
import { now, observeKey, rootSpan, sendTelemetry } from './observe-world.ts'
import { availabilitySlo, createRule, createSlo, errorsRule } from './rules-world.ts'

afterEach(endOutages)

const getSlo = (key: string, id: string) => call('GET', `/api/observe/slos/${id}`, { key, as: 'getObserveSlo' })
const listSlos = (key: string) => call('GET', '/api/observe/slos', { key, as: 'listObserveSlos' })
const removeSlo = (key: string, id: string) =>
  call('DELETE', `/api/observe/slos/${id}`, { key, as: 'removeObserveSlo' })
const putSlo = (key: string, id: string, body: object) =>
  call('PUT', `/api/observe/slos/${id}`, { key, body, as: 'changeObserveSlo' })

test('SLO routes return 201 on creation, 200 with the attainment, 200 on a change, 409 while a rule uses the SLO, 204 on removal, and then 404', async () => {
  const key = await observeKey()
  const at = await now()
  const spans = Array.from({ length: 10 }, (_, i) => rootSpan(`t${i}`, at, { status: i < 2 ? 'error' : 'ok' }))
  await sendTelemetry(key, { service: 'edge', spans })
  const created = await createSlo(key, availabilitySlo('up'))
  const { id } = created.body
  expect([created.status, created.body]).toMatchObject([201, { name: 'up', objective: 0.9 }])
  expect((await listSlos(key)).body).toMatchObject({ slos: [{ id }], limit: 1 })
  expect((await getSlo(key, id)).body).toMatchObject({
    attained: {
      total: 10,
      bad: 2,
      attainment: 0.8,
      hours: 24,
      is_clipped: true,
      burn_rates: [{ window: '1h' }, {}, {}],
    },
  })
  const { name: _, ...change } = availabilitySlo('up', { indicator: { kind: 'latency', threshold_ms: 50 } })
  expect((await putSlo(key, id, change)).status).toBe(200)
  expect((await getSlo(key, id)).body).toMatchObject({
    attained: { bad: 10, threshold_counted_ms: expect.any(Number) },
  })
  const burn = { kind: 'burn', slo_id: id, factor: 6, long_minutes: 60, short_minutes: 5 }
  const rule = await createRule(key, errorsRule('burns', { condition: burn }))
  expect([rule.status, (await removeSlo(key, id)).status]).toEqual([201, 409])
  await call('DELETE', `/api/observe/rules/${rule.body.id}`, { key, as: 'removeObserveRule' })
  expect((await removeSlo(key, id)).status).toBe(204)
  expect([
    (await getSlo(key, id)).status,
    (await removeSlo(key, id)).status,
    (await putSlo(key, id, change)).status,
  ]).toEqual([404, 404, 404])
})

test('SLO routes return 400 with each invalid field, 409 for a taken name, and 403 above the limit of the plan', async () => {
  const key = await observeKey()
  const wrong = await createSlo(key, availabilitySlo('wrong', { worker: 'internal:x' }))
  expect([wrong.status, wrong.body]).toMatchObject([400, { errors: [{ field: 'worker' }] }])
  expect((await createSlo(key, availabilitySlo('up'))).status).toBe(201)
  expect((await createSlo(key, availabilitySlo('up'))).status).toBe(409)
  expect((await createSlo(key, availabilitySlo('another'))).body).toMatchObject({
    code: 'slo_limit',
    tier: 'free',
    limit: 1,
  })
})

test('SLO routes return 503 while the table is throttled', async () => {
  const key = await observeKey()
  const { body } = await createSlo(key, availabilitySlo('up'))
  const { name: _, ...change } = availabilitySlo('up')
  const busy = { service: 'dynamodb', function: 'observe-api', times: 1_000, status: 400 } as const
  const throttled = { ...busy, type: 'ThrottlingException' } as const
  await planOutage({ ...throttled, operation: 'TransactWriteItems' })
  expect([(await createSlo(key, availabilitySlo('two'))).status, (await removeSlo(key, body.id)).status]).toEqual([
    503, 503,
  ])
  await endOutages()
  await planOutage({ ...throttled, operation: 'Query' })
  expect([(await listSlos(key)).status, (await getSlo(key, body.id)).status]).toEqual([503, 503])
  await endOutages()
  await planOutage({ ...throttled, operation: 'PutItem' })
  expect((await putSlo(key, body.id, change)).status).toBe(503)
})
