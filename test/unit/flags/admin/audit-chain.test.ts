import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditTable } from '../../../../lambdas/flags/audit/audit-table.ts'
import type { FlagSet } from '../../../../layers/flags/src/dynamodb/index.ts'
import { TABLE, type TableWorld } from '../../imagegen/table-world.ts'
import { createIn, flagWorkers, newSet, openTable } from './flag-world.ts'

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const LENGTH = 5

const logged = async (): Promise<FlagSet> => {
  const set = newSet()
  const { sets } = flagWorkers(world.db, () => new Date())
  for (let i = 0; i < LENGTH; i++) await createIn(sets, set, { key: `flag-${i}`, type: 'boolean' })
  return set
}
const verdict = async (set: FlagSet) => {
  const { sets } = flagWorkers(world.db, () => new Date())
  return auditTable({ db: world.db, table: TABLE }).verify(set, await sets.head(set))
}
const rowKey = ({ org, environment }: FlagSet, sequence: number) => ({
  pk: `FLAGAUDIT#${org}/${environment}`,
  sk: `E#${String(sequence).padStart(12, '0')}`,
})

test('a log that nobody touched is whole', async () => {
  expect(await verdict(await logged())).toMatchObject({ entries: LENGTH, brokenAt: null })
})

test('of a set without flags it is whole and empty', async () => {
  expect(await verdict(newSet())).toMatchObject({ entries: 0, brokenAt: null, head: '0'.repeat(64) })
})

test.each([1, 3, LENGTH])('entry %i that was changed is found', async (sequence) => {
  const set = await logged()
  await world.db.send(
    new UpdateCommand({
      TableName: TABLE,
      Key: rowKey(set, sequence),
      UpdateExpression: 'SET #at = :other',
      ExpressionAttributeNames: { '#at': 'at' },
      ExpressionAttributeValues: { ':other': '2020-01-01T00:00:00.000Z' },
    }),
  )
  expect(await verdict(set)).toMatchObject({ entries: sequence - 1, brokenAt: sequence })
})

test.each([1, 3, LENGTH])('entry %i that was removed is found, the last one too', async (sequence) => {
  const set = await logged()
  await world.db.send(new DeleteCommand({ TableName: TABLE, Key: rowKey(set, sequence) }))
  expect(await verdict(set)).toMatchObject({ entries: sequence - 1, brokenAt: sequence })
})

test('a change that is found by its flag no more is found out', async () => {
  const set = await logged()
  const { pk } = rowKey(set, 3)
  await world.db.send(
    new DeleteCommand({ TableName: TABLE, Key: { pk, sk: `K#flag-2#${String(3).padStart(12, '0')}` } }),
  )
  expect(await verdict(set)).toMatchObject({ entries: 2, brokenAt: 3 })
})

test('an end that was written anew, hashes and all, is found by what the set remembers', async () => {
  const set = await logged()
  const audit = auditTable({ db: world.db, table: TABLE })
  const last = await audit.entry(set, LENGTH)
  const { chained } = await import('../../../../lambdas/flags/audit/audit-entry.ts')
  if (!last) throw new Error('The log has no last entry')
  const { hash: _hash, ...said } = last
  const forged = chained({ ...said, reason: 'it was somebody else', actor: { type: 'user', id: 'somebody-else' } })
  const Item = { ...rowKey(set, LENGTH), ...forged, before: 'null', after: JSON.stringify(forged.after) }
  await world.db.send(new PutCommand({ TableName: TABLE, Item }))
  expect(await verdict(set)).toMatchObject({ entries: LENGTH - 1, brokenAt: LENGTH })
})
