import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Dynamo, DynamoRecords, insertRequest } from '../src/aws/dynamo-records.ts'
import { D1Records } from '../src/cloudflare/d1-records.ts'
import { MemoryRecords } from '../src/records/memory-records.ts'
import type { Records } from '../src/records/records.ts'
import { d1InMemory } from './support/d1.ts'

/** Checks the rules that every store must follow. */
const checkRules = async (table: Records, clock: { nowMs: number }): Promise<void> => {
  clock.nowMs = 1_000
  assert.equal(await table.insert('p', 'b', { n: 1 }), true)
  assert.equal(await table.insert('p', 'b', { n: 2 }), false)
  assert.equal(await table.replace('p', 'b', { n: 3 }, 1), true)
  assert.equal(await table.replace('p', 'b', { n: 4 }, 1), false)
  assert.deepEqual(await table.get('p', 'b'), { id: 'b', version: 2, value: { n: 3 } })
  assert.equal(await table.replace('p', 'absent', {}, 1), false)
  assert.equal(await table.remove('p', 'absent', 1), false)
  for (const id of ['a', 'c']) assert.equal(await table.insert('p', id, 'short', 2_000), true)
  assert.equal(await table.insert('p', 'd', 'long'), true)
  assert.deepEqual(
    (await table.list('p', { limit: 5 })).map(({ id }) => id),
    ['a', 'b', 'c', 'd'],
  )
  assert.deepEqual(
    (await table.list('p', { limit: 2 })).map(({ id }) => id),
    ['a', 'b'],
  )
  assert.deepEqual(
    (await table.list('p', { after: 'b', limit: 1 })).map(({ id }) => id),
    ['c'],
  )
  clock.nowMs = 2_000
  // An expired row counts as absent, even if it is still stored.
  assert.equal(await table.get('p', 'a'), undefined)
  assert.equal(await table.replace('p', 'a', 'late', 1), false)
  assert.equal(await table.remove('p', 'a', 1), false)
  assert.deepEqual(
    (await table.list('p', { limit: 2 })).map(({ id }) => id),
    ['b', 'd'],
  )
  assert.equal(await table.insert('p', 'a', 'again', 3_000), true)
  assert.deepEqual(await table.get('p', 'a'), { id: 'a', version: 1, value: 'again' })
  assert.equal(await table.replace('p', 'a', 'kept', 1), true)
  clock.nowMs = 3_000
  assert.deepEqual(await table.get('p', 'a'), { id: 'a', version: 2, value: 'kept' })
  assert.equal(await table.remove('p', 'b', 1), false)
  assert.equal(await table.remove('p', 'b', 2), true)
  assert.equal(await table.get('p', 'b'), undefined)
  assert.equal(await table.get('other', 'd'), undefined)
  assert.deepEqual(await table.list('other', { limit: 5 }), [])
}
// #if aws
type Item = Readonly<Record<string, unknown>>
interface ConditionRequest {
  readonly ConditionExpression: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues: Readonly<Record<string, unknown>>
}

/** Splits an expression outside of parentheses. */
const splitOutsideParentheses = (text: string, separator: string): string[] => {
  const parts = ['']
  for (const [index, part] of text.split(separator).entries()) {
    const last = parts.length - 1
    const isInside = (parts[last] ?? '').split('(').length > (parts[last] ?? '').split(')').length
    if (index === 0 || isInside) parts[last] = (parts[last] ?? '') + (index === 0 ? '' : separator) + part
    else parts.push(part)
  }
  return parts
}

/** Evaluates a condition expression of this service. */
const evaluates = (text: string, item: Item | undefined, request: ConditionRequest): boolean => {
  const either = splitOutsideParentheses(text, ' OR ')
  if (either.length > 1) return either.some((each) => evaluates(each, item, request))
  const every = splitOutsideParentheses(text, ' AND ')
  if (every.length > 1) return every.every((each) => evaluates(each, item, request))
  if (text.startsWith('(')) return evaluates(text.slice(1, -1), item, request)
  const attributeOf = (name = '') => item?.[request.ExpressionAttributeNames?.[name] ?? name]
  const [, absent] = /^attribute_not_exists[(](.+)[)]$/.exec(text) ?? []
  if (absent !== undefined) return attributeOf(absent) === undefined
  const [left, operator, right = ''] = text.split(' ')
  const attribute = attributeOf(left)
  const operand = request.ExpressionAttributeValues[right]
  if (attribute === undefined || operand === undefined) return false
  if (operator === '=') return attribute === operand
  assert.ok(operator === '<=' || operator === '>', `unknown operator: ${operator}`)
  return operator === '<=' ? Number(attribute) <= Number(operand) : Number(attribute) > Number(operand)
}

/**
 * DynamoDB in memory for the requests of this service. Its pages end after two rows, as DynamoDB pages may end early.
 */
const dynamoInMemory = (): Dynamo => {
  const items = new Map<string, Item>()
  const keyOf = ({ partition, id }: Item): string => JSON.stringify([partition, id])
  return {
    get: async ({ Key, ConsistentRead }) => {
      assert.equal(ConsistentRead, true)
      return items.get(keyOf(Key))
    },
    put: async (request) => {
      const isDone = evaluates(request.ConditionExpression, items.get(keyOf(request.Item)), request)
      if (isDone) items.set(keyOf(request.Item), request.Item)
      return isDone
    },
    remove: async (request) =>
      evaluates(request.ConditionExpression, items.get(keyOf(request.Key)), request) &&
      items.delete(keyOf(request.Key)),
    query: async ({ ExpressionAttributeValues: values, Limit, ExclusiveStartKey: start, ConsistentRead }) => {
      assert.equal(ConsistentRead, true)
      const after = String(start?.id ?? values[':after'] ?? '')
      const remaining = [...items.values()]
        .filter(({ partition, id }) => partition === values[':partition'] && String(id) > after)
        .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
      const page = remaining.slice(0, Math.min(2, Limit))
      const last = page.at(-1)
      return {
        items: page,
        next: remaining.length > page.length && last ? { partition: last.partition, id: last.id } : undefined,
      }
    },
  }
}
// #endif

const records = () => new MemoryRecords(() => 1_000)

// #case unit: records-conditional
test('given two changes of one version, when both are written, then the second is refused', async () => {
  const table = records()
  assert.equal(await table.insert('a', '1', { n: 1 }), true)
  assert.equal(await table.insert('a', '1', { n: 2 }), false)
  assert.equal(await table.replace('a', '1', { n: 3 }, 1), true)
  assert.equal(await table.replace('a', '1', { n: 4 }, 1), false)
  assert.equal(await table.remove('a', '1', 1), false)
  assert.deepEqual(await table.get('a', '1'), { id: '1', version: 2, value: { n: 3 } })
})

// #if called
// #case unit: records-conditional, records-foreign
// #else
// #case unit: records-conditional
// #endif
test('given records of two partitions, when one is read or listed, then the other is not visible', async () => {
  const table = records()
  await table.insert('tenant-a', '1', 'private to a')
  assert.equal(await table.get('tenant-b', '1'), undefined)
  assert.deepEqual(await table.list('tenant-b', { limit: 10 }), [])
  assert.equal(await table.remove('tenant-b', '1', 1), false)
})

// #case unit: records-conditional, records-unbounded
test('given more records than a page, when they are listed, then pages are bounded and continue after the last ID', async () => {
  const table = records()
  for (const id of ['c', 'a', 'b']) await table.insert('p', id, id)
  await table.insert('p', 'd', 'expired', 999)
  const first = await table.list('p', { limit: 2 })
  assert.deepEqual(
    first.map(({ id }) => id),
    ['a', 'b'],
  )
  assert.deepEqual(
    (await table.list('p', { after: 'b', limit: 2 })).map(({ id }) => id),
    ['c'],
  )
})

// #case unit: records-conditional
test('given records in memory, when they are written, changed, listed and removed, then they follow the rules of the port', async () => {
  const clock = { nowMs: 0 }
  await checkRules(new MemoryRecords(() => clock.nowMs), clock)
})

// #if aws
// #case integration: records-conditional
test('given records in DynamoDB with evaluated conditions, when they are written, changed, listed and removed, then they follow the rules of the port, and each item has its expiry', async () => {
  const clock = { nowMs: 0 }
  await checkRules(new DynamoRecords(dynamoInMemory(), 'table', () => clock.nowMs), clock)
  const { Item } = insertRequest('table', { partition: 'p', id: '1', value: { n: 1 }, expiresAt: 4_001 }, 1_000)
  assert.deepEqual([Item.expires_ms, Item.expires_at, Item.value], [4_001, 5, '{"n":1}'])
})
// #endif

// #if cloudflare
// #case integration: records-conditional
test('given records in a database with the migration, when they are written, changed, listed, removed and swept, then they follow the rules of the port, and expired rows are deleted', async () => {
  const clock = { nowMs: 0 }
  const database = d1InMemory()
  const table = new D1Records(database, () => clock.nowMs)
  await checkRules(table, clock)
  const remaining = async () =>
    (await database.prepare('SELECT id FROM records ORDER BY id').all<{ id: string }>()).results.map(({ id }) => id)
  assert.deepEqual(await remaining(), ['a', 'c', 'd'])
  for (const id of ['e', 'f']) await table.insert('p', id, 'short', 4_000)
  clock.nowMs = 4_000
  assert.deepEqual([await table.sweep(2), await remaining()], [2, ['a', 'd', 'f']])
  assert.deepEqual([await table.sweep(2), await remaining()], [1, ['a', 'd']])
})
// #endif
