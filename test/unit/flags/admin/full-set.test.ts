import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TableWorld } from '../../../support/table-world.ts'
import { CONTEXT, createIn, flagWorkers, newSet, openTable } from './flag-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

test('returns 409 flag_set_full before a set exceeds the readable size, and writes nothing', async () => {
  const set = newSet()
  const { sets } = flagWorkers(world.db, () => new Date())
  await createIn(sets, set, { key: 'a', type: 'boolean' })
  const segment = {
    key: 'large',
    when: { attribute: 'user', operator: 'equals', value: 'x'.repeat(5_000_000) },
  } as const
  const put = await sets.changeSegment(set, CONTEXT, () => ({ key: 'large', action: 'segment_written', segment }))
  expect(put).toMatchObject({ code: 'flag_set_full' })
  expect((await sets.head(set)).version).toBe(1)
})
