import { describe, expect, test } from 'vitest'
import { runFunction } from '../../support/control.ts'
import { readFlag } from '../../support/flags.ts'
import { DWELL, DWELL_MS, endStage, newAlarm, post, ramp, stepOf } from './canary-world.ts'

const MINUTE_MS = 60_000

describe('guards', () => {
  test('an alarm rolls a running canary back before the stage ends', async () => {
    const set = await newAlarm('checkout-errors')
    await set('OK')
    const key = await ramp(2)
    const guards = [{ type: 'alarm', alarm: 'checkout-errors' }]
    expect((await post(key, 'start', { dwellSeconds: 24 * 3600, guards })).status).toBe(200)
    await set('ALARM')
    await runFunction('flags-sweep', { after: MINUTE_MS })
    const back = await readFlag(key, 'ramp')
    expect([back.percentage, back.canary?.status, back.canary?.reason]).toEqual([
      2,
      'rolled_back',
      'The alarm checkout-errors is in the ALARM state',
    ])
  })

  test('an alarm rolls a paused canary back', async () => {
    const set = await newAlarm('paused-errors')
    await set('OK')
    const key = await ramp(2)
    await post(key, 'start', { dwellSeconds: 24 * 3600, guards: [{ type: 'alarm', alarm: 'paused-errors' }] })
    await post(key, 'update', { paused: true })
    await set('ALARM')
    await runFunction('flags-sweep', { after: MINUTE_MS })
    expect(await readFlag(key, 'ramp')).toMatchObject({ percentage: 2, canary: { status: 'rolled_back' } })
  })

  test('an alarm in state OK lets every stage start', async () => {
    await (await newAlarm('checkout-latency'))('OK')
    const key = await ramp()
    const guards = [{ type: 'alarm', alarm: 'checkout-latency' }]
    const { body } = await post(key, 'start', { dwellSeconds: DWELL, guards })
    expect((await endStage(await stepOf(body))).outcome).toBe('waiting')
    expect((await readFlag(key, 'ramp')).percentage).toBe(10)
  })

  test('400 names an alarm that does not exist', async () => {
    const key = await ramp()
    const { status, body } = await post(key, 'start', { guards: [{ type: 'alarm', alarm: 'no-such-alarm' }] })
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'guards.0.alarm'])
    expect((await readFlag(key, 'ramp')).canary).toBeUndefined()
  })

  test('a due stage without enough evaluations does not start, and the flag gives the reason', async () => {
    const key = await ramp()
    const { body } = await post(key, 'start', { dwellSeconds: DWELL, guards: [{ type: 'error_rate', maxPercent: 1 }] })
    expect((await endStage(await stepOf(body))).outcome).toBe('over')
    const held = await readFlag(key, 'ramp')
    expect([held.percentage, held.canary?.reason]).toEqual([5, expect.stringContaining('evaluations are required')])
  })

  test('the sweep checks an overdue canary, which stays held while evaluations are missing', async () => {
    const key = await ramp()
    await post(key, 'start', { dwellSeconds: DWELL, guards: [{ type: 'error_rate', maxPercent: 1 }] })
    await runFunction('flags-sweep', { after: DWELL_MS + MINUTE_MS })
    const held = await readFlag(key, 'ramp')
    expect([held.percentage, held.canary?.reason]).toEqual([5, expect.stringContaining('evaluations are required')])
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
