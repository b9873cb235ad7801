import { newUuid } from '@signet/kernel'
import { outbox, outboxTable } from '@signet/kernel/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { subscriberTable } from '../../../lambdas/support/subscribe/subscriber-table.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { type TableMeter, tableMeter } from '../../support/table-meter.ts'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const now = () => new Date('2026-11-22T09:00:00.000Z')
const log = createLog({ write: () => {} })

let world: TableWorld
let meter: TableMeter
beforeAll(async () => {
  world = await openTable()
  meter = tableMeter(world.db)
})
afterAll(() => world.close())

const deps = () => ({ db: world.db, table: TABLE, now })
const testOutbox = () => outbox({ table: outboxTable(deps()), bus: { send: async (events) => events }, log })

describe('news subscription timing', () => {
  it('known and unknown addresses cost the same calls', async () => {
    const subscribers = subscriberTable({ ...deps(), outbox: testOutbox() })
    const costs = []
    for (let i = 0; i < 2; i++) {
      meter.begin()
      const email = 'ada@people.example'
      await subscribers.request({ email, subscriber: 's', request: newUuid(), baseUrl: 'https://own.example' })
      costs.push(meter.costs())
    }
    expect(costs[0]).toMatchObject({ reads: 0, calls: 'TransactWriteItems DeleteItem' })
    expect(costs[1]).toEqual(costs[0])
  })
})
