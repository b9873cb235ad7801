import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dynamoService } from '../../../lib/local/aws/dynamo/dynamo-service.ts'
import type { ReadWriteLock } from '../../../lib/local/aws/dynamo/read-write-lock.ts'
import { localClock } from '../../../lib/local/aws/local-clock.ts'
import { scaled } from '../../support/scale.ts'
import { clientsOf, freshDir, openWorld, removeDir, tableSpec, type World } from './world.ts'

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

const key = (pk: string) => ({ pk, sk: '-' })
const get = async (pk: string) => (await world.db.send(new GetCommand({ TableName, Key: key(pk) }))).Item
const put = (Item: Record<string, unknown>) => world.db.send(new PutCommand({ TableName, Item }))
const transact = (
  TransactItems: TransactWriteCommandInput['TransactItems'],
  options: Partial<TransactWriteCommandInput> = {},
) => world.db.send(new TransactWriteCommand({ TransactItems, ...options }))

describe('TransactWriteItems', () => {
  it('puts, updates, deletes and checks apply together', async () => {
    await put({ ...key('a-upd'), n: 1 })
    await put(key('a-del'))
    await put({ ...key('a-chk'), ok: true })
    await transact([
      { Put: { TableName, Item: { ...key('a-put'), n: 1 } } },
      {
        Update: {
          TableName,
          Key: key('a-upd'),
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
      { Delete: { TableName, Key: key('a-del') } },
      {
        ConditionCheck: {
          TableName,
          Key: key('a-chk'),
          ConditionExpression: 'ok = :t',
          ExpressionAttributeValues: { ':t': true },
        },
      },
    ])
    expect([(await get('a-put'))?.n, (await get('a-upd'))?.n, await get('a-del')]).toEqual([1, 2, undefined])
  })

  it('a cancellation returns the reason of every item, returns the item on request, and applies nothing', async () => {
    await put({ ...key('b-old'), n: 7 })
    const canceledTransaction = transact([
      { Put: { TableName, Item: key('b-new') } },
      {
        Put: {
          TableName,
          Item: key('b-old'),
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      { ConditionCheck: { TableName, Key: key('b-none'), ConditionExpression: 'attribute_exists(pk)' } },
    ])
    await expect(canceledTransaction).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, ConditionalCheckFailed]',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: { n: { N: '7' } } },
        { Code: 'ConditionalCheckFailed' },
      ],
    })
    expect(await get('b-new')).toBeUndefined()
  })

  it('a validation error that depends on the stored item (ADD on a string) cancels earlier actions', async () => {
    await put({ ...key('c-text'), n: 'text' })
    await expect(
      transact([
        { Put: { TableName, Item: { ...key('c-new'), gsi1pk: 'c', gsi1sk: 'c' } } },
        {
          Update: {
            TableName,
            Key: key('c-text'),
            UpdateExpression: 'ADD n :one',
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      ]),
    ).rejects.toMatchObject({ CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }] })
    expect(await get('c-new')).toBeUndefined()
    const { Count } = await world.db.send(
      new QueryCommand({
        TableName,
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :c',
        ExpressionAttributeValues: { ':c': 'c' },
      }),
    )
    expect(Count).toBe(0)
  })

  it('zero items, 101 items, a repeated item, and more than 4 MB are rejected', async () => {
    const puts = (count: number, item: (n: number) => Record<string, unknown>) =>
      Array.from({ length: count }, (_, n) => ({ Put: { TableName, Item: { sk: '-', ...item(n) } } }))
    const invalid = { name: 'ValidationException' }
    await expect(transact([])).rejects.toMatchObject(invalid)
    await expect(transact(puts(101, (n) => ({ pk: `d${n}` })))).rejects.toMatchObject(invalid)
    await expect(transact(puts(2, () => ({ pk: 'd' })))).rejects.toThrow(
      'cannot include multiple operations on one item',
    )
    await expect(transact(puts(11, (n) => ({ pk: `d${n}`, text: 'x'.repeat(400_000) })))).rejects.toThrow('4 MB')
    await transact(puts(100, (n) => ({ pk: `d${n}` })))
    expect(await get('d99')).toBeDefined()
  })

  it('a request token applies once for ten minutes and rejects a different request', async () => {
    await put({ ...key('e'), n: 0 })
    const add = (n: number) => [
      { Update: { TableName, Key: key('e'), UpdateExpression: 'ADD n :n', ExpressionAttributeValues: { ':n': n } } },
    ]
    const ClientRequestToken = 'token-1'
    await transact(add(1), { ClientRequestToken })
    await transact(add(1), { ClientRequestToken })
    expect((await get('e'))?.n).toBe(1)
    await expect(transact(add(2), { ClientRequestToken })).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    })
    await world.aws.clock.advance(10 * 60_000)
    await transact(add(2), { ClientRequestToken })
    expect((await get('e'))?.n).toBe(3)
  })

  it('a transaction consumes twice the capacity of plain writes', async () => {
    const { ConsumedCapacity } = await transact(
      [{ Put: { TableName, Item: { ...key('f'), gsi1pk: 'f', gsi1sk: 'f' } } }],
      { ReturnConsumedCapacity: 'INDEXES' },
    )
    expect(ConsumedCapacity).toMatchObject([
      {
        TableName,
        CapacityUnits: 4,
        WriteCapacityUnits: 4,
        Table: { CapacityUnits: 2 },
        GlobalSecondaryIndexes: { gsi1: { CapacityUnits: 2 } },
      },
    ])
  })

  it('property: a random transaction applies all of its actions or none', async () => {
    let round = 0
    const step = fc.record({
      pk: fc.integer({ min: 0, max: 5 }),
      kind: fc.constantFrom('put', 'delete', 'add', 'absent'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(step, { selector: (s) => s.pk, minLength: 1 }),
        fc.array(fc.integer({ min: 0, max: 5 })),
        async (steps, existing) => {
          const prefix = `r${round++}-`
          const model = new Map([...new Set(existing)].map((pk) => [pk, 1]))
          for (const pk of model.keys()) await put({ ...key(prefix + pk), n: 1 })
          const commands = steps.map(({ pk, kind }) => {
            const target = { TableName, Key: key(prefix + pk) }
            if (kind === 'put') return { Put: { TableName, Item: { ...key(prefix + pk), n: 10 } } }
            if (kind === 'delete') return { Delete: target }
            if (kind === 'absent')
              return { ConditionCheck: { ...target, ConditionExpression: 'attribute_not_exists(pk)' } }
            return { Update: { ...target, UpdateExpression: 'ADD n :n', ExpressionAttributeValues: { ':n': 1 } } }
          })
          const passes = steps.every(({ pk, kind }) => kind !== 'absent' || !model.has(pk))
          const outcome = await transact(commands).then(
            () => true,
            () => false,
          )
          expect(outcome).toBe(passes)
          if (passes)
            for (const { pk, kind } of steps) {
              if (kind === 'put') model.set(pk, 10)
              if (kind === 'delete') model.delete(pk)
              if (kind === 'add') model.set(pk, (model.get(pk) ?? 0) + 1)
            }
          for (let pk = 0; pk <= 5; pk++) expect((await get(prefix + pk))?.n).toBe(model.get(pk))
        },
      ),
      { numRuns: 25 },
    )
  })
})

const MAX_ACTIONS = 100
const ACCOUNTS = 130
const MONEY_PER_ACCOUNT = 10

/** Makes transfers between many accounts while other clients add them up. Returns each sum that a reader computed. */
async function transferWhileReading(endpoint: string): Promise<number[]> {
  const clients = clientsOf(endpoint)
  const accounts = Array.from({ length: ACCOUNTS }, (_, n) => ({ pk: 'bank', sk: `acc${String(n).padStart(3, '0')}` }))
  for (let at = 0; at < ACCOUNTS; at += MAX_ACTIONS)
    await clients.db.send(
      new TransactWriteCommand({
        TransactItems: accounts
          .slice(at, at + MAX_ACTIONS)
          .map((account) => ({ Put: { TableName, Item: { ...account, money: MONEY_PER_ACCOUNT } } })),
      }),
    )
  const sums: number[] = []
  let isRunning = true
  const transfer = async (seed: number) => {
    for (let n = 0; n < scaled(25, 60); n++) {
      const from = accounts[(seed * 31 + n * 7) % 64]
      const to = accounts[66 + ((seed * 17 + n * 3) % 64)]
      const addMoney = (account: object | undefined, money: number) => ({
        Update: {
          TableName,
          Key: { ...account },
          UpdateExpression: 'ADD money :m',
          ExpressionAttributeValues: { ':m': money },
        },
      })
      await clients.db.send(new TransactWriteCommand({ TransactItems: [addMoney(from, -1), addMoney(to, 1)] }))
    }
  }
  const sumRepeatedly = async () => {
    while (isRunning) {
      const { Items } = await clients.db.send(
        new QueryCommand({ TableName, KeyConditionExpression: 'pk = :b', ExpressionAttributeValues: { ':b': 'bank' } }),
      )
      sums.push((Items ?? []).reduce((total, item) => total + Number(item.money), 0))
      const { Responses } = await clients.db.send(
        new TransactGetCommand({
          TransactItems: accounts.slice(-MAX_ACTIONS).map((account) => ({ Get: { TableName, Key: account } })),
        }),
      )
      expect(Responses).toHaveLength(MAX_ACTIONS)
    }
  }
  const readers = [sumRepeatedly(), sumRepeatedly(), sumRepeatedly()]
  await Promise.all([1, 2, 3, 4].map(transfer))
  isRunning = false
  await Promise.all(readers)
  clients.destroy()
  return sums
}

describe('isolation', () => {
  it('a query that takes several turns of the event loop never sees a partial transfer', async () => {
    const sums = await transferWhileReading(world.aws.endpoint)
    expect(sums.length).toBeGreaterThan(5)
    expect(new Set(sums)).toEqual(new Set([ACCOUNTS * MONEY_PER_ACCOUNT]))
  })

  it('control: without the lock the same queries see partial transfers', async () => {
    const dir = freshDir()
    const noLock: ReadWriteLock = { read: async (task) => task(), write: async (task) => task() }
    const service = dynamoService({ dir, clock: localClock(), account: '0', region: 'us-east-1', lock: noLock })
    await service.declareTable(tableSpec())
    const server: Server = createServer((request, response) => void service.handler(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const sums = await transferWhileReading(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    service.close()
    removeDir(dir)
    expect(new Set(sums).size).toBeGreaterThan(1)
  })

  it('exactly one of several parallel conditional claims of an item succeeds', async () => {
    const claims = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        transact([
          { Put: { TableName, Item: { ...key('claim'), owner: n }, ConditionExpression: 'attribute_not_exists(pk)' } },
          { Put: { TableName, Item: key(`claim-by-${n}`) } },
        ]),
      ),
    )
    const winners = claims.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
    expect(winners).toHaveLength(1)
    expect((await get('claim'))?.owner).toBe(winners[0])
    for (let n = 0; n < 20; n++) expect((await get(`claim-by-${n}`)) !== undefined).toBe(n === winners[0])
  })
})
