import { GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import {
  type DynamoMigrationOptions,
  dynamoFill,
  dynamoKeys,
  dynamoMigration,
  dynamoPlan,
  dynamoTableProps,
} from '@signet/contract-tools/database'
import type { ContractIR } from '@signet/contracts/ir'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openWorld, removeDir, type World } from '../../local-aws/world.ts'
import { createTable, fill, put, scan } from './dynamo-tables.ts'
import { versionOf } from './versions.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  removeDir(world.dir)
})

describe('DynamoDB steps between two versions', () => {
  const migrate = (v1: ContractIR, v2: ContractIR, options: DynamoMigrationOptions = {}) => {
    const { steps, plan } = dynamoMigration(v2, { previous: v1, ...options })
    return { steps, plan: plan! }
  }

  it('change one index per deploy, additions first and removals last', () => {
    const fields = { a: z.string(), b: z.string(), c: z.string(), d: z.string() }
    const v1 = versionOf({ version: '1.0.0', fields, indexes: ['a', 'b'] })
    const v2 = versionOf({ version: '1.1.0', fields, indexes: ['c', 'd'] })
    const { steps } = migrate(v1, v2)
    const deployed = steps.flatMap((step) =>
      step.action === 'deploy'
        ? [[step.phase, step.table.globalSecondaryIndexes.map(({ indexName }) => indexName).join(' ')]]
        : [],
    )
    expect(deployed).toEqual([
      ['expand', 'by_a by_b by_c'],
      ['expand', 'by_a by_b by_c by_d'],
      ['contract', 'by_b by_c by_d'],
      ['contract', 'by_c by_d'],
    ])
  })

  it('retain the number of a remaining index, and assign new ones only free numbers', () => {
    const fields = { a: z.string(), b: z.string(), c: z.string() }
    const v1 = versionOf({ version: '1.0.0', fields, indexes: ['a', 'b'] })
    const v2 = versionOf({ version: '1.1.0', fields, indexes: ['c', 'b'] })
    const { files } = dynamoMigration(v2, { previous: v1, layout: 'single' })
    const { slots } = JSON.parse(files['dynamodb/thing/1.1.0/table.json']!)
    expect(slots).toEqual({ b: 2, c: 3 })
    const v3 = versionOf({ version: '1.2.0', fields, indexes: ['a', 'c', 'b'] })
    const nextMigration = dynamoMigration(v3, { previous: v2, layout: 'single', slots })
    expect(JSON.parse(nextMigration.files['dynamodb/thing/1.2.0/table.json']!).slots).toEqual({ a: 1, b: 2, c: 3 })
  })

  it.each(['own', 'single'] as const)(
    'fill missing values, follow writes of old code, and are idempotent: %s',
    async (layout) => {
      const table = `things-${layout}`
      const v1 = versionOf({
        version: '1.0.0',
        table,
        fields: { title: z.string(), kind: z.string(), gone: z.string() },
      })
      const v2 = versionOf({
        version: '2.0.0',
        table,
        fields: {
          name: z.string(),
          kind: z.string(),
          tier: z.string().default('free'),
          tags: z.array(z.string()).default([]),
        },
        indexes: [['kind', 'tier', 'name']],
        renames: { title: 'name' },
      })
      const oldPlan = dynamoPlan(v1, { layout })!
      const { steps, plan } = migrate(v1, v2, { layout, backfill: { gone: '-' } })
      const [expandedTable] = steps.flatMap((step) =>
        step.action === 'deploy' && step.phase === 'expand' ? [step.table] : [],
      )
      await createTable(world.db, expandedTable!)
      await put(world.db, oldPlan, { id: '1', title: 'one', kind: 'k', gone: 'x' })
      await put(world.db, oldPlan, { id: '2', title: 'two', kind: 'k', gone: 'x' })
      expect(await fill(world.db, plan, steps, 'backfill')).toBeGreaterThan(0)
      expect(await fill(world.db, plan, steps, 'backfill')).toBe(0)
      await put(world.db, oldPlan, { id: '3', title: 'late', kind: 'k', gone: 'x' })
      await world.db.send(
        new UpdateCommand({
          TableName: table,
          Key: Object.fromEntries(
            Object.entries(dynamoKeys(oldPlan, { id: '1' })).filter(([name]) => ['id', 'pk', 'sk'].includes(name)),
          ),
          UpdateExpression: 'SET title = :t',
          ExpressionAttributeValues: { ':t': 'changed by old code' },
        }),
      )
      await fill(world.db, plan, steps, 'contract')
      expect(await fill(world.db, plan, steps, 'contract')).toBe(0)
      const items = (await scan(world.db, table)).sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
      const expected = [
        ['1', 'changed by old code'],
        ['2', 'two'],
        ['3', 'late'],
      ].map(([id, name]) => ({ id, name, kind: 'k', tier: 'free', tags: [] }))
      expect(items).toEqual(expected.map((item) => ({ ...item, ...dynamoKeys(plan, item) })))
      const [index] = plan.indexes
      const { Items = [] } = await world.db.send(
        new QueryCommand({
          TableName: table,
          IndexName: index!.indexName,
          KeyConditionExpression: '#pk = :pk',
          ExpressionAttributeNames: { '#pk': index!.partitionKey.attribute },
          ExpressionAttributeValues: { ':pk': dynamoKeys(plan, expected[0]!)[index!.partitionKey.attribute] },
        }),
      )
      expect(Items.map(({ id }) => id)).toEqual(['1', '3', '2'])
    },
  )

  it('skip items that changed after they were read, and do not restore deleted ones', async () => {
    const table = 'races'
    const v1 = versionOf({ version: '1.0.0', table, fields: { kind: z.string() } })
    const v2 = versionOf({
      version: '1.1.0',
      table,
      fields: { kind: z.string(), tier: z.string().default('free') },
      indexes: ['kind'],
    })
    const { steps, plan } = migrate(v1, v2, { layout: 'single' })
    const fills = steps.flatMap((step) =>
      step.action === 'update_items' && step.phase === 'backfill' ? [step.fill] : [],
    )
    expect(fills.map(({ kind }) => kind)).toEqual(['value', 'keys'])
    await createTable(world.db, dynamoTableProps([plan]))
    await put(world.db, dynamoPlan(v1, { layout: 'single' })!, { id: '1', kind: 'now' })
    const stale = { id: '1', kind: 'before', pk: 'THING#1', sk: 'THING#' }
    const deletedItem = { id: '2', kind: 'now', pk: 'THING#2', sk: 'THING#' }
    const failure = /conditional request failed/i
    await expect(world.db.send(new UpdateCommand(dynamoFill(plan, fills[1]!, stale)!))).rejects.toThrow(failure)
    for (const one of fills) {
      await expect(world.db.send(new UpdateCommand(dynamoFill(plan, one, deletedItem)!))).rejects.toThrow(failure)
    }
    const { Item } = await world.db.send(new GetCommand({ TableName: table, Key: { pk: 'THING#1', sk: 'THING#' } }))
    expect(Item).toEqual({ id: '1', kind: 'now', pk: 'THING#1', sk: 'THING#' })
    expect(await scan(world.db, table)).toHaveLength(1)
  })

  it('state what the new code must do while the old code runs', () => {
    const v1 = versionOf({ version: '1.0.0', fields: { title: z.string(), gone: z.string() } })
    const v2 = versionOf({
      version: '2.0.0',
      fields: { name: z.string(), n: z.int().default(1) },
      renames: { title: 'name' },
    })
    const { steps } = migrate(v1, v2, { backfill: { gone: '-' } })
    expect(steps.filter(({ phase }) => phase === 'expand')).toMatchObject([
      { action: 'dual_write', attribute: 'name', from: 'title' },
      { action: 'default_on_read', attribute: 'n', value: 1 },
      { action: 'keep_writing', attribute: 'gone', value: '-' },
    ])
  })

  it('refuse a change of the stored type', () => {
    const v1 = versionOf({ version: '1.0.0', fields: { a: z.string() } })
    const v2 = versionOf({ version: '2.0.0', fields: { a: z.int() } })
    expect(() => migrate(v1, v2, { served: [] })).toThrow(/was stored as S and would be N/)
  })
})
