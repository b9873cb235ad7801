import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { advanceAsleep } from '../../support/control.ts'
import { type AnsweredFlag, newFlag, newFlagKey, readFlag } from '../../support/flags.ts'

/** The duration of a stage in seconds. */
const DWELL = 120

test('a state machine waits for each stage of a canary to end, and its function starts the next stage', async () => {
  const key = await newFlagKey()
  await newFlag(key, { key: 'ramp', type: 'percentage', percentage: 1 })
  const started = await call<AnsweredFlag>('POST', '/flags/ramp/canary/start', {
    key,
    body: { dwellSeconds: DWELL },
    as: 'startCanary',
  })
  expect([started.status, started.body.percentage]).toEqual([200, 5])
  const percentage = async () => (await readFlag(key, 'ramp')).percentage
  await advanceAsleep(DWELL * 1000)
  await expect.poll(percentage, { timeout: 10_000 }).toBe(10)
  await advanceAsleep(DWELL * 4 * 1000)
  const status = async () => (await readFlag(key, 'ramp')).canary?.status
  await expect.poll(status, { timeout: 10_000 }).toBe('succeeded')
  expect(await percentage()).toBe(100)
  const { body: log } = await call<{ entries: { action: string }[] }>('GET', '/flags/ramp/audit', {
    key,
    as: 'listFlagAudit',
  })
  expect(log.entries.map(({ action }) => action)).toEqual([
    'canary_succeeded',
    ...Array.from({ length: 4 }, () => 'canary_advanced'),
    'canary_started',
    'created',
  ])
})
