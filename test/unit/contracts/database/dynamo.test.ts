import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetCommand, PutCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ContractError } from '@signet/contracts'
import {
  type DynamoMigrationOptions,
  type DynamoPlan,
  type DynamoStep,
  type DynamoTableProps,
  dynamoFill,
  dynamoKeys,
  dynamoMigration,
  dynamoPlan,
  dynamoTableProps,
  migrations,
} from '@signet/contracts/database'
import { type ContractIR, irOf } from '@signet/contracts/ir'
import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { type TablePropsV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { openWorld, removeDir, type World } from '../../local-aws/world.ts'
import { jobs } from '../sample-contract.ts'
import { versionOf } from './versions.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  removeDir(world.dir)
})

type Item = Record<string, unknown>

const keySchema = ({ partitionKey, sortKey }: Pick<DynamoTableProps, 'partitionKey' | 'sortKey'>) => [
  { AttributeName: partitionKey.name, KeyType: 'HASH' as const },
  ...(sortKey ? [{ AttributeName: sortKey.name, KeyType: 'RANGE' as const }] : []),
]

const createTable = async ({ globalSecondaryIndexes, ...table }: DynamoTableProps): Promise<void> => {
  const keys = [table, ...globalSecondaryIndexes].flatMap(({ partitionKey, sortKey }) => [
    partitionKey,
    ...(sortKey ? [sortKey] : []),
  ])
  const attributes = new Map(keys.map(({ name, type }) => [name, type]))
  const client: Pick<DynamoDBClient, 'send'> = world.db as never
  await client.send(
    new CreateTableCommand({
      TableName: table.tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...attributes].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
      KeySchema: keySchema(table),
      ...(globalSecondaryIndexes.length > 0 && {
        GlobalSecondaryIndexes: globalSecondaryIndexes.map((index) => ({
          IndexName: index.indexName,
          KeySchema: keySchema(index),
          Projection: { ProjectionType: 'ALL' as const },
        })),
      }),
    }),
  )
}

const scan = async (TableName: string): Promise<Item[]> =>
  (await world.db.send(new ScanCommand({ TableName }))).Items ?? []

/** Runs the item updates of a phase over every item; returns how many writes were needed. */
const fill = async (plan: DynamoPlan, steps: readonly DynamoStep[], phase: DynamoStep['phase']): Promise<number> => {
  let writes = 0
  for (const step of steps) {
    if (step.phase !== phase || step.action !== 'update_items') continue
    for (const item of await scan(plan.tableName)) {
      const update = dynamoFill(plan, step.fill, item)
      if (update === undefined) continue
      await world.db.send(new UpdateCommand(update))
      writes += 1
    }
  }
  return writes
}

const put = (plan: DynamoPlan, item: Item) =>
  world.db.send(new PutCommand({ TableName: plan.tableName, Item: { ...item, ...dynamoKeys(plan, item) } }))

describe('the plan of a table of its own', () => {
  it('takes fields as keys, and names its indexes after theirs', () => {
    expect(dynamoTableProps([dynamoPlan(irOf(jobs))!])).toEqual({
      tableName: 'jobs',
      partitionKey: { name: 'job_id', type: 'S' },
      globalSecondaryIndexes: [
        {
          indexName: 'by_state_created_at',
          partitionKey: { name: 'state', type: 'S' },
          sortKey: { name: 'created_at', type: 'S' },
        },
      ],
    })
  })

  it('composes what is more than two fields or cannot be a key', () => {
    const fields = { a: z.string(), b: z.int().min(0), c: z.int(), on: z.boolean() }
    const plan = dynamoPlan(versionOf({ version: '1.0.0', fields, key: ['a', 'b', 'c'], indexes: [['on', 'b']] }))!
    expect(dynamoKeys(plan, { id: 'i', a: 'x', b: 7, c: -1, on: true })).toEqual({
      a: 'x',
      sk: '0000000000000007#400fffffffffffff',
      by_on_b_pk: 'true',
      b: 7,
    })
  })

  it('refuses promises of uniqueness and indexes over JSON', () => {
    const unique = versionOf({
      version: '1.0.0',
      fields: { a: z.string() },
      indexes: [{ fields: ['a'], unique: true }],
    })
    expect(() => dynamoPlan(unique)).toThrow(/use the layout "single", or drop `unique`/)
    const json = versionOf({ version: '1.0.0', fields: { a: z.object({}) }, indexes: ['a'] })
    expect(() => dynamoPlan(json, { layout: 'single' })).toThrow(/index a string or a number/)
  })
})

describe('the plan of a shared table', () => {
  const plan = dynamoPlan(irOf(jobs), { layout: 'single' })!

  it('puts the name of the contract before every key', () => {
    const item = { job_id: 'a#b%', state: 'queued', created_at: '2026' }
    expect(dynamoKeys(plan, item)).toEqual({
      pk: 'JOB#a%23b%25',
      sk: 'JOB#',
      gsi1pk: 'JOB#state#queued',
      gsi1sk: '2026#a%23b%25',
    })
    expect(dynamoKeys(plan, { job_id: 'x', state: null })).toEqual({ pk: 'JOB#x', sk: 'JOB#' })
  })

  it('keeps contracts apart: other prefixes, one set of indexes, and no two names that end up alike', () => {
    const door = (name: string) =>
      dynamoPlan(versionOf({ version: '1.0.0', name, fields: { a: z.string(), b: z.string() }, indexes: ['a', 'b'] }), {
        layout: 'single',
      })!
    const props = dynamoTableProps([plan, door('front_door')], 'app')
    expect(props.tableName).toBe('app')
    expect(props.globalSecondaryIndexes.map(({ indexName }) => indexName)).toEqual(['gsi1', 'gsi2'])
    expect(() => dynamoTableProps([door('front_door'), door('frontDoor')])).toThrow(ContractError)
    expect(() => dynamoTableProps([plan, dynamoPlan(irOf(jobs))!])).toThrow(/layout "single"/)
  })

  it('has an item to guard each promise of uniqueness', () => {
    const ir = versionOf({
      version: '1.0.0',
      fields: { mail: z.string() },
      indexes: [{ fields: ['mail'], unique: true }],
    })
    const { files } = dynamoMigration(ir, { layout: 'single' })
    const document = JSON.parse(files['dynamodb/thing/1.0.0/table.json']!)
    expect(document.uniqueItems).toEqual([{ fields: ['mail'], pk: 'THING#UNIQUE#mail#{mail}' }])
    expect(document.table.globalSecondaryIndexes).toEqual([])
  })

  it('different entities never share a key', () => {
    const two = dynamoPlan(
      versionOf({ version: '1.0.0', fields: { a: z.string(), b: z.string(), c: z.string() }, key: ['a', 'b', 'c'] }),
      { layout: 'single' },
    )!
    const word = fc.string({ unit: fc.constantFrom('#', '%', '2', '3', 'a'), maxLength: 4 })
    const triple = fc.record({ a: word, b: word, c: word })
    void fc.assert(
      fc.property(triple, triple, (one, other) => {
        const isSame = JSON.stringify(one) === JSON.stringify(other)
        expect(JSON.stringify(dynamoKeys(two, one)) === JSON.stringify(dynamoKeys(two, other))).toBe(isSame)
      }),
    )
  })

  it('sorts by numbers as numbers sort', () => {
    const fields = { n: z.int().min(0), x: z.number() }
    const sorted = dynamoPlan(
      versionOf({
        version: '1.0.0',
        fields,
        indexes: [
          ['id', 'n'],
          ['id', 'x'],
        ],
      }),
      { layout: 'single' },
    )!
    const number = fc.double({ noNaN: true, noDefaultInfinity: true })
    void fc.assert(
      fc.property(fc.nat(), fc.nat(), number, number, (n, m, x, y) => {
        const [one, other] = [dynamoKeys(sorted, { id: 'i', n, x }), dynamoKeys(sorted, { id: 'i', n: m, x: y })]
        expect(one.gsi1sk! < other.gsi1sk!).toBe(n < m)
        expect(one.gsi2sk! < other.gsi2sk!).toBe(x < y)
      }),
    )
  })
})

describe('the props for CDK', () => {
  it.each(['own', 'single'] as const)('make the table of the plan: %s', (layout) => {
    const props = dynamoTableProps([dynamoPlan(irOf(jobs), { layout })!])
    const stack = new Stack(new App(), 'Test')
    new TableV2(stack, 'Table', props as TablePropsV2)
    const [table] = Object.values(Template.fromStack(stack).findResources('AWS::DynamoDB::GlobalTable'))
    expect(table?.Properties.KeySchema).toEqual(keySchema(props))
    expect(table?.Properties.GlobalSecondaryIndexes).toMatchObject(
      props.globalSecondaryIndexes.map((index) => ({ IndexName: index.indexName, KeySchema: keySchema(index) })),
    )
  })

  it('are a module that says the same as the JSON', async () => {
    const { files } = dynamoMigration(irOf(jobs), { layout: 'single' })
    const path = join(world.dir, 'jobs-table.ts')
    const text = files['dynamodb/job/2.1.0/table.ts']!
    // The module stands outside the repository, where the package is not found by its name.
    await writeFile(
      path,
      text.replace(/^import .*$/m, "const AttributeType = { STRING: 'S', NUMBER: 'N' }; type TablePropsV2 = object"),
    )
    const { jobsTable } = (await import(path)) as { jobsTable: unknown }
    expect(jobsTable).toEqual(JSON.parse(files['dynamodb/job/2.1.0/table.json']!).table)
    expect(text).toContain("import { AttributeType, type TablePropsV2 } from 'aws-cdk-lib/aws-dynamodb'")
  })
})

describe('the steps from one version to the next', () => {
  const migrate = (v1: ContractIR, v2: ContractIR, options: DynamoMigrationOptions = {}) => {
    const { steps, plan } = dynamoMigration(v2, { previous: v1, ...options })
    return { steps, plan: plan! }
  }

  it('change one index a deploy, additions first and removals last', () => {
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

  it('keep the number of an index that stays, and give a new one no number that is still in use', () => {
    const fields = { a: z.string(), b: z.string(), c: z.string() }
    const v1 = versionOf({ version: '1.0.0', fields, indexes: ['a', 'b'] })
    const v2 = versionOf({ version: '1.1.0', fields, indexes: ['c', 'b'] })
    const { files } = dynamoMigration(v2, { previous: v1, layout: 'single' })
    const { slots } = JSON.parse(files['dynamodb/thing/1.1.0/table.json']!)
    expect(slots).toEqual({ b: 2, c: 3 })
    const v3 = versionOf({ version: '1.2.0', fields, indexes: ['a', 'c', 'b'] })
    const next = dynamoMigration(v3, { previous: v2, layout: 'single', slots })
    expect(JSON.parse(next.files['dynamodb/thing/1.2.0/table.json']!).slots).toEqual({ a: 1, b: 2, c: 3 })
  })

  it.each(['own', 'single'] as const)(
    'fill what old items lack, follow what old code writes, and change nothing on a rerun: %s',
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
      const old = dynamoPlan(v1, { layout })!
      const { steps, plan } = migrate(v1, v2, { layout, backfill: { gone: '-' } })
      const [expanded] = steps.flatMap((step) =>
        step.action === 'deploy' && step.phase === 'expand' ? [step.table] : [],
      )
      await createTable(expanded!)
      await put(old, { id: '1', title: 'one', kind: 'k', gone: 'x' })
      await put(old, { id: '2', title: 'two', kind: 'k', gone: 'x' })
      expect(await fill(plan, steps, 'backfill')).toBeGreaterThan(0)
      expect(await fill(plan, steps, 'backfill')).toBe(0)
      await put(old, { id: '3', title: 'late', kind: 'k', gone: 'x' })
      await world.db.send(
        new UpdateCommand({
          TableName: table,
          Key: Object.fromEntries(
            Object.entries(dynamoKeys(old, { id: '1' })).filter(([name]) => ['id', 'pk', 'sk'].includes(name)),
          ),
          UpdateExpression: 'SET title = :t',
          ExpressionAttributeValues: { ':t': 'changed by old code' },
        }),
      )
      await fill(plan, steps, 'contract')
      expect(await fill(plan, steps, 'contract')).toBe(0)
      const items = (await scan(table)).sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
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

  it('leave alone what changed after it was read, and bring no deleted item back', async () => {
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
    await createTable(dynamoTableProps([plan]))
    await put(dynamoPlan(v1, { layout: 'single' })!, { id: '1', kind: 'now' })
    const stale = { id: '1', kind: 'before', pk: 'THING#1', sk: 'THING#' }
    const gone = { id: '2', kind: 'now', pk: 'THING#2', sk: 'THING#' }
    const failure = /conditional request failed/i
    await expect(world.db.send(new UpdateCommand(dynamoFill(plan, fills[1]!, stale)!))).rejects.toThrow(failure)
    for (const one of fills) {
      await expect(world.db.send(new UpdateCommand(dynamoFill(plan, one, gone)!))).rejects.toThrow(failure)
    }
    const { Item } = await world.db.send(new GetCommand({ TableName: table, Key: { pk: 'THING#1', sk: 'THING#' } }))
    expect(Item).toEqual({ id: '1', kind: 'now', pk: 'THING#1', sk: 'THING#' })
    expect(await scan(table)).toHaveLength(1)
  })

  it('say what the new code must do while the old one runs', () => {
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

describe('migrations', () => {
  it('choose by dialect, write one folder each, and the same bytes twice', () => {
    const paths = (['postgres', 'sqlite', 'dynamodb'] as const).map((dialect) => {
      const once = migrations(irOf(jobs), { dialect })
      expect(JSON.stringify(migrations(structuredClone(irOf(jobs)), { dialect }))).toBe(JSON.stringify(once))
      return Object.keys(once.files)
    })
    expect(paths).toEqual([
      ['postgres/job/2.1.0/create.sql'],
      ['sqlite/job/2.1.0/create.sql'],
      ['dynamodb/job/2.1.0/table.json', 'dynamodb/job/2.1.0/table.ts'],
    ])
  })

  it('make nothing for an entity that is stored elsewhere', () => {
    const ir = irOf(jobs)
    const { db: _, ...entity } = ir.entity!
    expect(migrations({ ...ir, entity }, { dialect: 'dynamodb' })).toEqual({ files: {}, steps: [] })
  })
})
