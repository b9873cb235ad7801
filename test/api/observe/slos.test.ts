import { afterEach, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { endOutages, outage } from '../../support/control.ts'
import { now, observeKey, rootOf, sendAs } from './observe-world.ts'
import { availability, errorsRule, newRule, newSlo } from './rules-world.ts'

afterEach(endOutages)

const slo = (key: string, id: string) => call('GET', `/api/observe/slos/${id}`, { key, as: 'getObserveSlo' })
const list = (key: string) => call('GET', '/api/observe/slos', { key, as: 'listObserveSlos' })
const remove = (key: string, id: string) => call('DELETE', `/api/observe/slos/${id}`, { key, as: 'removeObserveSlo' })
const putSlo = (key: string, id: string, body: object) =>
  call('PUT', `/api/observe/slos/${id}`, { key, body, as: 'changeObserveSlo' })

test('return 201, 200 with the attainment, 200 after a change, 409 while a rule uses the SLO, 204 and 404', async () => {
  const key = await observeKey()
  const at = await now()
  const spans = Array.from({ length: 10 }, (_, i) => rootOf(`t${i}`, at, { status: i < 2 ? 'error' : 'ok' }))
  await sendAs(key, { service: 'edge', spans })
  const created = await newSlo(key, availability('up'))
  const { id } = created.body
  expect([created.status, created.body]).toMatchObject([201, { name: 'up', objective: 0.9 }])
  expect((await list(key)).body).toMatchObject({ slos: [{ id }], limit: 1 })
  expect((await slo(key, id)).body).toMatchObject({
    attained: {
      total: 10,
      bad: 2,
      attainment: 0.8,
      hours: 24,
      is_clipped: true,
      burn_rates: [{ window: '1h' }, {}, {}],
    },
  })
  const { name: _, ...change } = availability('up', { indicator: { kind: 'latency', threshold_ms: 50 } })
  expect((await putSlo(key, id, change)).status).toBe(200)
  expect((await slo(key, id)).body).toMatchObject({ attained: { bad: 10, threshold_counted_ms: expect.any(Number) } })
  const burn = { kind: 'burn', slo_id: id, factor: 6, long_minutes: 60, short_minutes: 5 }
  const rule = await newRule(key, errorsRule('burns', { condition: burn }))
  expect([rule.status, (await remove(key, id)).status]).toEqual([201, 409])
  await call('DELETE', `/api/observe/rules/${rule.body.id}`, { key, as: 'removeObserveRule' })
  expect((await remove(key, id)).status).toBe(204)
  expect([(await slo(key, id)).status, (await remove(key, id)).status, (await putSlo(key, id, change)).status]).toEqual(
    [...[404, 404, 404]],
  )
})

test('return 400 with each invalid field, 409 for a taken name, and 403 above the limit of the plan', async () => {
  const key = await observeKey()
  const wrong = await newSlo(key, availability('wrong', { worker: 'internal:x' }))
  expect([wrong.status, wrong.body]).toMatchObject([400, { errors: [{ field: 'worker' }] }])
  expect((await newSlo(key, availability('up'))).status).toBe(201)
  expect((await newSlo(key, availability('up'))).status).toBe(409)
  expect((await newSlo(key, availability('another'))).body).toMatchObject({ code: 'slo_limit', tier: 'free', limit: 1 })
})

test('return 503 while the table is throttled', async () => {
  const key = await observeKey()
  const { body } = await newSlo(key, availability('up'))
  const { name: _, ...change } = availability('up')
  const busy = { service: 'dynamodb', function: 'observe-api', times: 1_000, status: 400 } as const
  const throttled = { ...busy, type: 'ThrottlingException' } as const
  await outage({ ...throttled, operation: 'TransactWriteItems' })
  expect([(await newSlo(key, availability('two'))).status, (await remove(key, body.id)).status]).toEqual([503, 503])
  await endOutages()
  await outage({ ...throttled, operation: 'Query' })
  expect([(await list(key)).status, (await slo(key, body.id)).status]).toEqual([503, 503])
  await endOutages()
  await outage({ ...throttled, operation: 'PutItem' })
  expect((await putSlo(key, body.id, change)).status).toBe(503)
})
