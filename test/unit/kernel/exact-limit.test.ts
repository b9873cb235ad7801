import { limitStep, type RowTable, rowTable, transact } from '@signet/kernel'
import { rowKind } from '@signet/kernel/row-kind'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openTable, TABLE, type TableWorld } from '../../support/table-world.ts'

const thingRow = rowKind({
  name: 'Thing of a sample',
  owner: 'platform',
  prefix: 'THING#',
  keys: { pk: '<owner>', sk: 'THING#<thing>' },
  keep: 'permanent',
  schema: z.object({ thing: z.string() }),
})

let world: TableWorld
let things: RowTable<typeof thingRow>
let nameCount = 0
const newOwner = () => `owner-${++nameCount}`

const deps = () => ({ db: world.db, table: TABLE, now: () => new Date('2026-11-25T12:00:00Z') })
const countOf = async (owner: string) => (await things.all({ owner })).length

/** Adds a thing if the limit permits. */
const add = (owner: string, thing: string, max: number): Promise<boolean> =>
  transact<boolean>(deps(), async () => {
    const step = await limitStep(deps(), { owner, list: 'things', max, count: () => countOf(owner) })
    return step ? { steps: [things.steps.putNew({ owner, thing }, { thing }), step], result: true } : { result: false }
  })

/** Adds a thing without the step of the limit. */
const addUnguarded = async (owner: string, thing: string, max: number): Promise<boolean> =>
  (await countOf(owner)) < max && things.putNew({ owner, thing }, { thing })

beforeAll(async () => {
  world = await openTable()
  things = rowTable(thingRow, deps())
})
afterAll(() => world.close())

describe('exact limit', () => {
  it('concurrent additions never exceed the limit, unlike with counting alone', async () => {
    const owner = newOwner()
    const otherOwner = newOwner()
    const names = Array.from({ length: 120 }, (_, i) => `thing-${i}`)
    const added = await Promise.all(names.map((thing) => add(owner, thing, 20)))
    expect([added.filter(Boolean).length, await countOf(owner)]).toEqual([20, 20])
    await Promise.all(names.map((thing) => addUnguarded(otherOwner, thing, 20)))
    expect(await countOf(otherOwner)).toBeGreaterThan(20)
  })

  it('items that existed before the limit count, and a removal frees capacity without an update of the tally', async () => {
    const owner = newOwner()
    for (const thing of ['a', 'b', 'c']) await things.putNew({ owner, thing }, { thing })
    expect(await add(owner, 'd', 3)).toBe(false)
    await things.remove({ owner, thing: 'a' })
    const added = await Promise.all(['e', 'f', 'g'].map((thing) => add(owner, thing, 3)))
    expect([added.filter(Boolean).length, await countOf(owner)]).toEqual([1, 3])
  })

  it('each list and owner has a separate limit', async () => {
    const owner = newOwner()
    const otherOwner = newOwner()
    expect([await add(owner, 'a', 1), await add(otherOwner, 'a', 1), await add(owner, 'b', 1)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await limitStep(deps(), { owner, list: 'others', max: 1, count: async () => 0 })).toBeDefined()
  })

  it('any order of additions and removals respects the limit and finally uses all capacity', async () => {
    const request = fc.record({ thing: fc.integer({ min: 0, max: 12 }).map(String), isRemoval: fc.boolean() })
    const rounds = fc.array(fc.array(request, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(rounds, fc.integer({ min: 1, max: 4 }), async (requests, max) => {
        const owner = newOwner()
        for (const round of requests) {
          await Promise.all(
            round.map(async ({ thing, isRemoval }) => {
              if (isRemoval) return things.remove({ owner, thing })
              const exists = (await things.get({ owner, thing })) !== undefined
              return exists || add(owner, `${thing}-${++nameCount}`, max)
            }),
          )
          expect(await countOf(owner)).toBeLessThanOrEqual(max)
        }
        const countBefore = await countOf(owner)
        const lastAdditions = await Promise.all(Array.from({ length: max + 1 }, (_, i) => add(owner, `last-${i}`, max)))
        expect([lastAdditions.filter(Boolean).length, await countOf(owner)]).toEqual([max - countBefore, max])
      }),
      { numRuns: 40 },
    )
  })
})
