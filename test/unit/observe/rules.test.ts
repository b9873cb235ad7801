import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertIdOf } from '../../../lambdas/observe/contract/alerts.ts'
import { atEveryCall, crashPoint, interruption } from '../../support/crash-point.ts'
import { openTable, type TableWorld } from '../../support/table-world.ts'
import { bodyOf, NOW, observeOver } from './observe-world.ts'
import { alertsOf, created, ERRORS, evaluateAs, eventsOf, minutes, ruleOf, sentAt } from './rules-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const HOOK = 'https://hooks.example/alerts'
const notify = { webhook_url: HOOK, mail: 'owners' }

const at = (count: number) => observeOver(world, { at: NOW + minutes(count) })
const statesOf = async (tenant: string) => {
  const { rules } = (await at(0).routeNamed('listObserveRules')(tenant, {})).body
  return (rules as readonly { states: readonly { phase: string }[] }[]).flatMap(({ states }) => states)
}

describe('an error-rate rule', () => {
  it('has incidents that no worker can forge', async () => {
    const tenant = 'forged'
    await created(at(0), tenant, ruleOf('errors', { notify }))
    await sentAt(at(0), tenant, NOW, { ok: 8, bad: 2 })
    await evaluateAs(at(0))(tenant)
    const before = await alertsOf(at(0), tenant)
    const [{ id } = { id: '' }] = before as readonly { id: string }[]
    const alert = { id, rule: { name: 'forged', severity: 'low' }, status: 'resolved', startTime: NOW + 1, message: '' }
    const { status } = await at(0).send(tenant, { body: bodyOf('edge', { alerts: [alert] }) })
    expect([status, await alertsOf(at(0), tenant)]).toEqual([202, before])
    // Sent before the rule fires, and replaced when it does.
    const early = 'forged early'
    await created(at(0), early, ruleOf('errors'))
    await sentAt(at(0), early, NOW, { ok: 8, bad: 2 })
    const { rules } = (await at(0).routeNamed('listObserveRules')(early, {})).body
    const [{ id: rule } = { id: '' }] = rules as readonly { id: string }[]
    const guessed = { ...alert, id: alertIdOf(rule, 'edge', NOW), startTime: NOW - 60_000 }
    await at(0).send(early, { body: bodyOf('edge', { alerts: [guessed] }) })
    await evaluateAs(at(0))(early)
    expect(await alertsOf(at(0), early)).toMatchObject([{ rule_name: 'errors', status: 'firing' }])
  })

  it('fires for each worker separately, notifies each channel once, and resolves after the clearing time', async () => {
    const tenant = 'fires'
    const body = ruleOf('errors', { notify, clear_minutes: 2 })
    expect((await created(at(0), tenant, body)).status).toBe(201)
    await sentAt(at(0), tenant, NOW, { ok: 8, bad: 2 })
    await sentAt(at(0), tenant, NOW, { ok: 10, worker: 'fine' })
    await evaluateAs(at(0))(tenant)
    expect(await alertsOf(at(0), tenant)).toMatchObject([
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
    for (const minute of [1, 2]) await evaluateAs(at(minute))(tenant)
    // Ten minutes later the window is empty.
    for (const minute of [11, 12, 13, 14]) await evaluateAs(at(minute))(tenant)
    expect(await alertsOf(at(14), tenant)).toMatchObject([
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
      [HOOK, 'pending'],
      [HOOK, 'pending'],
    ])
    expect(
      JSON.parse(String(notices.find(({ body: text }) => String(text).includes('alert.firing'))?.body)),
    ).toMatchObject({
      type: 'observe.alert.firing',
      data: { rule_name: 'errors', value: 0.2, threshold: 0.1, link: 'https://platform.test/observe' },
    })
  })

  it('stays pending for its duration, and requires enough traces', async () => {
    const tenant = 'pends'
    await created(at(0), tenant, ruleOf('slow to fire', { for_minutes: 2 }))
    await created(at(0), tenant, ruleOf('too few', { condition: { ...ERRORS, min_count: 11 } }))
    await sentAt(at(0), tenant, NOW, { ok: 8, bad: 2 })
    for (const minute of [0, 1]) await evaluateAs(at(minute))(tenant)
    expect([await alertsOf(at(1), tenant), await statesOf(tenant)]).toMatchObject([[], [{ phase: 'pending' }]])
    await evaluateAs(at(2))(tenant)
    expect(await alertsOf(at(2), tenant)).toMatchObject([{ rule_name: 'slow to fire', status: 'firing' }])
  })

  it('changes nothing while its counts cannot be read', async () => {
    const tenant = 'unreadable'
    const observe = at(0)
    await created(observe, tenant, ruleOf('errors'))
    await sentAt(observe, tenant, NOW, { bad: 10 })
    await evaluateAs(observe)(tenant)
    for (const minute of [20, 21, 22, 23]) {
      const later = at(minute)
      const units = () => Promise.reject(new Error('The table is unavailable'))
      const broken = { ...later, deps: { ...later.deps, counters: { ...later.deps.counters, units } } }
      await expect(evaluateAs(broken)(tenant)).rejects.toThrow()
    }
    expect(await alertsOf(at(23), tenant)).toMatchObject([{ status: 'firing' }])
  })

  it('resolves its incident with a reason when it is changed, disabled or removed', async () => {
    const tenant = 'changes'
    const ids: string[] = []
    for (const name of ['changed', 'disabled', 'removed']) {
      const { body } = await created(at(0), tenant, ruleOf(name))
      ids.push(String(body.id))
    }
    await sentAt(at(0), tenant, NOW, { bad: 10 })
    await evaluateAs(at(0))(tenant)
    const [changed = '', disabled = '', removed = ''] = ids
    const putRule = (id: string, others: object) => {
      const { name: _, ...body } = ruleOf('', others)
      return at(1).routeNamed('changeObserveRule')(tenant, { params: { id }, body })
    }
    await putRule(changed, { condition: { ...ERRORS, threshold: 0.5, min_count: 100 } })
    await putRule(disabled, { enabled: false })
    await at(1).routeNamed('removeObserveRule')(tenant, { params: { id: removed } })
    await evaluateAs(at(1))(tenant)
    const alerts = await alertsOf(at(1), tenant)
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

describe('other rules', () => {
  it('fire on silence for workers that have been seen, and on p95 within the error of the sketch', async () => {
    const tenant = 'others'
    await created(at(0), tenant, ruleOf('silent', { condition: { kind: 'silence', worker: '*', minutes: 10 } }))
    await created(at(0), tenant, ruleOf('never seen', { condition: { kind: 'silence', worker: 'nobody', minutes: 2 } }))
    const p95 = { kind: 'p95', worker: 'edge', threshold_ms: 450, window_minutes: 5, min_count: 1 }
    await created(at(0), tenant, ruleOf('slow', { condition: p95 }))
    await sentAt(at(0), tenant, NOW, { ok: 20, ms: 500 })
    await evaluateAs(at(0))(tenant)
    const [slow] = await alertsOf(at(0), tenant)
    expect(slow).toMatchObject({ rule_name: 'slow' })
    expect(Math.abs(Number(slow?.value) - 500) / 500).toBeLessThanOrEqual(0.02)
    await evaluateAs(at(10))(tenant)
    expect((await alertsOf(at(10), tenant)).map(({ rule_name }) => rule_name)).toEqual(['slow'])
    await evaluateAs(at(11))(tenant)
    expect((await alertsOf(at(11), tenant)).map(({ rule_name, status }) => [rule_name, status])).toEqual([
      ['silent', 'firing'],
      ['slow', 'resolved'],
    ])
  })

  it('fire on a burn rate in both windows, and resolve when the short one no longer burns', async () => {
    const tenant = 'burns'
    const slo = { name: 'up', worker: 'edge', indicator: { kind: 'availability' }, objective: 0.99, window_days: 30 }
    const { body } = await created(at(0), tenant, slo, 'createObserveSlo')
    const burn = { kind: 'burn', slo_id: body.id, factor: 14.4, long_minutes: 60, short_minutes: 5, min_count: 10 }
    expect((await created(at(0), tenant, ruleOf('fast burn', { condition: burn }))).status).toBe(201)
    // An hour of successes: the short window burns, the long one does not yet.
    for (let minute = -55; minute < 0; minute += 5) await sentAt(at(minute), tenant, NOW + minutes(minute), { ok: 40 })
    await sentAt(at(0), tenant, NOW, { ok: 20, bad: 20 })
    await evaluateAs(at(0))(tenant)
    expect(await alertsOf(at(0), tenant)).toEqual([])
    // 60 bad of 480: 12.5% is 12.5 times the budget; with 80 of 500 it is 16 times.
    await sentAt(at(1), tenant, NOW + minutes(1), { bad: 60 })
    await evaluateAs(at(1))(tenant)
    const [alert] = await alertsOf(at(1), tenant)
    expect([alert?.rule_name, Number(alert?.value).toFixed(2)]).toEqual(['fast burn', ((80 / 540) * 100).toFixed(2)])
    for (const minute of [12, 13]) {
      await sentAt(at(minute), tenant, NOW + minutes(minute), { ok: 1 })
      await evaluateAs(at(minute))(tenant)
    }
    expect(await alertsOf(at(13), tenant)).toMatchObject([{ status: 'resolved' }])
    const removal = await at(13).routeNamed('removeObserveSlo')(tenant, { params: { id: String(body.id) } })
    expect(removal.code).toBe('conflict')
  })
})

/** The start and the end of an incident, for one rule with every channel. */
const story = async (tenant: string, run: (minute: number) => Promise<unknown>) => {
  await created(at(0), tenant, ruleOf('errors', { notify }))
  await sentAt(at(0), tenant, NOW, { ok: 5, bad: 5 })
  for (const minute of [0, 11, 12]) await run(minute)
}

const toldOf = async (tenant: string) => ({
  events: (await eventsOf(world, tenant)).map(({ type, data }) => [type, data.user_id]),
  notices: (await world.partition(`OBSNOTE#${tenant}`)).length,
  alerts: (await alertsOf(at(12), tenant)).map(({ status }) => status),
})

const TOLD = {
  events: [
    ['org.signet.observe-alert.firing.v1', undefined],
    ['org.signet.observe-alert.mail-due.v1', 'ada'],
    ['org.signet.observe-alert.resolved.v1', undefined],
    ['org.signet.observe-alert.mail-due.v1', 'ada'],
  ],
  notices: 2,
  alerts: ['resolved'],
}

it('notify each change once after a crash at any call', async () => {
  const runs = await atEveryCall(
    (call, moment) => crashPoint(call, moment, { keepCutting: true }),
    async (cut, name) => {
      const tenant = `killed ${name}`
      await story(tenant, async (minute) => {
        const dying = observeOver(world, { cut, at: NOW + minutes(minute) })
        await evaluateAs(dying)(tenant).catch(() => undefined)
        await evaluateAs(observeOver(world, { at: NOW + minutes(minute) + 1_000 }))(tenant)
      })
      expect({ name, ...(await toldOf(tenant)) }).toEqual({ name, ...TOLD })
    },
  )
  expect(runs).toBeGreaterThanOrEqual(8)
}, 60_000)

it('notify each change once under any concurrent run', async () => {
  for (let call = 0, hasCut = true; hasCut; call++) {
    hasCut = false
    for (const moment of ['before', 'after', 'midway'] as const) {
      const tenant = `beside ${moment} ${call}`
      await story(tenant, async (minute) => {
        const beside = () => evaluateAs(at(minute))(tenant)
        const cut = interruption(call, moment, beside)
        await evaluateAs(observeOver(world, { cut, at: NOW + minutes(minute) }))(tenant)
        hasCut ||= cut.hasCut
      })
      expect({ tenant, ...(await toldOf(tenant)) }).toEqual({ tenant, ...TOLD })
    }
  }
}, 60_000)

it('respect the limit of the plan exactly, and rules beyond a smaller plan are stored but not evaluated', async () => {
  const tenant = 'limits'
  const free = observeOver(world, { tier: 'free' })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => created(free, tenant, ruleOf(`rule ${i}`))))
  const codes = answers.map(({ status, code }) => (status === 201 ? 201 : code))
  expect(codes.filter((code) => code === 201)).toHaveLength(3)
  expect(codes.filter((code) => code === 'rule_limit')).toHaveLength(5)
  const first = codes.indexOf(201)
  expect((await created(free, tenant, ruleOf(`rule ${first}`))).code).toBe('conflict')
  await created(at(1), tenant, ruleOf('a fourth'))
  await sentAt(at(1), tenant, NOW, { bad: 10 })
  await evaluateAs(at(1), 'free')(tenant)
  expect((await alertsOf(at(1), tenant)).map(({ rule_name }) => rule_name)).not.toContain('a fourth')
  expect(await alertsOf(at(1), tenant)).toHaveLength(3)
})
