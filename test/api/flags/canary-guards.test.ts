import { describe, expect, test } from 'vitest'
import { runFunction } from '../../support/control.ts'
import { readFlag } from '../../support/flags.ts'
import { DWELL_MS, DWELL_SECONDS, endStage, keyWithRampFlag, newAlarm, postCanary, stepOf } from './canary-world.ts'

const MINUTE_MS = 60_000

describe('guards', () => {
  test('an alarm rolls a running canary back before the stage ends', async () => {
    const setAlarmState = await newAlarm('checkout-errors')
    await setAlarmState('OK')
    const key = await keyWithRampFlag(2)
    const guards = [{ type: 'alarm', alarm: 'checkout-errors' }]
    expect((await postCanary(key, 'start', { dwellSeconds: 24 * 3600, guards })).status).toBe(200)
    await setAlarmState('ALARM')
    await runFunction('flags-sweep', { after: MINUTE_MS })
    const rolledBack = await readFlag(key, 'ramp')
    expect([rolledBack.percentage, rolledBack.canary?.status, rolledBack.canary?.reason]).toEqual([
      2,
      'rolled_back',
      'The alarm checkout-errors is in the ALARM state',
    ])
  })

  test('an alarm rolls a paused canary back', async () => {
    const setAlarmState = await newAlarm('paused-errors')
    await setAlarmState('OK')
    const key = await keyWithRampFlag(2)
    await postCanary(key, 'start', { dwellSeconds: 24 * 3600, guards: [{ type: 'alarm', alarm: 'paused-errors' }] })
    await postCanary(key, 'update', { paused: true })
    await setAlarmState('ALARM')
    await runFunction('flags-sweep', { after: MINUTE_MS })
    expect(await readFlag(key, 'ramp')).toMatchObject({ percentage: 2, canary: { status: 'rolled_back' } })
  })

  test('an alarm in state OK lets every stage start', async () => {
    await (await newAlarm('checkout-latency'))('OK')
    const key = await keyWithRampFlag()
    const guards = [{ type: 'alarm', alarm: 'checkout-latency' }]
    const { body } = await postCanary(key, 'start', { dwellSeconds: DWELL_SECONDS, guards })
    expect((await endStage(await stepOf(body))).outcome).toBe('waiting')
    expect((await readFlag(key, 'ramp')).percentage).toBe(10)
  })

  test('400 names an alarm that does not exist', async () => {
    const key = await keyWithRampFlag()
    const { status, body } = await postCanary(key, 'start', { guards: [{ type: 'alarm', alarm: 'no-such-alarm' }] })
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'guards.0.alarm'])
    expect((await readFlag(key, 'ramp')).canary).toBeUndefined()
  })

  test('a due stage without enough evaluations does not start, and the flag contains the reason', async () => {
    const key = await keyWithRampFlag()
    const { body } = await postCanary(key, 'start', {
      dwellSeconds: DWELL_SECONDS,
      guards: [{ type: 'error_rate', maxPercent: 1 }],
    })
    expect((await endStage(await stepOf(body))).outcome).toBe('over')
    const heldFlag = await readFlag(key, 'ramp')
    expect([heldFlag.percentage, heldFlag.canary?.reason]).toEqual([
      5,
      expect.stringContaining('evaluations are required'),
    ])
  })

  test('the sweep leaves an overdue canary held while it has too few evaluations', async () => {
    const key = await keyWithRampFlag()
    await postCanary(key, 'start', { dwellSeconds: DWELL_SECONDS, guards: [{ type: 'error_rate', maxPercent: 1 }] })
    await runFunction('flags-sweep', { after: DWELL_MS + MINUTE_MS })
    const heldFlag = await readFlag(key, 'ramp')
    expect([heldFlag.percentage, heldFlag.canary?.reason]).toEqual([
      5,
      expect.stringContaining('evaluations are required'),
    ])
  })

  test.each([
    ['stages', { stages: [10, 5] }],
    ['stages.0', { stages: [0] }],
    ['dwellSeconds', { dwellSeconds: 0 }],
  ])('400 names %s', async (field, body) => {
    const refused = await postCanary(await keyWithRampFlag(), 'start', body)
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, field])
  })
})
