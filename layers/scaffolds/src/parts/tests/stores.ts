import { type Code, code, joined } from '../../code.ts'
import { testCase } from '../../describe.ts'
import { type Case, type Context, onAws, onCloudflare, type SourceFile, type Suite } from '../../design.ts'

const RULES = code`
/** What every store must keep, whatever holds its rows. */
const keepsTheRules = async (table: Records, clock: { at: number }): Promise<void> => {
  clock.at = 1_000
  assert.equal(await table.insert('p', 'b', { n: 1 }), true)
  assert.equal(await table.insert('p', 'b', { n: 2 }), false)
  assert.equal(await table.replace('p', 'b', { n: 3 }, 1), true)
  assert.equal(await table.replace('p', 'b', { n: 4 }, 1), false)
  assert.deepEqual(await table.get('p', 'b'), { id: 'b', version: 2, value: { n: 3 } })
  assert.equal(await table.replace('p', 'absent', {}, 1), false)
  assert.equal(await table.remove('p', 'absent', 1), false)
  for (const id of ['a', 'c']) assert.equal(await table.insert('p', id, 'short', 2_000), true)
  assert.equal(await table.insert('p', 'd', 'long'), true)
  assert.deepEqual((await table.list('p', { limit: 5 })).map(({ id }) => id), ['a', 'b', 'c', 'd'])
  assert.deepEqual((await table.list('p', { limit: 2 })).map(({ id }) => id), ['a', 'b'])
  assert.deepEqual((await table.list('p', { after: 'b', limit: 1 })).map(({ id }) => id), ['c'])
  clock.at = 2_000
  // An expired row is absent for everybody, though it may still lie there.
  assert.equal(await table.get('p', 'a'), undefined)
  assert.equal(await table.replace('p', 'a', 'late', 1), false)
  assert.equal(await table.remove('p', 'a', 1), false)
  assert.deepEqual((await table.list('p', { limit: 2 })).map(({ id }) => id), ['b', 'd'])
  assert.equal(await table.insert('p', 'a', 'again', 3_000), true)
  assert.deepEqual(await table.get('p', 'a'), { id: 'a', version: 1, value: 'again' })
  assert.equal(await table.replace('p', 'a', 'kept', 1), true)
  clock.at = 3_000
  assert.deepEqual(await table.get('p', 'a'), { id: 'a', version: 2, value: 'kept' })
  assert.equal(await table.remove('p', 'b', 1), false)
  assert.equal(await table.remove('p', 'b', 2), true)
  assert.equal(await table.get('p', 'b'), undefined)
  assert.equal(await table.get('other', 'd'), undefined)
  assert.deepEqual(await table.list('other', { limit: 5 }), [])
}
`

const DYNAMO = code`
type Item = Readonly<Record<string, unknown>>
interface Asked {
  readonly ConditionExpression: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues: Readonly<Record<string, unknown>>
}

/** Parts of an expression outside of its parentheses. */
const parts = (text: string, by: string): string[] => {
  const found = ['']
  for (const [at, word] of text.split(by).entries()) {
    const last = found.length - 1
    const isInside = (found[last] ?? '').split('(').length > (found[last] ?? '').split(')').length
    if (at === 0 || isInside) found[last] = (found[last] ?? '') + (at === 0 ? '' : by) + word
    else found.push(word)
  }
  return found
}

/** Whether a condition holds, of those that our requests have. */
const holds = (text: string, item: Item | undefined, asked: Asked): boolean => {
  const either = parts(text, ' OR ')
  if (either.length > 1) return either.some((each) => holds(each, item, asked))
  const every = parts(text, ' AND ')
  if (every.length > 1) return every.every((each) => holds(each, item, asked))
  if (text.startsWith('(')) return holds(text.slice(1, -1), item, asked)
  const valueOf = (name = '') => item?.[asked.ExpressionAttributeNames?.[name] ?? name]
  const [, absent] = /^attribute_not_exists[(](.+)[)]$/.exec(text) ?? []
  if (absent !== undefined) return valueOf(absent) === undefined
  const [left, operator, right = ''] = text.split(' ')
  const [is, than] = [valueOf(left), asked.ExpressionAttributeValues[right]]
  if (is === undefined || than === undefined) return false
  if (operator === '=') return is === than
  assert.ok(operator === '<=' || operator === '>', 'an operator that this test does not know: ' + operator)
  return operator === '<=' ? Number(is) <= Number(than) : Number(is) > Number(than)
}

/** DynamoDB in memory, as far as our requests use it. Its pages end after two rows, as pages of the true one may. */
const dynamoInMemory = (): Dynamo => {
  const items = new Map<string, Item>()
  const keyOf = ({ partition, id }: Item): string => JSON.stringify([partition, id])
  return {
    get: async ({ Key, ConsistentRead }) => {
      assert.equal(ConsistentRead, true)
      return items.get(keyOf(Key))
    },
    put: async (request) => {
      const isDone = holds(request.ConditionExpression, items.get(keyOf(request.Item)), request)
      if (isDone) items.set(keyOf(request.Item), request.Item)
      return isDone
    },
    remove: async (request) => holds(request.ConditionExpression, items.get(keyOf(request.Key)), request) && items.delete(keyOf(request.Key)),
    query: async ({ ExpressionAttributeValues: values, Limit, ExclusiveStartKey: start, ConsistentRead }) => {
      assert.equal(ConsistentRead, true)
      const after = String(start?.id ?? values[':after'] ?? '')
      const left = [...items.values()]
        .filter(({ partition, id }) => partition === values[':partition'] && String(id) > after)
        .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
      const page = left.slice(0, Math.min(2, Limit))
      const last = page.at(-1)
      return { items: page, next: left.length > page.length && last ? { partition: last.partition, id: last.id } : undefined }
    },
  }
}
`

const TRACES = ['records-conditional']

const memory = testCase(
  'unit',
  TRACES,
  [code`records in memory`, code`they are written, changed, listed and removed`, code`they keep the rules of the port`],
  code`
  const clock = { at: 0 }
  await keepsTheRules(new MemoryRecords(() => clock.at), clock)
`,
)

const dynamo = testCase(
  'integration',
  TRACES,
  [
    code`records in DynamoDB, whose conditions are evaluated`,
    code`they are written, changed, listed and removed`,
    code`they keep the rules of the port, and DynamoDB learns when a row ends`,
  ],
  code`
  const clock = { at: 0 }
  await keepsTheRules(new DynamoRecords(dynamoInMemory(), 'table', () => clock.at), clock)
  const { Item } = insertRequest('table', { partition: 'p', id: '1', value: { n: 1 }, expiresAt: 4_001 }, 1_000)
  assert.deepEqual([Item.expires_ms, Item.expires_at, Item.value], [4_001, 5, '{"n":1}'])
`,
)

const d1 = testCase(
  'integration',
  TRACES,
  [
    code`records in a database with the migration`,
    code`they are written, changed, listed, removed and swept`,
    code`they keep the rules of the port, and what has expired goes`,
  ],
  code`
  const clock = { at: 0 }
  const database = d1InMemory()
  const table = new D1Records(database, () => clock.at)
  await keepsTheRules(table, clock)
  const left = async () => (await database.prepare('SELECT id FROM records ORDER BY id').all<{ id: string }>()).results.map(({ id }) => id)
  assert.deepEqual(await left(), ['a', 'c', 'd'])
  for (const id of ['e', 'f']) await table.insert('p', id, 'short', 4_000)
  clock.at = 4_000
  assert.deepEqual([await table.sweep(2), await left()], [2, ['a', 'd', 'f']])
  assert.deepEqual([await table.sweep(2), await left()], [1, ['a', 'd']])
`,
)

const HEAD = (context: Context): Code => code`
${joined([
  code`import assert from 'node:assert/strict'`,
  code`import { test } from 'node:test'`,
  onAws(context)
    ? code`import { type Dynamo, DynamoRecords, insertRequest } from '../src/aws/dynamo-records.ts'`
    : undefined,
  onCloudflare(context) ? code`import { D1Records } from '../src/cloudflare/d1-records.ts'` : undefined,
  code`import { MemoryRecords } from '../src/records/memory-records.ts'`,
  code`import type { Records } from '../src/records/records.ts'`,
  onCloudflare(context) ? code`import { d1InMemory } from './support/d1.ts'` : undefined,
])}

${RULES}
${onAws(context) ? code`\n${DYNAMO}` : code``}
`

const D1_IN_MEMORY = code`
import { readFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Database, Statement } from '../../src/cloudflare/d1-records.ts'

/** D1 in memory: SQLite, with the migration of this project. */
export const d1InMemory = (): Database => {
  const sqlite = new DatabaseSync(':memory:')
  sqlite.exec(readFileSync(new URL('../../migrations/0001_records.sql', import.meta.url), 'utf8'))
  const statement = (sql: string, values: readonly SQLInputValue[] = []): Statement => ({
    bind: (...given) => statement(sql, given as SQLInputValue[]),
    run: async () => ({ meta: { changes: Number(sqlite.prepare(sql).run(...values).changes) } }),
    all: async <T>() => ({ results: sqlite.prepare(sql).all(...values) as T[] }),
  })
  return { prepare: (sql) => statement(sql) }
}
`

/** D1 for tests, of projects for Cloudflare with records. */
export const d1File: SourceFile = { path: 'test/support/d1.ts', content: D1_IN_MEMORY }

/** One test of the port for each store that there is: memory, DynamoDB, D1. */
export const storesSuite = (context: Context): Suite => {
  const cases: readonly Case[] = [memory, ...(onAws(context) ? [dynamo] : []), ...(onCloudflare(context) ? [d1] : [])]
  return { path: 'test/stores.test.ts', head: HEAD(context), cases }
}
