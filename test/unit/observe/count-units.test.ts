import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CountTable, countTable } from '../../../lambdas/observe/counters/count-table.ts'
import { countsOf, slotOf } from '../../../lambdas/observe/counters/units.ts'
import { sumUpWorker } from '../../../lambdas/observe/sweep/sum-up.ts'
import { tableMeter } from '../../support/table-meter.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'
import { HOUR, NOW } from './observe-world.ts'

const WHO = { tenant: 'acme', worker: 'edge' }
const DAY = 24 * HOUR
const slotAt = (ms: number): number => slotOf(ms * 1_000)

/** Adds traces at the given times, in milliseconds since 1970. */
const add = async (db: TableWorld['db'], counters: CountTable, times: readonly number[]) => {
  for (const at of times)
    await db.send(
      new TransactWriteCommand({
        TransactItems: [...counters.additions(WHO, slotAt(at), countsOf({ duration: 5, status: 'ok' }))],
      }),
    )
}

const opened = async () => {
  const world = await openTable()
  const tables = { db: world.db, table: TABLE, now: () => new Date(NOW) }
  const counters = countTable(tables)
  return {
    ...world,
    add: (times: readonly number[]) => add(world.db, counters, times),
    sumUp: () => sumUpWorker(tables, WHO, slotAt(NOW - 10 * DAY)),
    /** Counts traces that started from a time until now, by whole five-minute slots. */
    count: async (from: number) => {
      const units = await counters.rowUnits(WHO, [{ from: slotAt(from), to: slotAt(NOW) }])
      return units.reduce((sum, { counts }) => sum + counts.rows, 0)
    },
  }
}

describe('counts of a time range', () => {
  test('do not query finer counts for hours without traces in a summed day', async () => {
    const { db, add: adds, sumUp, count, close } = await opened()
    const midnight = NOW - (NOW % DAY)
    const first = midnight - 3 * DAY
    await adds([first + 2 * HOUR, first + 15 * HOUR, first + DAY, first + 2 * DAY, midnight + 13 * HOUR])
    await sumUp()
    const meter = tableMeter(db)
    meter.begin()
    // Starts within an hour without traces. The last hours of today are not summed to a day yet.
    expect(await count(first + 7.5 * HOUR)).toBe(4)
    // Days, hours at both ends, and five-minute slots of today.
    expect(meter.costs().calls).toBe('Query Query Query')
    // A late trace is counted although no sum contains it yet.
    await adds([first + 7.75 * HOUR])
    expect(await count(first + 7.5 * HOUR)).toBe(5)
    expect(await count(first + 8 * HOUR)).toBe(4)
    await close()
  })

  test('counts are exact from any start, whatever was summed and when', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constant('sum' as const), fc.integer({ min: 0, max: 4 * 288 })), { maxLength: 12 }),
        fc.array(fc.integer({ min: 0, max: 4 * 288 }), { minLength: 3, maxLength: 3 }),
        async (steps, starts) => {
          const { add: adds, sumUp, count, close } = await opened()
          const added: number[] = []
          const ago = (slots: number): number => NOW - slots * 300_000
          for (const step of steps) {
            if (step === 'sum') await sumUp()
            else {
              await adds([ago(step)])
              added.push(slotAt(ago(step)))
            }
          }
          for (const start of starts) {
            const from = slotAt(ago(start))
            const to = slotAt(NOW)
            expect(await count(ago(start))).toBe(added.filter((slot) => from <= slot && slot < to).length)
          }
          await close()
        },
      ),
      { numRuns: 40 },
    )
  })
})
