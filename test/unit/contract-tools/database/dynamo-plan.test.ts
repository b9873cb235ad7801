import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dynamoKeys, dynamoMigration, dynamoPlan, dynamoTableProps, migrations } from '@signet/contract-tools/database'
import { ContractError } from '@signet/contracts'
import { irOf } from '@signet/contracts/ir'
import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { type TablePropsV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { jobs } from '../../../support/sample-contract.ts'
import { ROOT } from '../../../support/source-files.ts'
import { keySchema } from './dynamo-tables.ts'
import { versionOf } from './versions.ts'

describe('the plan of a separate table', () => {
  it('uses fields as keys, and names indexes after fields', () => {
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

  it('refuses invalid names and more than 20 indexes, as DynamoDB would at deploy', () => {
    const fields = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`f${i}`, z.string()]))
    const oversized = versionOf({ version: '1.0.0', fields, indexes: Object.keys(fields), table: 'my table' })
    expect(() => dynamoPlan(oversized)).toThrow('surfaces.db.table: "my table" is not a valid name of a DynamoDB table')
    expect(() => dynamoPlan(oversized)).toThrow('surfaces.db.indexes: has 21 indexes, but a DynamoDB table supports 20')
  })

  it('composes more than two fields, and kinds that cannot be keys', () => {
    const fields = { a: z.string(), b: z.int().min(0), c: z.int(), on: z.boolean() }
    const plan = dynamoPlan(versionOf({ version: '1.0.0', fields, key: ['a', 'b', 'c'], indexes: [['on', 'b']] }))!
    expect(dynamoKeys(plan, { id: 'i', a: 'x', b: 7, c: -1, on: true })).toEqual({
      a: 'x',
      sk: '0000000000000007#400fffffffffffff',
      by_on_b_pk: 'true',
      b: 7,
    })
  })

  it('refuses unique indexes and indexes over JSON', () => {
    const unique = versionOf({
      version: '1.0.0',
      fields: { a: z.string() },
      indexes: [{ fields: ['a'], unique: true }],
    })
    expect(() => dynamoPlan(unique)).toThrow(/use the layout "single", or remove `unique`/)
    const json = versionOf({ version: '1.0.0', fields: { a: z.object({}) }, indexes: ['a'] })
    expect(() => dynamoPlan(json, { layout: 'single' })).toThrow(/index a string or a number/)
  })
})

describe('the plan of a shared table', () => {
  const plan = dynamoPlan(irOf(jobs), { layout: 'single' })!

  it('prefixes every key with the name of the contract', () => {
    const item = { job_id: 'a#b%', state: 'queued', created_at: '2026' }
    expect(dynamoKeys(plan, item)).toEqual({
      pk: 'JOB#a%23b%25',
      sk: 'JOB#',
      gsi1pk: 'JOB#state#queued',
      gsi1sk: '2026#a%23b%25',
    })
    expect(dynamoKeys(plan, { job_id: 'x', state: null })).toEqual({ pk: 'JOB#x', sk: 'JOB#' })
  })

  it('separates contracts by prefixes with one set of indexes, and refuses names with equal prefixes', () => {
    const planOf = (name: string) =>
      dynamoPlan(versionOf({ version: '1.0.0', name, fields: { a: z.string(), b: z.string() }, indexes: ['a', 'b'] }), {
        layout: 'single',
      })!
    const props = dynamoTableProps([plan, planOf('front_door')], 'app')
    expect(props.tableName).toBe('app')
    expect(props.globalSecondaryIndexes.map(({ indexName }) => indexName)).toEqual(['gsi1', 'gsi2'])
    expect(() => dynamoTableProps([planOf('front_door'), planOf('frontDoor')])).toThrow(ContractError)
    expect(() => dynamoTableProps([plan, dynamoPlan(irOf(jobs))!])).toThrow(/layout "single"/)
  })

  it('has an item to enforce each unique index', () => {
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
    const threeFieldKey = dynamoPlan(
      versionOf({ version: '1.0.0', fields: { a: z.string(), b: z.string(), c: z.string() }, key: ['a', 'b', 'c'] }),
      { layout: 'single' },
    )!
    const keyPart = fc.string({ unit: fc.constantFrom('#', '%', '2', '3', 'a'), maxLength: 4 })
    const keyFields = fc.record({ a: keyPart, b: keyPart, c: keyPart })
    void fc.assert(
      fc.property(keyFields, keyFields, (firstItem, secondItem) => {
        const isSame = JSON.stringify(firstItem) === JSON.stringify(secondItem)
        expect(
          JSON.stringify(dynamoKeys(threeFieldKey, firstItem)) ===
            JSON.stringify(dynamoKeys(threeFieldKey, secondItem)),
        ).toBe(isSame)
      }),
    )
  })

  it('sorts numbers in numeric order', () => {
    const fields = { n: z.int().min(0), x: z.number() }
    const sortedPlan = dynamoPlan(
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
    expect(dynamoKeys(sortedPlan, { id: 'i', n: 0, x: -0 })).toEqual(dynamoKeys(sortedPlan, { id: 'i', n: 0, x: 0 }))
    const number = fc.double({ noNaN: true, noDefaultInfinity: true })
    void fc.assert(
      fc.property(fc.nat(), fc.nat(), number, number, (n, m, x, y) => {
        const firstItem = dynamoKeys(sortedPlan, { id: 'i', n, x })
        const secondItem = dynamoKeys(sortedPlan, { id: 'i', n: m, x: y })
        expect(firstItem.gsi1sk! < secondItem.gsi1sk!).toBe(n < m)
        expect(firstItem.gsi2sk! < secondItem.gsi2sk!).toBe(x < y)
      }),
    )
  })
})

describe('the props for CDK', () => {
  it.each(['own', 'single'] as const)('create the table of the plan: %s', (layout) => {
    const props = dynamoTableProps([dynamoPlan(irOf(jobs), { layout })!])
    const stack = new Stack(new App(), 'Test')
    new TableV2(stack, 'Table', props as TablePropsV2)
    const [table] = Object.values(Template.fromStack(stack).findResources('AWS::DynamoDB::GlobalTable'))
    expect(table?.Properties.KeySchema).toEqual(keySchema(props))
    expect(table?.Properties.GlobalSecondaryIndexes).toMatchObject(
      props.globalSecondaryIndexes.map((index) => ({ IndexName: index.indexName, KeySchema: keySchema(index) })),
    )
  })

  it('form a module equal to the JSON', async () => {
    const { files } = dynamoMigration(irOf(jobs), { layout: 'single' })
    // Inside the repository, so that the module finds its package.
    const folder = join(ROOT, `.local/tests/cdk-${randomUUID()}`)
    const path = join(folder, 'jobs-table.ts')
    await mkdir(folder, { recursive: true })
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(path, files['dynamodb/job/2.1.0/table.ts']!)
    const { jobsTable } = (await import(path)) as { jobsTable: unknown }
    expect(jobsTable).toEqual(JSON.parse(files['dynamodb/job/2.1.0/table.json']!).table)
  })
})

describe('migrations by dialect', () => {
  it('write one folder per dialect, and the same bytes twice', () => {
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

  it('generate nothing for an entity that is stored elsewhere', () => {
    const ir = irOf(jobs)
    const { db: _, ...entity } = ir.entity!
    expect(migrations({ ...ir, entity }, { dialect: 'dynamodb' })).toEqual({ files: {}, steps: [] })
  })
})
