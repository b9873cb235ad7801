import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planSegmentPut, planSegmentRemoval } from '../../../../lambdas/flags/sets/segment-changes.ts'
import { packSnapshot, snapshotItemKey } from '../../../../layers/flags/src/dynamodb/index.ts'
import { TABLE, type TableWorld } from '../../../support/table-world.ts'
import { CONTEXT, flagWorkers, newSet, openTable } from './flag-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

test('a segment that was stored without a version has version 1, and can be changed', async () => {
  const set = newSet()
  const { sets } = flagWorkers(world.db, () => new Date())
  const segment = { key: 'old', when: { attribute: 'plan', operator: 'equals', value: 'pro' } } as const
  const put = (base: number | 'absent') => sets.changeSegment(set, CONTEXT, (now) => planSegmentPut(now, segment, base))
  await put('absent')
  const { version } = await sets.read(set)
  const packed = await packSnapshot({ version, flags: [], segments: [segment] })
  await world.db.send(new PutCommand({ TableName: TABLE, Item: { ...snapshotItemKey(set), ...packed } }))

  expect((await sets.read(set)).segments).toEqual([{ ...segment, version: 1 }])
  const conflict = { code: 'version_conflict', extras: { version: 1 } }
  expect(await put('absent')).toMatchObject(conflict)
  expect(await put(7)).toMatchObject(conflict)
  expect(await put(1)).toMatchObject({ version: 2 })
  expect(await sets.removeSegment(set, CONTEXT, (now) => planSegmentRemoval(now, 'old', 2))).toBeUndefined()
  expect((await sets.read(set)).segments).toEqual([])
})
