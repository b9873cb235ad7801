import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { rowTable } from '@signet/kernel'
import { logRow } from '@signet/receipts/rows'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LogForked, sequenceLog } from '../../../../lambdas/receipts/sequence/sequence-log.ts'
import { atEveryCall, crashPoint } from '../../../support/crash-point.ts'
import { scaled } from '../../../support/scale.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
import { waitingLeaves } from '../../../support/waiting-leaves.ts'
import { IMAGE, issuerIn, ofJob, SIGNERS, sha256, ticking } from './issuing-world.ts'
import {
  dyingSequencer,
  expectAllLogged,
  expectConsistent,
  memoryLog,
  ORIGIN,
  sequenceDeps,
  stateOfLog,
} from './log-world.ts'

let world: TableWorld
beforeEach(async () => {
  world = await openTable()
})
afterEach(() => world.close())

const issueMany = async (count: number, from = 0): Promise<void> => {
  for (let at = from; at < from + count; at++) await issuerIn(world)(IMAGE, ofJob(`org${at % 3}`, `j${at}`))
}

describe('the sequencer', () => {
  it('takes what waits, in the order of time, and publishes a checkpoint that its key has signed', async () => {
    const log = memoryLog()
    const run = sequenceLog(sequenceDeps(world, log.objects))
    expect(await run()).toBe(0)
    expect(log.published).toEqual([])
    await issueMany(5)
    const order = (await world.partition('RECEIPTLEAF#2026')).map(({ hash }) => hash)
    expect(await run()).toBe(5)
    const rows = await world.rows('RECEIPT#')
    const placed = rows.toSorted((a, b) => Number(a.leaf_index) - Number(b.leaf_index))
    expect(placed.map(({ pk }) => String(pk).slice('RECEIPT#'.length))).toEqual(order)
    await issueMany(4, 5)
    expect([await run(), await run()]).toEqual([4, 0])
    expect((await expectConsistent(log)).map(({ size, origin }) => [size, origin])).toEqual([
      [5, ORIGIN],
      [9, ORIGIN],
    ])
    expect(await expectAllLogged(world, log)).toBe(9)
    const { publicKey } = await SIGNERS('receipt-log')
    expect(await stateOfLog(world)).toMatchObject({
      origin: ORIGIN,
      size: 9,
      key: Buffer.from(publicKey).toString('hex'),
    })
  })

  it('takes as many as a batch holds, again and again, as long as it may', async () => {
    const log = memoryLog()
    await issueMany(7)
    const deps = { ...sequenceDeps(world, log.objects), batchMax: 2 }
    expect(await sequenceLog(deps)(() => false)).toBe(2)
    expect(await sequenceLog(deps)()).toBe(5)
    expect((await expectConsistent(log)).map(({ size }) => size)).toEqual([2, 4, 6, 7])
    await expectAllLogged(world, log)
  })

  it('takes what the last moment of a year has brought into the log of that year', async () => {
    const log = memoryLog()
    const at = (time: string) => () => new Date(time)
    await issuerIn(world)(IMAGE, ofJob('ada', 'first'))
    await issuerIn(world, { now: at('2026-12-31T23:59:59.999Z') })(IMAGE, ofJob('ada', 'last'))
    const deps = { ...sequenceDeps(world, log.objects), now: at('2027-01-01T00:00:07.000Z') }
    expect(await sequenceLog(deps)()).toBe(2)
    expect(await expectAllLogged(world, log)).toBe(2)
  })

  it('keeps its origin when the platform moves, and its key', async () => {
    const log = memoryLog()
    await issueMany(1)
    await sequenceLog(sequenceDeps(world, log.objects))()
    await issueMany(1, 1)
    const moved = { ...sequenceDeps(world, log.objects), issuer: 'https://elsewhere.example' }
    await sequenceLog(moved)()
    expect((await expectConsistent(log)).map(({ origin }) => origin)).toEqual([ORIGIN, ORIGIN])
  })
})

describe('whatever happens', () => {
  it('killed at any call, it goes on: one root a size, each receipt has one place', async () => {
    let receipts = 0
    const log = memoryLog()
    const crashes = await atEveryCall(crashPoint, async (cut, name) => {
      await issueMany(3, receipts)
      receipts += 3
      await dyingSequencer(world, log, cut)().catch(() => undefined)
      // Others come before it goes on.
      await issueMany(1, receipts)
      receipts += 1
      await sequenceLog(sequenceDeps(world, log.objects))()
      expect([name, await expectAllLogged(world, log)]).toEqual([name, receipts])
    })
    expect(crashes).toBeGreaterThan(15)
  })

  it('several at the same time, while receipts come, do the same', async () => {
    const log = memoryLog()
    const run = sequenceLog({ ...sequenceDeps(world, log.objects), batchMax: 5 })
    await Promise.all([
      issueMany(40),
      ...[1, 2, 3].map(async () => {
        for (let at = 0; at < 15; at++) await run()
      }),
    ])
    for (let at = 0; at < 3; at++) await run()
    expect(await expectAllLogged(world, log)).toBe(40)
  })

  it('a table that was restored from before gets the same checkpoints again, and none of them twice', async () => {
    const log = memoryLog()
    const run = sequenceLog(sequenceDeps(world, log.objects))
    await issueMany(3)
    await run()
    const before = await world.rows()
    await issueMany(2, 3)
    await run()
    for (const { pk, sk } of await world.rows())
      await world.db.send(new DeleteCommand({ TableName: TABLE, Key: { pk, sk } }))
    for (const Item of before) await world.db.send(new PutCommand({ TableName: TABLE, Item }))
    // The two receipts of after are lost to the table, and the log has them: the next comes behind them.
    await issuerIn(world)(IMAGE, ofJob('after', 'j'))
    while ((await run()) > 0) undefined
    expect((await expectConsistent(log)).map(({ size }) => size)).toEqual([3, 5, 6])
    const { leaf_index } = (await world.rows('RECEIPT#')).find(({ org }) => org === 'after') ?? {}
    expect(leaf_index).toBe(5)
  })

  it('signs nothing when a size would get a second root, or when its files are not its own', async () => {
    const log = memoryLog()
    const run = sequenceLog(sequenceDeps(world, log.objects))
    await issueMany(2)
    await run()
    await issueMany(1, 2)
    const logs = rowTable(logRow, { db: world.db, table: TABLE, now: ticking })
    const state = await logs.get({ year: '2026' })
    if (!state) throw new Error('There is a log')
    await logs.replace({ year: '2026' }, { ...state, intended: { size: 3, root: sha256('another') } }, {})
    await expect(run()).rejects.toThrow(LogForked)
    await logs.replace({ year: '2026' }, { ...state, root: sha256('another') }, {})
    await expect(run()).rejects.toThrow(LogForked)
    expect(log.published).toHaveLength(1)
    await logs.replace({ year: '2026' }, state, {})
    expect(await run()).toBe(1)
    expect(await expectAllLogged(world, log)).toBe(3)
  })

  it('is signed by the key that it began with, and by no other', async () => {
    const log = memoryLog()
    await issueMany(1)
    const logs = rowTable(logRow, { db: world.db, table: TABLE, now: ticking })
    await logs.putNew({ year: '2026' }, { origin: ORIGIN, key: 'AAAA', size: 0, root: '' })
    await expect(sequenceLog(sequenceDeps(world, log.objects))()).rejects.toThrow('signed by another key')
  })
})

it('10,000 receipts that wait are one checkpoint, with little memory', async () => {
  const log = memoryLog()
  const count = scaled(2_000, 10_000)
  await waitingLeaves(world.db, ticking, count)
  const before = process.memoryUsage().heapUsed
  expect(await sequenceLog(sequenceDeps(world, log.objects))()).toBe(count)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(400_000_000)
  expect((await expectConsistent(log)).map(({ size }) => size)).toEqual([count])
  expect(await world.rows('RECEIPTLEAF#')).toEqual([])
}, 300_000)
