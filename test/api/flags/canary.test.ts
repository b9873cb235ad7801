import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { endOutages, planOutage, runFunction } from '../../support/control.ts'
import { type AnsweredFlag, patchFlag, readFlag } from '../../support/flags.ts'
import { DWELL_MS, DWELL_SECONDS, endStage, keyWithRampFlag, postCanary, stepOf } from './canary-world.ts'

afterEach(endOutages)

const MINUTE_MS = 60_000

interface AuditLog {
  readonly entries: readonly { readonly action: string; readonly actor: { readonly type: string } }[]
}

describe('a canary', () => {
  verifies(
    ['FLG-4.3-6', 'FLG-3-1'],
    'a canary starts at 5 percent, advances by the state machine through 10, 25, 50 and 100, and has then succeeded',
    async () => {
      const key = await keyWithRampFlag()
      const { status, body } = await postCanary(key, 'start', { dwellSeconds: DWELL_SECONDS, reason: 'launch' })
      expect([status, body.percentage, body.canary?.status]).toEqual([200, 5, 'running'])
      let step = await stepOf(body)
      for (const [stage, percentage] of [10, 25, 50, 100].entries()) {
        const result = await endStage(step, DWELL_MS * (stage + 1))
        expect([result.outcome, (await readFlag(key, 'ramp')).percentage]).toEqual(['waiting', percentage])
        step = result
      }
      expect((await endStage(step, DWELL_MS * 5)).outcome).toBe('over')
      const finalFlag = await readFlag(key, 'ramp')
      expect([finalFlag.percentage, finalFlag.enabled, finalFlag.canary?.status]).toEqual([100, true, 'succeeded'])
      const { body: log } = await call<AuditLog>('GET', '/flags/ramp/audit', { key, as: 'listFlagAudit' })
      expect(log.entries.map(({ action }) => action)).toEqual([
        'canary_succeeded',
        ...Array.from({ length: 4 }, () => 'canary_advanced'),
        'canary_started',
        'created',
      ])
      expect(log.entries[0]?.actor.type).toBe('system')
    },
  )

  test('a stage does not end before its time', async () => {
    const key = await keyWithRampFlag()
    const { body } = await postCanary(key, 'start', { dwellSeconds: DWELL_SECONDS })
    await endStage(await stepOf(body), DWELL_MS - MINUTE_MS)
    expect((await readFlag(key, 'ramp')).percentage).toBe(5)
  })

  test('a canary that was set manually, paused and resumed advances from its percentage', async () => {
    const key = await keyWithRampFlag()
    const { body: started } = await postCanary(key, 'start', { dwellSeconds: DWELL_SECONDS })
    const earlierStep = await stepOf(started)
    expect((await postCanary(key, 'update', { percentage: 30 })).body.percentage).toBe(30)
    expect((await postCanary(key, 'update', { paused: true })).body.canary?.status).toBe('paused')
    const { body: resumed } = await postCanary(key, 'update', { paused: false })
    expect(resumed.canary?.status).toBe('running')
    expect([(await endStage(earlierStep)).outcome, (await readFlag(key, 'ramp')).percentage]).toEqual(['over', 30])
    expect((await endStage(await stepOf(resumed))).outcome).toBe('waiting')
    expect((await readFlag(key, 'ramp')).percentage).toBe(50)
    const emptyUpdate = await postCanary(key, 'update', {})
    expect([emptyUpdate.status, emptyUpdate.body.errors?.[0]?.field]).toEqual([400, 'percentage'])
  })

  test('stop rolls back immediately, and later stages do not start', async () => {
    const key = await keyWithRampFlag(3)
    const { body: started } = await postCanary(key, 'start', { dwellSeconds: DWELL_SECONDS })
    const { status, body } = await postCanary(key, 'stop', { reason: 'complaints' })
    expect([status, body.percentage, body.canary?.status, body.canary?.reason]).toEqual([
      200,
      3,
      'rolled_back',
      'complaints',
    ])
    expect((await endStage(await stepOf(started))).outcome).toBe('over')
    await runFunction('flags-sweep', { after: DWELL_MS + 2 * MINUTE_MS })
    expect(await readFlag(key, 'ramp')).toEqual(body)
    const secondStop = await postCanary(key, 'stop')
    expect([secondStop.status, secondStop.body.code]).toEqual([409, 'canary_not_running'])
    expect((await postCanary(key, 'update', { percentage: 5 })).body.code).toBe('canary_not_running')
  })

  test('stop rolls back a succeeded canary, but not after the percentage was changed and changed back', async () => {
    const key = await keyWithRampFlag(3)
    const succeed = async (): Promise<AnsweredFlag> => {
      const { body } = await postCanary(key, 'start', { stages: [50], dwellSeconds: DWELL_SECONDS })
      expect((await endStage(await stepOf(body))).outcome).toBe('over')
      return readFlag(key, 'ramp')
    }
    const succeeded = await succeed()
    expect([succeeded.percentage, succeeded.canary?.status]).toEqual([50, 'succeeded'])
    const { status, body } = await postCanary(key, 'stop', { reason: 'fire' })
    expect([status, body.percentage, body.canary?.status]).toEqual([200, 3, 'rolled_back'])
    const { version } = await succeed()
    const { body: changedFlag } = await patchFlag(key, 'ramp', { percentage: 60, version })
    expect((await postCanary(key, 'stop')).body.code).toBe('canary_not_running')
    await patchFlag(key, 'ramp', { percentage: 50, version: changedFlag.version })
    const lateStop = await postCanary(key, 'stop')
    expect([lateStop.status, lateStop.body.code, (await readFlag(key, 'ramp')).percentage]).toEqual([
      409,
      'canary_not_running',
      50,
    ])
  })

  test('409 for a second canary and for changes of the percentage; the kill switch works during a canary', async () => {
    const key = await keyWithRampFlag()
    const { body: started } = await postCanary(key, 'start', { dwellSeconds: DWELL_SECONDS })
    expect((await postCanary(key, 'start')).body.code).toBe('canary_running')
    const changeOfPercentage = await patchFlag(key, 'ramp', { percentage: 50, version: started.version })
    expect([changeOfPercentage.status, changeOfPercentage.body.code]).toEqual([409, 'canary_running'])
    const reverted = await call('POST', '/flags/ramp/revert', { key, body: { to: 1 }, as: 'revertFlag' })
    expect([reverted.status, reverted.body.code]).toEqual([409, 'canary_running'])
    const killed = await patchFlag(key, 'ramp', { enabled: false, version: started.version })
    expect(killed.status).toBe(200)
    expect((await endStage(await stepOf(started))).outcome).toBe('over')
    const heldFlag = await readFlag(key, 'ramp')
    expect(heldFlag).toMatchObject({ enabled: false, percentage: 5, canary: { reason: 'The flag is switched off' } })
    expect((await patchFlag(key, 'ramp', { enabled: true, version: heldFlag.version })).status).toBe(200)
    // The sweep restarts the stage of a flag that is evaluated again, and drives it.
    const restartedAfter = DWELL_MS + 2 * MINUTE_MS
    await runFunction('flags-sweep', { after: restartedAfter })
    const restarted = await readFlag(key, 'ramp')
    expect([restarted.percentage, restarted.canary?.reason]).toEqual([5, undefined])
    expect((await endStage(await stepOf(restarted), restartedAfter + DWELL_MS)).outcome).toBe('waiting')
    expect((await readFlag(key, 'ramp')).percentage).toBe(10)
  })

  test('a canary whose execution was throttled at its start is advanced by the sweep', async () => {
    const key = await keyWithRampFlag()
    await planOutage({
      service: 'states',
      operation: 'StartExecution',
      times: 10,
      status: 400,
      type: 'ThrottlingException',
    })
    expect((await postCanary(key, 'start', { dwellSeconds: DWELL_SECONDS })).status).toBe(200)
    await endOutages()
    await runFunction('flags-sweep', { after: DWELL_MS + 2 * MINUTE_MS })
    const advanced = await readFlag(key, 'ramp')
    expect(advanced.percentage).toBe(10)
    expect(await stepOf(advanced)).toMatchObject({ canaryId: advanced.canary?.id })
  })
})

test('a canary without a body starts with the default stages, dwell and guards', async () => {
  const key = await keyWithRampFlag()
  const { status, body } = await call<AnsweredFlag>('POST', '/flags/ramp/canary/start', { key, as: 'startCanary' })
  expect([status, body.percentage, body.canary]).toMatchObject([
    200,
    5,
    { status: 'running', stages: [5, 10, 25, 50, 100], dwellSeconds: 900, guards: [] },
  ])
  await postCanary(key, 'stop')
})
