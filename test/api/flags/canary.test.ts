import { CloudWatchClient, PutMetricAlarmCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { advance, endOutages, outage } from '../../support/control.ts'
import { type AnsweredFlag, newFlag, newFlagKey, patchFlag, readFlag } from '../../support/flags.ts'
import { pauses } from '../../support/pauses.ts'
import { sdkClient } from '../../support/sdk-client.ts'

const post = (key: string, action: 'start' | 'stop' | 'update', body: object = {}) =>
  call<AnsweredFlag & { code?: string; errors?: { field: string }[] }>('POST', `/flags/ramp/canary/${action}`, {
    key,
    body,
    as: `${action}Canary`,
  })

const ramp = async (percentage = 1): Promise<string> => {
  const key = await newFlagKey()
  await newFlag(key, { key: 'ramp', type: 'percentage', percentage })
  return key
}

/** Waits, bounded, until the flag is as wanted. */
const until = async (key: string, wanted: (flag: AnsweredFlag) => boolean): Promise<AnsweredFlag> => {
  const pause = pauses()
  for (let i = 0; i < 100; i++) {
    const flag = await readFlag(key, 'ramp')
    if (wanted(flag)) return flag
    await pause()
  }
  throw new Error(`The flag did not become as wanted: ${JSON.stringify(await readFlag(key, 'ramp'))}`)
}

const cloudwatch = sdkClient((options) => new CloudWatchClient(options))

const newAlarm = async (name: string): Promise<(state: 'OK' | 'ALARM') => Promise<unknown>> => {
  await cloudwatch().send(
    new PutMetricAlarmCommand({
      AlarmName: name,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 1,
      MetricName: 'Errors',
      Namespace: 'Test',
      Period: 60,
      Statistic: 'Sum',
    }),
  )
  return (state) =>
    cloudwatch().send(new SetAlarmStateCommand({ AlarmName: name, StateValue: state, StateReason: 'test' }))
}

/** A few minutes: the clock that is moved runs every schedule on its way. */
const DWELL = 120

describe('a canary', () => {
  verifies(
    ['FLG-4.3-6', 'FLG-3-1'],
    'starts at 5 percent, advances by the state machine through 10, 25, 50 and 100, and has then succeeded',
    async () => {
      const key = await ramp()
      const { status, body } = await post(key, 'start', { dwellSeconds: DWELL, reason: 'launch' })
      expect([status, body.percentage, body.canary?.status]).toEqual([200, 5, 'running'])
      for (const stage of [10, 25, 50, 100]) {
        await advance(DWELL * 1000)
        await until(key, ({ percentage }) => percentage === stage)
      }
      await advance(DWELL * 1000)
      const done = await until(key, ({ canary }) => canary?.status === 'succeeded')
      expect([done.percentage, done.enabled]).toEqual([100, true])
      const { body: log } = await call<{ entries: { action: string; actor: { type: string } }[] }>(
        'GET',
        '/flags/ramp/audit',
        { key, as: 'listFlagAudit' },
      )
      expect(log.entries.map(({ action }) => action)).toEqual([
        'canary_succeeded',
        ...Array.from({ length: 4 }, () => 'canary_advanced'),
        'canary_started',
        'created',
      ])
      expect(log.entries[0]?.actor.type).toBe('system')
    },
  )

  test('is set by hand, paused and resumed, and goes on from there by itself', async () => {
    const key = await ramp()
    await post(key, 'start', { dwellSeconds: DWELL })
    expect((await post(key, 'update', { percentage: 30 })).body.percentage).toBe(30)
    expect((await post(key, 'update', { paused: true })).body.canary?.status).toBe('paused')
    expect((await post(key, 'update', { paused: false })).body.canary?.status).toBe('running')
    await advance(DWELL * 1000)
    await until(key, ({ percentage }) => percentage === 50)
    const nothing = await post(key, 'update', {})
    expect([nothing.status, nothing.body.errors?.[0]?.field]).toEqual([400, 'percentage'])
  })

  test('stop rolls back at once, and no advance comes after it', async () => {
    const key = await ramp(3)
    await post(key, 'start', { dwellSeconds: 1 })
    const { status, body } = await post(key, 'stop', { reason: 'complaints' })
    expect([status, body.percentage, body.canary?.status, body.canary?.reason]).toEqual([
      200,
      3,
      'rolled_back',
      'complaints',
    ])
    await advance(DWELL * 1000)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await readFlag(key, 'ramp')).toEqual(body)
    const again = await post(key, 'stop')
    expect([again.status, again.body.code]).toEqual([409, 'canary_not_running'])
    expect((await post(key, 'update', { percentage: 5 })).body.code).toBe('canary_not_running')
  })

  test('stop rolls back one that has succeeded, as long as nobody has set the share, also there and back', async () => {
    const key = await ramp(3)
    const succeed = async () => {
      await post(key, 'start', { stages: [50], dwellSeconds: DWELL })
      await advance(DWELL * 1000)
      return until(key, ({ canary }) => canary?.status === 'succeeded')
    }
    expect((await succeed()).percentage).toBe(50)
    const { status, body } = await post(key, 'stop', { reason: 'fire' })
    expect([status, body.percentage, body.canary?.status]).toEqual([200, 3, 'rolled_back'])
    const { version } = await succeed()
    const { body: other } = await patchFlag(key, 'ramp', { percentage: 60, version })
    expect((await post(key, 'stop')).body.code).toBe('canary_not_running')
    await patchFlag(key, 'ramp', { percentage: 50, version: other.version })
    const late = await post(key, 'stop')
    expect([late.status, late.body.code, (await readFlag(key, 'ramp')).percentage]).toEqual([
      409,
      'canary_not_running',
      50,
    ])
  })

  test('409 for a second one, and for changes that it makes itself; the kill switch works all the same', async () => {
    const key = await ramp()
    const { body: started } = await post(key, 'start', { dwellSeconds: DWELL })
    expect((await post(key, 'start')).body.code).toBe('canary_running')
    const moved = await patchFlag(key, 'ramp', { percentage: 50, version: started.version })
    expect([moved.status, moved.body.code]).toEqual([409, 'canary_running'])
    const reverted = await call('POST', '/flags/ramp/revert', { key, body: { to: 1 }, as: 'revertFlag' })
    expect([reverted.status, reverted.body.code]).toEqual([409, 'canary_running'])
    const killed = await patchFlag(key, 'ramp', { enabled: false, version: started.version })
    expect(killed.status).toBe(200)
    await advance(DWELL * 1000)
    const held = await until(key, ({ canary }) => canary?.reason !== undefined)
    expect(held).toMatchObject({ enabled: false, percentage: 5, canary: { reason: 'The flag is switched off' } })
    const back = await patchFlag(key, 'ramp', { enabled: true, version: held.version })
    expect(back.status).toBe(200)
    // The sweep runs every minute. One that was in progress saw the flag off; the stage then starts over, and ends.
    for (let minute = 0; minute < 10; minute++) {
      await advance(60_000)
      if ((await readFlag(key, 'ramp')).percentage === 10) break
    }
    await until(key, ({ percentage = 0 }) => percentage >= 10)
  })

  test('whose execution was throttled at its start is advanced by the sweep', async () => {
    const key = await ramp()
    await outage({
      service: 'states',
      operation: 'StartExecution',
      times: 10,
      status: 400,
      type: 'ThrottlingException',
    })
    expect((await post(key, 'start', { dwellSeconds: DWELL })).status).toBe(200)
    await endOutages()
    await advance((DWELL + 120) * 1000)
    await until(key, ({ percentage }) => percentage === 10)
  })
})

describe('guards', () => {
  test('an alarm that goes off rolls the canary back by itself, within the stage', async () => {
    const set = await newAlarm('checkout-errors')
    await set('OK')
    const key = await ramp(2)
    const guards = [{ type: 'alarm', alarm: 'checkout-errors' }]
    expect((await post(key, 'start', { dwellSeconds: 24 * 3600, guards })).status).toBe(200)
    await set('ALARM')
    await advance(60_000)
    const back = await until(key, ({ canary }) => canary?.status === 'rolled_back')
    expect([back.percentage, back.canary?.reason]).toEqual([2, 'The alarm checkout-errors went off'])
  })

  test('an alarm that goes off rolls a paused canary back, too', async () => {
    const set = await newAlarm('paused-errors')
    await set('OK')
    const key = await ramp(2)
    await post(key, 'start', { dwellSeconds: 24 * 3600, guards: [{ type: 'alarm', alarm: 'paused-errors' }] })
    await post(key, 'update', { paused: true })
    await set('ALARM')
    await advance(60_000)
    expect(await until(key, ({ canary }) => canary?.status === 'rolled_back')).toMatchObject({ percentage: 2 })
  })

  test('an alarm that is content lets every stage begin', async () => {
    await (await newAlarm('checkout-latency'))('OK')
    const key = await ramp()
    await post(key, 'start', { dwellSeconds: DWELL, guards: [{ type: 'alarm', alarm: 'checkout-latency' }] })
    await advance(DWELL * 1000)
    await until(key, ({ percentage }) => percentage === 10)
  })

  test('400 names an alarm that does not exist', async () => {
    const key = await ramp()
    const { status, body } = await post(key, 'start', { guards: [{ type: 'alarm', alarm: 'no-such-alarm' }] })
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'guards.0.alarm'])
    expect((await readFlag(key, 'ramp')).canary).toBeUndefined()
  })

  test('without enough evaluations a stage that is due does not begin, and the flag says why', async () => {
    const key = await ramp()
    await post(key, 'start', { dwellSeconds: DWELL, guards: [{ type: 'error_rate', maxPercent: 1 }] })
    await advance(DWELL * 1000)
    const held = await until(key, ({ canary }) => canary?.reason !== undefined)
    expect([held.percentage, held.canary?.reason]).toEqual([5, expect.stringContaining('are needed to judge')])
  })

  test.each([
    ['stages', { stages: [10, 5] }],
    ['stages.0', { stages: [0] }],
    ['dwellSeconds', { dwellSeconds: 0 }],
  ])('400 names %s', async (field, body) => {
    const refused = await post(await ramp(), 'start', body)
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field])
  })
})

test('a canary without a body starts with the stages, the dwell and the guards that nobody has said otherwise', async () => {
  const key = await ramp()
  const { status, body } = await call<AnsweredFlag>('POST', '/flags/ramp/canary/start', { key, as: 'startCanary' })
  expect([status, body.percentage, body.canary]).toMatchObject([
    200,
    5,
    { status: 'running', stages: [5, 10, 25, 50, 100], dwellSeconds: 900, guards: [] },
  ])
  await post(key, 'stop')
})
