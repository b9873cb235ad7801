import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { rowTable } from '@signet/kernel'
import { logRow } from '@signet/receipts/rows'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LogForked, sequenceLog } from '../../../../lambdas/receipts/sequence/sequence-log.ts'
import { atEveryCall, crashPoint } from '../../../support/crash-point.ts'
import { scaled } from '../../../support/scale.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
import { addWaitingLeaves } from '../../../support/waiting-leaves.ts'
import { IMAGE, issuerIn, ofJob, SIGNERS, sha256, ticking } from './issuing-world.ts'
import {
  crashingSequencer,
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

describe('log sequencer', () => {
  it('logs pending receipts in order of time and publishes a signed checkpoint', async () => {
    const log = memoryLog()
    const run = sequenceLog(sequenceDeps(world, log.objects))
    expect(await run()).toBe(0)
    expect(log.published).toEqual([])
    await issueMany(5)
    const pendingOrder = (await world.partition('RECEIPTLEAF#2026')).map(({ hash }) => hash)
    expect(await run()).toBe(5)
    const rows = await world.rows('RECEIPT#')
    const logged = rows.toSorted((a, b) => Number(a.leaf_index) - Number(b.leaf_index))
    expect(logged.map(({ pk }) => String(pk).slice('RECEIPT#'.length))).toEqual(pendingOrder)
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

  it('logs batch by batch and stops between batches when its time is over', async () => {
    const log = memoryLog()
    await issueMany(7)
    const deps = { ...sequenceDeps(world, log.objects), batchMax: 2 }
    // The callback reports that no time is left after a batch.
    expect(await sequenceLog(deps)(() => false)).toBe(2)
    expect(await sequenceLog(deps)()).toBe(5)
    expect((await expectConsistent(log)).map(({ size }) => size)).toEqual([2, 4, 6, 7])
    await expectAllLogged(world, log)
  })

  it('logs receipts from the last moment of a year in the log of that year', async () => {
    const log = memoryLog()
    const clockAt = (time: string) => () => new Date(time)
    await issuerIn(world)(IMAGE, ofJob('ada', 'first'))
    await issuerIn(world, { now: clockAt('2026-12-31T23:59:59.999Z') })(IMAGE, ofJob('ada', 'last'))
    const deps = { ...sequenceDeps(world, log.objects), now: clockAt('2027-01-01T00:00:07.000Z') }
    expect(await sequenceLog(deps)()).toBe(2)
    expect(await expectAllLogged(world, log)).toBe(2)
  })

  it('does not change origin and key of a log after the issuer URL changes', async () => {
    const log = memoryLog()
    await issueMany(1)
    await sequenceLog(sequenceDeps(world, log.objects))()
    await issueMany(1, 1)
    const movedDeps = { ...sequenceDeps(world, log.objects), issuer: 'https://elsewhere.example' }
    await sequenceLog(movedDeps)()
    expect((await expectConsistent(log)).map(({ origin }) => origin)).toEqual([ORIGIN, ORIGIN])
  })
})

describe('robustness of the sequencer', () => {
  it('after a crash at any call, each size has one root and each receipt one position', async () => {
    let receipts = 0
    const log = memoryLog()
    const crashes = await atEveryCall(crashPoint, async (crash, name) => {
      await issueMany(3, receipts)
      receipts += 3
      await crashingSequencer(world, log, crash)().catch(() => undefined)
      // Other receipts arrive before the retry.
      await issueMany(1, receipts)
      receipts += 1
      await sequenceLog(sequenceDeps(world, log.objects))()
      expect([name, await expectAllLogged(world, log)]).toEqual([name, receipts])
    })
    expect(crashes).toBeGreaterThan(15)
  })

  it('concurrent sequencers publish the same log while receipts arrive', async () => {
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

  it('a table restored from a backup gets the same checkpoints, with no duplicates', async () => {
    const log = memoryLog()
    const run = sequenceLog(sequenceDeps(world, log.objects))
    await issueMany(3)
    await run()
    const rowsBefore = await world.rows()
    await issueMany(2, 3)
    await run()
    for (const { pk, sk } of await world.rows())
      await world.db.send(new DeleteCommand({ TableName: TABLE, Key: { pk, sk } }))
    for (const Item of rowsBefore) await world.db.send(new PutCommand({ TableName: TABLE, Item }))
    // The table has lost the last two receipts, but the log contains them: the next one follows them.
    await issuerIn(world)(IMAGE, ofJob('after', 'j'))
    while ((await run()) > 0) undefined
    expect((await expectConsistent(log)).map(({ size }) => size)).toEqual([3, 5, 6])
    const { leaf_index } = (await world.rows('RECEIPT#')).find(({ org }) => org === 'after') ?? {}
    expect(leaf_index).toBe(5)
  })

  it('signs nothing if a size would get a second root, or if its state does not match its files', async () => {
    const log = memoryLog()
    const run = sequenceLog(sequenceDeps(world, log.objects))
    await issueMany(2)
    await run()
    await issueMany(1, 2)
    const logs = rowTable(logRow, { db: world.db, table: TABLE, now: ticking })
    const state = await logs.get({ year: '2026' })
    if (!state) throw new Error('The log does not exist')
    await logs.replace({ year: '2026' }, { ...state, intended: { size: 3, root: sha256('another') } }, {})
    await expect(run()).rejects.toThrow(LogForked)
    await logs.replace({ year: '2026' }, { ...state, root: sha256('another') }, {})
    await expect(run()).rejects.toThrow(LogForked)
    expect(log.published).toHaveLength(1)
    await logs.replace({ year: '2026' }, state, {})
    expect(await run()).toBe(1)
    expect(await expectAllLogged(world, log)).toBe(3)
  })

  it('refuses to sign a yearly log with another key than its first', async () => {
    const log = memoryLog()
    await issueMany(1)
    const logs = rowTable(logRow, { db: world.db, table: TABLE, now: ticking })
    await logs.putNew({ year: '2026' }, { origin: ORIGIN, key: 'AAAA', size: 0, root: '' })
    await expect(sequenceLog(sequenceDeps(world, log.objects))()).rejects.toThrow('signed by another key')
  })
})

it('thousands of pending receipts take one checkpoint and less than 400 MB of memory', async () => {
  const log = memoryLog()
  const count = scaled(2_000, 10_000)
  await addWaitingLeaves(world.db, ticking, count)
  const before = process.memoryUsage().heapUsed
  expect(await sequenceLog(sequenceDeps(world, log.objects))()).toBe(count)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(400_000_000)
  expect((await expectConsistent(log)).map(({ size }) => size)).toEqual([count])
  expect(await world.rows('RECEIPTLEAF#')).toEqual([])
}, 300_000)
