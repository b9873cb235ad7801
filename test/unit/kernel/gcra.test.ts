import { ratesOf } from '@signet/contracts'
import { Refusal } from '@signet/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { gcraCount } from '../../../layers/kernel/src/limits/gcra-count.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const [rate] = ratesOf({ requests: 5, window: '1m', by: 'caller', algorithm: 'gcra' })
if (rate === undefined) throw new Error('There is no rate')
const STEP_MS = 12_000

let names = 0

/** Returns a counter with a manual clock. */
const openSubject = (start = Date.parse('2026-01-01T00:00:00.500Z')) => {
  const clock = { ms: start }
  const count = gcraCount({ db: world.db, table: TABLE, now: () => new Date(clock.ms) })
  const name = `limited-${names++}`
  const countRequest = () =>
    count({ name, rates: [rate] }, rate, 'one').catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
  return { clock, countRequest, passes: async () => !((await countRequest()) instanceof Refusal) }
}

it('a burst passes, then one request per interval, and a refusal contains the wait', async () => {
  const { clock, countRequest, passes } = openSubject()
  const outcomes = []
  for (let index = 0; index < 5; index++) outcomes.push(await countRequest())
  expect(outcomes.map((outcome) => !(outcome instanceof Refusal) && outcome.reading.remaining)).toEqual([4, 3, 2, 1, 0])
  const refused = await countRequest()
  expect(refused).toMatchObject({ code: 'rate_limited', headers: { 'retry-after': '12' } })
  clock.ms += STEP_MS - 1
  expect(await passes()).toBe(false)
  clock.ms += 1
  expect(await passes()).toBe(true)
  expect(await passes()).toBe(false)
  clock.ms += 60_000
  const outcomesAfterPause = []
  for (let index = 0; index < 6; index++) outcomesAfterPause.push(await passes())
  expect(outcomesAfterPause).toEqual([true, true, true, true, true, false])
})

it('exactly the burst of five passes out of fifty concurrent requests in three environments', async () => {
  const clock = { ms: Date.parse('2026-01-01T00:00:00Z') }
  const environments = Array.from({ length: 3 }, () =>
    gcraCount({ db: world.db, table: TABLE, now: () => new Date(clock.ms) }),
  )
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      (environments[index % 3] as (typeof environments)[number])({ name: 'at-once', rates: [rate] }, rate, 'one'),
    ),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
})

it('a released request is returned to the burst', async () => {
  const { countRequest, passes } = openSubject()
  for (let index = 0; index < 4; index++) await countRequest()
  const last = await countRequest()
  expect(await passes()).toBe(false)
  if (!(last instanceof Refusal)) await last.release()
  expect(await passes()).toBe(true)
  expect(await passes()).toBe(false)
})

it('the counter matches the reference algorithm for random request times', async () => {
  const waits = fc.array(fc.integer({ min: 0, max: 40_000 }), { minLength: 1, maxLength: 25 })
  await fc.assert(
    fc.asyncProperty(waits, async (waitsMs) => {
      const { clock, passes } = openSubject()
      let tat = 0
      for (const wait of waitsMs) {
        clock.ms += wait
        // The model without a table: TAT' = max(TAT, now) + T, if that is at most a window ahead.
        const next = Math.max(tat, clock.ms) + STEP_MS
        const isAllowed = next <= clock.ms + 60_000
        if (isAllowed) tat = next
        expect(await passes()).toBe(isAllowed)
      }
    }),
    { numRuns: 60, seed: 36 },
  )
})
