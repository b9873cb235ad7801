import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditTable } from '../../../../lambdas/flags/audit/audit-table.ts'
import { advanceStep } from '../../../../lambdas/flags/canary/advance-step.ts'
import { stepOf } from '../../../../lambdas/flags/canary/canary-machine.ts'
import { planChange } from '../../../../lambdas/flags/sets/flag-changes.ts'
import type { StoredFlag } from '../../../../lambdas/flags/sets/stored-flag.ts'
import { startCanary, stopCanary } from '../../../../layers/flags/src/canary/index.ts'
import type { FlagSet } from '../../../../layers/flags/src/dynamodb/index.ts'
import { type CrashPoint, crashPoint, interruption } from '../../../support/crash-point.ts'
import { TABLE, type TableWorld } from '../../../support/table-world.ts'
import {
  CONTEXT,
  createIn,
  expectConsistentSet,
  flagIn,
  flagWorkers,
  newSet,
  openTable,
  stoppedClock,
} from './flag-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const KEY = 'ramp'
const DWELL_SECONDS = 60

/** Returns a client whose every call passes the crash point. */
const clientWithCrash = ({ around }: CrashPoint): DynamoDBDocumentClient => {
  const send = (command: never) => around(() => world.db.send(command))
  return new Proxy(world.db, { get: (db, name) => (name === 'send' ? send : Reflect.get(db, name)) })
}

const setWithCanary = async (now: () => Date, stages?: number[]): Promise<FlagSet> => {
  const set = newSet()
  const { sets } = flagWorkers(world.db, now)
  await createIn(sets, set, { key: KEY, type: 'percentage', percentage: 2 })
  await sets.change(set, CONTEXT, (snapshot) => {
    const flag = snapshot.flags.find(({ key }) => key === KEY) as StoredFlag
    return {
      key: KEY,
      action: 'canary_started',
      flag: startCanary(flag, { id: 'c', dwellSeconds: DWELL_SECONDS, stages }, now()),
    }
  })
  return set
}

const stopCanaryIn = (db: DynamoDBDocumentClient, now: () => Date, set: FlagSet) =>
  flagWorkers(db, now).sets.change(set, CONTEXT, (snapshot) => {
    const flag = snapshot.flags.find(({ key }) => key === KEY) as StoredFlag
    return { key: KEY, action: 'canary_stopped', flag: stopCanary(flag, 'stopped', now()) }
  })

test('a step without a crash makes five calls: three reads, one transaction, and the deletion of the sent event', async () => {
  const { now, advance } = stoppedClock()
  const set = await setWithCanary(now)
  advance(DWELL_SECONDS)
  const callCounter = crashPoint(1000, 'before')
  const flag = await flagWorkers(clientWithCrash(callCounter), now).advance(set, KEY, 'c')
  expect([flag?.percentage, callCounter.calls]).toEqual([10, 5])
  await expectConsistentSet(world, set, KEY)
})

describe.each(['before', 'after'] as const)('a driver that is killed %s a call', (moment) => {
  test.each([0, 1, 2, 3, 4])(
    'number %i of a step: the next driver starts the stage, and no write is partial',
    async (callIndex) => {
      const { now, advance } = stoppedClock()
      const set = await setWithCanary(now)
      for (const stage of [10, 25, 50, 100]) {
        advance(DWELL_SECONDS)
        const crash = crashPoint(callIndex, moment)
        await flagWorkers(clientWithCrash(crash), now)
          .advance(set, KEY, 'c')
          .catch(() => undefined)
        expect(crash.hasCrashed).toBe(true)
        await expectConsistentSet(world, set, KEY)
        const { advance: advanceAgain, sets } = flagWorkers(world.db, now)
        await advanceAgain(set, KEY, 'c')
        expect((await flagIn(sets, set, KEY)).percentage).toBe(stage)
        await expectConsistentSet(world, set, KEY)
      }
    },
  )
})

describe.each(['before', 'after', 'midway'] as const)('a stop %s a call of a step', (moment) => {
  test.each([0, 1, 2, 3])('number %i: the stop wins, and no later advance succeeds', async (callIndex) => {
    const { now, advance } = stoppedClock()
    const set = await setWithCanary(now)
    advance(DWELL_SECONDS)
    const interruptingStop = interruption(callIndex, moment, () => stopCanaryIn(world.db, now, set))
    const step = flagWorkers(clientWithCrash(interruptingStop), now).advance(set, KEY, 'c')
    await step.catch(() => undefined)
    expect(interruptingStop.hasCrashed).toBe(true)
    const { sets, advance: advanceLater } = flagWorkers(world.db, now)
    expect(await flagIn(sets, set, KEY)).toMatchObject({ percentage: 2, canary: { status: 'rolled_back' } })
    advance(DWELL_SECONDS * 10)
    await advanceLater(set, KEY, 'c')
    expect(await flagIn(sets, set, KEY)).toMatchObject({ percentage: 2, canary: { status: 'rolled_back' } })
    await expectConsistentSet(world, set, KEY)
  })
})

describe.each(['before', 'after', 'midway'] as const)('a stop %s a call of the last step', (moment) => {
  test.each([0, 1, 2, 3])('number %i: the stop wins, even if the canary succeeded first', async (callIndex) => {
    const { now, advance } = stoppedClock()
    const set = await setWithCanary(now, [50])
    advance(DWELL_SECONDS)
    const interruptingStop = interruption(callIndex, moment, () => stopCanaryIn(world.db, now, set))
    await flagWorkers(clientWithCrash(interruptingStop), now)
      .advance(set, KEY, 'c')
      .catch(() => undefined)
    expect(interruptingStop.hasCrashed).toBe(true)
    const { sets } = flagWorkers(world.db, now)
    expect(await flagIn(sets, set, KEY)).toMatchObject({ percentage: 2, canary: { status: 'rolled_back' } })
    await expectConsistentSet(world, set, KEY)
  })
})

test('a table that fails every call leaves the canary unchanged, and it continues afterwards', async () => {
  const { now, advance } = stoppedClock()
  const set = await setWithCanary(now)
  const failingClient = clientWithCrash(crashPoint(0, 'before', { keepsCrashing: true }))
  for (let i = 0; i < 5; i++) {
    advance(DWELL_SECONDS)
    await expect(flagWorkers(failingClient, now).advance(set, KEY, 'c')).rejects.toThrow('killed')
    await expect(stopCanaryIn(failingClient, now, set)).rejects.toThrow('killed')
  }
  const { sets, advance: advanceAgain } = flagWorkers(world.db, now)
  expect((await flagIn(sets, set, KEY)).percentage).toBe(5)
  await advanceAgain(set, KEY, 'c')
  expect((await flagIn(sets, set, KEY)).percentage).toBe(10)
  await expectConsistentSet(world, set, KEY)
})

test('twenty concurrent drivers advance one stage', async () => {
  const { now, advance } = stoppedClock()
  const set = await setWithCanary(now)
  advance(DWELL_SECONDS)
  const { sets, advance: step } = flagWorkers(world.db, now)
  await Promise.all(Array.from({ length: 20 }, () => step(set, KEY, 'c')))
  expect((await flagIn(sets, set, KEY)).percentage).toBe(10)
  await expectConsistentSet(world, set, KEY)
})

describe('the sweep', () => {
  test('ignores canaries that the state machine advances in time, and advances those overdue by a minute', async () => {
    const { now, advance } = stoppedClock()
    const set = await setWithCanary(now)
    const { sets, sweep } = flagWorkers(world.db, now)
    advance(DWELL_SECONDS + 30)
    await sweep()
    expect((await flagIn(sets, set, KEY)).percentage).toBe(5)
    advance(31)
    expect((await sweep()).changed).toBeGreaterThanOrEqual(1)
    expect((await flagIn(sets, set, KEY)).percentage).toBe(10)
    await expectConsistentSet(world, set, KEY)
  })
})

test.each([
  ['switched off', { enabled: false }, { enabled: true }],
  ['archived', { archived: true }, { archived: null }],
])(
  'a canary whose flag is %s is held with one log entry that contains the reason, however long it lasts',
  async (state, holdingChange, releasingChange) => {
    const { now, advance } = stoppedClock()
    const set = await setWithCanary(now)
    const { sets, advance: step, sweep } = flagWorkers(world.db, now)
    await sets.change(set, CONTEXT, (snapshot) => planChange(snapshot, KEY, holdingChange as never))
    for (let i = 0; i < 20; i++) {
      advance(DWELL_SECONDS)
      await step(set, KEY, 'c')
      await sweep()
    }
    const { entries } = await auditTable({ db: world.db, table: TABLE }).list(set, 100, undefined)
    const holdEntries = entries.filter(({ action }) => action === 'canary_held')
    expect(holdEntries).toMatchObject([{ reason: `The flag is ${state}`, actor: { type: 'system' } }])
    // The creation, the start of the canary, the change that holds it, and the log entry.
    expect((await sets.head(set)).version).toBe(4)

    await sets.change(set, CONTEXT, (snapshot) => planChange(snapshot, KEY, releasingChange as never))
    await sweep()
    expect(await flagIn(sets, set, KEY)).toMatchObject({ percentage: 5, canary: { status: 'running' } })
    advance(DWELL_SECONDS)
    const after = await step(set, KEY, 'c')
    expect(after?.percentage).toBe(10)
    const [last] = (await auditTable({ db: world.db, table: TABLE }).list(set, 1, undefined)).entries
    expect(last).toMatchObject({ action: 'canary_advanced', reason: 'The stage of 5 percent has ended' })
    await expectConsistentSet(world, set, KEY)
  },
)

test('the state machine ends for a held canary, because the sweep continues it', async () => {
  const { now, advance } = stoppedClock()
  const set = await setWithCanary(now)
  const { sets, read, advance: step } = flagWorkers(world.db, now)
  const run = advanceStep(read, step)
  const plan = stepOf(set, await flagIn(sets, set, KEY))
  if (!plan) throw new Error('No execution is planned')
  expect(await run(plan)).toMatchObject({ outcome: 'waiting' })
  await sets.change(set, CONTEXT, (snapshot) => planChange(snapshot, KEY, { enabled: false } as never))
  advance(DWELL_SECONDS)
  expect(await run(plan)).toEqual({ outcome: 'over' })
})
