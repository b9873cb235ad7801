import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CountTable, countTable } from '../../../lambdas/observe/counters/count-table.ts'
import { countsOf, slotOf } from '../../../lambdas/observe/counters/units.ts'
import { sumUpWorker } from '../../../lambdas/observe/sweep/sum-up.ts'
import { tableMeter } from '../../support/table-meter.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { HOUR, NOW } from './observe-world.ts'

const WORKER_KEY = { tenant: 'acme', worker: 'edge' }
const DAY = 24 * HOUR
const slotAt = (ms: number): number => slotOf(ms * 1_000)

/** Adds traces at the given times, in milliseconds since 1970. */
const addTraces = async (db: TableWorld['db'], counters: CountTable, times: readonly number[]) => {
  for (const at of times)
    await db.send(
      new TransactWriteCommand({
        TransactItems: [...counters.additions(WORKER_KEY, slotAt(at), countsOf({ duration: 5, status: 'ok' }))],
      }),
    )
}

const openCounts = async () => {
  const world = await openTable()
  const tables = { db: world.db, table: TABLE, now: () => new Date(NOW) }
  const counters = countTable(tables)
  return {
    ...world,
    add: (times: readonly number[]) => addTraces(world.db, counters, times),
    sumUp: () => sumUpWorker(tables, WORKER_KEY, slotAt(NOW - 10 * DAY)),
    /** Counts traces that started from a time until now, by whole five-minute slots. */
    count: async (from: number) => {
      const units = await counters.rowUnits(WORKER_KEY, [{ from: slotAt(from), to: slotAt(NOW) }])
      return units.reduce((sum, { counts }) => sum + counts.rows, 0)
    },
  }
}

describe('counts of a time range', () => {
  test('need no finer query for hours without traces in a day with a stored sum', async () => {
    const { db, add: addTraces, sumUp, count, close } = await openCounts()
    const midnight = NOW - (NOW % DAY)
    const firstDay = midnight - 3 * DAY
    await addTraces([
      firstDay + 2 * HOUR,
      firstDay + 15 * HOUR,
      firstDay + DAY,
      firstDay + 2 * DAY,
      midnight + 13 * HOUR,
    ])
    await sumUp()
    const meter = tableMeter(db)
    meter.begin()
    // The range starts within an hour without traces. Today has no daily sum yet.
    expect(await count(firstDay + 7.5 * HOUR)).toBe(4)
    // Three queries: the days, the hours at both ends, and the five-minute slots of today.
    expect(meter.costs().calls).toBe('Query Query Query')
    // A late trace is counted before a sum contains it.
    await addTraces([firstDay + 7.75 * HOUR])
    expect(await count(firstDay + 7.5 * HOUR)).toBe(5)
    expect(await count(firstDay + 8 * HOUR)).toBe(4)
    await close()
  })

  test('counts are exact from any start, no matter which sums are stored', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant('sum' as const), fc.integer({ min: 0, max: 4 * 288 })), { maxLength: 12 }),
        fc.array(fc.integer({ min: 0, max: 4 * 288 }), { minLength: 3, maxLength: 3 }),
        async (steps, starts) => {
          const { add: addTraces, sumUp, count, close } = await openCounts()
          const addedSlots: number[] = []
          const timeBefore = (slots: number): number => NOW - slots * 300_000
          for (const step of steps) {
            if (step === 'sum') await sumUp()
            else {
              await addTraces([timeBefore(step)])
              addedSlots.push(slotAt(timeBefore(step)))
            }
          }
          for (const start of starts) {
            const from = slotAt(timeBefore(start))
            const to = slotAt(NOW)
            expect(await count(timeBefore(start))).toBe(addedSlots.filter((slot) => from <= slot && slot < to).length)
          }
          await close()
        },
      ),
      { numRuns: 40 },
    )
  })
})
