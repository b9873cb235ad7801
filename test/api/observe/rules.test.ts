import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { waitForEvent } from '../../support/bus.ts'
import { DAY_MS, MINUTE_MS, withinWindow } from '../../support/clock-windows.ts'
import { endOutages, planOutage, runFunction } from '../../support/control.ts'
import { waitForMail } from '../../support/mails.ts'
import { asPerson, newPerson, type Person } from '../../support/people.ts'
import { startReceiver } from '../../support/receiver.ts'
import { now, observeKey, rootSpan, sendTelemetry } from './observe-world.ts'
import { createRule, errorsRule } from './rules-world.ts'

afterEach(endOutages)

interface Rule {
  readonly id: string
  readonly states: readonly { readonly worker: string; readonly phase: string; readonly alert_id: string | null }[]
}

const getRule = (key: string, id: string) =>
  call<Rule>('GET', `/api/observe/rules/${id}`, { key, as: 'getObserveRule' })
const listRules = (key: string) =>
  call<{ rules: Rule[]; limit: number }>('GET', '/api/observe/rules', { key, as: 'listObserveRules' })
const removeRule = (key: string, id: string) =>
  call('DELETE', `/api/observe/rules/${id}`, { key, as: 'removeObserveRule' })
const putRule = (key: string, id: string, body: object) =>
  call<Rule>('PUT', `/api/observe/rules/${id}`, { key, body, as: 'changeObserveRule' })

const tableFailure = { service: 'dynamodb', function: 'observe-api', times: 1_000, status: 400 } as const
const throttled = { ...tableFailure, type: 'ThrottlingException' } as const

describe('rule routes', () => {
  test('return 201 on creation, 200 with the limit of the plan, 200 on a change, 204 on removal, and then 404', async () => {
    const key = await observeKey()
    const created = await createRule(key, errorsRule('errors'))
    expect([created.status, created.body]).toMatchObject([
      201,
      { name: 'errors', severity: 'warning', clear_minutes: 5, is_within_plan: true, states: [] },
    ])
    expect((await listRules(key)).body).toMatchObject({ rules: [{ id: created.body.id }], limit: 3 })
    const { name: _, ...change } = errorsRule('errors', { enabled: false })
    expect((await putRule(key, created.body.id, change)).body).toMatchObject({ name: 'errors', enabled: false })
    expect((await getRule(key, created.body.id)).body).toMatchObject({ enabled: false })
    expect((await removeRule(key, created.body.id)).status).toBe(204)
    expect([(await getRule(key, created.body.id)).status, (await removeRule(key, created.body.id)).status]).toEqual([
      404, 404,
    ])
    expect((await putRule(key, created.body.id, change)).status).toBe(404)
  })

  test('return 400 with each invalid field, 409 for a taken name, and 403 above the limit of the plan', async () => {
    const key = await observeKey()
    const burn = { kind: 'burn', slo_id: '0123456789abcdef', factor: 6, long_minutes: 60, short_minutes: 5 }
    const notify = { webhook_url: 'http://10.0.0.1/hook', mail: ['not-a-member'] }
    const wrong = await createRule(key, errorsRule('wrong', { condition: burn, notify }))
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { errors: [{ field: 'condition.slo_id' }, { field: 'notify.webhook_url' }, { field: 'notify.mail.0' }] },
    ])
    for (const name of ['one', 'two', 'three']) expect((await createRule(key, errorsRule(name))).status).toBe(201)
    expect([
      (await createRule(key, errorsRule('one'))).status,
      (await createRule(key, errorsRule('four'))).body,
    ]).toMatchObject([409, { code: 'rule_limit', tier: 'free', limit: 3, upgrade: '/pricing' }])
  })

  test('return 503 while the table is throttled', async () => {
    const key = await observeKey()
    const { body } = await createRule(key, errorsRule('errors'))
    const { name: _, ...change } = errorsRule('errors')
    await planOutage({ ...throttled, operation: 'TransactWriteItems' })
    expect((await createRule(key, errorsRule('other'))).status).toBe(503)
    expect((await putRule(key, body.id, change)).status).toBe(503)
    expect((await removeRule(key, body.id)).status).toBe(503)
    await endOutages()
    await planOutage({ ...throttled, operation: 'Query' })
    expect([(await listRules(key)).status, (await getRule(key, body.id)).status]).toEqual([503, 503])
  })
})

describe('webhook signing secret routes', () => {
  const getSecret = (key: string) =>
    call<{ secret: string }>('GET', '/api/observe/webhook-secret', { key, as: 'getObserveWebhookSecret' })
  const rotateSecret = (key: string) =>
    call<{ secret: string }>('POST', '/api/observe/webhook-secret/rotate', {
      key,
      body: {},
      as: 'rotateObserveWebhookSecret',
    })

  test('return 200 with the secret, 200 with a different secret after rotation, and 503 while the table is throttled', async () => {
    const key = await observeKey()
    const first = await getSecret(key)
    expect([first.status, first.body.secret]).toEqual([200, expect.stringMatching(/^whsec_/)])
    const next = await rotateSecret(key)
    expect([next.status, next.body.secret === first.body.secret]).toEqual([200, false])
    expect((await getSecret(key)).body.secret).toBe(next.body.secret)
    await planOutage({ ...throttled, operation: 'GetItem' })
    expect([(await getSecret(key)).status, (await rotateSecret(key)).status]).toEqual([503, 503])
  })
})

const asOwner = <Body>(owner: Person, method: string, path: string, as: string, body?: object) =>
  asPerson<Body>(owner, method, path, { as, ...(body && { body }) })

test('a rule fires and resolves, with alerts, webhook and mail', async () => {
  const owner = await newPerson()
  const hook = await startReceiver()
  const notify = { webhook_url: hook.url, mail: 'owners' }
  const newRule = errorsRule('too many errors', { notify, clear_minutes: 1 })
  const created = await asOwner<Rule>(owner, 'POST', '/api/observe/rules', 'createObserveRule', newRule)
  expect(created.status).toBe(201)
  const at = await now()
  const spans = Array.from({ length: 5 }, (_, i) => rootSpan(`t${i}`, at, { status: 'error' }))
  const body = { service: 'edge', spans }
  expect((await asOwner(owner, 'POST', '/api/observe/ingest', 'ingestTelemetry', body)).status).toBe(202)
  await runFunction('observe-evaluate', { after: MINUTE_MS })
  const [firing] = await hook.until(1)
  expect(JSON.parse(firing?.body ?? '')).toMatchObject({
    type: 'observe.alert.firing',
    data: { rule_name: 'too many errors', worker_name: 'edge', value: 1 },
  })
  expect(firing?.headers['webhook-signature']).toMatch(/^v1,/)
  const mail = await waitForMail(owner.email, ({ subject }) => subject.startsWith('Firing'))
  expect([mail.subject, mail.text]).toEqual([
    'Firing: too many errors (warning)',
    expect.stringContaining('edge has an error rate of 100.00% (threshold: 50%)'),
  ])
  const listAlerts = () =>
    asOwner<{ alerts: readonly object[] }>(owner, 'GET', '/api/observe/alerts', 'listAlerts').then(
      ({ body }) => body.alerts,
    )
  expect(await listAlerts()).toMatchObject([{ rule_name: 'too many errors', status: 'firing', ended_at: null }])
  // After the five-minute window and the minute during which the condition must not be met, the incident is resolved.
  for (const minutes of [12, 13, 14]) await runFunction('observe-evaluate', { after: minutes * MINUTE_MS })
  await hook.until(2)
  expect(JSON.parse(hook.received[1]?.body ?? '')).toMatchObject({ type: 'observe.alert.resolved' })
  await waitForMail(owner.email, ({ subject }) => subject.startsWith('Resolved'))
  expect(await listAlerts()).toMatchObject([{ status: 'resolved' }])
  await hook.close()
})

test('a worker that nears its daily limit emits observe-cap.projected', async () => {
  const key = await observeKey()
  const worker = `near-${randomUUID()}`
  await withinWindow(DAY_MS, MINUTE_MS, async () => {
    const at = await now()
    const metrics = Array.from({ length: 700 }, () => ({ name: 'm', value: 1, timestamp: at, type: 'gauge' }))
    for (let i = 0; i < 12; i++)
      await sendTelemetry(key, { service: worker, metrics: [{ ...metrics[0], value: i }, ...metrics.slice(1)] })
    await runFunction('observe-sweep')
  })
  const { data } = await waitForEvent(
    (event) => event.type.includes('observe-cap.') && (event.data as { worker_name?: string }).worker_name === worker,
  )
  // Twelve bodies of 700 metrics.
  expect(data).toMatchObject({ daily_limit: 10_000, used: 8_400 })
})
