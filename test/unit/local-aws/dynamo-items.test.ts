import { DescribeTableCommand, DescribeTimeToLiveCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, removeDir, tableSpec, type World } from './world.ts'

const TableName = 'app'
let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.aws.declareTable(tableSpec())
})
afterAll(async () => {
  await world.close()
  removeDir(world.dir)
})

const put = (Item: Record<string, unknown>) => world.db.send(new PutCommand({ TableName, Item }))
const get = async (pk: string, sk = '-') => (await world.db.send(new GetCommand({ TableName, Key: { pk, sk } }))).Item

describe('items', () => {
  it('update expressions compute from the stored item and return the result', async () => {
    await put({ pk: 'u1', sk: '-', n: 1, tags: new Set(['a']), deep: { list: [1] }, gone: true })
    const { Attributes } = await world.db.send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'u1', sk: '-' },
        UpdateExpression:
          'SET #n = #n + :one, deep.#l = list_append(deep.#l, :more), made = if_not_exists(made, :made) ADD tags :tags REMOVE gone',
        ExpressionAttributeNames: { '#n': 'n', '#l': 'list' },
        ExpressionAttributeValues: { ':one': 1, ':more': [2], ':made': 'now', ':tags': new Set(['b']) },
        ReturnValues: 'ALL_NEW',
      }),
    )
    const remaining = { pk: 'u1', sk: '-', n: 2, tags: new Set(['a', 'b']), deep: { list: [1, 2] }, made: 'now' }
    expect(Attributes).toEqual(remaining)
    expect(await get('u1')).toEqual(remaining)
  })

  it.each([
    [
      'Put',
      () =>
        new PutCommand({
          TableName,
          Item: { pk: 'c1', sk: '-', n: 2 },
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
    ],
    [
      'Update',
      () =>
        new UpdateCommand({
          TableName,
          Key: { pk: 'c1', sk: '-' },
          UpdateExpression: 'SET n = :n',
          ConditionExpression: 'n > :n',
          ExpressionAttributeValues: { ':n': 5 },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
    ],
    [
      'Delete',
      () =>
        new DeleteCommand({
          TableName,
          Key: { pk: 'c1', sk: '-' },
          ConditionExpression: 'n > :n',
          ExpressionAttributeValues: { ':n': 5 },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
    ],
  ])('a failed condition of %s returns the item on request', async (_name, command) => {
    await put({ pk: 'c1', sk: '-', n: 1 })
    await expect(world.db.send(command() as PutCommand)).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: { pk: { S: 'c1' }, sk: { S: '-' }, n: { N: '1' } },
    })
    expect(await get('c1')).toMatchObject({ n: 1 })
  })

  it('a query pages through an index in key order, both ways, and a sparse index contains only items with its keys', async () => {
    for (let n = 0; n < 25; n++)
      await put({ pk: `q${n}`, sk: '-', ...(n % 5 !== 0 && { gsi1pk: 'all', gsi1sk: String(n).padStart(2, '0') }) })
    const walk = async ({ forward }: { readonly forward: boolean }) => {
      const keys: string[] = []
      let ExclusiveStartKey: Record<string, unknown> | undefined
      do {
        const page = await world.db.send(
          new QueryCommand({
            TableName,
            IndexName: 'gsi1',
            KeyConditionExpression: 'gsi1pk = :p',
            ExpressionAttributeValues: { ':p': 'all' },
            Limit: 7,
            ScanIndexForward: forward,
            ...(ExclusiveStartKey && { ExclusiveStartKey }),
          }),
        )
        keys.push(...(page.Items ?? []).map((item) => String(item.gsi1sk)))
        ExclusiveStartKey = page.LastEvaluatedKey
      } while (ExclusiveStartKey)
      return keys
    }
    const expected = Array.from({ length: 25 }, (_, n) => n)
      .filter((n) => n % 5 !== 0)
      .map((n) => String(n).padStart(2, '0'))
    expect(await walk({ forward: true })).toEqual(expected)
    expect(await walk({ forward: false })).toEqual(expected.toReversed())
  })

  it('a query reads more than one page of rows within a partition and between bounds', async () => {
    const items = Array.from({ length: 200 }, (_, n) => ({ pk: 'wide', sk: `k${String(n).padStart(3, '0')}` }))
    for (let at = 0; at < items.length; at += 25)
      await world.db.send(
        new BatchWriteCommand({
          RequestItems: { [TableName]: items.slice(at, at + 25).map((Item) => ({ PutRequest: { Item } })) },
        }),
      )
    const { Items } = await world.db.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :p AND sk BETWEEN :a AND :b',
        ExpressionAttributeValues: { ':p': 'wide', ':a': 'k010', ':b': 'k189' },
      }),
    )
    expect(Items).toEqual(items.slice(10, 190))
    const begins = await world.db.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :p AND begins_with(sk, :a)',
        ExpressionAttributeValues: { ':p': 'wide', ':a': 'k19' },
      }),
    )
    expect(begins.Count).toBe(10)
    const batch = await world.db.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys: items.slice(0, 100) } } }),
    )
    expect(batch.Responses?.[TableName]).toHaveLength(100)
  })

  it('writes consume capacity for the table and for each changed index entry', async () => {
    /** Returns the units of the call, of the table and of the index. */
    const charge = async (command: PutCommand | UpdateCommand) => {
      command.input.ReturnConsumedCapacity = 'INDEXES'
      const { ConsumedCapacity } = await world.db.send(command as PutCommand)
      return [
        ConsumedCapacity?.CapacityUnits,
        ConsumedCapacity?.Table?.CapacityUnits,
        ConsumedCapacity?.GlobalSecondaryIndexes?.gsi1?.CapacityUnits,
      ]
    }
    const Key = { pk: 'cap', sk: '-' }
    const set = (name: string, value: string) =>
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET #a = :v',
        ExpressionAttributeNames: { '#a': name },
        ExpressionAttributeValues: { ':v': value },
      })
    expect(await charge(new PutCommand({ TableName, Item: Key }))).toEqual([1, 1, undefined])
    expect(await charge(new PutCommand({ TableName, Item: { ...Key, gsi1pk: 'a', gsi1sk: 'a' } }))).toEqual([2, 1, 1])
    // A changed key deletes an entry of the index and adds one.
    expect(await charge(set('gsi1sk', 'b'))).toEqual([3, 1, 2])
    expect(await charge(set('gsi1sk', 'b'))).toEqual([1, 1, undefined])
    expect(await charge(set('text', 'x'.repeat(1500)))).toEqual([4, 2, 2])
    expect(await charge(new PutCommand({ TableName, Item: Key }))).toEqual([4, 2, 2])
  })

  it('an item over 400 KB in UTF-8 bytes is rejected, and the old item stays', async () => {
    await put({ pk: 'big', sk: '-', n: 1 })
    const text = 'é'.repeat(205_000)
    await expect(put({ pk: 'big', sk: '-', text })).rejects.toMatchObject({ name: 'ValidationException' })
    expect(await get('big')).toEqual({ pk: 'big', sk: '-', n: 1 })
  })

  it('strings, numbers, binaries and nulls are returned unchanged', async () => {
    const item = {
      pk: 'kinds',
      sk: '-',
      s: '𝄞 \u0000 é',
      n: -12.5,
      b: new Uint8Array([0, 255]),
      t: true,
      z: null,
      l: [{ a: [] }],
      m: {},
    }
    await put(item)
    expect(await get('kinds')).toEqual(item)
  })
})

describe('time to live', () => {
  it('expired items and their index entries are collected on the local clock, and no others', async () => {
    const now = Math.floor(world.aws.clock.now() / 1000)
    await put({ pk: 't1', sk: '-', gsi1pk: 'ttl', gsi1sk: '1', expires_at: now + 100 })
    await put({ pk: 't2', sk: '-', gsi1pk: 'ttl', gsi1sk: '2', expires_at: now + 10_000 })
    await put({ pk: 't3', sk: '-', gsi1pk: 'ttl', gsi1sk: '3', expires_at: 'never' })
    // DynamoDB does not collect items that expired more than five years ago.
    await put({ pk: 't4', sk: '-', gsi1pk: 'ttl', gsi1sk: '4', expires_at: now - 6 * 365 * 86_400 })
    await world.aws.start()
    await world.aws.clock.advance(200_000)
    const { Items } = await world.db.send(
      new QueryCommand({
        TableName,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :p',
        ExpressionAttributeValues: { ':p': 'ttl' },
      }),
    )
    expect(Items?.map((item) => item.pk)).toEqual(['t2', 't3', 't4'])
  })

  it('UpdateTimeToLive and DescribeTimeToLive return the setting', async () => {
    expect((await world.plain.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription).toEqual({
      TimeToLiveStatus: 'ENABLED',
      AttributeName: 'expires_at',
    })
    await world.aws.declareTable(tableSpec({ name: 'other', ttlAttribute: undefined }))
    await world.plain.send(
      new UpdateTimeToLiveCommand({
        TableName: 'other',
        TimeToLiveSpecification: { Enabled: true, AttributeName: 'x' },
      }),
    )
    expect(
      (await world.plain.send(new DescribeTimeToLiveCommand({ TableName: 'other' }))).TimeToLiveDescription
        ?.AttributeName,
    ).toBe('x')
  })
})

describe('tables across starts', () => {
  it('a restart retains items, builds new indexes, drops removed ones, and rejects a changed key', async () => {
    let restartable = await openWorld()
    await restartable.aws.declareTable(tableSpec())
    for (const n of [1, 2, 3])
      await restartable.db.send(
        new PutCommand({ TableName, Item: { pk: `p${n}`, sk: '-', kind: 'k', gsi1pk: 'x', gsi1sk: '1' } }),
      )
    await restartable.close()
    restartable = await openWorld(restartable.dir)
    const attributes = ['pk', 'sk', 'kind'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }))
    const indexes = [
      {
        IndexName: 'kinds',
        KeySchema: [{ AttributeName: 'kind', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ]
    await restartable.aws.declareTable(tableSpec({ attributes, indexes }))
    const { Items } = await restartable.db.send(
      new QueryCommand({
        TableName,
        IndexName: 'kinds',
        KeyConditionExpression: 'kind = :k',
        ExpressionAttributeValues: { ':k': 'k' },
      }),
    )
    expect(Items?.map((item) => Object.keys(item).sort())).toEqual([1, 2, 3].map(() => ['kind', 'pk', 'sk']))
    expect((await restartable.db.send(new ScanCommand({ TableName }))).Count).toBe(3)
    const { Table } = await restartable.plain.send(new DescribeTableCommand({ TableName }))
    expect(Table?.GlobalSecondaryIndexes?.map((index) => index.IndexName)).toEqual(['kinds'])
    await expect(
      restartable.aws.declareTable(tableSpec({ keySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] })),
    ).rejects.toThrow(/primary key changed.*--fresh/)
    await restartable.close()
    removeDir(restartable.dir)
  })
})
