import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertIdOf } from '../../../lambdas/observe/contract/alerts.ts'
import { atEveryCall, crashPoint, interruption } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, NOW, observeOver } from './observe-world.ts'
import {
  alertsOf,
  createEntry,
  ERROR_RATE_CONDITION,
  evaluateAs,
  eventsOf,
  minutes,
  ruleOf,
  sendTraces,
} from './rules-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const WEBHOOK_URL = 'https://hooks.example/alerts'
const notify = { webhook_url: WEBHOOK_URL, mail: 'owners' }

const observeAt = (minute: number) => observeOver(world, { at: NOW + minutes(minute) })
const statesOf = async (tenant: string) => {
  const { rules } = (await observeAt(0).routeNamed('listObserveRules')(tenant, {})).body
  return (rules as readonly { states: readonly { phase: string }[] }[]).flatMap(({ states }) => states)
}

describe('an error-rate rule', () => {
  it('has incidents that no worker can forge', async () => {
    const tenant = 'forged'
    await createEntry(observeAt(0), tenant, ruleOf('errors', { notify }))
    await sendTraces(observeAt(0), tenant, NOW, { ok: 8, bad: 2 })
    await evaluateAs(observeAt(0))(tenant)
    const before = await alertsOf(observeAt(0), tenant)
    const [{ id } = { id: '' }] = before as readonly { id: string }[]
    const alert = { id, rule: { name: 'forged', severity: 'low' }, status: 'resolved', startTime: NOW + 1, message: '' }
    const { status } = await observeAt(0).send(tenant, { body: bodyOf('edge', { alerts: [alert] }) })
    expect([status, await alertsOf(observeAt(0), tenant)]).toEqual([202, before])
    // An incident that a worker reports under the id of the rule's incident before the rule fires is replaced.
    const earlyTenant = 'forged early'
    await createEntry(observeAt(0), earlyTenant, ruleOf('errors'))
    await sendTraces(observeAt(0), earlyTenant, NOW, { ok: 8, bad: 2 })
    const { rules } = (await observeAt(0).routeNamed('listObserveRules')(earlyTenant, {})).body
    const [{ id: rule } = { id: '' }] = rules as readonly { id: string }[]
    const guessedAlert = { ...alert, id: alertIdOf(rule, 'edge', NOW), startTime: NOW - 60_000 }
    await observeAt(0).send(earlyTenant, { body: bodyOf('edge', { alerts: [guessedAlert] }) })
    await evaluateAs(observeAt(0))(earlyTenant)
    expect(await alertsOf(observeAt(0), earlyTenant)).toMatchObject([{ rule_name: 'errors', status: 'firing' }])
  })

  it('fires for each worker separately, notifies each channel once, and resolves after the clearing time', async () => {
    const tenant = 'fires'
    const body = ruleOf('errors', { notify, clear_minutes: 2 })
    expect((await createEntry(observeAt(0), tenant, body)).status).toBe(201)
    await sendTraces(observeAt(0), tenant, NOW, { ok: 8, bad: 2 })
    await sendTraces(observeAt(0), tenant, NOW, { ok: 10, worker: 'fine' })
    await evaluateAs(observeAt(0))(tenant)
    expect(await alertsOf(observeAt(0), tenant)).toMatchObject([
      {
        worker_name: 'edge',
        rule_name: 'errors',
        severity: 'high',
        status: 'firing',
        value: 0.2,
        ended_at: null,
        message: 'edge has an error rate of 20.00% (threshold: 10%)',
      },
    ])
    for (const minute of [1, 2]) await evaluateAs(observeAt(minute))(tenant)
    // Ten minutes later the window is empty.
    for (const minute of [11, 12, 13, 14]) await evaluateAs(observeAt(minute))(tenant)
    expect(await alertsOf(observeAt(14), tenant)).toMatchObject([
      {
        status: 'resolved',
        started_at: new Date(NOW).toISOString(),
        ended_at: new Date(NOW + minutes(13)).toISOString(),
      },
    ])
    const events = await eventsOf(world, tenant)
    expect(events.map(({ type, data }) => [type, data.user_id, data.has_webhook, data.status])).toEqual([
      ['org.signet.observe-alert.firing.v1', undefined, true, 'firing'],
      ['org.signet.observe-alert.mail-due.v1', 'ada', undefined, 'firing'],
      ['org.signet.observe-alert.resolved.v1', undefined, true, 'resolved'],
      ['org.signet.observe-alert.mail-due.v1', 'ada', undefined, 'resolved'],
    ])
    const notices = await world.partition(`OBSNOTE#${tenant}`)
    expect(notices.map(({ url, state }) => [url, state])).toEqual([
      [WEBHOOK_URL, 'pending'],
      [WEBHOOK_URL, 'pending'],
    ])
    expect(
      JSON.parse(String(notices.find(({ body: text }) => String(text).includes('alert.firing'))?.body)),
    ).toMatchObject({
      type: 'observe.alert.firing',
      data: { rule_name: 'errors', value: 0.2, threshold: 0.1, link: 'https://platform.test/observe' },
    })
  })

  it('stays pending for for_minutes, and requires min_count traces', async () => {
    const tenant = 'pends'
    await createEntry(observeAt(0), tenant, ruleOf('slow to fire', { for_minutes: 2 }))
    await createEntry(
      observeAt(0),
      tenant,
      ruleOf('too few', { condition: { ...ERROR_RATE_CONDITION, min_count: 11 } }),
    )
    await sendTraces(observeAt(0), tenant, NOW, { ok: 8, bad: 2 })
    for (const minute of [0, 1]) await evaluateAs(observeAt(minute))(tenant)
    expect([await alertsOf(observeAt(1), tenant), await statesOf(tenant)]).toMatchObject([[], [{ phase: 'pending' }]])
    await evaluateAs(observeAt(2))(tenant)
    expect(await alertsOf(observeAt(2), tenant)).toMatchObject([{ rule_name: 'slow to fire', status: 'firing' }])
  })

  it('keeps its incident while the counts cannot be read', async () => {
    const tenant = 'unreadable'
    const observe = observeAt(0)
    await createEntry(observe, tenant, ruleOf('errors'))
    await sendTraces(observe, tenant, NOW, { bad: 10 })
    await evaluateAs(observe)(tenant)
    for (const minute of [20, 21, 22, 23]) {
      const later = observeAt(minute)
      const units = () => Promise.reject(new Error('The table is unavailable'))
      const broken = { ...later, deps: { ...later.deps, counters: { ...later.deps.counters, units } } }
      await expect(evaluateAs(broken)(tenant)).rejects.toThrow()
    }
    expect(await alertsOf(observeAt(23), tenant)).toMatchObject([{ status: 'firing' }])
  })

  it('resolves its incident with a reason when it is changed, disabled or removed', async () => {
    const tenant = 'changes'
    const ids: string[] = []
    for (const name of ['changed', 'disabled', 'removed']) {
      const { body } = await createEntry(observeAt(0), tenant, ruleOf(name))
      ids.push(String(body.id))
    }
    await sendTraces(observeAt(0), tenant, NOW, { bad: 10 })
    await evaluateAs(observeAt(0))(tenant)
    const [changed = '', disabled = '', removed = ''] = ids
    const putRule = (id: string, changes: object) => {
      const { name: _, ...body } = ruleOf('', changes)
      return observeAt(1).routeNamed('changeObserveRule')(tenant, { params: { id }, body })
    }
    await putRule(changed, { condition: { ...ERROR_RATE_CONDITION, threshold: 0.5, min_count: 100 } })
    await putRule(disabled, { enabled: false })
    await observeAt(1).routeNamed('removeObserveRule')(tenant, { params: { id: removed } })
    await evaluateAs(observeAt(1))(tenant)
    const alerts = await alertsOf(observeAt(1), tenant)
    expect(
      alerts.map(({ rule_name, status, message }) => [rule_name, status, String(message).split('. ')[1]]).toSorted(),
    ).toEqual([
      ['changed', 'resolved', 'The rule was changed, or its worker was removed.'],
      ['disabled', 'resolved', 'The rule was disabled.'],
      ['removed', 'resolved', 'The rule was removed.'],
    ])
    expect(await statesOf(tenant)).toEqual([])
  })
})

describe('rules on silence, p95 and burn rate', () => {
  it('fire on silence of known workers, and on a p95 within the error of the sketch', async () => {
    const tenant = 'others'
    await createEntry(
      observeAt(0),
      tenant,
      ruleOf('silent', { condition: { kind: 'silence', worker: '*', minutes: 10 } }),
    )
    await createEntry(
      observeAt(0),
      tenant,
      ruleOf('unknown worker', { condition: { kind: 'silence', worker: 'unknown', minutes: 2 } }),
    )
    const p95 = { kind: 'p95', worker: 'edge', threshold_ms: 450, window_minutes: 5, min_count: 1 }
    await createEntry(observeAt(0), tenant, ruleOf('slow', { condition: p95 }))
    await sendTraces(observeAt(0), tenant, NOW, { ok: 20, ms: 500 })
    await evaluateAs(observeAt(0))(tenant)
    const [slow] = await alertsOf(observeAt(0), tenant)
    expect(slow).toMatchObject({ rule_name: 'slow' })
    expect(Math.abs(Number(slow?.value) - 500) / 500).toBeLessThanOrEqual(0.02)
    await evaluateAs(observeAt(10))(tenant)
    expect((await alertsOf(observeAt(10), tenant)).map(({ rule_name }) => rule_name)).toEqual(['slow'])
    await evaluateAs(observeAt(11))(tenant)
    expect((await alertsOf(observeAt(11), tenant)).map(({ rule_name, status }) => [rule_name, status])).toEqual([
      ['silent', 'firing'],
      ['slow', 'resolved'],
    ])
  })

  it('fire on a burn rate in both windows, and resolve when the short one no longer burns', async () => {
    const tenant = 'burns'
    const slo = { name: 'up', worker: 'edge', indicator: { kind: 'availability' }, objective: 0.99, window_days: 30 }
    const { body } = await createEntry(observeAt(0), tenant, slo, 'createObserveSlo')
    const burn = { kind: 'burn', slo_id: body.id, factor: 14.4, long_minutes: 60, short_minutes: 5, min_count: 10 }
    expect((await createEntry(observeAt(0), tenant, ruleOf('fast burn', { condition: burn }))).status).toBe(201)
    // After an hour of successes, only the short window burns: 20 bad of 480 traces are a burn rate of 4.2 in the long one.
    for (let minute = -55; minute < 0; minute += 5)
      await sendTraces(observeAt(minute), tenant, NOW + minutes(minute), { ok: 40 })
    await sendTraces(observeAt(0), tenant, NOW, { ok: 20, bad: 20 })
    await evaluateAs(observeAt(0))(tenant)
    expect(await alertsOf(observeAt(0), tenant)).toEqual([])
    // Then 80 bad of 540 traces are a burn rate of 14.8.
    await sendTraces(observeAt(1), tenant, NOW + minutes(1), { bad: 60 })
    await evaluateAs(observeAt(1))(tenant)
    const [alert] = await alertsOf(observeAt(1), tenant)
    expect([alert?.rule_name, Number(alert?.value).toFixed(2)]).toEqual(['fast burn', ((80 / 540) * 100).toFixed(2)])
    for (const minute of [12, 13]) {
      await sendTraces(observeAt(minute), tenant, NOW + minutes(minute), { ok: 1 })
      await evaluateAs(observeAt(minute))(tenant)
    }
    expect(await alertsOf(observeAt(13), tenant)).toMatchObject([{ status: 'resolved' }])
    const removal = await observeAt(13).routeNamed('removeObserveSlo')(tenant, { params: { id: String(body.id) } })
    expect(removal.code).toBe('conflict')
  })
})

/** Starts and ends one incident of a rule with every notification channel. `run` evaluates the rule. */
const runIncident = async (tenant: string, run: (minute: number) => Promise<unknown>) => {
  await createEntry(observeAt(0), tenant, ruleOf('errors', { notify }))
  await sendTraces(observeAt(0), tenant, NOW, { ok: 5, bad: 5 })
  for (const minute of [0, 11, 12]) await run(minute)
}

const notificationsOf = async (tenant: string) => ({
  events: (await eventsOf(world, tenant)).map(({ type, data }) => [type, data.user_id]),
  notices: (await world.partition(`OBSNOTE#${tenant}`)).length,
  alerts: (await alertsOf(observeAt(12), tenant)).map(({ status }) => status),
})

const NOTIFIED_ONCE = {
  events: [
    ['org.signet.observe-alert.firing.v1', undefined],
    ['org.signet.observe-alert.mail-due.v1', 'ada'],
    ['org.signet.observe-alert.resolved.v1', undefined],
    ['org.signet.observe-alert.mail-due.v1', 'ada'],
  ],
  notices: 2,
  alerts: ['resolved'],
}

it('a rule notifies each change once after a crash at any call', async () => {
  const runs = await atEveryCall(
    (call, moment) => crashPoint(call, moment, { keepsCrashing: true }),
    async (crash, name) => {
      const tenant = `crash ${name}`
      await runIncident(tenant, async (minute) => {
        const crashing = observeOver(world, { crash, at: NOW + minutes(minute) })
        await evaluateAs(crashing)(tenant).catch(() => undefined)
        await evaluateAs(observeOver(world, { at: NOW + minutes(minute) + 1_000 }))(tenant)
      })
      expect({ name, ...(await notificationsOf(tenant)) }).toEqual({ name, ...NOTIFIED_ONCE })
    },
  )
  expect(runs).toBeGreaterThanOrEqual(8)
}, 60_000)

it('a rule notifies each change once if a second run interrupts at any call', async () => {
  for (let call = 0, hasInterrupted = true; hasInterrupted; call++) {
    hasInterrupted = false
    for (const moment of ['before', 'after', 'midway'] as const) {
      const tenant = `concurrent ${moment} ${call}`
      await runIncident(tenant, async (minute) => {
        const runConcurrently = () => evaluateAs(observeAt(minute))(tenant)
        const crash = interruption(call, moment, runConcurrently)
        await evaluateAs(observeOver(world, { crash, at: NOW + minutes(minute) }))(tenant)
        hasInterrupted ||= crash.hasCrashed
      })
      expect({ tenant, ...(await notificationsOf(tenant)) }).toEqual({ tenant, ...NOTIFIED_ONCE })
    }
  }
}, 60_000)

it('concurrent requests create exactly as many rules as the plan allows, and rules beyond a smaller plan are not evaluated', async () => {
  const tenant = 'limits'
  const free = observeOver(world, { tier: 'free' })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => createEntry(free, tenant, ruleOf(`rule ${i}`))))
  const codes = answers.map(({ status, code }) => (status === 201 ? 201 : code))
  expect(codes.filter((code) => code === 201)).toHaveLength(3)
  expect(codes.filter((code) => code === 'rule_limit')).toHaveLength(5)
  const first = codes.indexOf(201)
  expect((await createEntry(free, tenant, ruleOf(`rule ${first}`))).code).toBe('conflict')
  await createEntry(observeAt(1), tenant, ruleOf('a fourth'))
  await sendTraces(observeAt(1), tenant, NOW, { bad: 10 })
  await evaluateAs(observeAt(1), 'free')(tenant)
  expect((await alertsOf(observeAt(1), tenant)).map(({ rule_name }) => rule_name)).not.toContain('a fourth')
  expect(await alertsOf(observeAt(1), tenant)).toHaveLength(3)
})
